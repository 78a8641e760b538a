#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "model/part.h"
#include "model/verdict.h"
#include "util/name_table.h"
#include "util/words.h"

/* A named snippet. Its parts are kept in the order in which they were written, for saved files;
   their keys are unique. What the program asks of them is in members that test_set fills in. */
struct test {
	char *name;
	char *file; /* of the benchfile, as the user named it; NULL: none */
	char *dir;  /* where that was when it was read, absolute; NULL: unknown */
	struct part *parts;
	size_t part_count;
	const char *input;    /* what a command reads ("stdin"); NULL: nothing */
	unsigned long ops;    /* operations in one execution; at least 1 */
	double seconds;       /* that --time without a value times it; 0: as long as others */
	unsigned line;        /* of its [name] */
	int status;           /* the exit status that a command must have; -1: any */
	unsigned real;        /* what it leaves to chance: a set of enum chance */
	verdict_set expected; /* that it, or the top of its benchfile, declares */
	bool once;            /* a command is measured in one whole run, without a loop */
	bool in_dir;          /* a command runs in dir, not in a directory of its own */
	bool compile_only;    /* the code is compiled but not run: the compiler is measured */
	bool may_write_stderr;
};

struct tests {
	struct test *v;
	size_t n;
	char *language;          /* of keys without a language; NULL: not named by the file */
	struct words remarks;    /* what --verbose says of the benchfiles */
	bool of_perl;            /* a benchfile is one of Perl's own suite, for bench.pl */
	struct name_table table; /* of v */
};

/* The test of that name, or NULL. */
const struct test *tests_find(const struct tests *tests, const char *name);
/* Adds an empty test of that name and returns it; valid until the next one is added. */
struct test *tests_add(struct tests *tests, const char *name);
/* Adds a copy of a test and returns it; valid until the next one is added. */
struct test *tests_add_copy(struct tests *tests, const struct test *test);
/* Must be called after tests were removed from v or moved within it. */
void tests_reindex(struct tests *tests);
void tests_free(struct tests *tests);

/* Sets a part, whatever its key, and the members that it decides; takes ownership of text.
   Returns false if the text is not a value that the key may have, see test_rule. */
bool test_set(struct test *test, const char *key, char *text, unsigned line);
/* "the only value is 'yes', ...": what the text of that kind must be. The caller frees. */
char *test_rule(enum part_kind kind);
/* Removes the part "desc", if there is one. */
void test_remove_desc(struct test *test);

/* The part with exactly that key, or NULL: for keys that are data. */
struct part *test_find(const struct test *test, const char *key);
/* The part of that kind without a language, or NULL. */
const struct part *test_part(const struct test *test, enum part_kind kind);
/* The part of that kind from the top of the benchfile, or NULL. */
const struct part *test_top(const struct test *test, enum part_kind kind);
/* The part that a put of that language sees: KEY.LANGUAGE or, if the plain keys are meant for
   it, KEY. NULL: there is none. */
const struct part *test_part_for(
    const struct test *test, enum part_kind kind, const char *language, bool plain);
/* Returns true if a put of that language sees this part of the test, which may be of any kind.
 */
bool test_sees(
    const struct test *test, const struct part *part, const char *language, bool plain);
/* Adds the names of its parameters, which are objects that its texts see: but those of an
   annotated source are members of its states. */
void test_add_params(struct words *names, const struct test *test);
/* "FILE:LINE:1: ", or "test 'NAME': " if that is unknown: for messages about a part that end
   the program. */
char *test_position(const struct test *test, const struct part *part);
/* The first code, of any language; NULL: there is none. */
const struct part *test_code(const struct test *test);
/* The benchfile as messages name it. */
const char *test_file(const struct test *test);
/* The file that messages name for a part: the benchfile, or the option beside -e that gave it.
 */
const char *test_part_file(const struct test *test, const struct part *part);
/* "desc" or, without one, the first code (bench.pl's rule). */
const char *test_desc(const struct test *test);
/* Frees what test owns, for callers that take a test out of a struct tests. */
void test_free(struct test *test);
