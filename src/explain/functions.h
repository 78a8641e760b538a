#ifndef FUNCTIONS_H
#define FUNCTIONS_H

#include "explain/explanation.h"

/* Adds to an explanation the part by function, and the code of each function. */
void functions_explain(struct explanation *explanation, field_set compared);

#endif
