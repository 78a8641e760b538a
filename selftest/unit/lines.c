/* Source lines of a profile, as the user knows them. */

#include "measure/profile/lines.h"
#include "profile.h"
#include "tap.h"
#include "util/memory.h"

static struct profile *
make(void)
{
	static const char *const names[] = {"/tmp/run/c01/test.c", "/usr/bin/../include/stdlib.h", "???"};
	struct profile *profile = memory_new(sizeof *profile);
	struct profile_function *function = profile_function(profile, "snippet", PROFILE_SNIPPET, 0);

	for (size_t i = 0; i < 3; i++)
		words_intern(&profile->files, names[i]);
	for (size_t i = 0; i < 4; i++) {
		struct profile_step *step = profile_step(function, 0x10 * (i + 1), 0, PROFILE_LOAD, NULL);

		step->file = i < 2 ? 0 : i - 1;
		step->line = 64;
	}
	return profile;
}

int
main(void)
{
	const struct words sources = WORDS_EMPTY;
	const struct line_files files = {"/tmp/run", "test.c", &sources, false};
	struct profile *profile = make();
	const struct profile_step *steps = profile->functions[0].steps;
	FREED_BY(text_free) struct text addresses = TEXT_EMPTY;

	lines_ask(profile, &files, &addresses);
	is(addresses.s, "0x10\n0x20\n", "two lines are cgbench's");
	lines_answer(profile, &files,
	    "0x0000000000000010\n/tmp/run/c01/test.c:64\n/my.bench:152 (discriminator 2)\n"
	    "0x0000000000000020\n/tmp/run/c01/test.c:64\n??:?\n");
	lines_settle(profile, &files);
	ok(steps[0].line == 152, "the line that code was inlined to");
	is(profile->files.v[steps[0].file], "/my.bench", "its file");
	ok(!steps[1].line, "code that is only cgbench's has no line");
	ok(steps[2].line == 64, "code of a header keeps its line");
	is(profile->files.v[steps[2].file], "/usr/include/stdlib.h", "and has one name");
	ok(!steps[3].line, "an unknown file has no line");
	profile_free(profile);
	return tap_done();
}
