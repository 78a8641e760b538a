#include <stdlib.h>
#include <string.h>

#include "compare/machines.h"
#include "util/memory.h"
#include "util/text.h"

bool
machines_any(const struct results *results)
{
	size_t i;

	for (i = 0; i < results->puts.n; i++) {
		const struct fingerprint *fingerprint = results->puts.v[i].fingerprint;

		if (fingerprint && fingerprint_is_emulated(fingerprint))
			return true;
	}
	return false;
}

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
	char *machine = machines_of_put(put), *text = memory_copy("");

	if (*machine) {
		free(text);
		text = text_print("%s (%s)", machine,
		    fingerprint_is_emulated(put->fingerprint) ? "QEMU" : "valgrind");
	}
	free(machine);
	return text;
}

/* Adds "O1, O2 on aarch64 (QEMU)": the puts from that one on with its runner. */
static void
add_group(struct text *t, const struct puts *puts, char *const *runners, size_t first)
{
	size_t i;

	text_addf(t, "%s%s", t->n ? "; " : "", puts->v[first].label);
	for (i = first + 1; i < puts->n; i++)
		if (!strcmp(runners[i], runners[first]))
			text_addf(t, ", %s", puts->v[i].label);
	text_addf(t, " on %s", runners[first]);
}

char *
machines_columns(const struct results *results)
{
	const struct puts *puts = &results->puts;
	char **runners = memory_new((puts->n + 1) * sizeof *runners);
	struct text t = TEXT_EMPTY;
	size_t i, k;

	for (i = 0; i < puts->n; i++)
		runners[i] = runner(&puts->v[i]);
	for (i = 0; i < puts->n; i++) {
		for (k = 0; k < i && strcmp(runners[k], runners[i]) != 0; k++)
			;
		if (k == i && *runners[i])
			add_group(&t, puts, runners, i);
	}
	for (i = 0; i < puts->n; i++)
		free(runners[i]);
	free(runners);
	return text_take(&t);
}

static bool
are_several(const struct results *results)
{
	char *first = NULL;
	bool several = false;
	size_t i;

	for (i = 0; i < results->puts.n && !several; i++) {
		char *machine = machines_of_put(&results->puts.v[i]);

		several = first && *machine && strcmp(first, machine) != 0;
		if (!first && *machine)
			first = machine;
		else
			free(machine);
	}
	free(first);
	return several;
}

const char *
machines_meaning(const struct results *results)
{
	if (are_several(results))
		return "QEMU counts only Ir, Dr and Dw. Counts of different machines also "
		       "compare their instruction sets.";
	return "QEMU counts only Ir, Dr and Dw.";
}
