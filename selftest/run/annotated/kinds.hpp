// A state with members of many types, to be returned and to be consumed.
#include "Blackhole.hpp"
enum colour { RED };
enum class shade : unsigned char { DARK };
typedef int function(int);
struct one { int a; };
struct two { long long a, b; };
struct mixed { double a; long b; };
struct bytes { char a[3]; };
struct large { int a[20]; };
struct empty {};
union either { int a; double b; };
struct copied {
	int a;
	explicit copied(int n) : a(n) {}
	copied(const copied &other) : a(other.a + 1) {}
	~copied() { a = 0; }
};
struct base {
	int a = 0;
	virtual ~base() {}
	virtual int f() = 0;
};
struct derived : base {
	explicit derived(int n) { a = n; }
	int f() override { return a; }
};
struct moved {
	int a;
	explicit moved(int n) : a(n) {}
	moved(const moved &) = delete;
	moved(moved &&other) : a(other.a) {}
};
struct State {
	bool b; char c; short sh; int i; unsigned u; long long ll; char32_t c32;
	float f; double d; long double ld;
	const char *text; ::function *function; int State::*member;
	::colour colour; ::shade shade; unsigned bits : 5; bool bit : 1;
	const int constant; volatile int changing; const volatile int both;
	::one one; ::two two; ::mixed mixed; ::bytes bytes; ::large large; ::empty empty; ::either either;
	::copied copied;
};
