#pragma once

#include <stddef.h>

/* The numbers below n in the order of their keys, the largest first, and of equal ones the
   smaller number first. The caller frees. */
size_t *order_by(const double *keys, size_t n);
