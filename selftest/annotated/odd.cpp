// Awkward C++ that is not parsed. @Benchmark
#include <vector>
#include <string>
/* @Benchmark */
#define TEXT "@Benchmark { ( " \
	"{"
static const char *raw = R"x(@Benchmark { " )x";
static const char quote = '"', brace = '{';
static const int big = 1'000'000;
enum class Colour { RED, GREEN };
struct Base { int n; Base() : n{3}, m(4) { n = 5; } int m; Base &operator=(const Base &o) { n = o.n; return *this; } bool operator()(int x) const { return x; } };
template <class T, int N = (3 > 2)> struct Box { T v[N]; T get() const { return v[0]; } };
extern "C" {
@State(Scope.Thread) struct alignas(16) Plain final : public Base {
private:
	std::vector<int> v{1, 2, 3};
public:
	@Param({"true", "false"}) bool flag = true;
	@Param({"1.5", "2"}) double real{2};
	@Setup void init() { v.push_back(n); }
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
