// What the macros accept in C++, and that a value comes out as it went in.

#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

struct point { int x, y; };
struct padded { char c; long l; char d; long double e; };
struct constant { const int a; const char b[200]; };
struct wide { const int a, b; };
struct bits { int a : 3; };
struct empty {};
struct abstract {
	virtual int f() const = 0;
	virtual ~abstract() {}
};
struct real : abstract {
	int f() const override { return 5; }
};
struct only {
	int v;
	explicit only(int i) : v(i) {}
	only(const only &) = delete;
	only(only &&) = default;
};
struct fixed {
	int v = 4;
	fixed() {}
	fixed(const fixed &) = delete;
	fixed &operator=(const fixed &) = delete;
};
struct guarded {
	int v;
	~guarded() { v = 0; }
};
struct member {
	int a;
	int g() { return a; }
};
struct reticent {
	int a;
	reticent *operator&() { return nullptr; }
};
enum colour { RED, BLUE = 7 };
enum class shade : char { light = 3 };

static bool failed;

#define CHECK(...) \
	do { \
		if (!(__VA_ARGS__)) { \
			failed = true; \
			std::printf("# line %d: %s\n", __LINE__, #__VA_ARGS__); \
		} \
	} while (0)

static int
next(int x)
{
	return x + 1;
}

template <class A, class B>
static int
size()
{
	return sizeof(A) + sizeof(B);
}

template <class F>
static int
apply(F f, int x)
{
	return f(x);
}

static void
plain()
{
	char text[65] = "hello";
	const char *const p = text;
	const int k = 42;
	point pt = {1, 2}, pts[3] = {{0, 1}, {2, 3}, {4, 5}};
	padded pad = {'a', 5, 'b', 1.25L};
	volatile int v = 9;
	constant con = {3, "xyz"};
	wide w = {6, 7};
	float fl = 1.5f;
	int i = 0;
	bool t = true;
	bits bt = {2};
	__extension__ typedef __int128 int128;
	int128 big = (int128)1 << 100;
	member m = {4};
	int member::*ma = &member::a;
	int (member::*mg)() = &member::g;
	reticent shy = {5};
	empty nothing;

	CHECK(std::strlen(BLACK_BOX(text)) == 5);
	CHECK(BLACK_BOX(std::strlen(BLACK_BOX(text))) == 5);
	CHECK(BLACK_BOX("abc")[1] == 'b');
	CHECK(sizeof BLACK_BOX(text) == sizeof(char *));
	CHECK(BLACK_BOX(k) == 42);
	CHECK(BLACK_BOX(p) == text);
	CHECK(BLACK_BOX(pt).y == 2);
	CHECK(BLACK_BOX(point{3, 4}).x == 3);
	CHECK(BLACK_BOX(BLACK_BOX(BLACK_BOX(BLACK_BOX(k)))) == 42);
	CHECK(BLACK_BOX(pad).e == 1.25L && BLACK_BOX(pad).l == 5);
	CHECK(BLACK_BOX(v) == 9);
	CHECK(BLACK_BOX(con).a == 3 && BLACK_BOX(con).b[2] == 'z' && BLACK_BOX(w).b == 7);
	CHECK(BLACK_BOX(fl) == 1.5f && BLACK_BOX(1.0) == 1.0 && BLACK_BOX(2.5L) == 2.5L);
	CHECK(BLACK_BOX(t) && BLACK_BOX((short)-3) == -3);
	CHECK(BLACK_BOX(RED) == RED && BLACK_BOX(BLUE) == 7);
	CHECK(BLACK_BOX(shade::light) == shade::light);
	CHECK(BLACK_BOX(next)(2) == 3 && BLACK_BOX(&next)(2) == 3);
	CHECK(BLACK_BOX(big) >> 100 == 1);
	CHECK(BLACK_BOX(bt).a == 2 && BLACK_BOX(bt.a + 0) == 2);
	CHECK(BLACK_BOX(i++, i) == 1);
	CHECK(BLACK_BOX(i++) == 1 && i == 2);
	CHECK(BLACK_BOX(pts[1]).x == 2 && BLACK_BOX(pts)[2].y == 5);
	CHECK(BLACK_BOX(nullptr) == nullptr);
	CHECK(m.*BLACK_BOX(ma) == 4 && (m.*BLACK_BOX(mg))() == 4);
	CHECK(BLACK_BOX(shy).a == 5);
	CHECK(BLACK_BOX(size<char, short>()) == 3);
	CHECK(BLACK_BOX(apply([](int x) { return x + 1; }, 3)) == 4);

	BLACK_BOX(k);
	BLACK_BOX(empty());
	BLACK_BOX(nothing);
	BLACK_BOX([] {});
	if (BLACK_BOX(k))
		BLACK_BOX(next(1));
	else
		BLACK_BOX(next(2));
	if (k)
		DO_NOT_OPTIMIZE(i);
	else
		CLOBBER_MEMORY();
	(DO_NOT_OPTIMIZE(i), CLOBBER_MEMORY());

	DO_NOT_OPTIMIZE(text);
	DO_NOT_OPTIMIZE(p);
	DO_NOT_OPTIMIZE(k);
	DO_NOT_OPTIMIZE(pt);
	DO_NOT_OPTIMIZE(pad);
	DO_NOT_OPTIMIZE(v);
	DO_NOT_OPTIMIZE(con);
	DO_NOT_OPTIMIZE(w);
	DO_NOT_OPTIMIZE(fl);
	DO_NOT_OPTIMIZE(t);
	DO_NOT_OPTIMIZE(big);
	DO_NOT_OPTIMIZE(mg);
	DO_NOT_OPTIMIZE(shy);
	DO_NOT_OPTIMIZE(nothing);
	DO_NOT_OPTIMIZE("abc");
	DO_NOT_OPTIMIZE(pts[BLACK_BOX(1)]);
	DO_NOT_OPTIMIZE(next(3));
	CHECK(!std::strcmp(text, "hello") && k == 42 && pt.y == 2 && pad.e == 1.25L && v == 9);
	CHECK(con.b[2] == 'z' && w.a == 6 && fl == 1.5f && t && big >> 100 == 1 && shy.a == 5);
}

static void
classes()
{
	std::string s = "longer than the buffer inside a string", strings[2] = {"x", "yy"};
	const std::string cs = s;
	std::unique_ptr<int> u(new int(8));
	real r;
	const abstract &a = r;
	only on(3);
	fixed fx;
	guarded gd{2};
	int n = 3;
	auto lambda = [&](int x) { return x + n; };

	CHECK(BLACK_BOX(s) == s && &BLACK_BOX(s) == &s && BLACK_BOX(cs) == s);
	CHECK(BLACK_BOX(std::string("abc") + s).size() == s.size() + 3);
	CHECK(BLACK_BOX(strings)[1] == "yy");
	CHECK(BLACK_BOX(a).f() == 5 && BLACK_BOX(r).f() == 5);
	CHECK(BLACK_BOX(on).v == 3 && BLACK_BOX(only(6)).v == 6);
	CHECK(BLACK_BOX(fx).v == 4 && BLACK_BOX(fixed()).v == 4);
	CHECK(BLACK_BOX(gd).v == 2 && BLACK_BOX(lambda)(1) == 4);
	CHECK(*BLACK_BOX(u) == 8);
	std::unique_ptr<int> moved = BLACK_BOX(std::move(u));
	CHECK(*moved == 8 && !u);
	std::string own = BLACK_BOX(std::string(50, 'q'));
	CHECK(own.size() == 50);
	BLACK_BOX(s) += "x";
	CHECK(s.size() == cs.size() + 1);

	DO_NOT_OPTIMIZE(s);
	DO_NOT_OPTIMIZE(cs);
	DO_NOT_OPTIMIZE(moved);
	DO_NOT_OPTIMIZE(a);
	DO_NOT_OPTIMIZE(r);
	DO_NOT_OPTIMIZE(fx);
	DO_NOT_OPTIMIZE(lambda);
	DO_NOT_OPTIMIZE(std::string("x"));
	CHECK(*moved == 8 && r.f() == 5 && fx.v == 4 && cs.size() + 1 == s.size());
}

int
main()
{
	plain();
	classes();
	return failed;
}
