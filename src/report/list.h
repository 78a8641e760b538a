#pragma once

#include <stdio.h>

#include "model/results.h"
#include "util/terminal.h"

/* Prints the name and the description of each test, and below them the values of each
   parameter. If results have puts, that is, were read, it says which tests do not have counts
   on all of them. */
void list_print(const struct results *results, struct terminal terminal, FILE *out);
