#include <string.h>

#include "util/embedded.h"

const struct embedded *
embedded_find(const char *name)
{
	for (const struct embedded *file = embedded_files; file->name; file++)
		if (!strcmp(file->name, name))
			return file;
	return NULL;
}
