#pragma once

#include "model/put.h"

/* Puts as they are written on the command line: EXE[=LABEL] and its own arguments,
       gcc-12=O3 -O3 --args='-include x.h' --env=NAME=VALUE --lang=c */

/* Adds the puts that the words name; the label of one that has none stays NULL. commands: each
   word is a whole command line instead, which labels it: variables that it sets, a program, and
   arguments, as in "LC_ALL=C sort -u f". Ends the program with STATUS_USAGE at a word that
   makes no sense. */
void put_parser_read(struct puts *puts, int n, char **words, bool commands);
/* Adds NAME=VALUE settings to the environment of each put that does not set NAME itself. */
void put_parser_inherit(struct puts *puts, const struct words *settings);
