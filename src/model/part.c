#include <stdlib.h>
#include <string.h>

#include "model/param.h"
#include "model/part.h"
#include "util/memory.h"
#include "util/text.h"

static const char top_prefix[] = "top_";

#define ROW(id, name, traits) {name, traits},
static const struct {
	const char *name;
	unsigned traits;
} kinds[PART_KEY_COUNT] = {PART_ROWS(ROW)};

enum part_kind
part_kind(const char *name, size_t n)
{
	for (enum part_kind kind = 0; kind < PART_KEY_COUNT; kind++)
		if (*kinds[kind].name == *name && !strncmp(kinds[kind].name, name, n) &&
		    !kinds[kind].name[n])
			return kind;
	return PART_OTHER;
}

struct part
part_new(const char *key)
{
	bool top = text_begins(key, top_prefix);
	const char *name = key + (top ? sizeof top_prefix - 1 : 0);
	enum part_kind kind =
	    param_is_key(key) ? PART_PARAM : part_kind(name, strcspn(name, "."));
	bool owns_key;

	if (top && !part_has_trait(kind, PART_AT_TOP))
		kind = PART_OTHER;
	owns_key = kind >= PART_KEY_COUNT || strcmp(key, kinds[kind].name) != 0;
	return (struct part){.key = owns_key ? memory_copy(key) : kinds[kind].name,
	    .kind = kind,
	    .top = top,
	    .owns_key = owns_key};
}

void
part_free(struct part *part)
{
	if (part->owns_key)
		free((char *)part->key);
	free(part->text);
	free(part->indent);
}

const char *
part_name(enum part_kind kind)
{
	return kinds[kind].name;
}

void
part_names(const char *names[PART_KEY_COUNT + 1], unsigned trait)
{
	for (enum part_kind kind = 0; kind < PART_KEY_COUNT; kind++)
		if ((kinds[kind].traits & trait) == trait &&
		    !(kinds[kind].traits & PART_DERIVED))
			*names++ = kinds[kind].name;
	*names = NULL;
}

bool
part_has_trait(enum part_kind kind, enum part_trait trait)
{
	return kind < PART_KEY_COUNT && kinds[kind].traits & trait;
}

const char *
part_suffix(const struct part *part)
{
	const char *dot = strchr(part->key, '.');

	return dot ? dot + 1 : NULL;
}

const char *
part_written(const struct part *part)
{
	return part->key + (part->top ? sizeof top_prefix - 1 : 0);
}

const char *
part_text(const struct part *part)
{
	return part ? part->text : "";
}

const char *
part_line(const struct part *part, unsigned line)
{
	bool after = part->line && part->line <= line;

	return after ? text_line(part->text, line - part->line) : NULL;
}

bool
part_asks(const struct part *part)
{
	return part && *part->text && strcmp(part->text, "0") != 0;
}
