#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "util/file.h"
#include "util/jsonfile.h"
#include "util/jsontext.h"
#include "util/memory.h"
#include "util/message.h"

/* Memory that is freed at once: the values of a large file are millions, and to free them one
   by one takes as long as to read them. */
struct chunk {
	struct chunk *before;
	size_t used, room;
	max_align_t bytes[];
};

enum { CHUNK = 1 << 20 };

/* The file that jansson allocates for. */
static struct jsonfile *parsed;

static void *
allocate(struct jsonfile *f, size_t n)
{
	struct chunk *chunk = f->chunks;
	char *p;

	n = (n + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
	if (!chunk || n > chunk->room - chunk->used) {
		size_t room = n > CHUNK ? n : CHUNK;

		chunk = memory_resize(NULL, 1, sizeof *chunk + room);
		*chunk = (struct chunk){.before = f->chunks, .room = room};
		f->chunks = chunk;
	}
	p = (char *)chunk->bytes + chunk->used;
	chunk->used += n;
	return p;
}

static void *
allocate_parsed(size_t n)
{
	return allocate(parsed, n);
}

static void
jsonfile_keep(void *p)
{
	(void)p;
}

void *
jsonfile_new(struct jsonfile *f, size_t n)
{
	return memset(allocate(f, n), 0, n);
}

/* Keeps a message on one line. */
static void
blank_controls(char *s)
{
	for (; *s; s++)
		if ((unsigned char)*s < ' ' || *s == 0x7f)
			*s = ' ';
}

/* Ends the program with "FILE:LINE:COL: damaged JSON: ...". */
__attribute__((noreturn)) static void
damaged(const struct jsonfile *f, const json_error_t *error)
{
	enum json_error_code kind = json_error_code(error);
	bool early = kind == json_error_premature_end_of_input;
	size_t line = 1, start = 0, at = early ? f->text.n : (size_t)error->position;
	char what[JSON_ERROR_TEXT_LENGTH];

	snprintf(what, sizeof what, "%s",
	    early                                      ? "the file ends early; was it cut off?"
	    : kind == json_error_null_character        ? "a string contains \\u0000"
	    : kind == json_error_end_of_input_expected ? "more text follows its end"
	                                               : error->text);
	blank_controls(what);
	for (size_t i = 0; i < at; i++)
		if (f->text.s[i] == '\n') {
			line++;
			start = i + 1;
		}
	message_die(STATUS_FAILURE, "%s:%zu:%zu: damaged JSON: %s", f->path, line,
	    at - start + 1, what);
}

void
jsonfile_open(struct jsonfile *f, const char *path)
{
	struct text *text = &f->text;
	json_error_t error;

	f->path = path;
	if (!file_read(path, text))
		message_die(STATUS_FAILURE, "%s: cannot read: %s", path, strerror(errno));
	if (!text->n)
		message_die(STATUS_FAILURE, "%s: the file is empty", path);
	if (!strchr("{[", text->s[strspn(text->s, " \t\r\n")]))
		message_die(STATUS_FAILURE,
		    "%s: is not JSON; --read needs a file written by --write", path);
	parsed = f;
	json_set_alloc_funcs(allocate_parsed, jsonfile_keep);
	f->json =
	    json_loadb(text->s, text->n, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, &error);
	json_set_alloc_funcs(memory_new, free);
	if (!f->json)
		damaged(f, &error);
	text_free(text);
}

void
jsonfile_free(struct jsonfile *f)
{
	while (f->chunks) {
		OWNED struct chunk *chunk = f->chunks;

		f->chunks = chunk->before;
	}
	text_free(&f->text);
	text_free(&f->place);
}

void
jsonfile_wrong(const struct jsonfile *f, const char *format, ...)
{
	char what[512];
	va_list list;

	va_start(list, format);
	vsnprintf(what, sizeof what, format, list);
	va_end(list);
	blank_controls(what);
	if (f->place.n)
		message_die(STATUS_FAILURE, "%s: %s: %s", f->path, f->place.s, what);
	message_die(STATUS_FAILURE, "%s: %s", f->path, what);
}

size_t
jsonfile_enter(struct jsonfile *f, const char *key)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	                            "0123456789_-+";
	size_t before = f->place.n;
	const char *quote = *key && !key[strspn(key, plain)] ? "" : "\"";

	if (before)
		text_add_char(&f->place, '.');
	text_add(&f->place, quote);
	text_add(&f->place, key);
	text_add(&f->place, quote);
	blank_controls(f->place.s + before);
	return before;
}

static char *
jsonfile_decode(struct jsonfile *f, const char *s)
{
	OWNED char *decoded = jsontext_decode(s, f->foreign);
	size_t n;

	if (!decoded)
		return (char *)s;
	n = strlen(decoded) + 1;
	return memcpy(allocate(f, n), decoded, n);
}

char *
jsonfile_text(struct jsonfile *f, const json_t *json)
{
	if (!json_is_string(json))
		jsonfile_wrong(f, "is not a string");
	return jsonfile_decode(f, json_string_value(json));
}

char *
jsonfile_string(struct jsonfile *f, const json_t *json)
{
	return memory_copy(jsonfile_text(f, json));
}

struct walk
walk_open(struct jsonfile *f, const json_t *json, char bracket)
{
	if (bracket == '{' && !json_is_object(json))
		jsonfile_wrong(f, "is not an object");
	if (bracket == '[' && !json_is_array(json))
		jsonfile_wrong(f, "is not an array");
	/* The iterator points into the object, so jansson wants it not to be const. */
	return (struct walk){.f = f, .json = (json_t *)json, .place = f->place.n};
}

bool
walk_next(struct walk *w)
{
	text_cut(&w->f->place, w->place);
	if (json_is_array(w->json)) {
		w->i = w->next++;
		w->value = json_array_get(w->json, w->i);
		if (w->value) {
			text_add_char(&w->f->place, '[');
			text_add_number(&w->f->place, w->i);
			text_add_char(&w->f->place, ']');
		}
		return w->value != NULL;
	}
	w->iterator =
	    w->next++ ? json_object_iter_next(w->json, w->iterator) : json_object_iter(w->json);
	if (!w->iterator)
		return false;
	w->key = jsonfile_decode(w->f, json_object_iter_key(w->iterator));
	w->value = json_object_iter_value(w->iterator);
	jsonfile_enter(w->f, w->key);
	return true;
}
