#ifndef COMMAND_H
#define COMMAND_H

#include <stdbool.h>

#include "util/words.h"

/* What is run: a child process, its argv, environment, input. Owns its strings. */
struct command {
	struct words argv; /* argv[0] is the path that is executed */
	struct words env;  /* the whole environment */
	char *cwd;         /* NULL: cgbench's own */
	char *input;       /* path of its standard input, under cwd; NULL: /dev/null */
	char *requests;    /* likewise, of the requests to its fork server */
	/* The file that it makes, where it may be run again if it did not; NULL: else. */
	char *product;
	int socket; /* descriptor that becomes its standard input; 0: input does */
	/* A measured program: its requests stand on CGBENCH_REQUESTS, and CGBENCH_REPLIES
	   is a pipe back to here; standard output goes to /dev/null, not to the output; the
	   address layout is not randomised, and limits are fixed. */
	bool measured;
	unsigned timeout; /* seconds until it is killed; 0: never */
};

/* The command as one could type it: directory, environment, words and input. The caller frees.
 */
char *command_show(const struct command *command);
void command_free(struct command *command);

#endif
