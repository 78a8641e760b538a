#include <ctype.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/option_table.h"
#include "input/benchfile.h"
#include "model/chance.h"
#include "model/memory_layout.h"
#include "model/param.h"
#include "report/format.h"
#include "util/array.h"
#include "util/memory.h"
#include "util/message.h"
#include "util/text.h"
#include "util/words.h"

/* Reads the n bytes at s as a number. name: of the option. */
static unsigned long
read_number(const char *s, size_t n, const char *name, unsigned long least, unsigned long most)
{
	char *end;
	unsigned long number = strtoul(s, &end, 10);

	if (*s < '0' || *s > '9' || end != s + n || number < least || number > most)
		message_die(STATUS_USAGE, "--%s: '%.*s' is not a whole number from %lu to %lu",
		    name, (int)n, s, least, most);
	return number;
}

/* Returns true for the name of a time, which is no field. */
static bool
is_time(const char *name, size_t n)
{
	static const char *const names[] = {"time", "times", "ns", "median", "p90", "p99"};

	for (size_t i = 0; i < COUNTOF(names); i++)
		if (strlen(names[i]) == n && !strncasecmp(names[i], name, n))
			return true;
	return false;
}

static enum field
read_field(const struct options *options, const char *name, size_t n, const char *option)
{
	const char *const *names = fields_names(options->fields);
	enum field f = field_find(names, name, n);

	if (f == FIELD_NONE && is_time(name, n))
		message_die(STATUS_USAGE,
		    "%s: '%.*s' is not a count: times differ between runs and are only shown%s",
		    option, (int)n, name, options->measure.timed ? "" : "; use --time=SECONDS");
	if (f == FIELD_NONE)
		message_die(STATUS_USAGE, "%s: %s", option, field_unknown(names, name, n));
	return f;
}

static void
read_fields(struct options *options, const char *s)
{
	for (options->view.fields = 0;;) {
		size_t n = strcspn(s, ",");

		options->view.fields |= FIELD_BIT(read_field(options, s, n, "--fields"));
		if (!s[n])
			return;
		s += n + 1;
	}
}

static void
read_derive(struct options *options, const char *s)
{
	fields_define(options->fields, s);
}

static void
read_verdict(struct options *options, const char *s)
{
	const char *unknown;
	size_t n;

	options->view.by_verdict = true;
	options->view.verdicts = verdict_list(s, &unknown);
	if (!strcmp(s, "any"))
		options->view.verdicts = VERDICT_ANY;
	if (!strcmp(s, "any") || !strcmp(s, "none") || (options->view.verdicts && !*unknown))
		return;
	n = strcspn(unknown, ", ");
	if (text_equals(unknown, n, "any") || text_equals(unknown, n, "none"))
		message_die(STATUS_USAGE,
		    "--verdict=%s: '%.*s' cannot be combined with other verdicts: use it alone",
		    s, (int)n, unknown);
	message_die(STATUS_USAGE, "--verdict: unknown verdict '%.*s'; use %s, any or none",
	    (int)n, unknown, verdict_names(VERDICT_ANY));
}

static void
read_sort(struct options *options, const char *s)
{
	const char *colon = strchr(s, ':');

	options->view.sort_put = NULL;
	options->view.sort_change = !strcmp(s, "change");
	if (options->view.sort_change)
		return;
	if (!colon || !colon[1])
		message_die(STATUS_USAGE,
		    "--sort: invalid value '%s'; use FIELD:PUT, as in --sort=Ir:0, or change",
		    s);
	options->view.sort_field = read_field(options, s, (size_t)(colon - s), "--sort");
	options->view.sort_put = colon + 1;
}

/* Reads "0.5" or "0.5%". */
static double
read_percent(const char *s, const char *option)
{
	char *end;
	double percent = strtod(s, &end);

	if (!*s || !strchr("0123456789.", *s) || end == s || (*end && strcmp(end, "%") != 0))
		message_die(STATUS_USAGE, "%s: '%s' is not a percentage, as in %s=0.5", option,
		    s, option);
	return percent;
}

static void
read_changed(struct options *options, const char *s)
{
	options->view.changed = true;
	options->view.least = s ? read_percent(s, "--changed") : 0;
}

static void
read_check(struct options *options, const char *s)
{
	options->judge.check = true;
	options->judge.varying = s ? read_percent(s, "--check") : VARYING_ALLOWED;
}

