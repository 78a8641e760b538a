#pragma once

#include "process/chance/guard.h"

/* Answers what a thread asks: guard->question, to guard->answer. Returns false if it is to make
   the call itself. */
bool answers_give(struct guard *guard);
