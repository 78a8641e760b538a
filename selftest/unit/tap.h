#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/array.h"
#include "util/memory.h"
#include "util/text.h"

/* TAP for the unit tests: ok() and is() as often as wanted, then return tap_done() from main. */

static int tap_run, tap_failed;

__attribute__((unused, format(printf, 2, 3))) static bool
ok(bool passed, const char *name, ...)
{
	va_list list;

	printf("%sok %d - ", passed ? "" : "not ", ++tap_run);
	va_start(list, name);
	vprintf(name, list);
	va_end(list);
	putchar('\n');
	tap_failed += !passed;
	return passed;
}

__attribute__((unused)) static bool
is(const char *got, const char *want, const char *name)
{
	bool same = got && want ? !strcmp(got, want) : got == want;

	ok(same, "%s", name);
	if (!same)
		printf("#  got: %s\n# want: %s\n", got ? got : "(null)", want ? want : "(null)");
	return same;
}

/* Checks a string as is() does, and frees it. */
__attribute__((unused)) static bool
is_freed(char *got, const char *want, const char *name)
{
	bool same = is(got, want, name);

	free(got);
	return same;
}

__attribute__((unused)) static int
tap_done(void)
{
	printf("1..%d\n", tap_run);
	return tap_failed != 0;
}
