#pragma once

#include "util/memory.h"

/* Arrays: how many elements one has, and how one grows. */

/* The number of elements of an array, which must not be a pointer. */
#define COUNTOF(array) (sizeof(array) / sizeof *(array))

/* Adds an element to the n elements at v, counts it in n, and returns its address, which is
   valid until the next one is added. The element is not zeroed. v starts as NULL, n as 0, and v
   grows here only: its room is the power of two that n has reached. */
#define ARRAY_ADD(v, n) ((v) = memory_grow((v), (n), sizeof *(v)), &(v)[(n)++])

/* Loops over the n elements at v, each of which it declares as a pointer to the type. */
/* NOLINTBEGIN(bugprone-macro-parentheses) */
#define ARRAY_EACH(type, element, v, n) \
	for (type *element = (v); element < (v) + (n); element++)
/* NOLINTEND(bugprone-macro-parentheses) */
