#ifndef CONFIG_H
#define CONFIG_H

#include <stdbool.h>

#include "model/layout.h"
#include "valgrind/valgrind.h"

/* How a run measures. */
struct config {
	const struct valgrind *valgrind;
	struct layout layout;
	bool forks;       /* the engine: "fork", else "exec" */
	unsigned jobs;    /* children at once */
	unsigned timeout; /* seconds for each child, and each measurement */
	const char *keep; /* directory for sources, programs and commands; NULL: none */
	bool verbose;     /* a line on stderr for each cell */
	bool debug;       /* for each measurement and each command */
	int unfit;        /* exit status for a put that is no compiler after all */
};

#endif
