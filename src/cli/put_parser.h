#ifndef PUT_PARSER_H
#define PUT_PARSER_H

#include "model/put.h"

/* Puts as they are written on the command line: EXE[=LABEL] and its own arguments,
       gcc-12=O3 -O3 --args='-include x.h' --env=NAME=VALUE --lang=c */

/* Adds the puts that the words name; the label of one that has none stays NULL. Ends the
   program with STATUS_USAGE at a word that makes no sense. */
void put_parser_read(struct puts *puts, int n, char **words);
/* Adds the puts that are whole command lines, one in each word, labelled by them: variables
   that it sets, a program, and arguments, as in "LC_ALL=C sort -u f". */
void put_parser_read_commands(struct puts *puts, int n, char **words);
/* Adds NAME=VALUE settings to the environment of each put that does not set NAME itself. */
void put_parser_inherit(struct puts *puts, const struct words *settings);

#endif
