#include <string.h>

#include "compare/machines.h"
#include "util/memory.h"
#include "util/text.h"

char *
machines_of_put(const struct put *put)
{
	return put->fingerprint ? fingerprint_machine(put->fingerprint) : memory_copy("");
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

	for (size_t i = 0; i < puts->n; i++) {
		const struct fingerprint *fingerprint = puts->v[i].fingerprint;
		OWNED char *machine = machines_of_put(&puts->v[i]);
		bool emulated = fingerprint && fingerprint_is_emulated(fingerprint);

		words_take(&runners,
		    *machine ? text_print("%s (%s)", machine, emulated ? "QEMU" : "valgrind")
		             : memory_copy(""));
	}
	for (size_t i = 0; i < puts->n; i++)
		if (*runners.v[i] && words_find(&runners, runners.v[i]) == i)
			machines_add_group(&t, puts, &runners, i);
	return text_take(&t);
}

/* Sets *emulated if QEMU ran any put's programs. Returns true if there are several machines. */
static bool
are_several(const struct results *results, bool *emulated)
{
	FREED_BY(words_free) struct words machines = WORDS_EMPTY;

	*emulated = false;
	for (size_t i = 0; i < results->puts.n; i++) {
		const struct fingerprint *fingerprint = results->puts.v[i].fingerprint;
		OWNED char *machine = NULL;

		if (!fingerprint)
			continue;
		*emulated |= fingerprint_is_emulated(fingerprint);
		machine = fingerprint_machine(fingerprint);
		words_intern(&machines, machine);
	}
	return machines.n > 1;
}

bool
machines_any(const struct results *results)
{
	bool emulated, several = are_several(results, &emulated);

	return emulated || several;
}

const char *
machines_meaning(const struct results *results)
{
	bool emulated, several = are_several(results, &emulated);

	if (!emulated)
		return "Counts of different machines also compare their instruction sets.";
	return several ? "QEMU counts only Ir, Dr and Dw. Counts of different machines also "
	                 "compare their instruction sets."
	               : "QEMU counts only Ir, Dr and Dw.";
}
