#include <stdlib.h>
#include <string.h>

#include "process/status.h"
#include "util/array.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/text.h"

uint64_t
status_number(pid_t pid, const char *name, int base)
{
	OWNED char *path = text_print("/proc/%ld/status", (long)pid),
	           *line = text_print("\n%s", name);
	FREED_BY(text_free) struct text t = TEXT_EMPTY;
	const char *at = file_read(path, &t) && t.s ? strstr(t.s, line) : NULL;

	return at ? strtoull(at + strlen(line), NULL, base) : 0;
}

void
status_add_children(struct pids *pids, const char *path)
{
	FREED_BY(text_free) struct text t = TEXT_EMPTY;
	char *end;
	long pid;

	if (file_read(path, &t))
		for (char *s = t.s; s && (pid = strtol(s, &end, 10)) > 0; s = end)
			*ARRAY_ADD(pids->v, pids->n) = (pid_t)pid;
}
