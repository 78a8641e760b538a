// SPDX-License-Identifier: MIT
// Google Benchmark's interface, as far as cgbench measures it: cgbench-from(7). Benchmarks register themselves before
// main; cgbench_benchmark_list prints them, and cgbench_benchmark_run runs one, as a test of cgbench does.
#ifndef CGBENCH_BENCHMARK_H
#define CGBENCH_BENCHMARK_H

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <iosfwd>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <assert.h>
#include <unistd.h>

#define BENCHMARK_ALWAYS_INLINE __attribute__((always_inline)) inline
#define BENCHMARK_NOINLINE __attribute__((noinline))
#define BENCHMARK_UNUSED __attribute__((unused))
#define BENCHMARK_BUILTIN_EXPECT(x, y) __builtin_expect(x, y)
#define BENCHMARK_DEPRECATED_MSG(message) __attribute__((deprecated(message)))
#define BENCHMARK_OVERRIDE override
#define BENCHMARK_EXPORT
#define BENCHMARK_HAS_CXX11
#define BENCHMARK_DISABLE_DEPRECATED_WARNING _Pragma("GCC diagnostic ignored \"-Wdeprecated-declarations\"")
#define BENCHMARK_RESTORE_DEPRECATED_WARNING

// The main of a source, which registers benchmarks of its own, runs before one of them is measured.
#define main cgbench_benchmark_main
__attribute__((weak)) int main(int, char **);
__attribute__((weak)) int main();
#define BENCHMARK_MAIN() int main(int, char **)

