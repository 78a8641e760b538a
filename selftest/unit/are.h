#pragma once

#include "tap.h"
#include "util/text.h"
#include "util/words.h"

/* Whether words are those that are wanted, each with a blank before it. */
static void
are(const struct words *words, const char *want, const char *name)
{
	FREED_BY(text_free) struct text t = TEXT_EMPTY;

	text_add(&t, "");
	for (size_t i = 0; i < words->n; i++)
		text_addf(&t, " %s", words->v[i]);
	is(t.s, want, name);
}
