#include <stdlib.h>

#include "model/provenance.h"

void
provenance_free(struct provenance *provenance)
{
	free(provenance->commit);
	free(provenance->subject);
	*provenance = (struct provenance){0};
}
