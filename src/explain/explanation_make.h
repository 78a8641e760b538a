#ifndef EXPLANATION_MAKE_H
#define EXPLANATION_MAKE_H

#include "explain/explanation.h"

/* Makes an explanation from profiles. request: its members up to compared. */
struct explanation *explanation_make(const struct explanation *request);

#endif
