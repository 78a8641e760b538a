#pragma once

#include "util/words.h"

/* Completion of command lines; the scripts for shells only ask for it. */

/* --complete: prints how a command line may continue. line: the text before the cursor, as
   typed, and optionally the text after it, preceded by one character. Prints a line for each
   candidate: the text to add, quoted for sh (a blank at its end ends the word), TAB, the whole
   word, unquoted, TAB, and its meaning or nothing. Ends the program if the command line is
   wrong. */
void complete_print(const struct words *line);
/* --completion: prints the script for that shell, "bash", "zsh" or "fish". */
void complete_script(const char *shell);
