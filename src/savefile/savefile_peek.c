#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "savefile/savefile_peek.h"
#include "util/text.h"

enum { PIECE = 1 << 16 };

/* The key in quotes, and how the escapes of small letters begin, "\u0061" to "\u007a": a key
   may be written with these. cgbench never writes them. */
enum { QUOTED, ESCAPE_6, ESCAPE_7, SIGNS };

static bool
has_sign(const struct text *piece, char *const signs[SIGNS])
{
	size_t i;

	for (i = 0; i < SIGNS; i++)
		if (memmem(piece->s, piece->n, signs[i], strlen(signs[i])))
			return true;
	return false;
}

/* Drops all but the bytes with which a sign may begin that the next piece ends. */
static void
keep_end(struct text *piece, size_t n)
{
	if (piece->n > n) {
		memmove(piece->s, piece->s + piece->n - n, n);
		text_cut(piece, n);
	}
}

static bool
ends_object(const struct text *piece)
{
	size_t n = piece->n;

	while (n && piece->s[n - 1] && strchr(" \t\r\n", piece->s[n - 1]))
		n--;
	return n && piece->s[n - 1] == '}';
}

/* Returns false if no sign is in what follows, and that is the end of an object. */
static bool
search(int fd, struct text *piece, char *const signs[SIGNS])
{
	size_t overlap = strlen(signs[QUOTED]);
	char bytes[PIECE];
	ssize_t n;

	while ((n = read(fd, bytes, sizeof bytes)) > 0) {
		keep_end(piece, overlap);
		text_add_n(piece, bytes, (size_t)n);
		if (has_sign(piece, signs))
			return true;
	}
	return n < 0 || !ends_object(piece);
}

bool
savefile_peek(const char *path, const char *key)
{
	char *quoted = text_print("\"%s\"", key);
	char *const signs[SIGNS] = {quoted, "\\u006", "\\u007"};
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct text piece = TEXT_EMPTY;
	bool found = fd < 0 || search(fd, &piece, signs);

	if (fd >= 0)
		close(fd);
	text_free(&piece);
	free(quoted);
	return found;
}
