#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "compare/comparable.h"
#include "util/array.h"
#include "util/memory.h"
#include "util/text.h"

/* As messages about differences name them. */
static const char *const names[TRAIT_COUNT] = {[TRAIT_CGBENCH] = "cgbench",
    [TRAIT_VALGRIND] = "the version of valgrind",
    [TRAIT_KERNEL] = "the kernel",
    [TRAIT_LIBC] = "the C library",
    [TRAIT_CPU] = "the processor valgrind shows",
    [TRAIT_ENGINE] = "the engine",
    [TRAIT_CACHES] = "the simulated caches",
    [TRAIT_GRINDARGS] = "the options of valgrind",
    [TRAIT_PINS] = "the pins",
    [TRAIT_LANGUAGE] = "the language",
    [TRAIT_PATH] = "the path of the program",
    [TRAIT_SHA256] = "the bytes of the program",
    [TRAIT_VERSION] = "the version of the program",
    [TRAIT_ARGS] = "the arguments",
    [TRAIT_ENV] = "the environment"};

/* Traits that change counts by themselves, and so must be equal. */
static const enum trait decisive[] = {TRAIT_VALGRIND, TRAIT_CACHES, TRAIT_CPU, TRAIT_GRINDARGS};
/* Traits that may differ; reported with --verbose, as they may explain a change. */
static const enum trait telling[] = {
    TRAIT_CGBENCH, TRAIT_KERNEL, TRAIT_LIBC, TRAIT_ENGINE, TRAIT_PINS};
/* Traits that must be equal too if one put was measured twice. */
static const enum trait once[] = {TRAIT_LIBC, TRAIT_VERSION};
/* Everything but the kernel, which is another on each host. */
static const enum trait all[] = {TRAIT_CGBENCH, TRAIT_VALGRIND, TRAIT_CACHES, TRAIT_CPU,
    TRAIT_GRINDARGS, TRAIT_LIBC, TRAIT_ENGINE, TRAIT_PINS, TRAIT_VERSION, TRAIT_LANGUAGE,
    TRAIT_PATH, TRAIT_SHA256, TRAIT_ARGS, TRAIT_ENV};

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

/* What a trait is called where QEMU, and not valgrind, ran one of both. */
static const char *
comparable_name_of(enum trait trait, bool emulated)
{
	if (emulated && trait == TRAIT_VALGRIND)
		return "the version of valgrind or QEMU";
	if (emulated && trait == TRAIT_CPU)
		return "the processor that programs see";
	return names[trait];
}

/* Adds the traits of the n that differ, with both values: " the kernel ('5', '6'), the ...".
   Returns how many there are with those found before. */
static size_t
add_differing(struct text *t, const struct put *a, const struct put *b,
    const enum trait *traits, size_t n, size_t found)
{
	bool emulated =
	    fingerprint_is_emulated(a->fingerprint) || fingerprint_is_emulated(b->fingerprint);

	for (size_t i = 0; i < n; i++) {
		const char *x = a->fingerprint->of[traits[i]];
		const char *y = b->fingerprint->of[traits[i]];
		/* The start of a hash tells it from others. */
		int shown = traits[i] == TRAIT_SHA256 ? 12 : INT_MAX;

		if (strcmp(x, y))
			text_addf(t, "%s %s ('%.*s', '%.*s')", found++ ? "," : "",
			    comparable_name_of(traits[i], emulated), shown, x, shown, y);
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

/* "'a' of a.json and 'b', measured now, differ in the kernel ('5', '6'), ..."; NULL if the n
   traits are equal. The caller frees. */
static char *
differences(const struct put *a, const struct put *b, const enum trait *traits, size_t n)
{
	FREED_BY(text_free) struct text t = TEXT_EMPTY;

	if (traits == decisive && !is_same_machine(a, b))
		return NULL;
	comparable_add_pair(&t, a, b);
	return add_differing(&t, a, b, traits, n, 0) ? text_take(&t) : NULL;
}

/* How many of the traits that one program must keep apply: the version only to a tool, which is
   looked up in $PATH. What is named by its path is what is being changed. */
static size_t
once_count(const struct put *a, const struct put *b)
{
	return !strcmp(a->exe, b->exe) && !strchr(a->exe, '/') ? 2 : 1;
}

/* The differences of the first pair that has any. Puts of one file were compared when it was
   written, and puts of one run share their traits. */
static char *
first_differences(
    const struct put *const *puts, size_t n, const enum trait *traits, size_t trait_count)
{
	char *found = NULL;

	for (size_t b = 1; b < n && !found; b++)
		for (size_t a = 0; a < b && !found; a++)
			if (puts[a]->fingerprint && puts[b]->fingerprint &&
			    !is_same_file(puts[a], puts[b]))
				found = differences(puts[a], puts[b], traits, trait_count);
	return found;
}

/* Returns false if the counts are not comparable. */
static bool
comparable_judge(const struct put *const *puts, size_t n, bool force, struct words *notes)
{
	OWNED char *said = first_differences(puts, n, decisive, COUNTOF(decisive));

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
	if (files > 1)
		words_take(notes,
		    text_print("%s and %zu more were written by bench.pl and have no "
		               "fingerprint: cannot tell whether their counts are comparable",
		        first, files - 1));
	else
		words_take(notes,
		    text_print("%s was written by bench.pl and has no fingerprint: cannot tell "
		               "whether its counts are comparable",
		        first));
}

/* "'a' of a.json and 'b', measured now, differ in the machine ('x86_64', 'aarch64')". The
   caller frees. */
static char *
other_machine(const struct put *a, const struct put *b)
{
	OWNED char *x = fingerprint_machine(a->fingerprint),
	           *y = fingerprint_machine(b->fingerprint);
	struct text t = TEXT_EMPTY;

	comparable_add_pair(&t, a, b);
	text_addf(&t, " the machine ('%s', '%s')", x, y);
	return text_take(&t);
}

char *
comparable_difference(const struct put *a, const struct put *b, bool same)
{
	char *said;

	if (!a->fingerprint && !b->fingerprint && is_same_file(a, b))
		return NULL;
	if (!a->fingerprint || !b->fingerprint)
		return text_print(
		    "'%s' has no fingerprint: cannot tell whether its counts are comparable",
		    a->fingerprint ? b->label : a->label);
	if (same && !is_same_machine(a, b))
		return other_machine(a, b);
	said = differences(a, b, decisive, COUNTOF(decisive));
	if (!said && same)
		said = differences(a, b, once, once_count(a, b));
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
		return differences(a, b, all, COUNTOF(all));
	comparable_add_pair(&t, a, b);
	text_addf(&t, " the commit ('%.12s', '%.12s')", x, y);
	return text_take(&t);
}

char *
comparable_change(const struct put *before, const struct put *after)
{
	struct text t = TEXT_EMPTY;
	size_t found;

	if (!before->fingerprint || !after->fingerprint)
		return NULL;
	found = add_differing(&t, before, after, decisive, COUNTOF(decisive), 0);
	add_differing(&t, before, after, once, once_count(before, after), found);
	if (!t.n)
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
	said = comparable && verbose ? first_differences(puts, n, telling, COUNTOF(telling))
	                             : NULL;
	if (said)
		words_take(notes, said);
	return comparable;
}
