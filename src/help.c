#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "embedded.h"
#include "help.h"
#include "message.h"
#include "text.h"

void
help_print(const char *topic)
{
	char *name = topic ? text_print("help-%s.txt", topic) : text_print("help.txt");
	const struct embedded *file = embedded_find(name);

	if (!file)
		message_die(STATUS_USAGE,
		    "--help has no topic '%s'; cgbench --help names them at its end", topic);
	fwrite(file->data, 1, file->n, stdout);
	free(name);
}
