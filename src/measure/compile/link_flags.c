#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "input/flags.h"
#include "measure/compile/link_flags.h"
#include "util/text.h"

/* The libraries of the C, C++ and Fortran implementations: they know nothing of a test. */
static const char *const system_libraries[] = {"m", "c", "pthread", "rt", "dl", "util", "gcc",
    "gcc_s", "gcc_eh", "atomic", "quadmath", "gomp", "stdc++", "supc++", "stdc++fs", "gfortran",
    NULL};

static bool
begins_any(const char *s, const char *const *prefixes)
{
	for (; *prefixes; prefixes++)
		if (text_begins(s, *prefixes))
			return true;
	return false;
}

static bool
is_system(const char *word)
{
	return text_begins(word, "-l") && words_include(system_libraries, word + 2);
}

/* Returns true if a file in the directory takes the place of a library of the system. */
static bool
has_system_library(const char *dir)
{
	static const char *const usual[] = {
	    "/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/", NULL};
	static const char *const suffixes[] = {"so", "a"};
	char *path = text_print("%s/", dir);
	bool has = false, is_usual = begins_any(path, usual) && !strstr(path, "..");

	free(path);
	for (size_t i = 0; system_libraries[i / 2] && !has && !is_usual; i++) {
		path = text_print("%s/lib%s.%s", dir, system_libraries[i / 2], suffixes[i % 2]);
		has = !access(path, F_OK);
		free(path);
	}
	return has;
}

/* Returns true if a word of the linker's own neither adds code nor names a symbol.
   previous: the word before it, or "". */
static bool
is_harmless_to_link(const char *word, const char *previous)
{
	static const char *const words[] = {
	    "-s", "-S", "-E", "-v", "-pie", "-no-pie", "--export-dynamic", NULL};
	static const char *const prefixes[] = {"-z", "-O", "-Bsymbolic", "-Bstatic",
	    "-Bdynamic", "--gc-sections", "--no-gc-sections", "--print-", "--as-needed",
	    "--no-as-needed", "--hash-style", "--build-id", "--strip-", "--icf",
	    "--sort-section", "--relax", "--no-relax", "--warn-", "--no-warn-",
	    "--fatal-warnings", "--eh-frame-hdr", "--enable-new-dtags", "--disable-new-dtags",
	    "--compress-debug-sections", "--no-undefined", "--stats", "--threads", NULL};

	return !strcmp(previous, "-z") || words_include(words, word) ||
	       begins_any(word, prefixes) || is_system(word);
}

/* "-Wl,-z,now": the linker's own words, separated by commas. */
static bool
are_harmless_to_link(const char *words)
{
	FREED_BY(words_free) struct words split = WORDS_EMPTY;
	bool harmless = true;

	words_cut(&split, words, ',');
	for (size_t i = 0; i < split.n; i++)
		harmless = harmless && is_harmless_to_link(split.v[i], i ? split.v[i - 1] : "");
	return harmless;
}

/* A word that does not begin with a dash: the value of the option before it, or a file. */
static bool
is_value_or_file_harmless(const char *word, const char *previous)
{
	static const char *const valued[] = {"-I", "-isystem", "-iquote", "-idirafter",
	    "-isysroot", "-include", "-imacros", "-D", "-U", "-x", "-z", "-Z", "-J", "--param",
	    "-target", "--sysroot", "-arch", "-mllvm", "-Xclang", "-Xpreprocessor",
	    "-Xassembler", "--cfg", "--edition", NULL};

	if (!strcmp(previous, "-L"))
		return !has_system_library(word);
	if (!strcmp(previous, "-C"))
		return !text_begins(word, "link-arg") && !text_begins(word, "pre-link-arg");
	return words_include(valued, previous);
}

/* Returns true if a word of a compiler's command line neither adds code to what it links nor
   names a symbol to the linker. */