namespace benchmark {

typedef int64_t IterationCount;
enum TimeUnit { kNanosecond, kMicrosecond, kMillisecond, kSecond };
enum BigO { oNone, o1, oN, oNSquared, oNCubed, oLogN, oNLogN, oAuto, oLambda };
enum StatisticUnit { kTime, kPercentage };
typedef double(BigOFunc)(IterationCount);
typedef double(StatisticsFunc)(const std::vector<double> &);

class Counter {
public:
	enum Flags {
		kDefaults = 0,
		kIsRate = 1,
		kAvgThreads = 2,
		kAvgThreadsRate = 3,
		kIsIterationInvariant = 4,
		kIsIterationInvariantRate = 5,
		kAvgIterations = 8,
		kAvgIterationsRate = 9,
		kInvert = 1 << 31
	};
	enum OneK { kIs1000 = 1000, kIs1024 = 1024 };
	double value;
	Flags flags;
	OneK oneK;
	Counter(double v = 0, Flags f = kDefaults, OneK k = kIs1000) : value(v), flags(f), oneK(k) {}
	operator double const &() const { return value; }
	operator double &() { return value; }
};
inline Counter::Flags operator|(Counter::Flags a, Counter::Flags b) { return Counter::Flags(int(a) | int(b)); }
typedef std::map<std::string, Counter> UserCounters;

// Their constraints are those of Google Benchmark, so that they cost what they cost there.
template <class T> struct cgbench_fits {
	static const bool yes = std::is_trivially_copyable<T>::value && sizeof(T) <= sizeof(T *);
};
template <class T> BENCHMARK_ALWAYS_INLINE typename std::enable_if<cgbench_fits<T>::yes>::type DoNotOptimize(T const &v)
{
	__asm__ __volatile__("" : : "r,m"(v) : "memory");
}
template <class T> BENCHMARK_ALWAYS_INLINE typename std::enable_if<!cgbench_fits<T>::yes>::type DoNotOptimize(T const &v)
{
	__asm__ __volatile__("" : : "m"(v) : "memory");
}
#ifdef __clang__
#define CGBENCH_REGISTER_OR_MEMORY "+r,m"
#else
#define CGBENCH_REGISTER_OR_MEMORY "+m,r"
#endif
template <class T> BENCHMARK_ALWAYS_INLINE typename std::enable_if<cgbench_fits<T>::yes>::type DoNotOptimize(T &v)
{
	__asm__ __volatile__("" : CGBENCH_REGISTER_OR_MEMORY(v) : : "memory");
}
template <class T> BENCHMARK_ALWAYS_INLINE typename std::enable_if<!cgbench_fits<T>::yes>::type DoNotOptimize(T &v)
{
	__asm__ __volatile__("" : "+m"(v) : : "memory");
}
template <class T> BENCHMARK_ALWAYS_INLINE
	typename std::enable_if<!std::is_reference<T>::value && !std::is_const<T>::value>::type DoNotOptimize(T &&v)
{
	DoNotOptimize(v);
}
BENCHMARK_ALWAYS_INLINE void ClobberMemory() { __asm__ __volatile__("" : : : "memory"); }

namespace internal {

// A benchmark that runs finds here how far it is to go, and leaves what it did.
struct Progress {
	const char *name;
	long events;      // calls of PauseTiming and ResumeTiming in the loop
	long stop;        // the event at which to leave; LOOP: the end of the loop; NEVER
	void *place[5];   // where that leads
	int loop;         // how it repeats: 0 not yet, RANGE or CALLS
	bool even;        // no event is expected
	bool looping, paused, done;
};
enum { LOOP = -1, NEVER = -2, RANGE = 1, CALLS = 2 };

template <int> struct Shared {
	// The turns that are left, and one. It stays in memory, so that every loop decrements it by the same
	// instructions and has all registers.
	static long left __attribute__((visibility("hidden")));
	static Progress progress;
	static void *start[5]; // where run and list lead when they are done
};
template <int i> void *Shared<i>::start[5];
template <int i> long Shared<i>::left = 0;
template <int i> Progress Shared<i>::progress = Progress();
inline Progress &now() { return Shared<0>::progress; }

// A test that writes to standard error fails.
__attribute__((noinline, cold)) inline void refuse(const char *why)
{
	fprintf(stderr, "benchmark %s: %s\n", now().name, why);
	fflush(stderr);
	_exit(1);
}

__attribute__((noinline)) inline void leave() { __builtin_longjmp(now().place, 1); }

__attribute__((noinline)) inline void finish()
{
	Progress &p = now();

	if (p.paused)
		refuse("a turn of its loop ends while the timing is paused");
	p.looping = false;
	p.done = true;
	if (p.stop == LOOP)
		leave();
}

__attribute__((noinline)) inline void pass(bool pause)
{
	Progress &p = now();

	if (!p.looping)
		return;
	if (p.even)
		refuse("it pauses in some turns of its loop only");
	p.paused = pause;
	if (++p.events == p.stop)
		leave();
}

BENCHMARK_ALWAYS_INLINE bool turn()
{
	if (__builtin_expect(--Shared<0>::left != 0, 1)) {
		__asm__ __volatile__("" : "+m"(Shared<0>::left));
		return true;
	}
	finish();
	return false;
}

} // namespace internal

class State {
	// In Google Benchmark up to 1.5 a member, since then a function.
	struct Number {
		int n;
		operator int() const { return n; }
		int operator()() const { return n; }
	};
	struct Turns {
		IterationCount n;
		operator IterationCount() const
		{
			if (!internal::now().done)
				internal::refuse("it asks for max_iterations, so more than its loop may depend on them");
			return n;
		}
	};
	IterationCount turns_;
	std::vector<int64_t> range_;
	IterationCount complexity_, batch_ = 1;

	__attribute__((noinline)) void start(int loop)
	{
		internal::Progress &p = internal::now();

		if (p.done)
			internal::refuse("it has two loops");
		if (p.paused)
			internal::refuse("its loop begins while the timing is paused");
		p.loop = loop;
		p.looping = true;
		internal::Shared<0>::left = long(turns_) + 1;
	}

public:
	State(IterationCount turns, const std::vector<int64_t> &range) : turns_(turns), range_(range), complexity_(0), max_iterations{turns} {}

