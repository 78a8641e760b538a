#pragma once

#include "input/target.h"

/* Why a compiler could not compile or link, with the package of Debian to install, judging by
   what it said, by which files there are, by the test and by the object file, which may both be
   NULL: "; the C library of aarch64 is missing: install it (Debian: ...)", or the arguments to
   give it, or what the test lacks. Empty if that is not known. The caller frees. */
char *advice_on(
    const struct target *target, const struct test *test, const char *object, const char *said);
/* Returns what may have made the program of that object file fail, in the same form. */
char *advice_on_run(const char *object);
