#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* The executables and libraries that valgrind found in memory. Callgrind says from which file
   an instruction is only if it is in the file's section .text. */

struct loaded {
	pid_t pid; /* of the process that loaded it; those that it forks later have it, too */
	char *path;
	uint64_t bias; /* its address in memory, less that of the file's symbol table */
};

/* Starts as {0}. */
struct load_map {
	struct loaded *v;
	size_t n;
	size_t read; /* how much of the log was read */
};

/* Adds what the log of a session, at that path, has said since the last call. Valgrind logs it
   if it is given LOAD_MAP_OPTION twice. Returns false with errno set if it cannot be read. */
#define LOAD_MAP_OPTION "-v"
bool load_map_follow(struct load_map *map, const char *path);
/* Does the same with the text of such a log. */
void load_map_read(struct load_map *map, const char *log);
/* Adds to the empty map copy what is in the memory of the process pid: what was loaded by that
   process or by the first one of the log, from which all others are forked. */
void load_map_copy(struct load_map *copy, const struct load_map *map, pid_t pid);
void load_map_free(struct load_map *map);
