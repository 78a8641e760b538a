#include <errno.h>
#include <sha256.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "code/isolate.h"
#include "measure/guess.h"
#include "util/file.h"
#include "util/memory.h"

/* A file begins with the key, a blank, this if the object is a guess, and a newline. */
enum { SURE = '+', UNSURE = '-', HEADER = 64 + 3 };

/* There are so many files at most: a command's replaces that of another one. */
enum { FILES = 256 };

/* Puts a word of the same length in place of what only this run has. */
static void
replace_unique(struct text *t, const char *unique)
{
	const size_t n = strlen(unique);
	char *at = t->s;

	while (t->n && (at = memmem(at, (size_t)(t->s + t->n - at), unique, n))) {
		memset(at, '-', n);
		at += n;
	}
}

static void
add(SHA2_CTX *sha, const char *s, size_t n)
{
	SHA256Update(sha, (const uint8_t *)&n, sizeof n);
	SHA256Update(sha, (const uint8_t *)s, n);
}

static void
set_key(struct guess *guess, const struct command *compile, const char *source,
    const char *object, const struct text *text)
{
	SHA2_CTX sha;
	size_t i;

	SHA256Init(&sha);
	for (i = 0; i < compile->argv.n; i++) {
		const char *word = compile->argv.v[i];

		if (strcmp(word, source) != 0 && strcmp(word, object) != 0)
			add(&sha, word, strlen(word));
	}
	add(&sha, text->s, text->n);
	SHA256End(&sha, guess->key);
}

static char *
name_dir(void)
{
	const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");

	if (cache && *cache == '/')
		return text_print("%s/cgbench", cache);
	return home && *home == '/' ? text_print("%s/.cache/cgbench", home) : NULL;
}

/* The directory, which is made; NULL: there is none that only this user writes to. The caller
   frees. */
static char *
find_dir(void)
{
	char *dir = name_dir(), *parent = dir ? file_parent(dir) : NULL;
	struct stat st;

	if (!dir || !file_make_dirs(parent) || (mkdir(dir, 0700) && errno != EEXIST) ||
	    lstat(dir, &st) || !S_ISDIR(st.st_mode) || st.st_uid != geteuid() ||
	    (st.st_mode & (S_IWGRP | S_IWOTH))) {
		free(dir);
		dir = NULL;
	}
	free(parent);
	return dir;
}

static void
read_file(struct guess *guess)
{
	struct text t = TEXT_EMPTY;

	if (file_read(guess->path, &t) && t.n > HEADER && !memcmp(t.s, guess->key, 64) &&
	    t.s[64] == ' ' && t.s[HEADER - 1] == '\n') {
		guess->sure = t.s[65] == SURE;
		text_add_n(&guess->object, t.s + HEADER, t.n - HEADER);
	}
	text_free(&t);
}

void
guess_find(struct guess *guess, const struct command *compile, const char *source,
    const char *object, const char *unique)
{
	struct text text = TEXT_EMPTY;
	char *dir = find_dir();
	unsigned number;

	if (dir && file_read(source, &text)) {
		replace_unique(&text, unique);
		set_key(guess, compile, source, object, &text);
		sscanf(guess->key, "%2x", &number);
		guess->path = text_print("%s/main-%02x", dir, number % FILES);
		read_file(guess);
	}
	text_free(&text);
	free(dir);
}

bool
guess_use(struct guess *guess, const char *path)
{
	if (!guess->sure || !file_write(path, guess->object.s, guess->object.n) ||
	    !isolate_align(path))
		return false;
	return guess->used = true;
}

/* Another run reads the old file or the new one. */
static void
keep(const struct guess *guess, const struct text *object, bool sure)
{
	char *beside = text_print("%s.%ld", guess->path, (long)getpid());
	struct text t = TEXT_EMPTY;

	text_addf(&t, "%s %c\n", guess->key, sure ? SURE : UNSURE);
	text_add_n(&t, object->s, object->n);
	if (!file_write(beside, t.s, t.n) || rename(beside, guess->path))
		unlink(beside);
	text_free(&t);
	free(beside);
}

void
guess_check(struct guess *guess, const char *object, const char *unique)
{
	struct text own = TEXT_EMPTY;
	bool same;

	if (!file_read(object, &own))
		text_cut(&own, 0);
	replace_unique(&own, unique);
	same = own.n && own.n == guess->object.n && !memcmp(own.s, guess->object.s, own.n);
	guess->wrong = guess->used && !same;
	if (guess->path && own.n && !(same && guess->sure))
		keep(guess, &own, same);
	text_free(&own);
}

bool
guess_is_used(const struct guess *guess)
{
	return guess && guess->used;
}

void
guess_free(struct guess *guess)
{
	free(guess->path);
	text_free(&guess->object);
}
