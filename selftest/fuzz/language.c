/* A .lang file, and sources that its templates make. */

#include <stdio.h>

#include "fuzz.h"
#include "input/benchfile.h"
#include "input/target.h"
#include "measure/compile/source.h"
#include "util/embedded.h"

/* Instead of the languages that are built in, which would be read each time. */
const struct embedded embedded_files[] = {{0}};

/* Instead of a file of the fork server. */
const struct embedded *
embedded_find(const char *name)
{
	static const struct embedded empty = {"", (const unsigned char *)"", 0};

	(void)name;
	return &empty;
}

static struct languages languages;
static struct tests tests;

static void
read_language(void *data)
{
	struct words files = WORDS_EMPTY;

	(void)data;
	words_add(&files, "input.lang");
	languages_add_all(&languages, &files);
	words_free(&files);
	languages_detect(&languages, "gcc-12");
	languages_near(&languages, "python");
}

static void
make_sources(void *data)
{
	const struct language *language = languages.v;
	const struct put put = {.exe = "x", .label = "x"};
	struct target target = {.put = &put, .language = language, .exe = "/x", .plain = true};
	const struct test *test = tests.v;
	const struct trim trim = {.machine = "x86_64"};
	char *names[] = {(char *)"a", (char *)"b.c"};
	const struct shared shared = {.held = {.v = names, .n = 2}, .renewed = {.v = names, .n = 1}};
	struct origins origins = {0};
	unsigned line;

	(void)data;
	if (language_is_compiled(language)) {
		free(source_make(&(struct source){.target = &target,
		    .test = test,
		    .symbol = "symbol",
		    .file = "x",
		    .rehearsal = true,
		    .shared = &shared,
		    .origins = &origins}));
		free(origins.v);
		free(source_make(&(struct source){
		    .target = &target, .test = test, .symbol = "symbol", .file = "", .marked = &line}));
		free(source_make(&(struct source){.target = &target, .template = language->shim, .symbol = "symbol"}));
		free(source_of_standalone(&(struct source){.target = &target,
		                              .test = test,
		                              .symbol = "symbol",
		                              .shared = &shared,
		                              .prelude = language->brief},
		    &trim));
		free(source_of_main(&target, &(struct memory_layout){0}, false, "x"));
	} else {
		free(source_make(&(struct source){.target = &target,
		    .test = test,
		    .symbol = "",
		    .file = "-",
		    .count = 7,
		    .variables = 3,
		    .rehearsal = true,
		    .origins = &origins}));
		free(origins.v);
	}
}

static void
make_tests(void *data)
{
	(void)data;
	benchfile_snippet(&tests, "test", "x = 1", "y = 2", "z", languages.v);
	test_set(tests.v, "param.n", memory_copy("-1"), 0);
	test_set(tests.v, "ops", memory_copy("3"), 0);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	char *refused;

	fuzz_store("input.lang", data, n);
	refused = fuzz_try(read_language, NULL);
	if (!refused && !(refused = fuzz_try(make_tests, NULL)))
		refused = fuzz_try(make_sources, NULL);
	free(refused);
	tests_free(&tests);
	tests = (struct tests){0};
	languages_free(&languages);
	return 0;
}
