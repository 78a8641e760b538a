/* Saved files: one or, with an empty line between them, two. They are shown, joined, compared
   and written in one of these ways, as the sum of their bytes says. */

#include <stdio.h>

#include "cli/commandline.h"
#include "cli/grind.h"
#include "cli/history_command.h"
#include "fuzz.h"
#include "input/language.h"
#include "savefile/savefile.h"

#define FIRST "first.json"
#define SECOND "second.json"
#define WRITTEN "written.json"

static const char *const ways[] = {
    "--read=" FIRST " --read=" SECOND " --write=" WRITTEN " --profile",
    "--read=" FIRST " --explain --explain-all",
    "--read=" FIRST " --read=" SECOND " --force",
    "--read=" FIRST " --format=html --explain",
    "--read=" FIRST " --format=json --explain",
    "--read=" FIRST " --format=markdown --explain",
    "--read=" FIRST " --format=csv --raw",
    "--read=" FIRST " --format=bencher",
    "--read=" FIRST " --format=google --average",
    "--read=" FIRST " --format=github",
    "--read=" FIRST " --norm=0 --compact=0 --sort=Ir:0",
    "--read=" FIRST " --baseline=" SECOND " --gate=Ir:1% --format=text --format=html:x.html",
    "--read=" FIRST " --verbose --check",
    "--history --format=html " FIRST " " SECOND,
    "--history --force " FIRST " " SECOND,
    "--history --format=json " FIRST " " SECOND,
    "--history --changed --sort=change --format=csv " FIRST " " SECOND,
};

/* Instead of the function that reads all languages. */
void
languages_add_all(struct languages *languages, const struct words *files)
{
	(void)languages;
	(void)files;
}

static void
work(void *data)
{
	struct words words = WORDS_EMPTY;
	struct options options;

	words_split(&words, "cgbench --no-pager");
	words_split(&words, data);
	commandline_parse(&options, (int)words.n, words.v);
	if (options.history)
		history_command(&options);
	else
		grind(&options);
	options_free(&options);
	words_free(&words);
}

/* What was written can be read. */
static void
check_written(void)
{
	struct results results = {0};
	char *wrong = savefile_try(&results, WRITTEN);

	if (wrong) {
		message_warn("%s", wrong);
		abort();
	}
	results_free(&results);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	const uint8_t *second = memmem(data, n, "\n\n", 2);
	size_t first = second ? (size_t)(second - data) : n, sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += data[i];
	fuzz_store(FIRST, data, first);
	if (second)
		fuzz_store(SECOND, second, n - first);
	else
		unlink(SECOND);
	unlink(WRITTEN);
	free(fuzz_try(work, (void *)ways[sum % (sizeof ways / sizeof *ways)]));
	if (!access(WRITTEN, F_OK))
		check_written();
	return 0;
}
