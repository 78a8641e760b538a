#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "message.h"
#include "near.h"
#include "options.h"
#include "putargs.h"
#include "valgrind.h"

enum id {
	ACTION, AUTOLABEL, AVERAGE, BENCHFILE, BISECT, CODE, COMPACT, DEBUG, ENGINE, FIELDS,
	GRINDARGS, HELP, JOBS, KEEP, LANGUAGE, LOOPS, NORM, PREAMBLE, PUTARGS, RAW, READ, SETUP,
	SHOW, SORT, TESTS, TIMEOUT, VERBOSE, VERSION_ID, WRITE
};

enum takes { NOTHING, VALUE, PERHAPS };

static const struct option {
	const char *name; /* NULL: only the letter */
	char letter;
	enum id id;
	enum takes takes;
} known[] = {
    {"action", 0, ACTION, VALUE},
    {"autolabel", 0, AUTOLABEL, NOTHING},
    {"average", 0, AVERAGE, NOTHING},
    {"benchfile", 0, BENCHFILE, VALUE},
    {"bisect", 0, BISECT, VALUE},
    {"compact", 0, COMPACT, VALUE},
    {"debug", 0, DEBUG, NOTHING},
    {"engine", 0, ENGINE, VALUE},
    {"fields", 0, FIELDS, VALUE},
    {"grindargs", 0, GRINDARGS, VALUE},
    {"help", 'h', HELP, PERHAPS},
    {"jobs", 'j', JOBS, VALUE},
    {"keep", 0, KEEP, VALUE},
    {"language", 0, LANGUAGE, VALUE},
    {"loops", 0, LOOPS, VALUE},
    {"norm", 0, NORM, VALUE},
    {"perlargs", 0, PUTARGS, VALUE},
    {"preamble", 0, PREAMBLE, VALUE},
    {"putargs", 0, PUTARGS, VALUE},
    {"raw", 0, RAW, NOTHING},
    {"read", 'r', READ, VALUE},
    {"show", 0, SHOW, NOTHING},
    {"sort", 0, SORT, VALUE},
    {"tests", 0, TESTS, VALUE},
    {"timeout", 0, TIMEOUT, VALUE},
    {"verbose", 'v', VERBOSE, NOTHING},
    {"version", 0, VERSION_ID, NOTHING},
    {"write", 'w', WRITE, VALUE},
    {NULL, 'e', CODE, VALUE},
    {NULL, 's', SETUP, VALUE},
};
enum { KNOWN = sizeof known / sizeof *known };

/* The option called by the n bytes at name, or NULL. */
static const struct option *
find_name(const char *name, size_t n)
{
	size_t i;

	for (i = 0; i < KNOWN; i++)
		if (known[i].name && strlen(known[i].name) == n && !memcmp(known[i].name, name, n))
			return &known[i];
	return NULL;
}

static const struct option *
find_letter(char letter)
{
	size_t i;

	for (i = 0; i < KNOWN; i++)
		if (known[i].letter == letter)
			return &known[i];
	return NULL;
}

bool
options_knows(const char *word)
{
	return !strncmp(word, "--", 2) && find_name(word + 2, strcspn(word + 2, "="));
}

static unsigned long
read_number(const char *s, const char *option, unsigned long least, unsigned long most)
{
	char *end;
	unsigned long n;

	errno = 0;
	n = strtoul(s, &end, 10);
	if (*s < '0' || *s > '9' || *end || errno || n < least || n > most)
		message_die(STATUS_USAGE, "%s: '%s' is no whole number from %lu to %lu", option, s,
		    least, most);
	return n;
}

