#include <stdlib.h>
#include <string.h>

#include "model/put.h"
#include "util/array.h"

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

const char *
put_trait(const struct put *put, enum trait trait)
{
	const char *s = put->fingerprint ? put->fingerprint->of[trait] : NULL;

	return s ? s : "";
}

char *
put_cure(const struct put *put, enum verdict v)
{
	return verdict_cure(v, put->box);
}

char *
put_command(const struct put *put)
{
	const struct words exe = {.v = (char *[]){put->exe, NULL}, .n = 1};
	const char *args = put_trait(put, TRAIT_ARGS);
	struct text t = TEXT_EMPTY;

	words_quote(&exe, &t);
	if (*args) {
		text_addf(&t, " %s", args);
	} else if (!put->fingerprint && put->args.n) {
		text_add_char(&t, ' ');
		words_quote(&put->args, &t);
	}
	return text_take(&t);
}

struct put *
puts_add(struct puts *puts)
{
	struct put *put = ARRAY_ADD(puts->v, puts->n);

	*put = (struct put){0};
	return put;
}

const struct put *
puts_find(const struct puts *puts, const char *label)
{
	for (size_t i = 0; i < puts->n; i++)
		if (puts->v[i].label && !strcmp(puts->v[i].label, label))
			return &puts->v[i];
	return NULL;
}

struct puts
puts_beside(const struct puts *left, const struct puts *right)
{
	struct puts both = {0};

	for (size_t i = 0; i < left->n; i++)
		*puts_add(&both) = left->v[i];
	for (size_t i = 0; i < right->n; i++)
		*puts_add(&both) = right->v[i];
	return both;
}

void
puts_free(struct puts *puts)
{
	ARRAY_EACH(struct put, put, puts->v, puts->n) {
		free(put->exe);
		free(put->label);
		free(put->language);
		words_free(&put->args);
		words_free(&put->env);
		free(put->file);
		fingerprint_free(put->fingerprint);
		provenance_free(&put->provenance);
		words_free(&put->host);
	}
	free(puts->v);
	*puts = (struct puts){0};
}
