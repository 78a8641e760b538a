#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "compare/comparable.h"
#include "util/array.h"
#include "util/memory.h"
#include "util/text.h"

/* A trait must be the same: */
enum {
	DECISIVE = 1, /* it changes counts by itself */
	TELLING = 2,  /* never; reported with --verbose, as it may explain a change */
	ONCE = 4,     /* one put was measured twice */
	TOOL = 8,     /* the same, of a tool that is looked up in $PATH */
	SHARD = 16    /* of the shards of one run */
};

/* The traits in the order of messages, and what these call them. The kernel of shards may be
   another one on each host. */
static const struct {
	enum trait trait;
	unsigned when;
	const char *name, *emulated; /* the name if QEMU, and not valgrind, ran one of both */
} rows[] = {
    {TRAIT_CGBENCH, TELLING | SHARD, "cgbench", NULL},
    {TRAIT_KERNEL, TELLING, "the kernel", NULL},
    {TRAIT_VALGRIND, DECISIVE | SHARD, "the version of valgrind",
        "the version of valgrind or QEMU"},
    {TRAIT_CACHES, DECISIVE | SHARD, "the simulated caches", NULL},
    {TRAIT_CPU, DECISIVE | SHARD, "the processor valgrind shows",
        "the processor that programs see"},
    {TRAIT_GRINDARGS, DECISIVE | SHARD, "the options of valgrind", NULL},
    {TRAIT_LIBC, TELLING | ONCE | SHARD, "the C library", NULL},
    {TRAIT_ENGINE, TELLING | SHARD, "--engine", NULL},
    {TRAIT_PINS, TELLING | SHARD, "what is pinned", NULL},
    {TRAIT_VERSION, TOOL | SHARD, "the version of the program", NULL},
    {TRAIT_LANGUAGE, SHARD, "the language", NULL},
    {TRAIT_PATH, SHARD, "the path of the program", NULL},
    {TRAIT_SHA256, SHARD, "the bytes of the program", NULL},
    {TRAIT_ARGS, SHARD, "the arguments", NULL},
    {TRAIT_ENV, SHARD, "the environment", NULL},
};

static bool
is_same_file(const struct put *a, const struct put *b)
{
	return text_same(a->file, b->file);
}

static void
add_who(struct text *t, const struct put *put)
{
	if (put->file)
		text_addf(t, "'%s' of %s", put->label, put->file);
	else
		text_addf(t, "'%s', measured now,", put->label);
}

/* Adds "'a' of a.json and 'b', measured now, differ in". */
static void
comparable_add_pair(struct text *t, const struct put *a, const struct put *b)
{
	add_who(t, a);
	text_add(t, " and ");
	add_who(t, b);
	text_add(t, " differ in");
}

/* Adds the traits that differ though they must not, with both values: " the kernel ('5', '6'),
   the
   ...". Returns how many there are. */
static size_t
add_differing(struct text *t, const struct put *a, const struct put *b, unsigned when)
{
	bool emulated =
	    fingerprint_is_emulated(a->fingerprint) || fingerprint_is_emulated(b->fingerprint);
	size_t found = 0;

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		enum trait trait = rows[i].trait;
		const char *x = a->fingerprint->of[trait], *y = b->fingerprint->of[trait];
		bool other = emulated && rows[i].emulated;
		/* The start of a hash tells it from others. */
		int shown = trait == TRAIT_SHA256 ? 12 : INT_MAX;

		if (rows[i].when & when && strcmp(x, y))
			text_addf(t, "%s %s ('%.*s', '%.*s')", found++ ? "," : "",
			    other ? rows[i].emulated : rows[i].name, shown, x, shown, y);
	}
	return found;
}

/* Each machine has its own tool to run programs: between machines it may differ. */
static bool
is_same_machine(const struct put *a, const struct put *b)
{
	OWNED char *x = fingerprint_machine(a->fingerprint),
	           *y = fingerprint_machine(b->fingerprint);

	return !strcmp(x, y);
}

/* "'a' of a.json and 'b', measured now, differ in the kernel ('5', '6'), ..."; NULL if the
   traits are equal. The caller frees. */
static char *
differences(const struct put *a, const struct put *b, unsigned when)
{
	FREED_BY(text_free) struct text t = TEXT_EMPTY;

	if (when == DECISIVE && !is_same_machine(a, b))
		return NULL;
	comparable_add_pair(&t, a, b);
	return add_differing(&t, a, b, when) ? text_take(&t) : NULL;
}

/* The traits that one program must keep: the version only of a tool. A program that is named by
   its path is what is being changed. */
