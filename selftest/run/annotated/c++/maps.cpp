// Strings in a map, which a setup fills and which each iteration changes.
#include <map>
#include <string>

namespace maps {

struct Settings {
	//@@Param({"key31"})
	std::string key;
};
//@@State(Scope.Benchmark)
struct Words : Settings {
	std::map<std::string, int> numbers;
	std::string text;
};

//@@Setup
void fill(Words &words)
{
	for (int i = 0; i < 32; i++)
		words.numbers["key" + std::to_string(i)] = i;
	words.numbers[words.key] = 100;
}

//@@Setup(Level.Invocation)
static void rewrite(Words &words)
{
	words.text = "some text";
}

//@@TearDown
inline void empty(Words *words)
{
	words->numbers.clear();
}

//@@Benchmark
int find(const Words &words)
{
	return words.numbers.find(words.key)->second;
}

//@@Benchmark
std::string join(const Words &words)
{
	return words.text + words.key;
}

} // namespace maps
