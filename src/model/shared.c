#include "model/shared.h"

void
shared_free(struct shared *shared)
{
	words_free(&shared->held);
	words_free(&shared->renewed);
	words_free(&shared->declared);
}
