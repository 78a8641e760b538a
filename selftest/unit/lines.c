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
		struct profile_site *site = profile_site(function, 0x10 * (i + 1), 0, PROFILE_LOAD, NULL);

		site->file = i < 2 ? 0 : i - 1;
		site->line = 64;
	}
	return profile;
}

int
main(void)
{
	const struct words sources = WORDS_EMPTY;
	const struct line_files files = {"/dev/null", "/tmp/run", "test.c", &sources, false};
	struct profile *profile = make();
	const struct profile_site *sites = profile->functions[0].sites;

	lines_settle(profile, &files);
	ok(!sites[0].line && !sites[1].line, "code that is only cgbench's has no line");
	ok(sites[2].line == 64, "code of a header keeps its line");
	is(profile->files.v[sites[2].file], "/usr/include/stdlib.h", "and has one name");
	ok(!sites[3].line, "an unknown file has no line");
	profile_free(profile);
	return tap_done();
}
