// SPDX-License-Identifier: MIT
// The Blackhole of annotated benchmarks: what it consumes is not optimised away.
#ifndef CGBENCH_BLACKHOLE_HPP
#define CGBENCH_BLACKHOLE_HPP

#include "cgbench.h"

namespace harness_utils {

class Blackhole {
	template <class T> struct is_temporary { static const bool yes = true; };
	template <class T> struct is_temporary<T &> { static const bool yes = false; };

	// Does what "return" does with a variable.
	template <class T, typename cgbench_if<cgbench_bytes<T>::yes>::type = 0>
	static __inline__ __attribute__((__always_inline__)) T
	returned(const T &value, int)
	{
		return value;
	}

	template <class T>
	static __inline__ __attribute__((__always_inline__)) const T &
	returned(const T &value, long)
	{
		return value;
	}

public:
	// Costs what returning the value does, but an object whose copy is more than its bytes is
	// consumed where it is.
	template <class T>
	static __inline__ __attribute__((__always_inline__)) void
	consume(const T &value)
	{
		BLACK_BOX(returned(value, 0));
	}

	template <class T, typename cgbench_if<is_temporary<T>::yes>::type = 0>
	static __inline__ __attribute__((__always_inline__)) void
	consume(T &&value)
	{
		BLACK_BOX(static_cast<T &&>(value));
	}

	// An array cannot be returned: its elements are stored.
	template <class T, unsigned long n>
	static __inline__ __attribute__((__always_inline__)) void
	consume(T (&array)[n])
	{
		DO_NOT_OPTIMIZE(array);
	}
};

} // namespace harness_utils

#endif
