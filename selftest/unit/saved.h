#pragma once

#include "child.h"
#include "savefile/savefile.h"
#include "scratch.h"

/* Results to save. */

__attribute__((unused)) static void
saved_set_counts(struct cell *cell, uint64_t first)
{
	for (enum field f = 0; f < FIELD_COUNT; f++) {
		cell->counts[0][0].of[f] = first + 100 - f;
		cell->counts[0][1].of[f] = first + 200 - f;
		cell->counts[1][0].of[f] = first * 1000 - 2 * f;
		cell->counts[1][1].of[f] = (first << 40) - f;
	}
	cell->measured = true;
}

__attribute__((unused)) static void
saved_add_put(struct results *r, const char *exe, const char *label, const char *args, const char *env)
{
	struct put *put = puts_add(&r->puts);

	put->exe = memory_copy(exe);
	put->label = memory_copy(label);
	words_split(&put->args, args);
	words_split(&put->env, env);
}

/* The put was measured in some way; every trait is its own name, but for the hash. */
__attribute__((unused)) static void
saved_add_fingerprint(struct put *put)
{
	put->fingerprint = memory_new(sizeof *put->fingerprint);
	for (enum trait t = 0; t < TRAIT_COUNT; t++)
		put->fingerprint->of[t] = memory_copy(trait_name(t));
	free(put->fingerprint->of[TRAIT_SHA256]);
	put->fingerprint->of[TRAIT_SHA256] =
	    memory_copy("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

__attribute__((unused)) static void
saved_set_trait(struct put *put, enum trait t, const char *value)
{
	free(put->fingerprint->of[t]);
	put->fingerprint->of[t] = memory_copy(value);
}

/* One test on one put. */
__attribute__((unused)) static void
saved_small(struct results *r)
{
	*r = (struct results){.loops = {10, 20}};
	saved_add_put(r, "gcc", "one", "-O2", "");
	saved_add_fingerprint(r->puts.v);
	test_set(tests_add(&r->tests, "a::b"), "code", memory_copy("x"), 7);
	results_make_cells(r);
	saved_set_counts(r->cells, 5);
	r->cells->text_hash = 0x123456789abcdef0;
}

__attribute__((unused)) static void
saved_read_job(const char *path)
{
	FREED_BY(results_free) struct results r = {0};

	savefile_read(&r, path);
}

/* Writes bad.json: s with its first such piece replaced. */
__attribute__((unused)) static void
saved_change(const char *s, const char *from, const char *to)
{
	const char *at = strstr(s, from);
	OWNED char *changed = NULL;

	if (!at)
		abort();
	changed = text_print("%.*s%s%s", (int)(at - s), s, to, at + strlen(from));
	scratch_write("bad.json", changed);
}

/* bad.json is refused in one line, which savefile_read ends with and savefile_try returns; that leaves nothing. */
__attribute__((unused)) static void
saved_is_bad(const char *complaint)
{
	struct results r = {.fields = NULL}, none = {.fields = NULL};
	OWNED char *line = text_print("cgbench: bad.json:%s\n", complaint);
	OWNED char *wrong = savefile_try(&r, "bad.json");
	struct child o = child_run(saved_read_job, "bad.json");

	child_refuses(&o, line, complaint);
	is_freed(text_print("cgbench: %s\n", wrong), line, complaint);
	ok(!memcmp(&r, &none, sizeof r), "%s: no results", complaint);
}

/* True if bad.json is read, where it may be, or refused in one line that names it. */
__attribute__((unused)) static bool
saved_is_settled(bool may_be_read)
{
	FREED_BY(results_free) struct results r = {.fields = NULL};
	OWNED char *wrong = savefile_try(&r, "bad.json");
	bool settled = wrong ? !strncmp(wrong, "bad.json:", 9) && !strchr(wrong, '\n') : may_be_read;

	return settled;
}
