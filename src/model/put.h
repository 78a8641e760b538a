#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/fingerprint.h"
#include "util/words.h"

/* The time when the counts of a put were measured, and the commit of the work tree that cgbench
   was started in. It is saved with them, to order runs and to name their steps; counts do not
   depend on it. Times are seconds since 1970, UTC. */
struct provenance {
	int64_t date;      /* when the run began; 0: unknown, the file is an older one */
	char *commit;      /* in hexadecimal, whole; owned, NULL: not in a work tree */
	char *subject;     /* the first line of its message; owned, NULL without a commit */
	int64_t committed; /* the committer's date */
	bool clean;        /* no file that git tracks differed from the commit during the run */
};

#define PUT_SEVERAL_HOSTS "several"

/* A program under test: a compiler or an interpreter as the user named it. */
struct put {
	char *exe;         /* as typed */
	char *label;       /* unique among the puts of a run */
	char *language;    /* --lang; NULL: found by its name */
	const char *box;   /* for verdict_cure; borrowed from its language, NULL: unknown */
	struct words args; /* its own arguments */
	struct words env;  /* NAME=VALUE, sorted by name, unique names */
	char *file;        /* that it was read from; NULL: none */
	struct fingerprint *fingerprint; /* NULL: unknown */
	struct provenance provenance;
	/* The host where it was timed, from host_describe; empty: nowhere. A value that is not
	   the same for all tests is PUT_SEVERAL_HOSTS. */
	struct words host;
};

struct puts {
	struct put *v;
	size_t n;
};

/* Adds an empty put and returns it; valid until the next one is added. */
struct put *puts_add(struct puts *puts);
/* The put with that label, or NULL. */
const struct put *puts_find(const struct puts *puts, const char *label);
/* The puts of both, left first. Borrows their contents; the caller frees only .v. */
struct puts puts_beside(const struct puts *left, const struct puts *right);
void puts_free(struct puts *puts);

/* A trait of a put; "" if it is unknown. */
const char *put_trait(const struct put *put, enum trait trait);
/* Returns the cure of a verdict on it, as part of a sentence; the caller frees. */
char *put_cure(const struct put *put, enum verdict v);

/* The command line of a put, with the arguments that all puts have if they are known: "gcc-12
   -O3". The caller frees. */
char *put_command(const struct put *put);

struct provenance provenance_copy(const struct provenance *provenance);
void provenance_free(struct provenance *provenance);
