#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "input/source_rule.h"
#include "model/results.h"
#include "util/pattern.h"
#include "util/words.h"

/* A language is one file (languages/NAME.lang), and another for each further kind of puts that
   run its tests (NAME.KIND.lang): how its puts are recognised, compile, link and
   run, and what a generated program looks like. Strings are never NULL: "" if the file does not
   have the key. */
struct language {
	char *name;
	char *file;
	struct pattern *match; /* on the base name of an executable */
	char *package;         /* of Debian, with a put; or "" */
	/* Words with placeholders such as {put}. A language without compile is interpreted: its
	   "program" is a script, which run reads from standard input. */
	struct words compile, link, run;
	struct words version; /* prints the version of the put; empty: nothing does */
	/* Compiles "main" if that is C and the language is not. */
	struct words compile_main;
	/* More words for compile, so that the object says which line an instruction is from. */
	struct words debug;
	/* The name of the function with a test's code; it contains "@symbol@", unless it is
	   empty and stands for that. */
	char *function;
	/* Builds the program of a test from a source that needs nothing of cgbench. */
	struct words standalone;
	/* Makes the object file of a test if compile stops at assembly. */
	struct words assemble;
	struct source_rules rules; /* for source files of the user's */
	struct words env;          /* NAME=VALUE, which pin what would change the counts */
	char *executable; /* a script that prints its interpreter's path; see wrapper.h */
	char *extension;  /* of its sources, with the dot */
	char *line;       /* declares that the next line is {line} of {file} */
	struct pattern *position; /* how a message names a line of the source; or NULL */
	struct pattern *wrong;    /* a compiler's warning that is an error; or NULL */
	struct pattern *stores;   /* a box in a test that may store; or NULL */
	char *box;                /* for verdict_cure */
	char *terminator;         /* of a statement */
	char *headers; /* lines of a pattern, a blank and what -e needs if it matches */
	/* Lines of a pattern, a blank and what helps a test if it matches its code and what its
	   compiler said of it: 'KEY = VALUE' is a key, and $1 is what the pattern captured. */
	char *hints;
	struct pattern *missing; /* what is said if the language's own library is; or NULL */
	/* Declare a parameter {name} of a test with the value {value}, by its spelling. */
	char *param_integer, *param_real, *param_text;
	/* Declares a variable {name} that a script makes as it runs, larger with {value}. */
	char *param_made;
	char *opaque; /* hides the object {name} from the compiler; needs line */
	/* Make the compiler compute the object {name}, or memory, by here, or forget it. */
	char *hold, *settle, *renew;
	/* More words for compile, so that nothing is optimised and debug information names all
	   objects; and a statement that sets the label {name} in the code. */
	struct words unoptimised;
	char *mark;
	char *empty;    /* replaces the code in an interpreter's empty loop */
	bool indents;   /* the text of a placeholder is indented like the placeholder */
	bool command;   /* the code is the rest of a program's command line */
	bool mute;      /* its scripts cannot report that they reached their end */
	bool jit;       /* its loops may be compiled as they run */
	bool rehearsed; /* a test first runs outside valgrind */
	bool exec_only; /* its programs cannot run under the fork engine */
	unsigned real;  /* what its programs leave to chance: a set of enum chance */
	char *prelude;
	/* A shorter one for a standalone source, if its object files are the same then. Its
	   puts take gcc's -c and -S. */
	char *brief;
	/* Precedes the script on an interpreter's standard input and runs before the fork: it
	   uses what every script does, so that valgrind has translated it. */
	char *warmup;
	char *program;
	char *shim;      /* a second source of a test, in C */
	char *stub;      /* a source that link finds as {main} with the extension appended */
	char *iteration; /* what its placeholder @iterations@ holds, once per iteration */
	char *main;
};

struct languages {
	struct language *v;
	size_t n;
};

/* Adds the built-in languages; the user's, *.lang in cgbench/ below $XDG_CONFIG_HOME or
   ~/.config; and the files named. A language has the name of its file without ".lang"; a later
   one replaces an earlier one of the same name. NAME.KIND.lang is language NAME, too. An error
   in a file ends the program with STATUS_USAGE and one line that names file and line. */
void languages_add_all(struct languages *languages, const struct words *files);
bool language_is_compiled(const struct language *language);
/* Returns the name of the function that has the code of the test with that symbol, or the
   beginning of its name. The caller frees it. */
char *language_function(const struct language *language, const char *symbol);
/* Returns true if it is C or C++. */
bool language_is_c(const struct language *language);
/* Returns true if an interpreter runs its programs. */
bool language_is_script(const struct language *language);
/* The language of that name, or NULL; if there are several, the first. */
const struct language *languages_find(const struct languages *languages, const char *name);
/* Does the same, but prefers one that claims the base name of the executable. */
const struct language *languages_find_for(
    const struct languages *languages, const char *name, const char *exe);
/* Sets the boxes of puts whose language is known; they are valid as long as the languages. */
void languages_lend_boxes(const struct languages *languages, struct puts *puts);
/* Returns "-O2" if the language gives that level to all puts that it compiles, "default -O2" if
   to some, and NULL if to none: the arguments or the label of each name one. */
const char *languages_level(const struct languages *languages, const struct results *results);
/* The language that claims the base name of the executable, or NULL. Ends the program with
   STATUS_USAGE if two do. */
const struct language *languages_detect(const struct languages *languages, const char *exe);
/* The language suggested by an executable's name that none claims, or by a misspelt name of a
   language; NULL: none. */
const struct language *languages_near(const struct languages *languages, const char *name);
/* The names, for messages: "c, c++". The caller frees. */
char *languages_names(const struct languages *languages);
void languages_free(struct languages *languages);
