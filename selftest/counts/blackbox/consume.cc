// A Blackhole that consumes a value costs nothing.

#include "Blackhole.hpp"

using harness_utils::Blackhole;

struct handle { long number; };

#define CONSUMES(T, name) \
	extern "C" void consume_##name(Blackhole &hole, T x) { hole.consume(x); }

CONSUMES(int, int)
CONSUMES(unsigned short, ushort)
CONSUMES(signed char, schar)
CONSUMES(long, long)
CONSUMES(float, float)
CONSUMES(double, double)
CONSUMES(const char *, text)
CONSUMES(handle, handle)