static enum field
read_field(const char *name, size_t n, const char *option)
{
	const char *names[FIELD_COUNT + 1] = {NULL}, *near;
	enum field f = field_find(name, n);
	char *copy;

	if (f != FIELD_COUNT)
		return f;
	for (f = 0; f < FIELD_COUNT; f++)
		names[f] = field_name(f);
	copy = memory_copy_n(name, n);
	near = near_word(copy, names);
	message_die(STATUS_USAGE,
	    "%s: unknown field '%s'%s%s%s; the fields are Ir Dr Dw COND IND COND_m IND_m Ir_m1 Dr_m1 "
	    "Dw_m1 Ir_mm Dr_mm Dw_mm",
	    option, copy, near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

static void
read_fields(struct options *options, const char *s)
{
	for (;;) {
		size_t n = strcspn(s, ",");

		options->fields |= 1u << read_field(s, n, "--fields");
		if (!s[n])
			return;
		s += n + 1;
	}
}

static void
read_sort(struct options *options, const char *s)
{
	const char *colon = strchr(s, ':');

	if (!colon || !colon[1])
		message_die(STATUS_USAGE,
		    "--sort: '%s' has not the form FIELD:PUT, as in --sort=Ir:0", s);
	options->sort_field = read_field(s, (size_t)(colon - s), "--sort");
	options->sort_put = colon + 1;
}

static long long
read_bound(const char *s, const char **end)
{
	char *stop;
	long long n;

	errno = 0;
	n = strtoll(s, &stop, 10);
	*end = stop == s || errno || *s == ' ' || *s == '+' ? NULL : stop;
	return n;
}

static void
read_bisect(struct options *options, const char *s)
{
	const char *first = strchr(s, ','), *second = NULL, *end = NULL;

	if (first)
		options->bisect_min = read_bound(first + 1, &second);
	if (second && *second == ',')
		options->bisect_max = read_bound(second + 1, &end);
	if (!end || *end)
		message_die(STATUS_USAGE,
		    "--bisect: '%s' has not the form FIELD,MIN,MAX with whole numbers, as in "
		    "--bisect=Ir,100,105", s);
	options->bisect = true;
	options->bisect_field = read_field(s, (size_t)(first - s), "--bisect");
	if (options->bisect_min > options->bisect_max)
		message_die(STATUS_USAGE, "--bisect: the minimum %lld is more than the maximum %lld",
		    options->bisect_min, options->bisect_max);
}

static void
read_loops(struct options *options, const char *s)
{
	const char *comma = strchr(s, ',');
	char *first;

	if (!comma)
		message_die(STATUS_USAGE, "--loops: '%s' has not the form SHORT,LONG, as in --loops=10,20", s);
	first = memory_copy_n(s, (size_t)(comma - s));
	options->loops[0] = read_number(first, "--loops", 1, 1000000000);
	options->loops[1] = read_number(comma + 1, "--loops", 1, 1000000000);
	free(first);
	if (options->loops[0] >= options->loops[1])
		message_die(STATUS_USAGE, "--loops: SHORT (%lu) must be less than LONG (%lu)",
		    options->loops[0], options->loops[1]);
}

static void
read_words(struct words *words, const char *s, const char *option)
{
	if (!words_split(words, s))
		message_die(STATUS_USAGE, "%s: a quote is left open in: %s", option, s);
}

static void
read_action(struct options *options, const char *s)
{
	if (!strcmp(s, "grind"))
		options->action = ACTION_GRIND;
	else if (!strcmp(s, "selftest"))
		options->action = ACTION_SELFTEST;
	else
		message_die(STATUS_USAGE, "--action: '%s' is none; they are grind, selftest", s);
}

static void
read_engine(struct options *options, const char *s)
{
	if (strcmp(s, "exec"))
		message_die(STATUS_USAGE, "--engine: '%s' is none; there is exec", s);
	options->engine = s;
}

/* What one value can say of itself; what takes more has a function above. */
static void
set_value(struct options *options, enum id id, const char *value)
{
	switch (id) {
	case ACTION: read_action(options, value); break;
	case BENCHFILE: options->benchfile = value; break;
	case BISECT: read_bisect(options, value); break;
	case CODE: options->code = value; break;
	case COMPACT: options->compact = value; break;
	case ENGINE: read_engine(options, value); break;
	case FIELDS: read_fields(options, value); break;
	case GRINDARGS: read_words(&options->grindargs, value, "--grindargs"); break;
	case JOBS: options->jobs = (unsigned)read_number(value, "--jobs", 1, 1024); break;
	case KEEP: options->keep = value; break;
	case LANGUAGE: options->language = value; break;
	case LOOPS: read_loops(options, value); break;
	case NORM: options->norm = value; break;
	case PREAMBLE: options->preamble = value; break;
	case PUTARGS: read_words(&options->putargs, value, "--putargs"); break;
	case READ: words_add(&options->reads, value); break;
	case SETUP: options->setup = value; break;
	case SORT: read_sort(options, value); break;
	case TESTS: options->tests = value; break;
	case TIMEOUT:
		options->timeout = (unsigned)read_number(value, "--timeout", 1, 1000000);
		break;
	case WRITE: options->write = value; break;
	default: abort();
	}
}

static void
set_flag(struct options *options, enum id id)
{
	switch (id) {
	case AUTOLABEL: options->autolabel = true; break;
	case AVERAGE: options->average = true; break;
	case DEBUG: options->debug = true; break;
	case HELP: options->action = ACTION_HELP; break;
	case RAW: options->raw = true; break;
	case SHOW: options->show = true; break;
	case VERBOSE: options->verbose = true; break;
	case VERSION_ID: options->action = ACTION_VERSION; break;
	default: abort();
	}
}

static _Noreturn void
unknown_long(const char *name, size_t n)
{
	const char *names[KNOWN + 1] = {NULL}, *near;
	char *copy = memory_copy_n(name, n);
	size_t i, count = 0;

	for (i = 0; i < KNOWN; i++)
		if (known[i].name)
			names[count++] = known[i].name;
	for (i = 0, near = NULL; i < count && !near; i++)
		if (n > 1 && !strncmp(names[i], copy, n))
			near = names[i];
	if (!near)
		near = near_word(copy, names);
	if (near)
		message_die(STATUS_USAGE, "unknown option --%s; did you mean --%s?", copy, near);
	message_die(STATUS_USAGE, "unknown option --%s; cgbench --help lists them", copy);
}

/* The value of the option in argv[*i] that stands behind '=' or in the next word. */
static const char *
value_of(const char *shown, const char *attached, int argc, char **argv, int *i)
{
	const char *value = attached;

	if (!value && *i + 1 < argc)
		value = argv[++*i];
	if (!value || !*value)
		message_die(STATUS_USAGE, "option %s needs a value", shown);
	return value;
}

static void
read_long(struct options *options, int argc, char **argv, int *i)
{
	const char *name = argv[*i] + 2;
	size_t n = strcspn(name, "=");
	const char *attached = name[n] ? name + n + 1 : NULL;
	const struct option *option = find_name(name, n);
	char shown[32] = "--";

	if (!option)
		unknown_long(name, n);
	strncat(shown, option->name, sizeof shown - 3);
	if (option->takes == VALUE) {
		set_value(options, option->id, value_of(shown, attached, argc, argv, i));
		return;
	}
	if (option->takes == PERHAPS)
		options->help_topic = attached;
	else if (attached)
		message_die(STATUS_USAGE, "option %s takes no value", shown);
	set_flag(options, option->id);
}

/* "-j8", "-j 8", "-j=8", "-vj8" */
static void
read_short(struct options *options, int argc, char **argv, int *i)
{
	const char *s = argv[*i] + 1;
	const struct option *option = find_name(s, strcspn(s, "="));
	char shown[3] = "-";

	if (s[1] && option)
		message_die(STATUS_USAGE, "-%s: did you mean --%s? A long option has two dashes", s, s);
	for (; *s; s++) {
		shown[1] = *s;
		option = find_letter(*s);
		if (!option)
			message_die(STATUS_USAGE, "unknown option %s in %s; cgbench --help lists them",
			    shown, argv[*i]);
		if (option->takes == VALUE) {
			const char *attached = s[1] == '=' ? s + 2 : s[1] ? s + 1 : NULL;

			set_value(options, option->id, value_of(shown, attached, argc, argv, i));
			return;
		}
		set_flag(options, option->id);
	}
}

void
options_parse(struct options *options, int argc, char **argv)
{
	int i;

	*options = (struct options){.timeout = 60};
	for (i = 1; i < argc && argv[i][0] == '-' && argv[i][1]; i++) {
		if (!strcmp(argv[i], "--")) {
			i++;
			break;
		}
		if (argv[i][1] == '-')
			read_long(options, argc, argv, &i);
		else
			read_short(options, argc, argv, &i);
	}
	putargs_parse(&options->puts, argc - i, argv + i);
	if (options->autolabel)
		putargs_autolabel(&options->puts);
	putargs_check(&options->puts);
	valgrind_check_args(&options->grindargs);
}

void
options_free(struct options *options)
{
	words_free(&options->reads);
	words_free(&options->grindargs);
	words_free(&options->putargs);
	puts_free(&options->puts);
}
