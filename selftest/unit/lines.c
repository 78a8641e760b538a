/* Source lines of a profile, as the user knows them. */

#include "measure/profile/lines.h"
#include "profile.h"
#include "tap.h"

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
	const struct line_files files = {"/dev/null", "/tmp/run", "test.c", &sources, false};
	struct profile *profile = make();
	const struct profile_step *steps = profile->functions[0].steps;

	lines_settle(profile, &files);
	ok(!steps[0].line && !steps[1].line, "code that is only cgbench's has no line");
	ok(steps[2].line == 64, "code of a header keeps its line");
	is(profile->files.v[steps[2].file], "/usr/include/stdlib.h", "and has one name");
	ok(!steps[3].line, "an unknown file has no line");
	profile_free(profile);
	return tap_done();
}
