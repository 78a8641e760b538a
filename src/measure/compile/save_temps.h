#pragma once

#include <stdbool.h>

#include "util/words.h"

/* Intermediate files that the user asked a compiler to keep. Compilers run in the user's
   directory, where relative words mean what they say; but the sources of all tests have the
   same name, so there their compilers would read and overwrite each other's files, and the
   user's. */

/* Replaces the options of a compiler's command that keep such files in the current directory by
   those that keep them beside the object or program. keeps_modules: the first "-J" is the
   language's own and says where the files of modules are kept, as for gfortran; the user's only
   say where others are found ("-I"). */
void save_temps_move(struct words *argv, bool keeps_modules);
/* Says of a module's file that a compiler made in the directory dir of a test that it is in the
   current directory, too, where compilers look first, and the remedy; NULL if there is none.
   The caller frees. */
char *save_temps_hidden(const char *dir, const char *remedy);
/* Why a compiler may not be given these words of the user, in a sentence, because it would not
   keep such files apart; or NULL. The caller frees. */
char *save_temps_refused(const struct words *words);
/* The name of a file in the current directory that begins with that stem, or NULL; the caller
   frees. Removes all of them. */
char *save_temps_remove(const char *stem);
