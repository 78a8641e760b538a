#pragma once

#include "input/target.h"

/* Why a compiler could not compile or link, with the package of Debian to install, judging by
   what it said, by which files there are and by the object file, which may be NULL: "; the C
   library of aarch64 is missing: install it (Debian: ...)", or the arguments to give it. Empty
   if that is not known. The caller frees. */
char *advice_on(const struct target *target, const char *object, const char *said);
/* What the test must say so that it compiles and links, likewise. */
char *advice_on_test(const struct test *test, const char *said);
/* What may have made the program of that object file fail, likewise. */
char *advice_on_run(const char *object);
