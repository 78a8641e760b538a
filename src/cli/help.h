#ifndef HELP_H
#define HELP_H

/* Prints the help of a topic, NULL for the first screen. Ends the program with STATUS_USAGE at
   an unknown one. */
void help_print(const char *topic);

#endif