static void
read_explain(struct options *options, const char *s)
{
	options->view.explain = true;
	for (size_t n; s; s = s[n] ? s + n + 1 : NULL) {
		n = strcspn(s, ",");
		if (text_equals(s, n, "all"))
			options->print.explain_all = true;
		else if (text_equals(s, n, "intel"))
			options->print.explain_intel = true;
		else if (text_equals(s, n, "annotate"))
			options->print.explain_annotate = true;
		else if (*s < '0' || *s > '9')
			message_die(STATUS_USAGE,
			    "--explain: invalid value '%s'; use all, annotate, intel or a "
			    "number of tests",
			    s);
		else
			options->print.explain_most =
			    (unsigned)read_number(s, n, "explain", 1, 1000000);
	}
}

static void
read_format(struct options *options, const char *s)
{
	format_check(s);
	words_add(&options->print.formats, s);
}

static void
read_gate(struct options *options, const char *s)
{
	const char *field;
	struct gate gate;
	size_t n;

	gate_parse(&gate, s, &field, &n);
	gate.field = read_field(options, field, n, "--fail-above");
	*ARRAY_ADD(options->judge.gates.v, options->judge.gates.n) = gate;
}

static void
read_bisect(struct options *options, const char *s)
{
	size_t n;

	options->judge.bisect = true;
	bisect_parse(&options->judge.good, s, &n);
	options->judge.good.field = read_field(options, s, n, "--bisect");
}

static void
read_code(struct options *options, const char *s)
{
	words_add(&options->measure.code_names, "");
	words_add(&options->measure.code, s);
}

static void
read_snippet(struct options *options, const char *s)
{
	size_t n = strcspn(s, "=");
	char *name = memory_copy_n(s, n);

	if (!s[n] || !s[n + 1])
		message_die(STATUS_USAGE,
		    "--snippet: '%s' is not of the form NAME=CODE, as in --snippet='add=x + y'",
		    s);
	benchfile_check_name(name, "--snippet");
	words_take(&options->measure.code_names, name);
	words_add(&options->measure.code, s + n + 1);
}

static void
read_param(struct options *options, const char *s)
{
	param_option_add(&options->measure.params, s);
}

static void
read_shard(struct options *options, const char *s)
{
	size_t n = strcspn(s, "/");
	const char *count = s + n + 1;

	if (!s[n])
		message_die(
		    STATUS_USAGE, "--shard: '%s' is not of the form I/N, as in --shard=1/4", s);
	options->measure.shard.count =
	    (unsigned)read_number(count, strlen(count), "shard", 1, SHARDS_MOST);
	options->measure.shard.number =
	    (unsigned)read_number(s, n, "shard", 1, options->measure.shard.count);
}

static void
read_loops(struct options *options, const char *s)
{
	size_t n = strcspn(s, ",");
	unsigned long *loops = options->measure.loops;

	if (!s[n])
		message_die(STATUS_USAGE,
		    "--loops: '%s' is not of the form SHORT,LONG, as in --loops=10,20", s);
	loops[0] = read_number(s, n, "loops", 1, 1000000000);
	loops[1] = read_number(s + n + 1, strlen(s + n + 1), "loops", 1, 1000000000);
	if (loops[0] >= loops[1])
		message_die(STATUS_USAGE, "--loops: SHORT (%lu) must be less than LONG (%lu)",
		    loops[0], loops[1]);
}

/* --action=check is another name of --check. */
static void
read_action(struct options *options, const char *s)
{
	if (!strcmp(s, "check"))
		option_set(option_named(s, strlen(s)), options, NULL);
	else
		options->action = !strcmp(s, "grind")       ? ACTION_GRIND
		                  : !strcmp(s, "languages") ? ACTION_LANGUAGES
		                  : !strcmp(s, "doctor")    ? ACTION_DOCTOR
		                                            : ACTION_SELFTEST;
}

/* A name that is not set is more likely misspelt than meant. */
static void
read_inherited(struct options *options, const char *s)
{
	size_t n;

	for (;; s += n + 1) {
		OWNED char *name = memory_copy_n(s, n = strcspn(s, ","));
		const char *value = getenv(name);

		if (!value)
			message_die(STATUS_USAGE,
			    "--inherit-env: '%s' is not set in the environment", name);
		words_take(&options->measure.inherited, text_print("%s=%s", name, value));
		if (!s[n])
			return;
	}
}

static void
read_history(struct options *options, const char *s)
{
	options->save.history = true;
	options->save.history_dir = s;
}

static void
read_complete(struct options *options, const char *s)
{
	options->action = ACTION_COMPLETE;
	words_add(&options->complete, s);
}

