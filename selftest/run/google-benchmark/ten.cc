// Ten benchmarks, which by-hand.bench has as a benchfile, and some that cannot be measured.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>

using benchmark::DoNotOptimize;
using benchmark::State;

static void BM_divide(State &state)
{
	unsigned x = unsigned(state.range(0));
	for (auto _ : state) {
		DoNotOptimize(x);
		unsigned y = x / 7;
		DoNotOptimize(y);
	}
}
BENCHMARK(BM_divide)->Arg(100);

static void BM_sum(State &state)
{
	std::vector<long> v(size_t(state.range(0)), 3);
	const long *begin = v.data(), *end = begin + v.size();
	DoNotOptimize(end);
	for (auto _ : state) {
		const long *p = begin;
		DoNotOptimize(p);
		long sum = 0;
		for (; p != end; p++)
			sum += *p ^ sum;
		DoNotOptimize(sum);
	}
	state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(BM_sum)->RangeMultiplier(4)->Range(16, 64);

static void fill(std::vector<int> &v)
{
	for (size_t i = 0; i < v.size(); i++)
		v[i] = int(i * 7919 % 101);
	DoNotOptimize(v.data());
	benchmark::ClobberMemory();
}

__attribute__((noinline)) static void sort(std::vector<int> &v)
{
	std::sort(v.begin(), v.end());
	benchmark::ClobberMemory();
}

static void BM_sort(State &state)
{
	std::vector<int> v(size_t(state.range(0)));
	for (auto _ : state) {
		state.PauseTiming();
		fill(v);
		state.ResumeTiming();
		sort(v);
	}
}
BENCHMARK(BM_sort)->Arg(30)->Unit(benchmark::kMillisecond)->Complexity();

static void BM_string(State &state)
{
	while (state.KeepRunning()) {
		std::string s(100, 'x');
		DoNotOptimize(s);
	}
}
BENCHMARK(BM_string);

template <class T> static void BM_square(State &state)
{
	T x = 5;
	for (auto _ : state) {
		DoNotOptimize(x);
		T y = x * x + 1;
		DoNotOptimize(y);
	}
}
BENCHMARK_TEMPLATE(BM_square, int);
BENCHMARK_TEMPLATE(BM_square, unsigned long);

static void BM_length(State &state, const char *s)
{
	for (auto _ : state) {
		DoNotOptimize(s);
		size_t n = strlen(s);
		DoNotOptimize(n);
	}
}
BENCHMARK_CAPTURE(BM_length, hello, "hello, world");

class Numbers : public benchmark::Fixture {
public:
	std::vector<int> v;
	void SetUp(const State &state) override { v.assign(size_t(state.range(0)), 2); }
};
BENCHMARK_DEFINE_F(Numbers, add)(State &state)
{
	const int *begin = v.data(), *end = begin + v.size();
	DoNotOptimize(end);
	for (auto _ : state) {
		const int *p = begin;
		DoNotOptimize(p);
		int sum = std::accumulate(p, end, 0, [](int a, int b) { return a ^ (b + a); });
		DoNotOptimize(sum);
	}
}
BENCHMARK_REGISTER_F(Numbers, add)->DenseRange(8, 12, 4);

static void BM_copy(State &state)
{
	std::vector<char> to(size_t(state.range(0))), from(size_t(state.range(1)));
	size_t n = std::min(to.size(), from.size());
	char *a = to.data();
	const char *b = from.data();
	DoNotOptimize(n);
	for (auto _ : state) {
		memcpy(a, b, n);
		benchmark::ClobberMemory();
	}
}
BENCHMARK(BM_copy)->ArgNames({"to", "from"})->ArgsProduct({{8, 64}, {16, 32}});

// The code between two pauses is counted, and so is what is outside of them.
static void BM_twice(State &state)
{
	std::vector<int> v(40);
	for (auto _ : state) {
		sort(v);
		state.PauseTiming();
		fill(v);
		state.ResumeTiming();
		sort(v);
		state.PauseTiming();
		fill(v);
		state.ResumeTiming();
	}
}
BENCHMARK(BM_twice);

// The code behind the loop depends on the number of turns, and is not counted.
static void BM_after(State &state)
{
	for (auto _ : state) {
		long x = 7;
		DoNotOptimize(x);
		x *= x;
		DoNotOptimize(x);
	}
	for (int64_t i = 0; i < state.iterations(); i++)
		DoNotOptimize(i);
}
BENCHMARK(BM_after);
BENCHMARK(BM_after)->Name("BM_divide")->Apply([](benchmark::internal::Benchmark *b) { b->Arg(7)->Arg(300); });

// A count is of the whole batch.
static void BM_batch(State &state)
{
	if (FILE *file = fopen("ten.cc", "r"))
		fclose(file);
	else
		state.SkipWithError("the directory is not that of the benchfile");
	while (state.KeepRunningBatch(5))
		for (long x = 0; x < 5; x++)
			DoNotOptimize(x);
	for (int64_t i = state.iterations(); i % 5; i++)
		state.SkipWithError("no batch");
}
BENCHMARK(BM_batch);

static void nothing(State &state)
{
	for (auto _ : state) {
	}
}
BENCHMARK(nothing)->Name("threads")->Threads(4);
BENCHMARK(nothing)->Name("manual")->UseManualTime();

static void bad(State &state, void (*f)(State &, int))
{
	int turn = 0;
	for (auto _ : state)
		f(state, turn++);
}
#define BAD(name, ...) BENCHMARK_CAPTURE(bad, name, [](State & state, int turn) { (void)state, (void)turn; __VA_ARGS__; })
BAD(time, state.SetIterationTime(1));
BAD(file, state.SkipWithError("there is no file"));
BAD(seldom, if (turn % 10 == 9) state.PauseTiming(), state.ResumeTiming());
BAD(often, if (turn) state.PauseTiming(), state.ResumeTiming());
BAD(paused, state.PauseTiming());

static void BM_early(State &state)
{
	for (auto _ : state)
		break;
}
BENCHMARK(BM_early);

static void BM_turns(State &state)
{
	std::vector<int> v(size_t(state.max_iterations) + 1);
	for (auto _ : state)
		DoNotOptimize(v.data());
}
BENCHMARK(BM_turns);

int main(int argc, char **argv)
{
	benchmark::Initialize(&argc, argv);
	benchmark::RegisterBenchmark("registered/later", [](State &state) {
		for (auto _ : state)
			benchmark::ClobberMemory();
	});
	benchmark::RunSpecifiedBenchmarks();
}
