/* The names of D's symbols. */

#include "code/naming.h"
#include "tap.h"

static void
named(const char *symbol, const char *want)
{
	OWNED char *name = naming_of_dlang(symbol);

	if (want)
		is(name ? name : "", want, symbol);
	else
		ok(!name, "%s is no name of D", symbol);
}

int
main(void)
{
	named("_Dmain", NULL);
	named("_D4test3sumFiiZi", "test.sum");
	named("_D2rt8lifetime12__getBlkInfoFNbPvZPS4core6memory8BlkInfo_", "rt.lifetime.__getBlkInfo");
	named("_D4core6atomic__T3casZ__TQiTmTmZQqFNaNbNiNfPOmmmZb", "core.atomic.cas");
	named("_D3std5array12__T5arrayTiZ5arrayFZAi", "std.array.array.array");
	/* The Q is 9 characters behind what it refers to. */
	named("_D4test3sumQjFZv", "test.sum.test");
	named("_D4test3sumQzzFZv", "test.sum");
	named("_D4test99sum", "test");
	named("_D99", NULL);
	named("_D", NULL);
	named("_ZN4core3fmt5writeE", NULL);
	named("printf", NULL);
	return tap_done();
}
