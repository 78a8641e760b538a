#include <stdlib.h>

#include "model/provenance.h"
#include "util/memory.h"

struct provenance
provenance_copy(const struct provenance *provenance)
{
	struct provenance copy = *provenance;

	copy.commit = memory_copy(provenance->commit);
	copy.subject = memory_copy(provenance->subject);
	return copy;
}

void
provenance_free(struct provenance *provenance)
{
	free(provenance->commit);
	free(provenance->subject);
	*provenance = (struct provenance){0};
}
