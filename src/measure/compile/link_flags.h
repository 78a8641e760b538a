#pragma once

#include "input/target.h"
#include "model/results.h"

/* Why a test that is linked with these flags must be a program of its own, its symbols not
   renamed; static, or NULL. Code that is not the test's or the system's may share symbols with
   the test: it may call what the test defines, or be replaced by it. A word that is not known
   to be harmless counts as such code. Looks into the directories of "-L" for libraries that
   take the place of the system's. (Those of $LIBRARY_PATH come after the system's.)
   args: the target's, with placeholders filled in. */
const char *link_flags_alone(
    const struct target *target, const struct words *args, const struct words *ldflags);
/* Returns true if the program is linked so that it profiles itself: by counting calls in a
   table whose size depends on that of the program, and by a timer. */
bool link_flags_profile(const struct target *target, const struct words *ldflags);
/* Adds the words, as they are in ldflags, that name object files and libraries of the user's,
   which no put compiled, and are the same for all puts of one run that measured one of the n
   tests, each word once: there the counts of these puts do not show what they do to it. */
void link_flags_prebuilt(
    struct words *words, const struct results *results, const size_t *tests, size_t n);
