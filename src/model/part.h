#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Properties of a key. */
enum part_trait {
	PART_BY_LANGUAGE = 1,   /* may be given for one language: KEY.LANGUAGE */
	PART_AT_TOP = 2,        /* may be given for every test, at the top of a benchfile */
	PART_OF_COMMAND = 4,    /* only for tests in the language command */
	PART_VALUE = 8,         /* is a fixed value, in which no parameters are filled in */
	PART_UNMEASURED = 16,   /* changes how counts are shown or judged, but not the counts */
	PART_MAY_BE_EMPTY = 32, /* its presence matters even if it has no text */
	PART_DERIVED = 64       /* made from an annotated source; no key of benchfiles */
};

/* The keys of a test, a row each in the order in which messages list them, bench.pl's first:
   X(ID, name, traits). A change of the source elsewhere is a change of the counts, like one of
   a header: so "source" is not measured. */
#define PART_ROWS(X) \
	X(DESC, "desc", PART_UNMEASURED) \
	X(SETUP, "setup", PART_BY_LANGUAGE) \
	X(CODE, "code", PART_BY_LANGUAGE) \
	X(PRE, "pre", PART_BY_LANGUAGE) \
	X(POST, "post", PART_BY_LANGUAGE) \
	X(VERIFY, "verify", PART_BY_LANGUAGE) \
	X(TEARDOWN, "teardown", PART_BY_LANGUAGE) \
	X(PREAMBLE, "preamble", PART_BY_LANGUAGE | PART_AT_TOP) \
	X(CFLAGS, "cflags", PART_BY_LANGUAGE | PART_AT_TOP) \
	X(LDFLAGS, "ldflags", PART_BY_LANGUAGE | PART_AT_TOP) \
	X(SOURCES, "sources", PART_BY_LANGUAGE | PART_AT_TOP) \
	X(FLAGS, "flags", PART_BY_LANGUAGE | PART_AT_TOP) \
	X(REAL, "real", PART_AT_TOP | PART_VALUE) \
	X(STDERR, "stderr", PART_VALUE | PART_UNMEASURED) \
	X(OPS, "ops", PART_UNMEASURED) \
	X(BUDGET, "budget", PART_AT_TOP | PART_UNMEASURED) \
	X(STDIN, "stdin", PART_OF_COMMAND | PART_MAY_BE_EMPTY) \
	X(INPUT, "input", PART_OF_COMMAND) \
	X(STATUS, "status", PART_OF_COMMAND | PART_VALUE) \
	X(ONCE, "once", PART_OF_COMMAND | PART_VALUE) \
	X(CWD, "cwd", PART_OF_COMMAND | PART_VALUE) \
	X(EMPTY, "empty", PART_OF_COMMAND | PART_MAY_BE_EMPTY) \
	X(COMPILE, "compile", PART_VALUE) \
	X(EXPECT, "expect", PART_AT_TOP | PART_VALUE | PART_UNMEASURED) \
	X(SOURCE, "source", PART_AT_TOP | PART_VALUE | PART_UNMEASURED | PART_DERIVED) \
	X(ANNOTATED, "annotated", PART_VALUE | PART_DERIVED) \
	X(TIME, "time", PART_VALUE | PART_UNMEASURED | PART_DERIVED)

#define PART_ID(id, name, traits) PART_##id,
enum part_kind {
	PART_ROWS(PART_ID) PART_KEY_COUNT,
	PART_PARAM = PART_KEY_COUNT, /* "param.NAME" */
	PART_OTHER                   /* unknown: from a saved file that cgbench did not write */
};
#undef PART_ID

/* A key of a test and its text. */
struct part {
	const char *key; /* "code", "code.perl", "param.n"; "top_cflags" from the file's top */
	char *text;      /* owned; NULL only in a new part */
	unsigned line;   /* that the text begins on in its benchfile; 0: unknown */
	char *indent;    /* owned; what was before each line there, as blanks; NULL: unknown */
	enum part_kind kind : 8;
	bool top : 1;      /* its key begins with "top_" */
	bool owns_key : 1; /* key is no static string */
};

/* A part of that key, which is copied, without text. */
struct part part_new(const char *key);
void part_free(struct part *part);
/* The kind of the key that is the n bytes at name, without suffix; or PART_OTHER. */
enum part_kind part_kind(const char *name, size_t n);
/* The key, without suffix; static. */
const char *part_name(enum part_kind kind);
/* The keys of benchfiles with that trait, or all of them if it is 0, ended by NULL. */
void part_names(const char *names[PART_KEY_COUNT + 1], unsigned trait);
bool part_has_trait(enum part_kind kind, enum part_trait trait);
/* Returns the part after the '.' of its key: a language, or the name of a parameter; NULL:
   nothing. */
const char *part_suffix(const struct part *part);
/* The key as its benchfile writes it: without "top_". */
const char *part_written(const struct part *part);
/* Its text; "" if part is NULL. */
const char *part_text(const struct part *part);
/* Returns the place in its text where a line of its benchfile begins; NULL if it is not one of
   its lines. */
const char *part_line(const struct part *part, unsigned line);
/* Returns true if there is a part and it asks for something: in bench.pl's files "compile" is a
   number, and 0 means no. */
bool part_asks(const struct part *part);
