#include <string.h>

#include "compare/machines.h"
#include "util/memory.h"
#include "util/text.h"

char *
machines_of_put(const struct put *put)
{
	return put->fingerprint ? fingerprint_machine(put->fingerprint) : memory_copy("");
}

/* "aarch64 (QEMU)": what the put's programs ran on, and what they ran under; "" if that is not
   known. The caller frees. */
static char *
runner(const struct put *put)
{
	OWNED char *machine = machines_of_put(put);
	struct text t = TEXT_EMPTY;

	if (*machine)
		text_addf(&t, "%s (%s)", machine,
		    fingerprint_is_emulated(put->fingerprint) ? "QEMU" : "valgrind");
	return text_take(&t);
}

/* Adds "O1, O2 on aarch64 (QEMU)": the puts from that one on with its runner. */
static void
machines_add_group(
    struct text *t, const struct puts *puts, const struct words *runners, size_t first)
{
	text_addf(t, "%s%s", t->n ? "; " : "", puts->v[first].label);
	for (size_t i = first + 1; i < puts->n; i++)
		if (!strcmp(runners->v[i], runners->v[first]))
			text_addf(t, ", %s", puts->v[i].label);
	text_addf(t, " on %s", runners->v[first]);
}

char *
machines_columns(const struct results *results)
{
	const struct puts *puts = &results->puts;
	FREED_BY(words_free) struct words runners = WORDS_EMPTY;
	struct text t = TEXT_EMPTY;

	for (size_t i = 0; i < puts->n; i++)
		words_take(&runners, runner(&puts->v[i]));
	for (size_t i = 0; i < puts->n; i++)
		if (*runners.v[i] && words_find(&runners, runners.v[i]) == i)
			machines_add_group(&t, puts, &runners, i);
	return text_take(&t);
}

static bool
are_several(const struct results *results)
{
	FREED_BY(words_free) struct words machines = WORDS_EMPTY;

	for (size_t i = 0; i < results->puts.n; i++) {
		OWNED char *machine = machines_of_put(&results->puts.v[i]);

		if (*machine)
			words_intern(&machines, machine);
	}
	return machines.n > 1;
}

static bool
is_any_emulated(const struct results *results)
{
	for (size_t i = 0; i < results->puts.n; i++) {
		const struct fingerprint *fingerprint = results->puts.v[i].fingerprint;

		if (fingerprint && fingerprint_is_emulated(fingerprint))
			return true;
	}
	return false;
}

bool
machines_any(const struct results *results)
{
	return is_any_emulated(results) || are_several(results);
}

const char *
machines_meaning(const struct results *results)
{
	if (!is_any_emulated(results))
		return "Counts of different machines also compare their instruction sets.";
	if (are_several(results))
		return "QEMU counts only Ir, Dr and Dw. Counts of different machines also "
		       "compare their instruction sets.";
	return "QEMU counts only Ir, Dr and Dw.";
}
