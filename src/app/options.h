#pragma once

#include <stdbool.h>

#include "compare/bisect.h"
#include "model/fields.h"
#include "model/put.h"
#include "model/results.h"
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

/* The variation that --check allows by default, in percent. */
#define VARYING_ALLOWED 0.1

/* The options as they were typed, by what they decide. Each word has been checked by itself,
   but not against others. A string is NULL, and a number 0, if it was not given. */

/* These decide what is measured, and how. */
struct measuring {
	struct words benchfiles;      /* files and directories */
	struct words params;          /* of --param: NAME=V,... */
	struct words code;            /* of -e and --snippet, in the order given */
	struct words code_names;      /* of the same; "": of -e */
	struct words setup, preamble; /* of -s and --preamble, in the order given */
	bool command;                 /* the puts are command lines: */
	struct words prepare;         /* run before each run of one */
	const char *input;            /* the file that each reads; NULL: an empty one */
	bool ignore_status;           /* they may fail and write to standard error */
	struct words inherited;       /* of --inherit-env: NAME=VALUE */
	const char *tests, *language, *engine, *keep, *cpu;
	struct words ldflags, sources, language_files, grindargs, putargs;
	unsigned real; /* what is not pinned: a set of enum chance */
	unsigned jobs, jitter;
	unsigned timeout; /* seconds */
	bool timed, host_cache, debug;
	double time; /* with timed, seconds for each cell; 0: as its test says */
	unsigned long loops[2];
	struct shard shard; /* count 0: not given */
};

/* These decide what is printed, besides the view. */
struct printing {
	const char *columns;  /* a parameter, "tests" or "puts" */
	struct words formats; /* as typed, each valid by itself */
	bool show, autolabel, no_pager;
	bool explain_all;      /* also what is equal, or costs little */
	bool explain_intel;    /* x86-64 code in Intel's syntax */
	bool explain_annotate; /* sources in place of code */
	unsigned explain_most; /* tests that broke a gate */
};

/* These decide which files are read and written. */
struct saving {
	struct words reads;
	const char *write, *baseline;
	bool resume;                /* an interrupted run with the same --write */
	bool profile;               /* save what explaining needs */
	bool force;                 /* compare files even if they were measured differently */
	bool history;               /* show saved runs over time: */
	const char *history_dir;    /* NULL: files are named */
	struct words history_files; /* in that directory, or named */
	struct words unmeasured; /* files there, COMMIT.failed, that say why there is no run */
	struct words labels;     /* of --label */
};

/* These decide the exit status. */
struct judging {
	struct gates gates;
	bool check, verify, bisect;
	double varying;     /* percent: the most that --check allows a cell to vary */
	struct bisect good; /* what --bisect takes as good */
};

struct options {
	enum action action;
	const char *argument;  /* of the action: a topic of help or a shell; or NULL */
	struct words complete; /* a command line up to the cursor, and the rest of it */
	bool verbose;
	struct fields *fields; /* built-in ones, those of --derive, and: */
	struct words derived;  /* the definitions of those that were saved in files */
	struct measuring measure;
	struct view view; /* its puts by number, label or executable; fields: of --fields */
	struct printing print;
	struct saving save;
	struct judging judge;
	struct puts puts; /* their labels are those that were typed, or NULL */
};

/* Returns true if results are printed: options that print something else than counts print
   counts only on request. */
bool options_print(const struct options *options);
/* Returns true if results are printed or written in some format. */
bool options_show(const struct options *options);
void options_free(struct options *options);
