#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>

#include "compare/gate.h"
#include "model/fields.h"
#include "model/put.h"
#include "model/verdict.h"
#include "util/terminal.h"
#include "util/words.h"

enum action {
	ACTION_GRIND,
	ACTION_LANGUAGES,
	ACTION_SELFTEST,
	ACTION_HELP,
	ACTION_VERSION,
	ACTION_COMPLETE,
	ACTION_COMPLETION,
};

/* The command line as it was typed, its words checked one by one but not against each other.
   Strings that are NULL were not given. */
struct options {
	enum action action;
	const char *help_topic;
	struct words complete;  /* a command line up to the cursor, and from there on */
	const char *completion; /* a shell */
	const char *benchfile;
	struct words code, setup, preamble; /* of -e, -s and --preamble, in the order given */
	const char *language, *engine, *keep, *cpu;
	struct words language_files;
	struct words reads;
	const char *write, *baseline;
	struct gates gates;
	const char *tests;
	const char *norm, *compact; /* puts, by number, label or executable */
	const char *sort_put;
	enum field sort_field;
	bool sort_change;
	bool summary, changed;
	struct words formats;  /* as typed, each good by itself */
	double least;          /* percent: what --changed takes for no change */
	struct fields *fields; /* built in and of --derive */
	field_set shown;       /* --fields; 0: not given */
	enum colors colors;
	size_t width; /* 0: not given */
	bool by_verdict;
	verdict_set verdicts; /* 0: none */
	bool average, raw, show, autolabel, check, force, host_cache, verify, verbose, debug;
	bool bisect;
	enum field bisect_field;
	long long bisect_min, bisect_max;
	unsigned jobs;          /* 0: not given */
	unsigned jitter;        /* other layouts; 0: not given */
	unsigned timeout;       /* seconds */
	unsigned long loops[2]; /* 0: not given */
	struct words grindargs, putargs;
	struct puts puts; /* whose labels are still as putargs_parse leaves them */
};

void options_free(struct options *options);

#endif
