#pragma once

#include "tap.h"
#include "util/words.h"

/* Checks that words are those that are wanted, each with a blank before it. */
__attribute__((unused)) static void
are(const struct words *words, const char *want, const char *name)
{
	FREED_BY(text_free) struct text t = TEXT_EMPTY;

	text_add(&t, "");
	for (size_t i = 0; i < words->n; i++)
		text_addf(&t, " %s", words->v[i]);
	is(t.s, want, name);
}

/* Checks words that are quoted, with a blank between them. */
__attribute__((unused)) static void
are_quoted(const struct words *words, const char *want, const char *name)
{
	struct text t = TEXT_EMPTY;

	words_quote(words, &t);
	is_freed(text_take(&t), want, name);
}
