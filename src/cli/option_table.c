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

/* Whether the name is that of a time, which is no field. */
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
		    "%s: '%.*s' is no count: times differ from run to run, and are only shown%s",
		    option, (int)n, name, options->timed ? "" : "; use --time=SECONDS");
	if (f == FIELD_NONE)
		message_die(STATUS_USAGE, "%s: %s", option, field_unknown(names, name, n));
	return f;
}

static void
read_fields(struct options *options, const char *s)
{
	for (options->shown = 0;;) {
		size_t n = strcspn(s, ",");

		options->shown |= FIELD_BIT(read_field(options, s, n, "--fields"));
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

	options->by_verdict = true;
	options->verdicts = verdict_list(s, &unknown);
	if (!strcmp(s, "any"))
		options->verdicts = VERDICT_ANY;
	if (!strcmp(s, "any") || !strcmp(s, "none") || (options->verdicts && !*unknown))
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

	options->sort_put = NULL;
	options->sort_change = !strcmp(s, "change");
	if (options->sort_change)
		return;
	if (!colon || !colon[1])
		message_die(STATUS_USAGE,
		    "--sort: '%s' is neither of the form FIELD:PUT, as in --sort=Ir:0, nor "
		    "'change'",
		    s);
	options->sort_field = read_field(options, s, (size_t)(colon - s), "--sort");
	options->sort_put = colon + 1;
}

/* "0.5" or "0.5%" */
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
	options->changed = true;
	options->least = s ? read_percent(s, "--changed") : 0;
}

/* A gate that replaced another would open it. */
static void
refuse_second(bool given, const char *option)
{
	if (given)
		message_die(STATUS_USAGE,
		    "%s is given twice: the second would replace the first", option);
}

static void
read_baseline(struct options *options, const char *s)
{
	refuse_second(options->baseline, "--baseline");
	options->baseline = s;
}

static void
read_check(struct options *options, const char *s)
{
	refuse_second(options->check, "--check");
	options->check = true;
	options->varying = s ? read_percent(s, "--check") : VARYING_ALLOWED;
}

static void
read_explain(struct options *options, const char *s)
{
	options->explain = true;
	for (size_t n; s; s = s[n] ? s + n + 1 : NULL) {
		n = strcspn(s, ",");
		if (text_equals(s, n, "all"))
			options->explain_all = true;
		else if (text_equals(s, n, "intel"))
			options->explain_intel = true;
		else if (*s < '0' || *s > '9')
			message_die(STATUS_USAGE,
			    "--explain: '%s' is neither 'all' nor 'intel' nor a number of tests",
			    s);
		else
			options->explain_most =
			    (unsigned)read_number(s, n, "explain", 1, 1000000);
	}
}

static void
read_format(struct options *options, const char *s)
{
	format_check(s);
	words_add(&options->formats, s);
}

static void
read_gate(struct options *options, const char *s)
{
	const char *field;
	struct gate gate;
	size_t n;

	gate_parse(&gate, s, &field, &n);
	gate.field = read_field(options, field, n, "--fail-above");
	*ARRAY_ADD(options->gates.v, options->gates.n) = gate;
}

static void
read_bisect(struct options *options, const char *s)
{
	size_t n;

	refuse_second(options->bisect, "--bisect");
	options->bisect = true;
	bisect_parse(&options->good, s, &n);
	options->good.field = read_field(options, s, n, "--bisect");
}

static void
option_table_add_code(struct options *options, char *name, const char *code)
{
	words_take(&options->code_names, name);
	words_add(&options->code, code);
}

static void
option_table_read_code(struct options *options, const char *s)
{
	option_table_add_code(options, memory_copy(""), s);
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
	option_table_add_code(options, name, s + n + 1);
}

static void
option_table_read_param(struct options *options, const char *s)
{
	param_option_add(&options->params, s);
}

static void
option_table_read_shard(struct options *options, const char *s)
{
	size_t n = strcspn(s, "/");
	const char *count = s + n + 1;

	if (!s[n])
		message_die(
		    STATUS_USAGE, "--shard: '%s' is not of the form I/N, as in --shard=1/4", s);
	options->shard.count =
	    (unsigned)read_number(count, strlen(count), "shard", 1, SHARDS_MOST);
	options->shard.number = (unsigned)read_number(s, n, "shard", 1, options->shard.count);
}

static void
option_table_read_loops(struct options *options, const char *s)
{
	size_t n = strcspn(s, ",");
	unsigned long *loops = options->loops;

	if (!s[n])
		message_die(STATUS_USAGE,
		    "--loops: '%s' is not of the form SHORT,LONG, as in --loops=10,20", s);
	loops[0] = read_number(s, n, "loops", 1, 1000000000);
	loops[1] = read_number(s + n + 1, strlen(s + n + 1), "loops", 1, 1000000000);
	if (loops[0] >= loops[1])
		message_die(STATUS_USAGE, "--loops: SHORT (%lu) must be less than LONG (%lu)",
		    loops[0], loops[1]);
}