	struct StateIterator {
		struct BENCHMARK_UNUSED Value {};
		typedef std::forward_iterator_tag iterator_category;
		typedef Value value_type, reference, pointer;
		typedef std::ptrdiff_t difference_type;
		BENCHMARK_ALWAYS_INLINE Value operator*() const { return Value(); }
		BENCHMARK_ALWAYS_INLINE StateIterator &operator++() { return *this; }
		BENCHMARK_ALWAYS_INLINE bool operator!=(const StateIterator &) const { return internal::turn(); }
	};
	BENCHMARK_ALWAYS_INLINE StateIterator begin() { start(internal::RANGE); return StateIterator(); }
	BENCHMARK_ALWAYS_INLINE StateIterator end() { return StateIterator(); }
	BENCHMARK_ALWAYS_INLINE bool KeepRunning()
	{
		if (__builtin_expect(!internal::now().looping, 0))
			start(internal::CALLS);
		return internal::turn();
	}
	// A turn of the loop is a whole batch.
	BENCHMARK_ALWAYS_INLINE bool KeepRunningBatch(IterationCount n)
	{
		if (__builtin_expect(!internal::now().looping, 0)) {
			batch_ = n;
			start(internal::CALLS);
		}
		return internal::turn();
	}
	void PauseTiming() { internal::pass(true); }
	void ResumeTiming() { internal::pass(false); }
	void SkipWithError(const std::string &why) { internal::refuse(("it skips itself: " + why).c_str()); }
	void SkipWithMessage(const std::string &why) { SkipWithError(why); }
	void SetIterationTime(double) { internal::refuse("manual time is not measured"); }
	bool error_occurred() const { return false; }
	bool skipped() const { return false; }
	void SetBytesProcessed(int64_t n) { counters["bytes_per_second"] = Counter(double(n)); }
	int64_t bytes_processed() const { return processed("bytes_per_second"); }
	void SetItemsProcessed(int64_t n) { counters["items_per_second"] = Counter(double(n)); }
	int64_t items_processed() const { return processed("items_per_second"); }
	void SetComplexityN(IterationCount n) { complexity_ = n; }
	IterationCount complexity_length_n() const { return complexity_; }
	void SetLabel(const std::string &) {}
	BENCHMARK_ALWAYS_INLINE int64_t range(std::size_t i = 0) const { assert(range_.size() > i); return range_[i]; }
	int64_t range_x() const { return range(0); }
	int64_t range_y() const { return range(1); }
	BENCHMARK_ALWAYS_INLINE IterationCount iterations() const { return internal::now().loop ? turns_ * batch_ : 0; }
	std::string name() const { return internal::now().name; }

	Number thread_index = {0}, threads = {1};
	const Turns max_iterations;
	UserCounters counters;

private:
	int64_t processed(const char *name) const
	{
		UserCounters::const_iterator found = counters.find(name);
		return found == counters.end() ? 0 : int64_t(found->second.value);
	}
};

inline std::vector<int64_t> CreateRange(int64_t low, int64_t high, int factor)
{
	std::vector<int64_t> all(1, low), below;
	const int64_t most = std::numeric_limits<int64_t>::max();

	// Powers are between both, of negative numbers from the largest to the smallest.
	for (int64_t x = 1; low < 0 && x < -low; x = x > most / factor ? most : x * factor)
		if (-x < high)
			below.insert(below.begin(), -x);
	all.insert(all.end(), below.begin(), below.end());
	if (low < 0 && high > 0)
		all.push_back(0);
	for (int64_t x = 1; x < high; x = x > most / factor ? most : x * factor)
		if (x > low)
			all.push_back(x);
	if (high != low)
		all.push_back(high);
	return all;
}

inline std::vector<int64_t> CreateDenseRange(int64_t low, int64_t high, int step)
{
	std::vector<int64_t> all;

	for (; low <= high; low += step)
		all.push_back(low);
	return all;
}

namespace internal {

class Benchmark {
public:
	typedef std::vector<int64_t> Numbers;

	explicit Benchmark(const std::string &name) : name_(name) {}
	virtual ~Benchmark() {}
	virtual void Run(State &state) = 0;

