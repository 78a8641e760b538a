#pragma once

/* Prints the help on a topic; NULL: the first screen. Ends the program with STATUS_USAGE if the
   topic is unknown. */
void help_print(const char *topic);