static void
read_action(struct options *options, const char *s)
{
	if (!strcmp(s, "grind"))
		options->action = ACTION_GRIND;
	else if (!strcmp(s, "check"))
		read_check(options, NULL);
	else if (!strcmp(s, "languages"))
		options->action = ACTION_LANGUAGES;
	else if (!strcmp(s, "doctor"))
		options->action = ACTION_DOCTOR;
	else if (!strcmp(s, "selftest"))
		options->action = ACTION_SELFTEST;
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
		words_take(&options->inherited, text_print("%s=%s", name, value));
		if (!s[n])
			return;
	}
}

static void
read_history(struct options *options, const char *s)
{
	options->history = true;
	options->history_dir = s;
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

	options->width = width ? width : SIZE_MAX;
}

static void
read_time(struct options *options, const char *s)
{
	char *end;

	options->timed = true;
	if (!s)
		return;
	options->time = strtod(s, &end);
	/* strtod takes blanks, signs, hexadecimal numbers and names, too. */
	if (!strchr("0123456789.", *s) || strspn(s, "0123456789.e-") != strlen(s) || *end ||
	    !(options->time >= 0.001 && options->time <= 86400))
		message_die(STATUS_USAGE,
		    "--time: '%s' is not a number of seconds from 0.001 to 86400", s);
}

static void
option_table_read_real(struct options *options, const char *s)
{
	if (!chance_read(s, CHANCE_PINNED, &options->real))
		message_die(STATUS_USAGE, "--real=%s: " CHANCE_RULE, s);
}

#define AT(member) \
	.offset = offsetof(struct options, member), .size = sizeof((struct options *)0)->member

