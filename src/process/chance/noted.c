#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "process/chance/noted.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/text.h"

#define FILE_NAME "chance"

struct note {
	pid_t pid;
	enum chance chance;
};

void
noted_add(const char *dir, pid_t pid, enum chance chance)
{
	const struct note note = {pid, chance};
	char path[4096];
	int fd;

	snprintf(path, sizeof path, "%s/" FILE_NAME, dir);
	fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
	(void)!write(fd, &note, sizeof note);
	close(fd);
}

unsigned
noted_read(const char *dir, pid_t pid, size_t *processes)
{
	OWNED char *path = text_print("%s/" FILE_NAME, dir);
	FREED_BY(text_free) struct text t = TEXT_EMPTY;
	unsigned noted = 0;

	*processes = 0;
	if (!file_read(path, &t))
		return 0;
	for (size_t at = 0; at + sizeof(struct note) <= t.n; at += sizeof(struct note)) {
		struct note note;

		memcpy(&note, t.s + at, sizeof note);
		if (pid && note.pid != pid)
			continue;
		noted = note.chance ? noted | note.chance : 0;
		*processes = note.chance ? *processes + (note.chance == CHANCE_PROCESSES) : 0;
	}
	return noted;
}
