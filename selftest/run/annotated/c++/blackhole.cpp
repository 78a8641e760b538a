// A benchmark that consumes a value costs what it would cost to return it.
#include "Blackhole.hpp"

using harness_utils::Blackhole;

//@@State(Scope.Thread)
struct Pair {
	int whole = 3;
	double real = 1.5;
	struct {
		long x = 1, y = 2;
	} point;
};

//@@Benchmark
static inline void consumes(const Pair &s, Blackhole &hole)
{
	hole.consume(s.whole * s.whole);
	hole.consume(s.real / 3);
	hole.consume(s.point);
}

//@@Benchmark
static inline int returnsWhole(const Pair &s)
{
	return s.whole * s.whole;
}

//@@Benchmark
static inline void consumesWhole(const Pair &s, const harness_utils::Blackhole &hole)
{
	hole.consume(s.whole * s.whole);
}

//@@Benchmark
static inline double returnsReal(const Pair &s)
{
	return s.real / 3;
}

//@@Benchmark
static inline void consumesReal(Blackhole &hole, const Pair &s)
{
	hole.consume(s.real / 3);
}
