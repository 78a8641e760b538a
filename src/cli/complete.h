#ifndef COMPLETE_H
#define COMPLETE_H

#include "util/words.h"

/* Completion of command lines, of which the shells' own scripts know nothing but how to ask. */

/* --complete: prints how a command line may go on. line: what stands before the cursor, as it
   was typed, and perhaps what stands behind it, with one more character in front. Of each word
   that can be meant, a line: what is to be added, quoted as sh needs it there (a blank at its
   end ends the word), TAB, the whole word, unquoted, TAB, what it means, or nothing. A command
   line that cannot be meant ends the program. */
void complete_print(const struct words *line);
/* --completion: prints the script of that shell, "bash", "zsh" or "fish". */
void complete_script(const char *shell);

#endif
