// SPDX-License-Identifier: MIT
// The Blackhole of annotated benchmarks: what it consumes is not optimised away.
#ifndef CGBENCH_BLACKHOLE_HPP
#define CGBENCH_BLACKHOLE_HPP

#include "cgbench.h"

namespace harness_utils {

class Blackhole {
public:
	// Costs what returning the value does.
	template <class T>
	__attribute__((__always_inline__)) void
	consume(const T &value) const
	{
		BLACK_BOX(value);
	}

	// An array cannot be returned: its elements are stored.
	template <class T, unsigned long n>
	__attribute__((__always_inline__)) void
	consume(T (&array)[n]) const
	{
		DO_NOT_OPTIMIZE(array);
	}
};

} // namespace harness_utils

#endif
