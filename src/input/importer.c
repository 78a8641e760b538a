#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "input/importer.h"
#include "process/jobs.h"
#include "util/array.h"
#include "util/embedded.h"
#include "util/file.h"
#include "util/message.h"

enum { SECONDS = 60 };

/* Looks for what a benchfile cannot begin with, after comments: a statement, or the '[' of the
   array, alone on its line or before a quoted name. */
bool
importer_is_perl(const char *s)
{
	static const char *const words[] = {"return ", "use ", "no ", "my ", "our ", "+[", "("};

	for (; *s; s += strcspn(s, "\n"), s += *s == '\n') {
		const char *rest = s + strspn(s, " \t\r");

		if (!strchr("#\n", *rest))
			break;
	}
	s += strspn(s, " \t");
	if (*s == '[')
		return strchr("\r\n#'\"", s[1 + strspn(s + 1, " \t")]) != NULL;
	for (size_t i = 0; i < COUNTOF(words); i++)
		if (text_begins(s, words[i]))
			return true;
	return false;
}

/* Runs the script with the option, unless that is NULL, the path, a file that has the text, and
   params. Replaces text by what is in the file then. Returns what the script printed, without a
   newline at the end; the caller frees. what: the file at path is "a suite in Perl". */
static char *
importer_run(const char *script, const char *what, const char *path, struct text *text,
    const char *option, const struct words *params)
{
	struct command command = {.timeout = SECONDS};
	FREED_BY(outcome_free) struct outcome outcome = {0};
	/* A memory file disappears with this process, however that ends. */
	int fd = memfd_create("benchfile", MFD_CLOEXEC);
	OWNED char *file = text_print("/proc/%ld/fd/%d", (long)getpid(), fd), *why = NULL;
	char *said, *perl = file_find_executable("perl");

	if (!perl)
		message_die(STATUS_USAGE,
		    "%s: reading %s needs perl, which is not in $PATH; install it (Debian: "
		    "apt-get install perl)",
		    path, what);
	if (fd < 0 || !file_write(file, text->s, text->n))
		message_die(STATUS_FAILURE, "memfd_create: %s", strerror(errno));
	words_take(&command.argv, perl);
	words_add(&command.argv, "-e");
	words_add(&command.argv, (const char *)embedded_find(script)->data);
	words_add(&command.argv, "--");
	if (option)
		words_add(&command.argv, option);
	words_add(&command.argv, path);
	words_add(&command.argv, file);
	words_add_all(&command.argv, params);
	words_take(&command.env, text_print("PATH=%s", getenv("PATH")));
	jobs_run_one(&command, &outcome);
	said = memory_copy(outcome.output ? outcome.output : "");
	if (text_ends(said, "\n"))
		said[strlen(said) - 1] = '\0';
	why = outcome_why(&outcome);
	if (why && WIFEXITED(outcome.status) && WEXITSTATUS(outcome.status) == STATUS_USAGE)
		message_die(STATUS_USAGE, "%s", said);
	if (why) {
		message_warn("%s: perl cannot read it: %s", path, why);
		message_block(said);
		exit(STATUS_USAGE);
	}
	text_cut(text, 0);
	if (!file_read(file, text))
		message_die(STATUS_FAILURE, "%s: %s", file, strerror(errno));
	close(fd);
	return said;
}

void
importer_read_perl(const char *path, struct text *text)
{
	static const struct words none = WORDS_EMPTY;

	free(
	    importer_run("import-perl-benchmarks", "a suite in Perl", path, text, NULL, &none));
}

static bool
has_extension(const char *path)
{
	const char *extension = strrchr(file_base(path), '.');

	return extension &&
	       text_is_one_of(extension, strlen(extension), ".c .cc .cpp .cxx .h .hpp");
}

/* Returns true if a line of the text begins as a test of a benchfile, and not as an attribute.
 */
static bool
has_section(const char *text)
{
	while (text && (text[0] != '[' || text[1] == '[')) {
		text = strchr(text, '\n');
		text += text != NULL;
	}
	return text != NULL;
}

bool
importer_is_annotated(const char *path, const char *text)
{
	return has_extension(path) && (strstr(text, "@Benchmark") || !has_section(text));
}

static char *
run_annotated(
    const char *path, struct text *text, const char *option, const struct words *params)
{
	return importer_run(
	    "import-annotated", "an annotated source", path, text, option, params);
}

bool
importer_is_marked(const char *path)
{
	FREED_BY(text_free) struct text text = TEXT_EMPTY;
	static const struct words none = WORDS_EMPTY;
	OWNED char *said = NULL;

	if (!has_extension(path))
		return false;
	if (!file_read(path, &text))
		message_die(STATUS_USAGE, "%s: cannot read: %s", path, strerror(errno));
	if (!text.n || !memmem(text.s, text.n, "@Benchmark", strlen("@Benchmark")))
		return false;
	said = run_annotated(path, &text, "--marked", &none);
	return *said;
}

/* Returns what is at *s, to a NUL before end, and moves past that. */
static const char *
next_field(const char **s, const char *end)
{
	const char *field = *s;

	*s = memchr(field, '\0', (size_t)(end - field));
	if (!*s)
		abort();
	++*s;
	return field;
}

char *
importer_read_annotated(
    struct ini *ini, const char *path, const struct text *text, const struct words *params)
{
	FREED_BY(text_free) struct text made = TEXT_EMPTY;
	char *said;

	text_add_n(&made, text->s ? text->s : "", text->n);
	said = run_annotated(path, &made, NULL, params);
	*ini = (struct ini){.file = memory_copy(path)};
	*ARRAY_ADD(ini->v, ini->n) = (struct ini_section){0};
	/* The line, the name and the text of each key; "[" begins the name of a section. */
	for (const char *s = made.s, *end = s + made.n; s < end;) {
		unsigned line = (unsigned)strtoul(next_field(&s, end), NULL, 10);
		const char *name = next_field(&s, end), *value = next_field(&s, end);
		struct ini_section *section = &ini->v[ini->n - 1];

		if (*name == '[')
			*ARRAY_ADD(ini->v, ini->n) =
			    (struct ini_section){.name = memory_copy(name + 1), .line = line};
		else
			*ARRAY_ADD(section->keys, section->n) =
			    (struct ini_key){.name = memory_copy(name),
			        .text = memory_copy(value),
			        .line = line,
			        .text_line = line};
	}
	if (!*said) {
		free(said);
		said = NULL;
	}
	return said;
}
