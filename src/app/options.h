#pragma once

#include <stdbool.h>

#include "compare/bisect.h"
#include "model/fields.h"
#include "model/put.h"
#include "model/shard.h"
#include "model/verdict.h"
#include "util/terminal.h"
#include "util/words.h"

enum action {
	ACTION_GRIND,
	ACTION_LIST,
	ACTION_LANGUAGES,
	ACTION_DOCTOR,
	ACTION_SELFTEST,
	ACTION_HELP,
	ACTION_VERSION,
	ACTION_COMPLETE,
	ACTION_COMPLETION,
};

/* How many percent --check allows by default. */
#define VARYING_ALLOWED 0.1

/* The command line as it was typed. Each word has been checked by itself, but not against
   others. A string is NULL if it was not given. */
struct options {
	enum action action;
	const char *argument;         /* of the action: a topic of help or a shell; or NULL */
	struct words complete;        /* a command line up to the cursor, and the rest of it */
	struct words benchfiles;      /* files and directories */
	struct words params;          /* of --param: NAME=V,... */
	struct words code;            /* of -e and --snippet, in the order given */
	struct words code_names;      /* of the same; "": of -e */
	struct words setup, preamble; /* of -s and --preamble, in the order given */
	bool command;                 /* the puts are command lines */
	struct words inherited;       /* of --inherit-env: NAME=VALUE */
	const char *language, *engine, *keep, *cpu;
	struct words ldflags, sources;
	struct words language_files;
	struct words reads;
	const char *write, *baseline;
	bool resume;                /* an interrupted run with the same --write */
	const char *history_dir;    /* of --history; NULL: files are named */
	struct words history_files; /* in that directory, or named */
	struct words unmeasured; /* files there, COMMIT.failed, that say why there is no run */
	struct words labels;     /* of --label */
	struct gates gates;
	const char *tests;
	const char *norm, *compact; /* puts, by number, label or executable */
	const char *columns;        /* a parameter, "tests" or "puts" */
	const char *sort_put;
	enum field sort_field;
	bool sort_change;
	bool tables, summary, changed;
	struct words formats;  /* as typed, each valid by itself */
	double least;          /* percent: the largest change that --changed ignores */
	struct fields *fields; /* built-in ones, those of --derive, and: */
	struct words derived;  /* the definitions of those that were saved in files */
	field_set shown;       /* --fields; 0: not given */
	enum colors colors;
	unsigned real; /* what is not pinned: a set of enum chance */
	size_t width;  /* 0: not given */
	bool no_pager;
	bool history;     /* show saved runs over time: */
	bool every_field; /* in all fields, as none was chosen, and a page can show them */
	bool by_verdict;
	verdict_set verdicts; /* 0: only tests without a verdict */
	bool average, raw, show, autolabel, check, force, host_cache, verify, verbose, debug;
	bool bisect;
	bool explain;          /* say where the counts come from: */
	bool explain_all;      /* also what is equal, or costs little */
	bool explain_intel;    /* x86-64 code in Intel's syntax */
	unsigned explain_most; /* tests that broke a gate; 0: not given */
	bool profile;          /* save what explaining needs */
	struct bisect good;    /* what --bisect takes as good */
	unsigned jobs;         /* 0: not given */
	unsigned jitter;       /* other layouts; 0: not given */
	unsigned timeout;      /* seconds */
	bool timed;
	double time;            /* with timed, seconds for each cell; 0: as its test says */
	unsigned long loops[2]; /* 0: not given */
	struct shard shard;     /* count 0: not given */
	double varying;         /* percent: the most that --check allows a cell to vary */
	struct words grindargs, putargs;
	struct puts puts; /* their labels are those that were typed, or NULL */
};

/* Whether results are printed: options that print something else than counts print counts only
   on request. */
bool options_print(const struct options *options);
/* Whether results are printed or written in some format. */
bool options_show(const struct options *options);
void options_free(struct options *options);
