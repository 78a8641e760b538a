#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "embedded.h"
#include "help.h"
#include "message.h"
#include "text.h"

static const struct embedded *
find(const char *name)
{
	const struct embedded *file;

	for (file = embedded_files; file->name; file++)
		if (!strcmp(file->name, name))
			return file;
	return NULL;
}

void
help_print(const char *topic)
{
	char *name = topic ? text_print("help-%s.txt", topic) : text_print("help.txt");
	const struct embedded *file = find(name);

	if (!file)
		message_die(STATUS_USAGE,
		    "--help has no topic '%s'; cgbench --help names them at its end", topic);
	fwrite(file->data, 1, file->n, stdout);
	free(name);
}
