#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "util/message.h"
#include "util/output.h"

/* The first errno: after an error, later writes may succeed. */
static int wrong;

void
output_flush(void)
{
	if (fflush(stdout) && !wrong)
		wrong = errno;
}

void
output_end(void)
{
	output_flush();
	if (wrong || ferror(stdout))
		message_die(
		    STATUS_FAILURE, "standard output: %s", strerror(wrong ? wrong : EIO));
}
