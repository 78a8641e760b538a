#pragma once

#include "app/options.h"

/* The table of all options. --help and completions are made from it. */

/* Tells whether an option takes a value. */
enum takes { TAKES_NOTHING, TAKES_VALUE, TAKES_PERHAPS };

/* The row that lists the option on the first screen of --help. */
enum purpose { MEASURE, PRINT, SAVE, JUDGE, OTHER, HIDDEN };

/* The value is stored in struct options: as true, as it is, as an unsigned number, as its place
   among its choices, added to a list, split into words, as the argument of an action, or by a
   function; READ_FIELDS: by one that needs the names of all fields. */
enum option_kind { FLAG, STRING, NUMBER, CHOICE, LIST, SPLIT, ACT, READ, READ_FIELDS };

struct option {
	const char *name; /* NULL: it has only a letter */
	char letter;
	enum purpose purpose;
	/* The form of its value, as --help shows it; "[=FORM]": the value may be omitted; NULL:
	   it takes none. Words in capitals stand for what completions suggest (complete.c),
	   those in small letters for themselves; '|' separates alternatives, and ",..." follows
	   the elements of a list. */
	const char *value;
	const char *about; /* what it does, in a few words */
	enum option_kind kind;
	size_t offset, size; /* of the member, which is not all zero once the option is given */
	/* For READ and READ_FIELDS; the value is NULL if none was given. */
	void (*read)(struct options *, const char *value);
	unsigned most : 31; /* of a NUMBER, which is at least 1 */
	unsigned once : 1;  /* it must not be given twice */
	enum action action; /* of ACT */
};

/* The option whose name is the n bytes at name, or NULL; a letter is not a name. */
const struct option *option_named(const char *name, size_t n);
const struct option *option_lettered(char letter);
/* The long name that the n bytes at name abbreviate, or NULL. */
const char *option_abbreviated(const char *name, size_t n);
/* The long name that the n bytes at name were probably meant to be, or NULL. */
const char *option_near(const char *name, size_t n);
/* Returns true if the option has set its member. */
bool option_given(const struct options *options, const struct option *option);
/* Returns true if word is a long option, "--raw" or "--raw=x". */
bool option_is(const char *word);
/* The next option in the order of --help: the first one after NULL, NULL after the last. */
const struct option *option_next(const struct option *option);
enum takes option_takes(const struct option *option);
/* Stores a value, NULL if none was given. Ends the program with STATUS_USAGE if the value makes
   no sense. */
void option_set(const struct option *option, struct options *options, const char *value);
