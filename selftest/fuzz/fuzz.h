#pragma once

#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "input/importer.h"
#include "util/memory.h"
#include "util/message.h"

/* The targets of libFuzzer, one for each kind of input; scripts/fuzz runs them in an empty
   directory in memory. Input that the program refuses is no finding. */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

/* Makes a file in the current directory of the n bytes. */
__attribute__((unused)) static void
fuzz_store(const char *path, const void *data, size_t n)
{
	int fd = open(path, O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0600);

	if (fd < 0 || write(fd, data, n) != (ssize_t)n)
		abort();
	close(fd);
}

/* Returns NULL, or why work was refused, which the caller frees. What it allocated is lost then, so that the process
   ends once much was, with a status at which scripts/fuzz begins another one. */
__attribute__((unused)) static char *
fuzz_try(void (*work)(void *data), void *data)
{
	enum { AGAIN = 75, MOST = 1 << 20 };
	struct rusage usage;
	char *refused = message_try(work, data);

	getrusage(RUSAGE_SELF, &usage);
	if (refused && usage.ru_maxrss > MOST)
		_exit(AGAIN);
	return refused;
}

/* Instead of the functions that start perl. */
void
importer_read_perl(const char *path, struct text *text)
{
	message_die(STATUS_USAGE, "%s: %s", path, text->s);
}

char *
importer_read_annotated(struct ini *ini, const char *path, const struct text *text, const struct words *params)
{
	message_die(STATUS_USAGE, "%s: %s: %zu %zu", path, text->s, ini->n, params->n);
}
