#pragma once

#include "app/options.h"

/* Reads the command line into options. An error ends the program with STATUS_USAGE and one line
   that says what to type. */
void commandline_parse(struct options *options, int argc, char **argv);