	Benchmark *Name(const std::string &name) { name_ = name; return this; }
	Benchmark *Args(const Numbers &numbers) { args_.push_back(numbers); return this; }
	Benchmark *Arg(int64_t x) { return Args(Numbers(1, x)); }
	Benchmark *ArgPair(int64_t x, int64_t y) { return Args({x, y}); }
	Benchmark *Range(int64_t low, int64_t high) { return ArgsProduct({CreateRange(low, high, factor_)}); }
	Benchmark *DenseRange(int64_t low, int64_t high, int step = 1)
	{
		return ArgsProduct({CreateDenseRange(low, high, step)});
	}
	Benchmark *Ranges(const std::vector<std::pair<int64_t, int64_t>> &ranges)
	{
		std::vector<Numbers> lists;

		for (const auto &range : ranges)
			lists.push_back(CreateRange(range.first, range.second, factor_));
		return ArgsProduct(lists);
	}
	Benchmark *RangePair(int64_t l1, int64_t h1, int64_t l2, int64_t h2) { return Ranges({{l1, h1}, {l2, h2}}); }
	Benchmark *ArgsProduct(const std::vector<Numbers> &lists)
	{
		std::vector<Numbers> all(1);

		for (const Numbers &list : lists) {
			std::vector<Numbers> longer;
			for (const Numbers &numbers : all)
				for (int64_t x : list) {
					longer.push_back(numbers);
					longer.back().push_back(x);
				}
			all.swap(longer);
		}
		args_.insert(args_.end(), all.begin(), all.end());
		return this;
	}
	Benchmark *ArgName(const std::string &name) { return ArgNames({name}); }
	Benchmark *ArgNames(const std::vector<std::string> &names) { names_ = names; return this; }
	Benchmark *RangeMultiplier(int factor) { factor_ = factor; return this; }
	Benchmark *Apply(void (*f)(Benchmark *)) { f(this); return this; }
	template <class F> Benchmark *Apply(F &&f) { f(this); return this; }
	template <class F> Benchmark *Setup(F &&f) { setup_ = f; return this; }
	template <class F> Benchmark *Teardown(F &&f) { teardown_ = f; return this; }
	Benchmark *UseManualTime() { return refused("manual time"); }
	Benchmark *Threads(int n) { return n > 1 ? refused("threads") : this; }
	Benchmark *ThreadRange(int low, int high) { return Threads(low > high ? low : high); }
	Benchmark *DenseThreadRange(int low, int high, int = 1) { return ThreadRange(low, high); }
	Benchmark *ThreadPerCpu() { return refused("threads"); }
	// Instructions have no unit, and are the same in every repetition.
	Benchmark *Unit(TimeUnit) { return this; }
	Benchmark *MinTime(double) { return this; }
	Benchmark *MinWarmUpTime(double) { return this; }
	Benchmark *Iterations(IterationCount) { return this; }
	Benchmark *Repetitions(int) { return this; }
	Benchmark *ReportAggregatesOnly(bool = true) { return this; }
	Benchmark *DisplayAggregatesOnly(bool = true) { return this; }
	Benchmark *MeasureProcessCPUTime() { return this; }
	Benchmark *UseRealTime() { return this; }
	template <class... T> Benchmark *Complexity(T &&...) { return this; }
	template <class... T> Benchmark *ComputeStatistics(T &&...) { return this; }
	const char *GetName() const { return name_.c_str(); }
	int ArgsCnt() const { return args_.empty() ? -1 : int(args_[0].size()); }

	std::string name_, refused_;
	std::vector<std::string> names_;
	std::vector<Numbers> args_;
	std::function<void(const State &)> setup_, teardown_;

protected:
	void SetName(const std::string &name) { name_ = name; }

private:
	int factor_ = 8;

