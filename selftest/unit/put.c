#include "saved.h"

static void
is_command(const struct put *put, const char *want, const char *name)
{
	is_freed(put_command(put), want, name);
}

int
main(void)
{
	FREED_BY(results_free) struct results results = {0};
	struct put *put;

	saved_add_put(&results, "gcc", "a", "", "");
	saved_add_put(&results, "my cc", "b", "-O2 -DX='y z'", "");
	is_command(&results.puts.v[0], "gcc", "no argument");
	is_command(&results.puts.v[1], "'my cc' -O2 '-DX=y z'", "arguments, quoted");
	put = &results.puts.v[1];
	saved_add_fingerprint(put);
	is_command(put, "'my cc' args", "those that it was measured with");
	saved_set_trait(put, TRAIT_ARGS, "");
	is_command(put, "'my cc'", "none");
	ok(puts_find(&results.puts, "b") == put && !puts_find(&results.puts, "c"), "by its label");
	return tap_done();
}
