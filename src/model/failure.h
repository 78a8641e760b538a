#pragma once

/* Stages in which the failure is not the snippet's. */
#define STAGE_PREPARE "prepare"
#define STAGE_KEEP "keep"

/* In commands, the directory that --keep would name. */
#define FAILURE_DIR "DIR"

#define STAGE_COMPILE "compile"
#define STAGE_REHEARSAL "rehearsal"

/* Why a cell has no counts. All strings are owned and never NULL. */
struct failure {
	char *stage;   /* "compile", "link", "active/short loop", ... */
	char *why;     /* one line */
	char *command; /* that failed, as it could be typed with the files of --keep */
	char *output;  /* of the command, cut to a few KiB; may be "" */
};

/* Copies its strings. */
struct failure *failure_new(
    const char *stage, const char *why, const char *command, const char *output);
void failure_free(struct failure *failure);
