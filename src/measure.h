#ifndef MEASURE_H
#define MEASURE_H

#include <stdbool.h>

#include "results.h"
#include "target.h"
#include "valgrind.h"

/* How a run measures. */
struct settings {
	const struct valgrind *valgrind;
	unsigned jobs;    /* children at once */
	unsigned timeout; /* seconds for each child */
	const char *keep; /* directory for sources, programs and commands; NULL: none */
	bool verbose;     /* progress on stderr */
	bool debug;       /* every command as well */
	int unfit;        /* exit status for a put that is no compiler after all */
};

/* Measures every test of results on every target: builds, runs, fills in the cells. targets
   stand in the order of results->puts. A put that cannot even compile an empty program is
   answered with a message, and the program ends. A signal that interrupts the run ends the
   program by that signal. Nothing is left behind but settings->keep. */
void measure_run(
    struct results *results, struct targets *targets, const struct settings *settings);

#endif