static void
read_width(struct options *options, const char *s)
{
	size_t width = read_number(s, strlen(s), "width", 0, 1000000);

	options->view.width = width ? width : SIZE_MAX;
}

static void
read_time(struct options *options, const char *s)
{
	char *end;

	options->measure.timed = true;
	options->measure.time = s ? strtod(s, &end) : options->measure.time;
	/* strtod takes blanks, signs, hexadecimal numbers and names, too. */
	if (s &&
	    (!strchr("0123456789.", *s) || strspn(s, "0123456789.e-") != strlen(s) || *end ||
	        !(options->measure.time >= 0.001 && options->measure.time <= 86400)))
		message_die(STATUS_USAGE,
		    "--time: '%s' is not a number of seconds from 0.001 to 86400", s);
}

static void
read_real(struct options *options, const char *s)
{
	if (!chance_read(s, CHANCE_PINNED, &options->measure.real))
		message_die(STATUS_USAGE, "--real=%s: " CHANCE_RULE, s);
}

#define READ_BY(member, function) READ, AT(member), .read = (function)
#define AT(member) \
	.offset = offsetof(struct options, member), .size = sizeof((struct options *)0)->member

/* The options stand in the order of --help. */
static const struct option known[] = {
    {"benchfile", 0, MEASURE, "FILE", "the tests, or a directory of them", LIST,
        AT(measure.benchfiles)},
    {"param", 0, MEASURE, "PARAM=V,...", "values of a parameter",
        READ_BY(measure.params, read_param)},
    {"tests", 0, MEASURE, "TEST,...|/REGEX/", "only these tests", STRING, AT(measure.tests)},
    {"list", 0, MEASURE, NULL, "list the tests, measure nothing", ACT, AT(action),
        .action = ACTION_LIST},
    {NULL, 'e', MEASURE, "CODE", "a test, instead of a benchfile",
        READ_BY(measure.code, read_code)},
    {"snippet", 0, MEASURE, "NAME=CODE", "the same, with a name",
        READ_BY(measure.code, read_snippet)},
    {"setup", 's', MEASURE, "SETUP", "runs once before -e or a command", LIST,
        AT(measure.setup)},
    {"preamble", 0, MEASURE, "TEXT", "before the function of -e", LIST, AT(measure.preamble)},
    {"ldflags", 0, MEASURE, "WORDS", "for linking, as -lm", SPLIT, AT(measure.ldflags)},
    {"sources", 0, MEASURE, "FILES", "compile and link these too", SPLIT, AT(measure.sources)},
    {"command", 0, MEASURE, NULL, "whole command lines follow", FLAG, AT(measure.command)},
    {"prepare", 0, MEASURE, "CMD", "runs before each run of a command", LIST,
        AT(measure.prepare)},
    {"input", 0, MEASURE, "FILE", "standard input of commands", STRING, AT(measure.input)},
    {"ignore-status", 0, MEASURE, NULL, "commands may fail", FLAG, AT(measure.ignore_status)},
    {"inherit-env", 0, MEASURE, "NAME,...", "variables that programs share with you",
        READ_BY(measure.inherited, read_inherited)},
    {"putargs", 0, MEASURE, "ARGS", "arguments for every program", SPLIT, AT(measure.putargs)},
    {"perlargs", 0, HIDDEN, "ARGS", "old name of --putargs", SPLIT, AT(measure.putargs)},
    {"language", 0, MEASURE, "LANG", "the language of all programs", STRING,
        AT(measure.language)},
    {"language-file", 0, MEASURE, "FILE", "one more language", LIST,
        AT(measure.language_files)},
    {"jobs", 'j', MEASURE, "N", "the number of parallel processes", NUMBER, AT(measure.jobs),
        .most = 1024},
    {"shard", 0, MEASURE, "I/N", "every Nth of the tests", READ_BY(measure.shard, read_shard)},
    {"loops", 0, MEASURE, "SHORT,LONG", "iterations of the two loops",
        READ_BY(measure.loops, read_loops)},
    {"timeout", 0, MEASURE, "SECONDS", "for each process", NUMBER, AT(measure.timeout),
        .most = 1000000},
    {"engine", 0, MEASURE, "fork|exec|qemu|step", "how programs are run", STRING,
        AT(measure.engine)},
    {"real", 0, MEASURE, "WHAT,...", "do not pin these: time, random, pid",
        READ_BY(measure.real, read_real)},
    {"cpu", 0, MEASURE, "v1|v2|v3", "processor for the C library", STRING, AT(measure.cpu)},
    {"host-cache", 0, MEASURE, NULL, "this host's caches", FLAG, AT(measure.host_cache)},
    {"grindargs", 0, MEASURE, "ARGS", "options for cachegrind", SPLIT, AT(measure.grindargs)},
    {"keep", 0, MEASURE, "DIR", "keep sources and programs there", STRING, AT(measure.keep)},
    {"jitter", 0, MEASURE, "N", "measure in other layouts too", NUMBER, AT(measure.jitter),
        .most = MEMORY_LAYOUT_MOST},
    {"time", 0, MEASURE, "[=SECONDS]", "also run each test with a clock",
        READ_BY(measure.timed, read_time)},
    {"verbose", 'v', MEASURE, NULL, "report each count when it is done", FLAG, AT(verbose)},
    {"debug", 0, OTHER, NULL, "print every command", FLAG, AT(measure.debug)},
    {"raw", 0, PRINT, NULL, "counts without changes", FLAG, AT(view.raw)},
    {"fields", 0, PRINT, "FIELD,...", "only these fields", READ_FIELDS, AT(view.fields),
        .read = read_fields},
    {"derive", 0, PRINT, "NAME=FORMULA", "a field calculated from others",
        READ_BY(fields, read_derive)},
    {"norm", 0, PRINT, "PUT", "what is compared with", STRING, AT(view.norm)},
    {"columns", 0, PRINT, "PARAM|tests|puts", "what is compared", STRING, AT(print.columns)},
    {"compact", 0, PRINT, "PUT", "one column, a line per test", STRING, AT(view.compact)},
    {"average", 0, PRINT, NULL, "only the average of --tables", FLAG, AT(view.average)},
    {"sort", 0, PRINT, "FIELD:PUT|change", "order of the tests", READ_FIELDS, AT(view.sort_put),
        .read = read_sort},
    {"verdict", 0, PRINT, "VERDICT,...|any|none", "only tests with these verdicts",
        READ_BY(view.by_verdict, read_verdict)},
    {"explain", 0, PRINT, "[=HOW]", "why the counts differ",
        READ_BY(view.explain, read_explain)},
    {"show", 0, PRINT, NULL, "print with --write or --bisect too", FLAG, AT(print.show)},
    {"autolabel", 0, PRINT, NULL, "label columns by what differs", FLAG, AT(print.autolabel)},
    {"tables", 0, PRINT, NULL, "bench.pl's: more is better", FLAG, AT(view.tables)},
    {"summary", 0, PRINT, NULL, "what changed, without tables", FLAG, AT(view.summary)},
    {"changed", 0, PRINT, "[=PERCENT]", "only tests that changed",
        READ_BY(view.changed, read_changed)},
    {"format", 0, PRINT, "FORMAT[:FILE]", "print or write in that format",
        READ_BY(print.formats, read_format)},
    {"color", 0, PRINT, "auto|always|never", "whether tables are coloured", CHOICE,
        AT(view.colors)},
    {"no-pager", 0, PRINT, NULL, "print without a pager", FLAG, AT(print.no_pager)},
    {"width", 0, PRINT, "N", "the width of tables, in columns",
        READ_BY(view.width, read_width)},
    {"write", 'w', SAVE, "FILE", "save the results", STRING, AT(save.write)},
    {"resume", 0, SAVE, NULL, "go on with an interrupted --write", FLAG, AT(save.resume)},
    {"profile", 0, SAVE, NULL, "save what --explain needs", FLAG, AT(save.profile)},
    {"read", 'r', SAVE, "FILE", "use saved results", LIST, AT(save.reads)},
    {"baseline", 0, SAVE, "FILE", "saved results to compare with", STRING, AT(save.baseline),
        .once = true},
    {"history", 0, SAVE, "[=DIR]", "saved runs over time", READ_BY(save.history, read_history)},
    {"label", 0, SAVE, "LABEL", "of a command; or only that of a history", LIST,
        AT(save.labels)},
    {"force", 0, SAVE, NULL, "compare even if measured differently", FLAG, AT(save.force)},
    {"fail-above", 0, JUDGE, "FIELD,LIMIT", "a gate for the counts", READ_FIELDS,
        AT(judge.gates), .read = read_gate},
    {"check", 0, JUDGE, "[=PERCENT]", "whether every test makes sense",
        READ_BY(judge.check, read_check), .once = true},
    {"verify", 0, JUDGE, NULL, "look for all verdicts", FLAG, AT(judge.verify)},
    {"bisect", 0, JUDGE, "FIELD,RANGE", "is the count good?", READ_FIELDS, AT(judge.bisect),
        .read = read_bisect, .once = true},
    {"action", 0, OTHER, "grind|check|languages|doctor|selftest", "what to do",
        READ_BY(action, read_action)},
    {"completion", 0, OTHER, "bash|zsh|fish", "print its script", ACT, AT(argument),
        .action = ACTION_COMPLETION},
    {"complete", 0, HIDDEN, "LINE", "candidates for the rest of a line",
        READ_BY(complete, read_complete)},
    {"version", 0, OTHER, NULL, "print the version", ACT, AT(action), .action = ACTION_VERSION},
    {"help", 'h', OTHER, "[=TOPIC]", "print a page of help", ACT, AT(action),
        .action = ACTION_HELP},
};
enum { KNOWN = COUNTOF(known) };

