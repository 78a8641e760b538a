#include <string.h>

#include "compare/machines.h"
#include "util/text.h"

/* "aarch64" of the processor "aarch64 neoverse-n1"; NULL if it was not QEMU's. */
static const char *
machine_of(const struct put *put)
{
	static const char qemu[] = "qemu ";
	const struct fingerprint *fingerprint = put->fingerprint;

	if (!fingerprint || strncmp(fingerprint->of[TRAIT_VALGRIND], qemu, sizeof qemu - 1))
		return NULL;
	return fingerprint->of[TRAIT_CPU];
}

char *
machines_text(const struct results *results)
{
	struct text t = TEXT_EMPTY;
	size_t i, n = 0;

	for (i = 0; i < results->puts.n; i++) {
		const struct put *put = &results->puts.v[i];
		const char *machine = machine_of(put);

		if (!machine)
			continue;
		text_addf(&t, "%s%s %s %.*s", n ? ", " : "", put->label, n ? "on" : "ran on",
		    (int)strcspn(machine, " "), machine);
		n++;
	}
	if (!n)
		return NULL;
	text_add(&t, ": under QEMU, which counts only Ir, Dr and Dw");
	return text_take(&t);
}
