#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/file.h"
#include "util/memory.h"
#include "outfile/load_map.h"
#include "util/array.h"
#include "util/text.h"

/* A process begins to execute a program, from which on nothing is left of another one:
       ==16572== Command: perl -e 1
   Then two lines for each file that it loads; with --time-stamp=yes, the time comes before the
   pid. The second one, which gives the address of the section .text in the file and in memory,
   is missing if the file has none:
       --16572-- Reading syms from /usr/bin/perl
       --16572--    svma 0x0000001050, avma 0x0000109050 */
static const char begins[] = "== Command: ";
static const char reading[] = "-- Reading syms from ";
static const char addresses[] = "--    svma ";

/* Returns what follows the mark in a line of n bytes, with the number before the mark; NULL if
   the line does not begin as valgrind's lines do. */
static const char *
load_map_after(const char *line, size_t n, const char *mark, pid_t *pid)
{
	const char *at = memmem(line, n, mark, strlen(mark)), *start = at;

	if (!at || strncmp(line, mark, 2) != 0)
		return NULL;
	while (start > line && start[-1] >= '0' && start[-1] <= '9')
		start--;
	*pid = (pid_t)strtol(start, NULL, 10);
	return at + strlen(mark);
}

static void
load_map_add(struct load_map *map, pid_t pid, char *path, uint64_t bias)
{
	*ARRAY_ADD(map->v, map->n) = (struct loaded){pid, path, bias};
}

static void
load_map_forget(struct load_map *map, pid_t pid)
{
	size_t n = 0;

	for (size_t i = 0; i < map->n; i++)
		if (map->v[i].pid == pid)
			free(map->v[i].path);
		else
			map->v[n++] = map->v[i];
	map->n = n;
}

void
load_map_read(struct load_map *map, const char *log)
{
	pid_t pid, reader = 0;
	char *path = NULL;
	const char *at;
	size_t n;

	for (; *log; log += n + (log[n] == '\n')) {
		uint64_t in_file, in_memory;

		n = strcspn(log, "\n");
		if (load_map_after(log, n, begins, &pid)) {
			load_map_forget(map, pid);
		} else if ((at = load_map_after(log, n, reading, &pid))) {
			free(path);
			path = memory_copy_n(at, (size_t)(log + n - at));
			reader = pid;
		} else if (path && (at = load_map_after(log, n, addresses, &pid)) &&
		           pid == reader &&
		           sscanf(at, "%" SCNx64 ", avma %" SCNx64, &in_file, &in_memory) ==
		               2) {
			load_map_add(map, pid, path, in_memory - in_file);
			path = NULL;
		}
	}
	free(path);
}

bool
load_map_follow(struct load_map *map, const char *path)
{
	FREED_BY(text_free) struct text t = TEXT_EMPTY;
	const char *end;

	if (!file_read_from(path, map->read, &t))
		return false;
	if ((end = memrchr(t.s ? t.s : "", '\n', t.n))) {
		/* A line that valgrind has not finished is read next time. */
		text_cut(&t, (size_t)(end + 1 - t.s));
		map->read += t.n;
		load_map_read(map, t.s);
	}
	return true;
}

void
load_map_copy(struct load_map *copy, const struct load_map *map, pid_t pid)
{
	ARRAY_EACH(const struct loaded, loaded, map->v, map->n)
		if (loaded->pid == pid || loaded->pid == map->v[0].pid)
			load_map_add(copy, pid, memory_copy(loaded->path), loaded->bias);
}

void
load_map_free(struct load_map *map)
{
	for (size_t i = 0; i < map->n; i++)
		free(map->v[i].path);
	free(map->v);
	*map = (struct load_map){0};
}
