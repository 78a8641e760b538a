#include "explain/match.h"
#include "profile.h"
#include "tap.h"

/* Two profiles with a library each, whose index is that of the side and 1. */
static struct profile *sides[EXPLANATION_SIDES];

static void
begin(const char *norm_library, const char *put_library)
{
	sides[0] = profile_new();
	sides[1] = profile_new();
	profile_binary(sides[0], norm_library);
	profile_binary(sides[1], "/lib/libother.so.1");
	profile_binary(sides[1], put_library);
}

static void
end(void)
{
	profile_free(sides[0]);
	profile_free(sides[1]);
}

/* A function of the program, or of the library, with an instruction whose text may be NULL. */
static void
add(size_t side, enum profile_owner owner, const char *name, const char *text)
{
	struct profile_function *function =
	    profile_function(sides[side], name, owner, owner == PROFILE_LIBRARY ? side + 1 : 0);

	profile_site(function, 0x1000 * sides[side]->function_count, 10, PROFILE_OTHER, text);
}

/* The name of the partner of the norm's function of that index, or "none". */
static const char *
partner(size_t function)
{
	struct blocks *blocks[EXPLANATION_SIDES];
	size_t *partners[EXPLANATION_SIDES];
	const struct profile *profile;
	size_t found;

	for (size_t side = 0; side < EXPLANATION_SIDES; side++) {
		profile = sides[side];
		blocks[side] = memory_array(profile->function_count + 1, sizeof *blocks[side]);
		partners[side] = match_none(profile->function_count);
		for (size_t i = 0; i < profile->function_count; i++)
			blocks[side][i] = blocks_make(profile, &profile->functions[i], 10);
	}
	match_functions((const struct profile *const *)sides, (const struct blocks *const *)blocks, partners);
	found = partners[0][function];
	for (size_t side = 0; side < EXPLANATION_SIDES; side++) {
		for (size_t i = 0; i < sides[side]->function_count; i++)
			blocks_free(&blocks[side][i]);
		free(blocks[side]);
		free(partners[side]);
	}
	return found == MATCH_NONE ? "none" : sides[1]->functions[found].sites->text;
}

/* True if a function of that name finds one of the other name. */
static bool
finds(enum profile_owner norm_owner, const char *norm, enum profile_owner put_owner, const char *put)
{
	bool found;

	begin("/lib/libc-2.31.so", "/lib/libc.so.6");
	add(0, norm_owner, norm, "leave");
	add(1, put_owner, put, "cltq");
	found = !strcmp(partner(0), "cltq");
	end();
	return found;
}

static void
test_names(void)
{
	ok(finds(PROFILE_SNIPPET, "snippet", PROFILE_SNIPPET, "snippet"), "snippets");
	ok(finds(PROFILE_SNIPPET, "snippet.constprop.0", PROFILE_SNIPPET, "snippet"), "a renamed snippet");
	ok(!finds(PROFILE_SNIPPET, "snippet", PROFILE_PROGRAM, "snippet"), "a function that is called snippet is none");
	ok(finds(PROFILE_PROGRAM, "f", PROFILE_PROGRAM, "f.isra.0"), "a clone");
	ok(!finds(PROFILE_PROGRAM, "f", PROFILE_PROGRAM, "g"), "not another function");
	ok(finds(PROFILE_LIBRARY, "memcpy", PROFILE_LIBRARY, "memcpy"), "of another version of the library");
	ok(finds(PROFILE_LIBRARY, "memcpy", PROFILE_PROGRAM, "memcpy"), "linked statically");
	ok(finds(PROFILE_GENERATED, "generated code", PROFILE_GENERATED, "generated code"), "generated code");
}

static void
test_nameless(void)
{
	begin("/usr/bin/lua5.3", "/usr/bin/lua5.4");
	add(0, PROFILE_LIBRARY, "lua5.3 (no symbols)", "leave");
	add(0, PROFILE_LIBRARY, "libc.so.6 (no symbols)", "leave");
	add(1, PROFILE_LIBRARY, "lua5.4 (no symbols)", "cltq");
	is(partner(0), "cltq", "code without symbols is that of its library");
	is(partner(1), "none", "and not of another one");
	end();
}

static void
test_best_first(void)
{
	begin("/lib/libc.so.6", "/lib/libc.so.6");
	add(0, PROFILE_PROGRAM, "f", "leave");
	add(0, PROFILE_PROGRAM, "f.cold", "leave");
	add(1, PROFILE_PROGRAM, "f.cold", "in f.cold");
	add(1, PROFILE_PROGRAM, "f.part.0", "in f.part.0");
	add(1, PROFILE_PROGRAM, "f", "in f");
	is(partner(0), "in f", "the same name is better than a part");
	is(partner(1), "in f.cold", "so is that of a part");
	end();

	begin("/lib/libc.so.6", "/lib/libc.so.6");
	add(0, PROFILE_LIBRARY, "f", "leave");
	add(1, PROFILE_PROGRAM, "f", "in the program");
	add(1, PROFILE_LIBRARY, "f.1", "in the library");
	is(partner(0), "in the library", "the same library is better than the name");
	end();
}

static void
test_ambiguous(void)
{
	begin("/lib/libc.so.6", "/lib/libc.so.6");
	add(0, PROFILE_PROGRAM, "f.constprop.0", "cltq");
	add(0, PROFILE_PROGRAM, "f.constprop.1", "leave");
	add(1, PROFILE_PROGRAM, "f.constprop.2", "leave");
	add(1, PROFILE_PROGRAM, "f.constprop.3", "cltq");
	is(partner(0), "cltq", "of several, the one with the same code");
	is(partner(1), "leave", "and so the other one");
	profile_file(sides[0], "b.c");
	profile_file(sides[1], "b.c");
	sides[0]->functions[0].sites->line = 5;
	sides[0]->functions[0].sites->file = 1;
	sides[1]->functions[0].sites->line = 7;
	sides[1]->functions[0].sites->file = 1;
	is(partner(0), "leave", "or rather of the same file");
	end();
}

static void
test_many(void)
{
	begin("/lib/libc.so.6", "/lib/libc.so.6");
	for (size_t side = 0; side < EXPLANATION_SIDES; side++)
		for (size_t i = 0; i < 100; i++)
			add(side, PROFILE_PROGRAM, "f", i == (side ? 30 : 70) ? "cltq" : "leave");
	is(partner(70), "leave", "too many are not compared");
	is(partner(30), "cltq", "but taken in order");
	end();
}

int
main(void)
{
	test_names();
	test_nameless();
	test_best_first();
	test_ambiguous();
	test_many();
	return tap_done();
}
