#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "code/object.h"
#include "input/sources.h"
#include "measure/advice.h"
#include "util/file.h"
#include "machine/machine.h"
#include "util/memory.h"
#include "util/pattern.h"
#include "util/text.h"
#include "util/array.h"

/* The host's compilers of GCC have their libraries by version. Clang uses the newest. */
static unsigned
newest_gcc(void)
{
	OWNED char *libraries = text_print("/usr/lib/gcc/%s", machine_host()->triple);
	DIR *dir = opendir(libraries);
	const struct dirent *entry;
	unsigned long newest = 0;

	while (dir && (entry = readdir(dir))) {
		unsigned long version = strtoul(entry->d_name, NULL, 10);

		if (version > newest)
			newest = version;
	}
	if (dir)
		closedir(dir);
	return (unsigned)newest;
}

/* The version of GCC whose libraries the compiler needs; 0: unknown. The name is as in
   x86_64-linux-gnu-gcc-12. */
static unsigned
gcc_version(const char *name)
{
	const char *end = strrchr(name, '-');

	if (text_begins(name, "clang") || !end || !isdigit((unsigned char)end[1]))
		return newest_gcc();
	return (unsigned)strtoul(end + 1, NULL, 10);
}

static bool
is_missing(const char *directory, const char *name)
{
	OWNED char *path = text_print("%s/%s", directory, name);

	return access(path, F_OK);
}

static bool
contains_any(const char *said, const char *const *marks)
{
	while (*marks && !strstr(said, *marks))
		marks++;
	return *marks;
}

static char *
missing(const char *what, const char *of, char *package)
{
	char *advice =
	    text_print("; %s of %s is missing: install it (Debian: apt-get install %s)", what,
	        of, package);

	free(package);
	return advice;
}

/* Programs of 32 bits need a package beside that of their compiler. gcc-multilib without a
   version could not be installed beside compilers for other machines.
       /usr/bin/ld: cannot find -lgcc: No such file or directory
       ld.lld: error: unable to find library -lgcc */
static char *
advise_narrow(const struct language *language, const char *name, const char *said)
{
	static const char *const of_c[] = {
	    "gnu/stubs-32.h", "find -lc:", "find library -lc\n", NULL};
	static const char *const of_gcc[] = {
	    "crti.o", "find -lgcc:", "find library -lgcc\n", NULL};
	bool own = language->missing && pattern_match(language->missing, said);
	unsigned version = gcc_version(name);
	OWNED char *what = own ? text_print("the %s library", language->name) : NULL;

	if (strstr(name, "tcc") && is_missing("/usr/lib/i386-linux-gnu", "crt1.o"))
		return missing("the C library", "32 bits", memory_copy("libc6-dev:i386"));
	if (!own && !contains_any(said, of_c) && !contains_any(said, of_gcc))
		return memory_copy("");
	return missing(contains_any(said, of_c)     ? "the C library"
	               : contains_any(said, of_gcc) ? "gcc's library"
	                                            : what,
	    "32 bits",
	    text_print(version ? "%s-%u-multilib" : "%s-multilib",
	        own ? language->package : "gcc", version));
}

/* Returns the arguments with which a compiler finds Debian's libraries, which are installed, if
   it says that it does not. /usr/bin/ld: unrecognised emulation mode: aarch64linux
       aarch64-linux-gnu-ld: cannot find /usr/aarch64-linux-gnu/lib/libc.so.6 inside ...
       linux/types.h:5:10: fatal error: 'asm/types.h' file not found */
static char *
advise_arguments(const struct target *target, const struct machine *machine, const char *said)
{
	const char *given = words_option(&target->args, "--target");

	if (!strstr(said, "emulation mode") && !strstr(said, "cannot find") &&
	    !strstr(said, "file not found"))
		return memory_copy("");
	if (given && machine_of_name(given) != machine)
		return text_print("; to use Debian's libraries of %s, write --target=%s",
		    machine->name, machine->triple);
	if (words_option(&target->args, "--sysroot"))
		return text_print(
		    "; to use Debian's libraries of %s, omit --sysroot", machine->name);
	return memory_copy("");
}

static char *
advise_foreign(const struct target *target, const struct machine *machine, const char *said)
{
	OWNED char *ld = text_print("%s-ld", machine->triple);

	if (is_missing("/usr/bin", ld))
		return missing(
		    "the linker", machine->name, text_print("binutils-%s", machine->triple));
	if (is_missing(machine->sysroot, "include/stdio.h") ||
	    is_missing(machine->sysroot, "lib/libc.so.6"))
		return missing("the C library", machine->name, memory_copy(machine->libc));
	if (is_missing("/usr/lib/gcc-cross", machine->triple))
		return missing(
		    "gcc's library", machine->name, text_print("gcc-%s", machine->triple));
	if (!strcmp(target->language->name, "c++") &&
	    is_missing(machine->sysroot, "include/c++"))
		return missing("the C++ library", machine->name,
		    text_print("%s-%s", target->language->package, machine->triple));
	return advise_arguments(target, machine, said);
}

/* A language whose "main" another compiler compiles, which is for the host, is measured for the
   host alone. */
static char *
advise_host(const struct target *target, const char *object)
{
	OWNED char *other = NULL;
	const struct machine *machine = machine_of_file(object, &other), *host = machine_host();

	if (!target->qemu && (other || (machine && machine != host)))
		return text_print("; its code is for %s, but %s is measured only for %s",
		    other ? other : machine->name, target->language->name, host->name);
	return NULL;
}

