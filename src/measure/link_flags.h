#ifndef LINK_FLAGS_H
#define LINK_FLAGS_H

#include "util/words.h"

/* Why a test that is linked with these flags must be a program of its own, its symbols not
   renamed; static, or NULL. Code that is not the test's or the system's may share symbols with
   the test: it may call what the test defines, or be replaced by it.
   ldflags: those of the test; args: the put's arguments, which are mostly for the compiler. */
const char *link_flags_alone(const struct words *ldflags, const struct words *args);

#endif
