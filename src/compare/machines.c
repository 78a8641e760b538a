#include <stdlib.h>

#include "compare/machines.h"
#include "util/text.h"

char *
machines_text(const struct results *results)
{
	struct text t = TEXT_EMPTY;
	size_t i, n = 0;

	for (i = 0; i < results->puts.n; i++) {
		const struct put *put = &results->puts.v[i];
		char *machine =
		    put->fingerprint ? fingerprint_emulated(put->fingerprint) : NULL;

		if (!machine)
			continue;
		text_addf(
		    &t, "%s%s %s %s", n ? ", " : "", put->label, n ? "on" : "ran on", machine);
		free(machine);
		n++;
	}
	if (!n)
		return NULL;
	text_add(&t, ": under QEMU, which counts only Ir, Dr and Dw");
	return text_take(&t);
}