/* In the order of --help. */
static const struct option known[] = {
    {"benchfile", 0, LIST, AT(benchfiles), NULL, MEASURE, "FILE",
        "the tests, or a directory of them"},
    {"param", 0, READ, AT(params), option_table_read_param, MEASURE, "PARAM=V,...",
        "values of a parameter"},
    {"tests", 0, STRING, AT(tests), NULL, MEASURE, "TEST,...|/REGEX/", "only these tests"},
    {"list", 0, ACT, AT(action), NULL, MEASURE, NULL, "list the tests, measure nothing",
        .action = ACTION_LIST},
    {NULL, 'e', READ, AT(code), option_table_read_code, MEASURE, "CODE",
        "a test, instead of a benchfile"},
    {"snippet", 0, READ, AT(code), read_snippet, MEASURE, "NAME=CODE", "the same, with a name"},
    {NULL, 's', LIST, AT(setup), NULL, MEASURE, "SETUP", "runs once before the loop of -e"},
    {"preamble", 0, LIST, AT(preamble), NULL, MEASURE, "TEXT", "before the function of -e"},
    {"ldflags", 0, SPLIT, AT(ldflags), NULL, MEASURE, "WORDS", "for linking, as -lm"},
    {"sources", 0, SPLIT, AT(sources), NULL, MEASURE, "FILES", "compile and link these too"},
    {"command", 0, FLAG, AT(command), NULL, MEASURE, NULL, "the puts are whole command lines"},
    {"inherit-env", 0, READ, AT(inherited), read_inherited, MEASURE, "NAME,...",
        "variables that puts share with you"},
    {"putargs", 0, SPLIT, AT(putargs), NULL, MEASURE, "ARGS", "arguments for every put"},
    {"perlargs", 0, SPLIT, AT(putargs), NULL, HIDDEN, "ARGS", "old name of --putargs"},
    {"language", 0, STRING, AT(language), NULL, MEASURE, "LANGUAGE",
        "the language of all puts"},
    {"language-file", 0, LIST, AT(language_files), NULL, MEASURE, "FILE", "one more language"},
    {"jobs", 'j', NUMBER, AT(jobs), NULL, MEASURE, "N", "the number of parallel processes",
        1024},
    {"shard", 0, READ, AT(shard), option_table_read_shard, MEASURE, "I/N",
        "every Nth of the tests"},
    {"loops", 0, READ, AT(loops), option_table_read_loops, MEASURE, "SHORT,LONG",
        "iterations of the two loops"},
    {"timeout", 0, NUMBER, AT(timeout), NULL, MEASURE, "SECONDS", "for each process", 1000000},
    {"engine", 0, STRING, AT(engine), NULL, MEASURE, "fork|exec|qemu|step",
        "how programs are run"},
    {"real", 0, READ, AT(real), option_table_read_real, MEASURE, "WHAT,...",
        "do not pin these: time, random, pid"},
    {"cpu", 0, STRING, AT(cpu), NULL, MEASURE, "v1|v2|v3", "processor for the C library"},
    {"host-cache", 0, FLAG, AT(host_cache), NULL, MEASURE, NULL, "this host's caches"},
    {"grindargs", 0, SPLIT, AT(grindargs), NULL, MEASURE, "ARGS", "options for cachegrind"},
    {"keep", 0, STRING, AT(keep), NULL, MEASURE, "DIR", "keep sources and programs there"},
    {"jitter", 0, NUMBER, AT(jitter), NULL, MEASURE, "N", "measure in other layouts too",
        MEMORY_LAYOUT_MOST},
    {"time", 0, READ, AT(timed), read_time, MEASURE, "[=SECONDS]",
        "also run each test with a clock"},
    {"verbose", 'v', FLAG, AT(verbose), NULL, MEASURE, NULL,
        "report each cell when it is done"},
    {"debug", 0, FLAG, AT(debug), NULL, OTHER, NULL, "print every command"},
    {"raw", 0, FLAG, AT(raw), NULL, PRINT, NULL, "counts, not percentages"},
    {"fields", 0, READ_FIELDS, AT(shown), read_fields, PRINT, "FIELD,...", "only these fields"},
    {"derive", 0, READ, AT(fields), read_derive, PRINT, "NAME=FORMULA",
        "a field calculated from others"},
    {"norm", 0, STRING, AT(norm), NULL, PRINT, "PUT", "the put that is 100 %"},
    {"columns", 0, STRING, AT(columns), NULL, PRINT, "PARAM|tests|puts", "what is compared"},
    {"compact", 0, STRING, AT(compact), NULL, PRINT, "PUT", "one line per test of one put"},
    {"average", 0, FLAG, AT(average), NULL, PRINT, NULL, "only the average"},
    {"sort", 0, READ_FIELDS, AT(sort_put), read_sort, PRINT, "FIELD:PUT|change",
        "order of the tests"},
    {"verdict", 0, READ, AT(by_verdict), read_verdict, PRINT, "VERDICT,...|any|none",
        "only tests with these verdicts"},
    {"explain", 0, READ, AT(explain), read_explain, PRINT, "[=HOW]", "why the counts differ"},
    {"show", 0, FLAG, AT(show), NULL, PRINT, NULL, "print with --write or --bisect too"},
    {"autolabel", 0, FLAG, AT(autolabel), NULL, PRINT, NULL, "label puts by what differs"},
    {"tables", 0, FLAG, AT(tables), NULL, PRINT, NULL, "percentages of all fields"},
    {"summary", 0, FLAG, AT(summary), NULL, PRINT, NULL, "what changed, without tables"},
    {"changed", 0, READ, AT(changed), read_changed, PRINT, "[=PERCENT]",
        "only tests that changed"},
    {"format", 0, READ, AT(formats), read_format, PRINT, "FORMAT[:FILE]",
        "print or write in that format"},
    {"color", 0, CHOICE, AT(colors), NULL, PRINT, "auto|always|never",
        "whether tables are coloured"},
    {"no-pager", 0, FLAG, AT(no_pager), NULL, PRINT, NULL, "print without a pager"},
    {"width", 0, READ, AT(width), read_width, PRINT, "N", "the width of tables, in columns"},
    {"write", 'w', STRING, AT(write), NULL, SAVE, "FILE", "save the results"},
    {"resume", 0, FLAG, AT(resume), NULL, SAVE, NULL, "go on with an interrupted --write"},
    {"profile", 0, FLAG, AT(profile), NULL, SAVE, NULL, "save what --explain needs"},
    {"read", 'r', LIST, AT(reads), NULL, SAVE, "FILE", "use saved results"},
    {"baseline", 0, READ, AT(baseline), read_baseline, SAVE, "FILE",
        "saved results as the norm"},
    {"history", 0, READ, AT(history), read_history, SAVE, "[=DIR]", "saved runs over time"},
    {"label", 0, LIST, AT(labels), NULL, SAVE, "LABEL", "only this label of a history"},
    {"force", 0, FLAG, AT(force), NULL, SAVE, NULL, "compare even if measured differently"},
    {"fail-above", 0, READ_FIELDS, AT(gates), read_gate, JUDGE, "FIELD,LIMIT",
        "a gate for the counts"},
    {"check", 0, READ, AT(check), read_check, JUDGE, "[=PERCENT]",
        "whether every test makes sense"},
    {"verify", 0, FLAG, AT(verify), NULL, JUDGE, NULL, "look for all verdicts"},
    {"bisect", 0, READ_FIELDS, AT(bisect), read_bisect, JUDGE, "FIELD,RANGE",
        "is the count good?"},
    {"action", 0, READ, AT(action), read_action, OTHER, "grind|check|languages|doctor|selftest",
        "what to do"},
    {"completion", 0, ACT, AT(argument), NULL, OTHER, "bash|zsh|fish", "print its script",
        .action = ACTION_COMPLETION},
    {"complete", 0, READ, AT(complete), read_complete, HIDDEN, "LINE",
        "candidates for the rest of a line"},
    {"version", 0, ACT, AT(action), NULL, OTHER, NULL, "print the version",
        .action = ACTION_VERSION},
    {"help", 'h', ACT, AT(action), NULL, OTHER, "[=TOPIC]", "print a page of help",
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
option_given(const struct options *options, const char *word)
{
	const struct option *option = word[1] == '-' ? option_named(word + 2, strlen(word + 2))
	                                             : option_lettered(word[1]);
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

/* The place of a value among those that a form in small letters lists. */
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

	switch (option->kind) {
	case FLAG:
		*(bool *)member = true;
		break;
	case STRING:
		*(const char **)member = value;
		break;
	case NUMBER:
		*(unsigned *)member =
		    (unsigned)read_number(value, strlen(value), option->name, 1, option->most);
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