const struct option *
option_named(const char *name, size_t n)
{
	for (size_t i = 0; i < KNOWN; i++)
		if (known[i].name && text_equals(name, n, known[i].name))
			return &known[i];
	return NULL;
}

const struct option *
option_lettered(char letter)
{
	for (size_t i = 0; i < KNOWN; i++)
		if (known[i].letter == letter)
			return &known[i];
	return NULL;
}

const char *
option_abbreviated(const char *name, size_t n)
{
	for (size_t i = 0; i < KNOWN; i++)
		if (known[i].name && !strncasecmp(known[i].name, name, n))
			return known[i].name;
	return NULL;
}

const char *
option_near(const char *name, size_t n)
{
	const char *names[KNOWN + 1] = {NULL};
	OWNED char *copy = memory_copy_n(name, n);
	size_t count = 0;

	for (size_t i = 0; i < n; i++)
		copy[i] = (char)tolower((unsigned char)copy[i]);
	for (size_t i = 0; i < KNOWN; i++)
		if (known[i].name)
			names[count++] = known[i].name;
	return words_guess(copy, names);
}

bool
option_given(const struct options *options, const struct option *option)
{
	const char *member = (const char *)options + option->offset;

	for (size_t i = 0; i < option->size; i++)
		if (member[i])
			return true;
	return false;
}

