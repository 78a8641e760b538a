#include <string.h>

#include "measure/link_flags.h"

/* Returns true if a flag names symbols to the linker, which must be the names that the test
   gave them. */
static bool
names_symbols(const char *flag)
{
	static const char *const options[] = {"--wrap", "--defsym", "--undefined",
	    "--require-defined", "--version-script", "--dynamic-list",
	    "--export-dynamic-symbol", "--retain-symbols-file"};
	size_t i;

	for (i = 0; i < sizeof options / sizeof *options; i++)
		if (strstr(flag, options[i]))
			return true;
	return false;
}

/* "-lfoo" for any library that is not part of the C, C++ or Fortran implementation. */
static bool
is_users_library(const char *flag)
{
	static const char *const system[] = {"m", "c", "pthread", "rt", "dl", "util", "gcc",
	    "gcc_s", "gcc_eh", "atomic", "quadmath", "stdc++", "gfortran", NULL};

	return !strncmp(flag, "-l", 2) && !words_include(system, flag + 2);
}

/* "sort.o", "lib.a", "libx.so.1", also within "-Wl,--whole-archive,lib.a". */
static bool
is_file(const char *flag)
{
	static const char *const suffixes[] = {".o", ".a", ".so"};
	size_t n = strlen(flag), i;

	if (*flag == '-' && strncmp(flag, "-Wl,", 4) != 0)
		return false;
	for (i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
		size_t length = strlen(suffixes[i]);

		if (n > length && !strcmp(flag + n - length, suffixes[i]))
			return true;
	}
	return strstr(flag, ".so.") || strstr(flag, ".a,") || strstr(flag, ".o,");
}

const char *
link_flags_alone(const struct words *ldflags, const struct words *args)
{
	size_t i;

	for (i = 0; i < ldflags->n + args->n; i++) {
		bool is_arg = i >= ldflags->n;
		const char *flag = is_arg ? args->v[i - ldflags->n] : ldflags->v[i];

		if (names_symbols(flag))
			return "its linker is told the names of symbols";
		if ((!is_arg && *flag != '-') || is_users_library(flag) || is_file(flag))
			return "it is linked with code that may share symbols with it";
	}
	return NULL;
}
