#ifndef FAILURE_H
#define FAILURE_H

/* The stages in which it is not the snippet that fails. */
#define STAGE_PREPARE "prepare"
#define STAGE_KEEP "keep"

/* Why a cell has no counts. All strings are owned and never NULL. */
struct failure {
	char *stage;   /* "compile", "link", "active/short loop", ... */
	char *why;     /* one line */
	char *command; /* what was run, as one could type it */
	char *output;  /* what it printed, cut to a few KiB; may be "" */
};

/* Copies its strings. */
struct failure *failure_new(
    const char *stage, const char *why, const char *command, const char *output);
void failure_free(struct failure *failure);

#endif
