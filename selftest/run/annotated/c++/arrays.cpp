/* A class with benchmarks is a state of its own: an array is added up by rows and by columns.
   @Benchmark in a comment is none, nor is "@Setup" in a text. */
#include <cstddef>

namespace arrays {

//@@State(Scope.Benchmark)
class Matrix {
	static const std::size_t rows = 16, columns = 24;
	double cells[rows][columns];

public:
	//@@Setup(Level.Iteration)
	void fill()
	{
		for (std::size_t row = 0; row < rows; row++)
			for (std::size_t column = 0; column < columns; column++)
				cells[row][column] = double(row * columns + column);
	}

	//@@Benchmark
	//@@OperationsPerInvocation(384)
	double byRows() const
	{
		double sum = 0;

		for (std::size_t row = 0; row < rows; row++)
			for (std::size_t column = 0; column < columns; column++)
				sum += cells[row][column];
		return sum;
	}

	//@@Benchmark
	//@@OperationsPerInvocation(384)
	double byColumns() const
	{
		double sum = 0;

		for (std::size_t column = 0; column < columns; column++)
			for (std::size_t row = 0; row < rows; row++)
				sum += cells[row][column];
		return sum;
	}
};

} // namespace arrays