bool
option_is(const char *word)
{
	return text_begins(word, "--") && option_named(word + 2, strcspn(word + 2, "="));
}

const struct option *
option_next(const struct option *option)
{
	option = option ? option + 1 : known;
	return option < known + KNOWN ? option : NULL;
}

enum takes
option_takes(const struct option *option)
{
	if (!option->value)
		return TAKES_NOTHING;
	return option->value[0] == '[' && option->value[1] == '=' ? TAKES_PERHAPS : TAKES_VALUE;
}

/* Returns the place of a value in the option's form, such as "auto|always|never". */
static int
option_table_choose(const struct option *option, const char *value)
{
	const char *form = option->value;
	FREED_BY(text_free) struct text all = TEXT_EMPTY;
	int place = 0, found = -1;
	size_t n;

	for (; *form; form += n + (form[n] == '|'), place++) {
		n = strcspn(form, "|");
		if (text_equals(form, n, value))
			found = place;
		text_addf(&all, "%s%.*s", !all.n ? "" : form[n] ? ", " : " or ", (int)n, form);
	}
	if (found < 0)
		message_die(STATUS_USAGE, "--%s: invalid value '%s'; use %s", option->name,
		    value, all.s);
	return found;
}

void
option_set(const struct option *option, struct options *options, const char *value)
{
	void *member = (char *)options + option->offset;
	int choice = option->value && islower((unsigned char)*option->value)
	                 ? option_table_choose(option, value)
	                 : 0;

	/* A gate that replaced another would let pass what the first one refuses. */
	if (option->once && option_given(options, option))
		message_die(STATUS_USAGE,
		    "--%s is given twice: the second would replace the first", option->name);
	switch (option->kind) {
	case FLAG:
		*(bool *)member = true;
		break;
	case STRING:
		*(const char **)member = value;
		break;
	case NUMBER:
		if (value)
			*(unsigned *)member = (unsigned)read_number(
			    value, strlen(value), option->name, 1, option->most);
		break;
	case CHOICE:
		*(int *)member = choice;
		break;
	case LIST:
		words_add(member, value);
		break;
	case SPLIT:
		if (!words_split(member, value))
			message_die(STATUS_USAGE, "--%s: a quote is left open in: %s",
			    option->name, value);
		break;
	case ACT:
		options->action = option->action;
		options->argument = value;
		break;
	case READ:
	case READ_FIELDS:
		option->read(options, value);
		break;
	}
}