	Benchmark *refused(const char *what) { refused_ = what; return this; }
};

class FunctionBenchmark : public Benchmark {
	std::function<void(State &)> f_;

public:
	template <class F> FunctionBenchmark(const std::string &name, F &&f) : Benchmark(name), f_(std::forward<F>(f)) {}
	void Run(State &state) override { f_(state); }
};

inline std::vector<Benchmark *> &all()
{
	static std::vector<Benchmark *> all;
	return all;
}

inline Benchmark *RegisterBenchmarkInternal(Benchmark *b) { all().push_back(b); return b; }

// The loops whose cost is no part of a benchmark.
class EmptyBenchmark : public Benchmark {
public:
	int loop;
	bool pauses;
	EmptyBenchmark(int l, bool p) : Benchmark(""), loop(l), pauses(p) {}
	__attribute__((noinline)) void Run(State &state) override
	{
		if (pauses) {
			for (auto _ : state) {
				state.PauseTiming();
				state.ResumeTiming();
				state.PauseTiming();
				state.ResumeTiming();
			}
		} else if (loop == CALLS) {
			while (state.KeepRunning())
				__asm__ __volatile__("");
		} else {
			for (auto _ : state)
				__asm__ __volatile__("");
		}
	}
};

// Makes so many turns, up to the event. What follows the loop may depend on their number: only with NEVER it runs.
__attribute__((noinline)) inline void
go(Benchmark &b, const std::vector<int64_t> &args, long turns, long stop, bool even = false)
{
	Progress &p = now();
	State *state = new State(turns, args);
	const char *name = p.name;

	p = Progress();
	p.name = name;
	p.stop = stop;
	p.even = even;
	if (__builtin_setjmp(p.place))
		return;
	if (b.setup_)
		b.setup_(*state);
	b.Run(*state);
	if (p.looping)
		refuse("it leaves its loop early");
	if (!p.done)
		refuse("it has no loop");
	if (b.teardown_)
		b.teardown_(*state);
}

// Each part between pauses, in a first turn, is what runs up to its end without what runs up to its begin. The empty
// benchmark pauses twice, and stands for any.
inline void pieces(Benchmark &b, const std::vector<int64_t> &args, long n, bool end, long pauses, bool empty)
{
	for (long i = 0; i < n; i++)
		for (long part = 0; part <= pauses; part++) {
			long event = 2 * (!empty || !part ? part : part == pauses ? 2 : 1) + end;
			long last = empty ? 4 : 2 * pauses;
			go(b, args, event > 0, event > last || event == 0 ? long(LOOP) : event);
		}
}

inline std::string full_name(const Benchmark &b, const std::vector<int64_t> &args)
{
	std::string name = b.name_;

	for (std::size_t i = 0; i < args.size(); i++)
		name += '/' + (i < b.names_.size() && !b.names_[i].empty() ? b.names_[i] + ':' : "") + std::to_string(args[i]);
	return name;
}

inline bool &listing() { static bool yes; return yes; }
struct Request { std::string family; int before; std::vector<int64_t> args; long n, active; };
inline Request *&request() { static Request *one; return one; }

inline void list()
{
	for (const Benchmark *b : all()) {
		printf("B\t%s\t%s", b->name_.c_str(), b->refused_.c_str());
		for (const std::string &name : b->names_)
			printf("\t%s", name.c_str());
		puts("");
		for (const Benchmark::Numbers &numbers : b->args_) {
			printf("A");
			for (int64_t x : numbers)
				printf("\t%lld", static_cast<long long>(x));
			puts("");
		}
	}
	fflush(stdout);
}

inline void run()
{
	Request &r = *request();

	for (Benchmark *b : all()) {
		if (b->name_ != r.family || r.before--)
			continue;
		std::string name = full_name(*b, r.args);
		now().name = name.c_str();
		// A first run finds out what the loop is, and prepares what only the first one does.
		go(*b, r.args, 1, NEVER);
		int loop = now().loop;
		long events = now().events, pauses = events / 2;
		if (pauses)
			go(*b, r.args, 2, NEVER);
		if (events % 2 || now().events != (pauses ? 2 * events : 0))
			refuse("it does not pause as often in each turn of its loop");
		EmptyBenchmark empty(loop, pauses > 0);
		std::vector<int64_t> none;
		if (pauses) {
			pieces(*b, r.args, r.n, r.active, pauses, false);
			pieces(empty, none, r.n, !r.active, pauses, true);
		} else if (r.active) {
			go(*b, r.args, r.n, LOOP, true);
		} else {
			go(empty, none, r.n, LOOP, true);
		}
		delete request();
		request() = nullptr;
		return;
	}
}

// Does what was asked for, and does not return to the source's main, which may end without a value.
__attribute__((noinline)) inline void arrive()
{
	if (listing())
		list();
	else if (request())
		run();
	__builtin_longjmp(Shared<0>::start, 1);
}

__attribute__((noinline)) inline void start()
{
	static char name[] = "benchmark", *argv[] = {name, nullptr};
	int (*with)(int, char **) = main, (*without)() = main;

	if (__builtin_setjmp(Shared<0>::start))
		return;
	if (with)
		with(1, argv);
	else if (without)
		without();
	else
		arrive();
}

} // namespace internal

using internal::Benchmark;

template <class F> internal::Benchmark *RegisterBenchmark(const std::string &name, F &&f)
{
	return internal::RegisterBenchmarkInternal(new internal::FunctionBenchmark(name, std::forward<F>(f)));
}
template <class F, class... T> internal::Benchmark *RegisterBenchmark(const std::string &name, F &&f, T &&...args)
{
	return RegisterBenchmark(name, [=](State &state) { f(state, args...); });
}

class Fixture : public internal::Benchmark {
public:
	Fixture() : Benchmark("") {}
	void Run(State &state) override
	{
		SetUp(state);
		BenchmarkCase(state);
		TearDown(state);
	}
	virtual void SetUp(const State &) {}
	virtual void TearDown(const State &) {}
	virtual void SetUp(State &state) { SetUp(const_cast<const State &>(state)); }
	virtual void TearDown(State &state) { TearDown(const_cast<const State &>(state)); }

protected:
	virtual void BenchmarkCase(State &) = 0;
};

// The one processor that a test has.
struct CPUInfo {
	int num_cpus = 1;
	static const CPUInfo &Get() { static CPUInfo one; return one; }
};

template <class... T> void Initialize(T &&...) {}
template <class... T> bool ReportUnrecognizedArguments(T &&...) { return false; }
template <class... T> std::size_t RunSpecifiedBenchmarks(T &&...) { internal::arrive(); return 1; }
inline void Shutdown() {}
inline void ClearRegisteredBenchmarks() { internal::all().clear(); }
inline void AddCustomContext(const std::string &, const std::string &) {}
inline void SetDefaultTimeUnit(TimeUnit) {}
inline void SetBenchmarkFilter(const std::string &) {}
template <class T> void RegisterMemoryManager(T *) {}

} // namespace benchmark

