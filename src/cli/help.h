#ifndef HELP_H
#define HELP_H

/* Prints the help on a topic; NULL: the first screen. Ends the program with STATUS_USAGE if the
   topic is unknown. */
void help_print(const char *topic);

#endif
