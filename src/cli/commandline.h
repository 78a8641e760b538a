#pragma once

#include "app/options.h"

/* Reads the command line into options. An error ends the program with STATUS_USAGE and one line
   that says what to type. */
void commandline_parse(struct options *options, int argc, char **argv);
/* Ends the program with STATUS_USAGE if options contradict each other, or lack one that they
   need. */
void conflicts_check(const struct options *options);
/* Prints the help on a topic; NULL: the first screen. Ends the program with STATUS_USAGE if the
   topic is unknown. */
void help_print(const char *topic);
/* --complete: prints how a command line may continue. line: the text before the cursor, as
   typed, and optionally the text after it, preceded by one character. Prints a line for each
   candidate: the text to add, quoted for sh (a blank at its end ends the word), TAB, the whole
   word, unquoted, TAB, and its meaning or nothing. Ends the program if the command line is
   wrong. */
void complete_print(const struct words *line);
/* --completion: prints the script for that shell, "bash", "zsh" or "fish". */
void complete_script(const char *shell);
