#ifndef LANGUAGE_H
#define LANGUAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "util/ini.h"
#include "util/pattern.h"
#include "util/words.h"

/* A language is one file (src/languages/NAME.lang): how a put of it is recognised, compiles,
   links and runs, and what a generated program looks like. Strings are never NULL; "" where the
   file has no such key. */
struct language {
	char *name;
	char *file;
	struct pattern *match; /* on the base name of an executable */
	/* Words with places such as {put}. Without compile the language is interpreted: then
	   "program" is a script, which run reads from standard input. */
	struct words compile, link, run;
	struct words version; /* what tells the version of the put; none: nothing does */
	/* Compiles "main" where that is C and the language is not. */
	struct words compile_main;
	/* Makes the object file of a test where compile comes only as far as assembly. */
	struct words assemble;
	struct words env;         /* NAME=VALUE that pin what would move the counts */
	char *extension;          /* of its sources, with the dot */
	char *line;               /* says that the next line is {line} of {file} */
	struct pattern *position; /* how a message names a line of the source; or NULL */
	char *terminator;         /* of a statement */
	/* Declare a parameter {name} of a test with the value {value}, by its spelling. */
	char *param_integer, *param_real, *param_text;
	char *opaque;   /* hides the object {name} from the compiler; only with line */
	char *empty;    /* stands in place of the code in an interpreter's empty loop */
	bool indents;   /* a place's text is indented like the place */
	bool command;   /* the code is the rest of a program's command line */
	bool mute;      /* its scripts cannot say that they came to their end */
	bool jit;       /* its loops may be compiled as they run */
	bool rehearsed; /* a test first runs outside of valgrind */
	bool forks;     /* its programs may run under the fork engine */
	char *prelude;
	/* What an interpreter finds on standard input before the script, and runs before the
	   fork: code that uses what every script does, which valgrind then has translated. */
	char *warmup;
	char *program;
	char *shim; /* a second source of a test, in C */
	char *stub; /* a source that link finds as {main} with the extension behind it */
	char *turn; /* what its place @turns@ holds once for each turn */
	char *main;
};

struct languages {
	struct language *v;
	size_t n;
};

/* Adds those that are built in; those in the user's configuration, *.lang in cgbench/ below
   $XDG_CONFIG_HOME or ~/.config; and the files named. One of the same name takes the place of
   an earlier one. */
void languages_add_all(struct languages *languages, const struct words *files);
/* Adds one from a file's text; its name is the file's less ".lang". Errors end the program with
   STATUS_USAGE and one line that names file and line. */
void languages_add(struct languages *languages, const struct ini *ini);
bool language_is_compiled(const struct language *language);
/* The language of that name, or NULL. */
const struct language *languages_find(const struct languages *languages, const char *name);
/* The language that claims the executable's base name, or NULL. Two that do are an error: the
   program ends with STATUS_USAGE. */
const struct language *languages_claim(const struct languages *languages, const char *exe);
/* The language that the name of an executable which none claims suggests, or that a misspelt
   name of a language was meant to be; NULL: none. */
const struct language *languages_near(const struct languages *languages, const char *name);
/* The names, for messages: "c, c++". The caller frees. */
char *languages_names(const struct languages *languages);
void languages_free(struct languages *languages);

#endif
