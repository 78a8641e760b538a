/* Pairs of functions: box_T must take no more instructions than raw_T, live_T one more than sum_T. C and C++. */

#ifdef __cplusplus
extern "C" {
#define BOOL bool
#else
#define BOOL _Bool
#endif

typedef signed char schar;
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned long ulong;
typedef long long llong;
typedef char *pointer;
typedef const char *text;
typedef enum { RED, BLUE } colour;

#define RECORD(kind, name, ...) \
	typedef kind name##_record name; \
	kind name##_record \
	{ \
		__VA_ARGS__; \
	};

RECORD(struct, s4, int a)
RECORD(struct, s4_halves, short a, b)
RECORD(struct, s4_chars, char c[4])
RECORD(struct, s4_padded, short a; char b)
RECORD(union, s4_union, int a; char c[4])
RECORD(struct, s8, long a)
RECORD(struct, s8_words, int a, b)
RECORD(struct, s8_const, const int a, b)
RECORD(struct, s8_chars, char c[8])
RECORD(struct, s8_padded, short a; int b)
RECORD(struct, s8_pointer, char *p)
RECORD(union, s8_union, long a; char *p)
RECORD(struct, s16, long a, b)
RECORD(struct, s16_words, int a[4])
RECORD(struct, s16_chars, char c[16])
RECORD(struct, s16_hole, int a; long b)
RECORD(struct, s16_tail, long a; char b)
RECORD(struct, s16_view, char *p; unsigned long n)
RECORD(struct, s16_nested, s8_words a, b)

#define DIES(T) \
	T box_##T(T x) \
	{ \
		return BLACK_BOX(x); \
	} \
	T raw_##T(T x) \
	{ \
		return x; \
	} \
	T box_second_##T(T x, T y) \
	{ \
		(void)x; \
		return BLACK_BOX(y); \
	} \
	T raw_second_##T(T x, T y) \
	{ \
		(void)x; \
		return y; \
	}

/* A structure of 16 bytes is copied from memory to memory through a vector register if it is not
   boxed, and through two general registers if it is. */
#define LOADED(T) \
	void box_loaded_##T(T *x, T *y) \
	{ \
		*x = BLACK_BOX(*y); \
	} \
	void raw_loaded_##T(T *x, T *y) \
	{ \
		*x = *y; \
	}

#define LIVES(T) \
	T live_##T(T x) \
	{ \
		T y = BLACK_BOX(x); \
		return (T)(x + y); \
	} \
	T sum_##T(T x, T y) \
	{ \
		return (T)(x + y); \
	}

/* Without a box, the instruction that uses the value also extends or loads it. */
#define USED(T) \
	int box_extended_##T(T x, int y) \
	{ \
		return BLACK_BOX(x) + y; \
	} \
	int raw_extended_##T(T x, int y) \
	{ \
		return x + y; \
	} \
	int box_compared_##T(T *x) \
	{ \
		return BLACK_BOX(*x) == 1; \
	} \
	int raw_compared_##T(T *x) \
	{ \
		return *x == 1; \
	} \
	T box_returned_##T(T *x) \
	{ \
		return BLACK_BOX(*x); \
	} \
	T raw_returned_##T(T *x) \
	{ \
		return *x; \
	}

#define SMALL(T) DIES(T) LOADED(T)
#define NUMBER(T) SMALL(T) LIVES(T)

SMALL(BOOL)
SMALL(char)
SMALL(schar)
SMALL(uchar)
SMALL(short)
SMALL(ushort)
NUMBER(int)
NUMBER(unsigned)
NUMBER(long)
NUMBER(ulong)
NUMBER(llong)
SMALL(pointer)
SMALL(text)
SMALL(colour)
NUMBER(float)
NUMBER(double)
SMALL(s4)
SMALL(s4_halves)
SMALL(s4_chars)
SMALL(s4_padded)
SMALL(s4_union)
SMALL(s8)
SMALL(s8_words)
DIES(s8_const)
SMALL(s8_chars)
SMALL(s8_padded)
SMALL(s8_pointer)
SMALL(s8_union)
USED(BOOL)
USED(char)
USED(schar)
USED(uchar)
USED(short)
USED(ushort)
USED(int)
DIES(s16)
DIES(s16_words)
DIES(s16_chars)
DIES(s16_hole)
DIES(s16_tail)
DIES(s16_view)
DIES(s16_nested)

/* A structure that is larger than a line of a cache is not copied. */
RECORD(struct, s400, int a[100])
#define IN_PLACE(name, parameter, expression) \
	int box_in_place_##name(parameter) \
	{ \
		return BLACK_BOX(expression).a[3]; \
	} \
	int raw_in_place_##name(parameter) \
	{ \
		return (expression).a[3]; \
	}
s400 object, objects[4];
IN_PLACE(global, void, object)
IN_PLACE(pointer, s400 *p, *p)
IN_PLACE(cast, void *p, *(s400 *)p)
IN_PLACE(element, unsigned long i, objects[i])

#ifdef __cplusplus
}
#endif
