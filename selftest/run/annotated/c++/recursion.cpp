// Factorials by iteration and by recursion, of numbers that a parameter gives.
#include <cstdint>

@State(Scope.Thread)
struct Numbers {
	@Param({"5", "12"})
	unsigned number;
};

namespace Benchmarks {

@Benchmark
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
uint64_t
factorialIterative(const Numbers &s)
{
	uint64_t product = 1;

	for (unsigned n = s.number; n > 1; n--)
		product *= n;
	return product;
}

static uint64_t
factorial(unsigned n)
{
	return n < 2 ? 1 : n * factorial(n - 1);
}

@Benchmark
uint64_t
factorialRecursive(const Numbers &s)
{
	return factorial(s.number);
}

} // namespace Benchmarks