extern "C" {
__attribute__((used)) inline void cgbench_benchmark_list()
{
	benchmark::internal::listing() = true;
	benchmark::internal::start();
}

// Runs a benchmark with these numbers, separated by '/'. before: how many of its name are registered before it.
__attribute__((used)) inline void
cgbench_benchmark_run(const char *family, int before, const char *numbers, unsigned long n, long active)
{
	using namespace benchmark::internal;
	Request *r = request() = new Request{family, before, {}, long(n), active};

	now().name = family;
#ifdef CGBENCH_BENCHMARK_DIR
	// The sources may read files that stand beside the benchfile.
	if (chdir(CGBENCH_BENCHMARK_DIR))
		refuse("no access to " CGBENCH_BENCHMARK_DIR);
#endif
	for (char *end; *numbers; numbers = *end ? end + 1 : end)
		r->args.push_back(strtoll(numbers, &end, 10));
	start();
	if (request())
		refuse("the source does not register it");
}
}

#define BENCHMARK_PRIVATE_JOIN2(a, b) a##b
#define BENCHMARK_PRIVATE_JOIN(a, b) BENCHMARK_PRIVATE_JOIN2(a, b)
#define BENCHMARK_PRIVATE_NAME(...) BENCHMARK_PRIVATE_JOIN(benchmark_uniq_, __COUNTER__)
#define BENCHMARK_PRIVATE_REGISTER(...) \
	static ::benchmark::internal::Benchmark *BENCHMARK_PRIVATE_NAME() BENCHMARK_UNUSED = \
		::benchmark::internal::RegisterBenchmarkInternal(__VA_ARGS__)
#define BENCHMARK_PRIVATE_FUNCTION(name, ...) \
	BENCHMARK_PRIVATE_REGISTER(new ::benchmark::internal::FunctionBenchmark(name, __VA_ARGS__))
