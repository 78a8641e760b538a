#include <string.h>

#include "util/embedded.h"

const struct embedded *
embedded_find(const char *name)
{
	const struct embedded *file;

	for (file = embedded_files; file->name; file++)
		if (!strcmp(file->name, name))
			return file;
	return NULL;
}