/* Adds a hint of a language with what its regular expression captured in place of "$1". On the
   command line, 'preamble = x y' is --preamble='x y'. */
static void
add_hint(struct text *t, const char *hint, const char *captured, bool on_command_line)
{
	OWNED char *all = text_replace(hint, "$1", captured);
	FREED_BY(words_free) struct words words = WORDS_EMPTY;

	words_cut(&words, all, '\'');
	for (size_t i = 0; i < words.n; i++) {
		char *s = words.v[i], *value = strstr(s, " = ");
		const char *quote = value && strchr(value + 3, ' ') ? "'" : "";

		if (i % 2 == 0 || !on_command_line)
			text_addf(t, i % 2 ? "'%s'" : "%s", s);
		else if (value)
			text_addf(
			    t, "--%.*s=%s%s%s", (int)(value - s), s, quote, value + 3, quote);
		else
			text_addf(t, "--%s", s);
	}
}

/* Returns a hint if the code has a parameter as "{n}"; NULL if not. */
static char *
advise_param(const struct test *test)
{
	FREED_BY(words_free) struct words params = WORDS_EMPTY;

	test_add_params(&params, test);
	for (size_t i = 0; i < params.n; i++) {
		OWNED char *braced = text_print("{%s}", params.v[i]);

		if (strstr(part_text(test_code(test)), braced))
			return text_print("; the parameter is the variable '%s', or '@%s@' in "
			                  "the text, not '%s'",
			    params.v[i], params.v[i], braced);
	}
	return NULL;
}

/* Returns a hint for a test that does not compile or link, from the language's "hints"; NULL if
   none fits. */
static char *
advise_test(const struct language *language, const struct test *test, const char *said)
{
	/* Neither has keys. */
	bool snippet = !strcmp(test_file(test), "-e") || test_part(test, PART_ANNOTATED);
	OWNED char *all = text_print("%s\n%s", part_text(test_code(test)), said);
	FREED_BY(words_free) struct words lines = WORDS_EMPTY;
	struct text t = TEXT_EMPTY;

	words_cut(&lines, language->hints, '\n');
	for (size_t i = 0; i < lines.n && !t.n; i++) {
		const char *line = lines.v[i], *group, *blank = strchr(line, ' ');
		OWNED char *regex = memory_copy_n(line, strcspn(line, " ")), *error = NULL;
		struct pattern *pattern = pattern_new(regex, &error);
		size_t start = 0, end;

		if (blank && pattern && pattern_find(pattern, all, &start, &end, &group)) {
			OWNED char *captured =
			    memory_copy_n(group, (size_t)(all + end - group));

			text_add(&t, "; ");
			add_hint(&t, blank + 1, captured, snippet);
		}
		pattern_free(pattern);
	}
	return t.n ? text_take(&t) : NULL;
}

/* Names the file of the user's that seems to define what a linker misses:
       undefined reference to `name'
       ld.lld: error: undefined symbol: name */
static char *
advise_undefined(const struct target *target, const struct test *test, const char *said)
{
	static const char regex[] =
	    "undefined (?:reference to `|symbol: )(?:[\\w:~]*::)?(\\w+)";
	OWNED char *error = NULL, *symbol = NULL, *file = NULL;
	struct pattern *pattern = pattern_new(regex, &error);
	const char *group;
	size_t start = 0, end = 0;

	if (pattern_find(pattern, said, &start, &end, &group)) {
		symbol = memory_copy_n(group, (size_t)(said + end - group));
		file = sources_defining(target, test, symbol);
	}
	pattern_free(pattern);
	return file ? text_print("; %s seems to define '%s': add it to 'sources'", file, symbol)
	            : NULL;
}

char *
advice_on(
    const struct target *target, const struct test *test, const char *object, const char *said)
{
	char *advice = object ? advise_host(target, object) : NULL;
	OWNED char *exe = file_real(target->exe);
	const struct machine *machine = target_machine(target);
	/* One of Debian's for another machine, with Debian's libraries: where others have
	   theirs is not known. */
	bool foreign = exe && text_begins(exe, "/usr/") && machine != machine_host() &&
	               target->sysroot && !strcmp(target->sysroot, machine->sysroot);

	if (!advice && test)
		advice = advise_param(test);
	if (!advice && test)
		advice = advise_undefined(target, test, said);
	if (!advice && test)
		advice = advise_test(target->language, test, said);
	if (!advice && exe && target->narrow)
		advice = advise_narrow(target->language, file_base(exe), said);
	else if (!advice && foreign)
		advice = advise_foreign(target, machine, said);
	return advice ? advice : memory_copy("");
}

/* Compilers remove what calls of these do to memory that nobody else sees, whatever a test's
   own do: with clang 14, "void free(void *p) {}" ends the function that calls it. */
char *
advice_on_run(const char *file)
{
	FREED_BY(object_free) struct object object = {0};
	const Elf64_Sym *symbols;
	char *advice = NULL;
	size_t n;

	if (!object_read(&object, file))
		return memory_copy("");
	symbols = object_symbols(&object, &n);
	for (size_t i = 0; i < n && !advice; i++) {
		const char *name = object_symbol_name(&object, &symbols[i]);

		if (symbols[i].st_shndx &&
		    text_is_one_of(name, strlen(name), "malloc calloc realloc free"))
			advice = text_print("; compilers assume that its '%s' is the C "
			                    "library's: try -fno-builtin",
			    name);
	}
	return advice ? advice : memory_copy("");
}
