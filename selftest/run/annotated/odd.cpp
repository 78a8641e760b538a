// Awkward C++ that is not parsed, and functions of which the wrong one aborts. @Benchmark
#include <cstdlib>
/* @Benchmark */
#define TEXT "@Benchmark { ( " \
	"{"
#define ATTRIBUTE(x)
#define EXPORTED
#if 0
it's not read: @Benchmark int never() {
#elif defined(LATH)
static const char *raw = R"x(@Benchmark { " )x";
#else
@Benchmark int other() { return 1; }
#endif
static const char quote = '"', brace = '{';
static const int big = 1'000'000, bits = 1 << 3;
enum class Colour { RED, GREEN };
struct Base { int n; Base() : n{3}, m(4) { n = 5; } int m; Base &operator=(const Base &o) { n = o.n; return *this; } bool operator()(int x) const { return x; } };
template <class T, int N = (3 > 2), int M = sizeof(T) <= 4> struct Box { T v[N]; T get() const { return v[0]; } bool operator<(const Box &o) const { return v[0] < o.v[0]; } };
int operator""_twice(unsigned long long n) { return int(2 * n); }
extern "C" {
@State(Scope.Thread) struct alignas(16) Plain final : public Base, Box<Colour> {
private:
	int v[3]{1, 2, 3};
public:
	@Param({"true", "false"}) bool flag = true;
	@Param({"1.5"}) double real{2};
	@Setup void init() { v[0] += n; }
	friend bool operator==(const Plain &a, const Plain &b) { return a.n == b.n; }
};
}
namespace { namespace deep::er {
[[nodiscard]] static inline
@Benchmark __attribute__((noinline)) auto f(Plain const & /* in, between */ s, const Plain *t) -> decltype(s.n)
{
	auto g = [&](int x) { return x + s.n; };
	return g(s.flag ? 1 : 2) + t->n + (s.real > 1.7);
}
@Benchmark static void *pointer(Plain &s) { return &s; }
@Benchmark void nothing(Plain &s) { s.n++; }
} }
#ifdef NEVER
int unclosed() {
#else
int closed() {
#endif
return 1; }

// Names of above stand elsewhere, const or not, inherited and hidden.
struct Counter { int calls = 0; @Setup void init() { calls++; } void run() { std::abort(); } };
@State struct EXPORTED Hidden : Counter {
	void init() { std::abort(); }
	@Benchmark ATTRIBUTE(hot) int run() const { if (calls != 1) std::abort(); return calls; }
	int run() { std::abort(); }
};
int overloaded(Hidden &) { std::abort(); }
int overloaded(int = 0) { std::abort(); }
@Benchmark ATTRIBUTE(hot) int overloaded(const Hidden &s) { return s.calls; }
namespace inner {
@State struct Hidden { int n = 7; };
inline namespace v1 {
@Benchmark void const *both(const ::Hidden &s, const Hidden &t) { if (s.calls != 1 || t.n != 7) std::abort(); return &t; }
}
int both(...) { std::abort(); }
@Benchmark auto none(Hidden &t) -> void try { t.n = 8_twice; } catch (...) { std::abort(); }
}
struct Outside { int n = 1; @Benchmark int run(); };
int Outside::run() { return n; }