static bool
is_harmless(const char *word, const char *previous)
{
	static const char *const linking[] = {"-l", "-B", "-T", "-u", "-e", "-k", "-specs",
	    "--specs", "-Clink-arg", "-Cpre-link-arg", "-Xlinker", "--for-linker",
	    "--force-link", "--entry", "--library", "--config", "-wrapper", "@", NULL};

	if (!strcmp(previous, "-Xlinker"))
		return is_harmless_to_link(word, "");
	if (text_begins(word, "-Wl,"))
		return are_harmless_to_link(word + 4);
	if (!strcmp(word, "-Xlinker"))
		return true;
	if (text_begins(word, "-k"))
		return is_harmless_to_link(word + 2, "");
	if (is_system(word))
		return true;
	if (text_begins(word, "-L") && word[2])
		return !has_system_library(word + 2);
	if (begins_any(word, linking))
		return false;
	return *word == '-' || is_value_or_file_harmless(word, previous);
}

static bool
are_harmless(const struct words *words)
{
	for (size_t i = 0; i < words->n; i++)
		if (!is_harmless(words->v[i], i ? words->v[i - 1] : ""))
			return false;
	return true;
}

static bool
asks_for_profile(const struct words *words)
{
	return words_find(words, "-pg") < words->n || words_find(words, "-p") < words->n ||
	       words_find(words, "--profile") < words->n;
}

bool
link_flags_profile(const struct target *target, const struct words *ldflags)
{
	return language_is_compiled(target->language) &&
	       (asks_for_profile(&target->args) || asks_for_profile(ldflags));
}

const char *
link_flags_alone(
    const struct target *target, const struct words *args, const struct words *ldflags)
{
	if (target->links_more)
		return "its compiler adds code of the user's to what it links";
	if (link_flags_profile(target, ldflags))
		return "its profile depends on the size of the program";
	if (!are_harmless(ldflags) || !are_harmless(args))
		return "it is linked with code, or with names of symbols, that it may share";
	return NULL;
}

/* "lib.o", "lib.a", "lib.so.1", also within "-Wl,--whole-archive,lib.a" */
static bool
is_prebuilt(const char *word)
{
	if (*word == '-' && !text_begins(word, "-Wl,"))
		return text_begins(word, "-l") && word[2] && !is_system(word);
	return text_ends(word, ".o") || text_ends(word, ".a") || text_ends(word, ".so") ||
	       strstr(word, ".so.") || strstr(word, ".a,") || strstr(word, ".o,");
}

/* Adds the words with which a put linked the test; none if they are not known. */
static void
add_ldflags(struct words *words, const struct results *results, const struct test *test,
    const struct put *put)
{
	const char *language = put->fingerprint ? put->fingerprint->of[TRAIT_LANGUAGE] : NULL;

	if (language)
		flags_add_named(words, test, PART_LDFLAGS, put, language,
		    results->tests.language && !strcmp(results->tests.language, language));
}

/* Sets *shared to the words with which all puts linked the test; to none if they are not the
   same on all, or there is only one put. */
static void
link_flags_find_shared(struct words *shared, const struct results *results, size_t test)
{
	const struct put *first = NULL;
	size_t n = 0;

	for (size_t put = 0; put < results->puts.n; put++) {
		const struct put *now = &results->puts.v[put];
		FREED_BY(words_free) struct words words = WORDS_EMPTY;

		if (!results_cell(results, test, put)->measured)
			continue;
		add_ldflags(&words, results, &results->tests.v[test], now);
		if (!n++) {
			first = now;
			words_add_all(shared, &words);
		} else if (!text_same(first->file, now->file) || !words_equal(shared, &words)) {
			words_free(shared);
		}
	}
	if (n < 2)
		words_free(shared);
}

void
link_flags_prebuilt(
    struct words *words, const struct results *results, const size_t *tests, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		FREED_BY(words_free) struct words shared = WORDS_EMPTY;

		link_flags_find_shared(&shared, results, tests[i]);
		for (size_t k = 0; k < shared.n; k++)
			if (is_prebuilt(shared.v[k]))
				words_intern(words, shared.v[k]);
	}
}
