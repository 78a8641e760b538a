#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "message.h"
#include "savefile.h"
#include "text.h"

struct named {
	enum trait trait;
	const char *name;
};

/* What must be the same, or counts differ for that alone. */
static const struct named decisive[] = {{TRAIT_VALGRIND, "the version of valgrind"},
    {TRAIT_CACHES, "the caches simulated"}, {TRAIT_CPU, "the processor that valgrind shows"},
    {TRAIT_GRINDARGS, "the options of valgrind"}};
enum { DECISIVE = sizeof decisive / sizeof *decisive };

/* What may be another, and explains what is seen. */
static const struct named telling[] = {{TRAIT_CGBENCH, "cgbench"}, {TRAIT_KERNEL, "the kernel"},
    {TRAIT_LIBC, "the C library"}, {TRAIT_ENGINE, "the engine"},
    {TRAIT_PINS, "what is pinned"}};
enum { TELLING = sizeof telling / sizeof *telling };

/* Two puts that come from different files, or one of them from none; b: the later one. */
struct pair {
	const struct put *a, *b;
};

static bool
is_same_file(const struct put *a, const struct put *b)
{
	return a->file && b->file ? !strcmp(a->file, b->file) : a->file == b->file;
}

static void
add_who(struct text *t, const struct put *put)
{
	if (put->file)
		text_addf(t, "'%s' of %s", put->label, put->file);
	else
		text_addf(t, "'%s', measured now,", put->label);
}

/* "'a' of a.json and 'b', measured now, differ in the kernel ('5', '6'), ..."; NULL where they
   do in none of the n traits. The caller frees. */
static char *
differences(const struct pair *pair, const struct named *traits, size_t n)
{
	char *const *a = pair->a->fingerprint->of, *const *b = pair->b->fingerprint->of;
	struct text t = TEXT_EMPTY;
	size_t i, found = 0;

	add_who(&t, pair->a);
	text_add(&t, " and ");
	add_who(&t, pair->b);
	text_add(&t, " differ in");
	for (i = 0; i < n; i++) {
		enum trait trait = traits[i].trait;

		if (strcmp(a[trait], b[trait]))
			text_addf(&t, "%s %s ('%s', '%s')", found++ ? "," : "", traits[i].name,
			    a[trait], b[trait]);
	}
	if (found)
		return text_take(&t);
	text_free(&t);
	return NULL;
}

/* Whether it found, and said, that the counts of the pair cannot be compared. */
static bool
judge(const struct pair *pair, bool force)
{
	char *said = differences(pair, decisive, DECISIVE);

	if (!said)
		return false;
	if (!force)
		message_die(STATUS_FAILURE,
		    "%s: they cannot be compared; --force does so all the same", said);
	message_warn("%s, and are compared all the same", said);
	free(said);
	return true;
}

static bool
tell(const struct pair *pair, bool unused)
{
	char *said = differences(pair, telling, TELLING);

	(void)unused;
	if (!said)
		return false;
	message_warn("%s", said);
	free(said);
	return true;
}

/* Calls found for pairs of different origin until it returns true. */
static void
go_over_pairs(
    const struct put *const *puts, size_t n, bool found(const struct pair *, bool), bool flag)
{
	size_t a, b;

	for (b = 1; b < n; b++)
		for (a = 0; a < b; a++) {
			struct pair pair = {puts[a], puts[b]};

			if (puts[a]->fingerprint && puts[b]->fingerprint &&
			    !is_same_file(puts[a], puts[b]) && found(&pair, flag))
				return;
		}
}

/* Of several files, one note; of one alone, none: there is nothing to compare it with. */
static void
note_unknown(const struct put *const *puts, size_t n)
{
	const char *first = NULL;
	size_t i, files = 0;
	bool several = false;

	for (i = 0; i < n; i++) {
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
		message_warn("%s and %zu more have no fingerprint, as files of bench.pl: "
		             "whether their counts can be compared is not known",
		    first, files - 1);
	else
		message_warn("%s has no fingerprint, as files of bench.pl: whether its counts "
		             "can be compared is not known",
		    first);
}

void
savefile_compare(const struct puts *read, const struct puts *now, bool force, bool verbose)
{
	const struct put **puts = memory_new((read->n + now->n) * sizeof *puts);
	size_t n = 0, i;

	for (i = 0; i < read->n; i++)
		puts[n++] = &read->v[i];
	for (i = 0; i < now->n; i++)
		puts[n++] = &now->v[i];
	note_unknown(puts, n);
	go_over_pairs(puts, n, judge, force);
	if (verbose)
		go_over_pairs(puts, n, tell, false);
	free(puts);
}