#define BENCHMARK(...) BENCHMARK_PRIVATE_FUNCTION(#__VA_ARGS__, __VA_ARGS__)
#define BENCHMARK_NAMED(n, name) BENCHMARK_PRIVATE_FUNCTION(#n "/" #name, n)
#define BENCHMARK_WITH_ARG(n, a) BENCHMARK(n)->Arg((a))
#define BENCHMARK_WITH_ARG2(n, a, b) BENCHMARK(n)->Args({(a), (b)})
#define BENCHMARK_WITH_UNIT(n, t) BENCHMARK(n)->Unit((t))
#define BENCHMARK_RANGE(n, lo, hi) BENCHMARK(n)->Range((lo), (hi))
#define BENCHMARK_RANGE2(n, l1, h1, l2, h2) BENCHMARK(n)->RangePair(l1, h1, l2, h2)
#define BENCHMARK_CAPTURE(f, name, ...) \
	BENCHMARK_PRIVATE_FUNCTION(#f "/" #name, [](::benchmark::State &st) { f(st, __VA_ARGS__); })
#define BENCHMARK_TEMPLATE(n, ...) BENCHMARK_PRIVATE_FUNCTION(#n "<" #__VA_ARGS__ ">", n<__VA_ARGS__>)
#define BENCHMARK_TEMPLATE1(n, a) BENCHMARK_TEMPLATE(n, a)
#define BENCHMARK_TEMPLATE2(n, a, b) BENCHMARK_TEMPLATE(n, a, b)
#define BENCHMARK_TEMPLATE1_CAPTURE(f, a, name, ...) BENCHMARK_CAPTURE(f<a>, name, __VA_ARGS__)

#define BENCHMARK_PRIVATE_CONCAT_NAME(Class, Method) Class##_##Method##_Benchmark
#define BENCHMARK_PRIVATE_DECLARE(Class, Method, base, name) \
	class BENCHMARK_PRIVATE_CONCAT_NAME(Class, Method) : public base { \
	public: \
		BENCHMARK_PRIVATE_CONCAT_NAME(Class, Method)() { this->SetName(name "/" #Method); } \
	protected: \
		void BenchmarkCase(::benchmark::State &) override; \
	};
#define BENCHMARK_PRIVATE_TEXT(...) #__VA_ARGS__
#define BENCHMARK_PRIVATE_TYPE(...) __VA_ARGS__
#define BENCHMARK_REGISTER_F(Class, Method) BENCHMARK_PRIVATE_REGISTER(new BENCHMARK_PRIVATE_CONCAT_NAME(Class, Method)())
#define BENCHMARK_DEFINE_F(Class, Method) \
	BENCHMARK_PRIVATE_DECLARE(Class, Method, Class, BENCHMARK_PRIVATE_TEXT(Class)) \
	void BENCHMARK_PRIVATE_CONCAT_NAME(Class, Method)::BenchmarkCase
#define BENCHMARK_F(Class, Method) \
	BENCHMARK_PRIVATE_DECLARE(Class, Method, Class, BENCHMARK_PRIVATE_TEXT(Class)) \
	BENCHMARK_REGISTER_F(Class, Method); \
	void BENCHMARK_PRIVATE_CONCAT_NAME(Class, Method)::BenchmarkCase
#define BENCHMARK_TEMPLATE_DEFINE_F(Class, Method, ...) \
	BENCHMARK_PRIVATE_DECLARE(Class, Method, BENCHMARK_PRIVATE_TYPE(Class<__VA_ARGS__>), #Class "<" #__VA_ARGS__ ">") \
	void BENCHMARK_PRIVATE_CONCAT_NAME(Class, Method)::BenchmarkCase
#define BENCHMARK_TEMPLATE_F(Class, Method, ...) \
	BENCHMARK_PRIVATE_DECLARE(Class, Method, BENCHMARK_PRIVATE_TYPE(Class<__VA_ARGS__>), #Class "<" #__VA_ARGS__ ">") \
	BENCHMARK_REGISTER_F(Class, Method); \
	void BENCHMARK_PRIVATE_CONCAT_NAME(Class, Method)::BenchmarkCase
#define BENCHMARK_TEMPLATE1_DEFINE_F(Class, Method, a) BENCHMARK_TEMPLATE_DEFINE_F(Class, Method, a)
#define BENCHMARK_TEMPLATE2_DEFINE_F(Class, Method, a, b) BENCHMARK_TEMPLATE_DEFINE_F(Class, Method, a, b)
#define BENCHMARK_TEMPLATE1_F(Class, Method, a) BENCHMARK_TEMPLATE_F(Class, Method, a)
#define BENCHMARK_TEMPLATE2_F(Class, Method, a, b) BENCHMARK_TEMPLATE_F(Class, Method, a, b)

#endif