static unsigned
once(const struct put *a, const struct put *b)
{
	return !strcmp(a->exe, b->exe) && !strchr(a->exe, '/') ? ONCE | TOOL : ONCE;
}

/* The differences of the first pair that has any. Puts of one file were compared when it was
   written, and puts of one run share their traits. */
static char *
first_differences(const struct put *const *puts, size_t n, unsigned when)
{
	char *found = NULL;

	for (size_t b = 1; b < n && !found; b++)
		for (size_t a = 0; a < b && !found; a++)
			if (puts[a]->fingerprint && puts[b]->fingerprint &&
			    !is_same_file(puts[a], puts[b]))
				found = differences(puts[a], puts[b], when);
	return found;
}

/* Returns false if the counts are not comparable. */
static bool
comparable_judge(const struct put *const *puts, size_t n, bool force, struct words *notes)
{
	OWNED char *said = first_differences(puts, n, DECISIVE);

	if (!said)
		return true;
	words_take(notes, text_print(force ? "%s; compared anyway"
	                                   : "%s: not comparable; --force compares them anyway",
	                      said));
	return force;
}

/* Adds one note on several files. A single file has nothing to be compared with. */
static void
comparable_note_unknown(const struct put *const *puts, size_t n, struct words *notes)
{
	const char *first = NULL;
	OWNED char *more = NULL;
	size_t files = 0;
	bool several = false;

	for (size_t i = 0; i < n; i++) {
		bool again = i && is_same_file(puts[i], puts[i - 1]);

		several |= i && !again;
		if (puts[i]->fingerprint || again)
			continue;
		if (!files++)
			first = puts[i]->file;
	}
	if (!several || !files)
		return;
	more = files > 1 ? text_print(" and %zu more were", files - 1) : memory_copy(" was");
	words_take(notes,
	    text_print("%s%s written by bench.pl and %s no fingerprint: cannot tell whether "
	               "%s counts are comparable",
	        first, more, files > 1 ? "have" : "has", files > 1 ? "their" : "its"));
}

char *
comparable_difference(const struct put *a, const struct put *b, bool same)
{
	struct text t = TEXT_EMPTY;
	char *said;

	if (!a->fingerprint && !b->fingerprint && is_same_file(a, b))
		return NULL;
	if (!a->fingerprint || !b->fingerprint)
		return text_print(
		    "'%s' has no fingerprint: cannot tell whether its counts are comparable",
		    a->fingerprint ? b->label : a->label);
	if (same && !is_same_machine(a, b)) {
		OWNED char *x = fingerprint_machine(a->fingerprint);
		OWNED char *y = fingerprint_machine(b->fingerprint);

		comparable_add_pair(&t, a, b);
		text_addf(&t, " the machine ('%s', '%s')", x, y);
		return text_take(&t);
	}
	said = differences(a, b, DECISIVE);
	if (!said && same)
		said = differences(a, b, once(a, b));
	return said;
}

char *
comparable_shards(const struct put *a, const struct put *b)
{
	const char *x = a->provenance.commit, *y = b->provenance.commit;
	struct text t = TEXT_EMPTY;

	if (!a->fingerprint || !b->fingerprint)
		return text_print("'%s' of %s has no fingerprint", a->label,
		    a->fingerprint ? b->file : a->file);
	if (!x || !y || !strcmp(x, y))
		return differences(a, b, SHARD);
	comparable_add_pair(&t, a, b);
	text_addf(&t, " the commit ('%.12s', '%.12s')", x, y);
	return text_take(&t);
}

char *
comparable_change(const struct put *before, const struct put *after)
{
	struct text t = TEXT_EMPTY;

	if (!before->fingerprint || !after->fingerprint)
		return NULL;
	if (!add_differing(&t, before, after, DECISIVE | once(before, after)))
		return NULL;
	memmove(t.s, t.s + 1, t.n--);
	return text_take(&t);
}

bool
comparable_check(const struct puts *read, const struct puts *now, bool force, bool verbose,
    struct words *notes)
{
	OWNED const struct put **puts = memory_array(read->n + now->n, sizeof *puts);
	size_t n = 0;
	bool comparable;
	char *said;

	for (size_t i = 0; i < read->n; i++)
		puts[n++] = &read->v[i];
	for (size_t i = 0; i < now->n; i++)
		puts[n++] = &now->v[i];
	comparable_note_unknown(puts, n, notes);
	comparable = comparable_judge(puts, n, force, notes);
	said = comparable && verbose ? first_differences(puts, n, TELLING) : NULL;
	if (said)
		words_take(notes, said);
	return comparable;
}
