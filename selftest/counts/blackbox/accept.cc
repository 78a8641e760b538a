// Only C++ has this.

#include <memory>
#include <string>

struct wide { const int a, b; };
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
enum class shade : char { light = 3 };

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
	wide w = {6, 7};
	__extension__ typedef __int128 int128;
	int128 big = (int128)1 << 100;
	member m = {4};
	int member::*ma = &member::a;
	int (member::*mg)() = &member::g;
	reticent shy = {5};
	empty nothing;

	CHECK(BLACK_BOX(point{3, 4}).x == 3);
	CHECK(BLACK_BOX(w).b == 7);
	CHECK(BLACK_BOX(BLUE) == 7);
	CHECK(BLACK_BOX(shade::light) == shade::light);
	CHECK(BLACK_BOX(big) >> 100 == 1);
	CHECK(BLACK_BOX(nullptr) == nullptr);
	CHECK(m.*BLACK_BOX(ma) == 4 && (m.*BLACK_BOX(mg))() == 4);
	CHECK(BLACK_BOX(shy).a == 5);
	CHECK(BLACK_BOX(size<char, short>()) == 3);
	CHECK(BLACK_BOX(apply([](int x) { return x + 1; }, 3)) == 4);

	BLACK_BOX(empty());
	BLACK_BOX(nothing);
	BLACK_BOX([] {});

	DO_NOT_OPTIMIZE(w);
	DO_NOT_OPTIMIZE(big);
	DO_NOT_OPTIMIZE(mg);
	DO_NOT_OPTIMIZE(shy);
	DO_NOT_OPTIMIZE(nothing);
	DO_NOT_OPTIMIZE(next(3));
	CHECK(w.a == 6 && big >> 100 == 1 && shy.a == 5);
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
	accept_common();
	plain();
	classes();
	return failed;
}
