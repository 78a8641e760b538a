#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/text.h"

/* An empty directory to test in, and small files there. */
static char scratch_path[] = "/tmp/cgbench-unit-XXXXXX";

__attribute__((unused)) static void
scratch_enter(void)
{
	if (!mkdtemp(scratch_path) || chdir(scratch_path) < 0)
		abort();
}

__attribute__((unused)) static void
scratch_leave(void)
{
	OWNED char *command = text_print("rm -rf %s", scratch_path);

	if (chdir("/") < 0 || system(command))
		abort();
}

__attribute__((unused)) static void
scratch_store(const char *path, const char *s, size_t n)
{
	FILE *f;

	/* See file_write. */
	unlink(path);
	f = fopen(path, "w");
	if (!f || fwrite(s, 1, n, f) != n || fclose(f))
		abort();
}

__attribute__((unused)) static void
scratch_write(const char *path, const char *s)
{
	scratch_store(path, s, strlen(s));
}

/* The file's content, good until the next call, or NULL. */
__attribute__((unused)) static char *
scratch_load(const char *path, size_t *n)
{
	static char s[1 << 16];
	FILE *f = fopen(path, "r");

	*n = 0;
	if (!f)
		return NULL;
	*n = fread(s, 1, sizeof s - 1, f);
	s[*n] = '\0';
	fclose(f);
	return s;
}
