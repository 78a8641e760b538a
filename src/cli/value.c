#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cli/value.h"
#include "model/derive.h"
#include "model/layout.h"
#include "report/format.h"
#include "util/memory.h"
#include "util/message.h"

static unsigned long
read_number(const char *s, const char *option, unsigned long least, unsigned long most)
{
	char *end;
	unsigned long n;

	n = strtoul(s, &end, 10);
	if (*s < '0' || *s > '9' || *end || n < least || n > most)
		message_die(STATUS_USAGE, "%s: '%s' is no whole number from %lu to %lu", option,
		    s, least, most);
	return n;
}

static enum field
read_field(const char *name, size_t n, const char *option)
{
	enum field f = field_find(name, n);

	if (f == FIELD_NONE)
		message_die(STATUS_USAGE, "%s: %s", option, field_unknown(name, n));
	return f;
}

void
value_fields(struct options *options, const char *s)
{
	for (options->fields = 0;;) {
		size_t n = strcspn(s, ",");

		options->fields |= 1u << read_field(s, n, "--fields");
		if (!s[n])
			return;
		s += n + 1;
	}
}

void
value_derive(struct options *options, const char *s)
{
	(void)options;
	derive_add(s);
}

void
value_verdict(struct options *options, const char *s)
{
	const char *unknown;

	options->by_verdict = true;
	options->verdicts = verdict_list(s, &unknown);
	if (!strcmp(s, "any"))
		options->verdicts = VERDICT_ANY;
	else if (strcmp(s, "none") && (!options->verdicts || *unknown))
		message_die(STATUS_USAGE,
		    "--verdict: unknown verdict '%.*s'; they are %s, any, none",
		    (int)strcspn(unknown, ", "), unknown, verdict_names());
}

void
value_sort(struct options *options, const char *s)
{
	const char *colon = strchr(s, ':');

	options->sort_put = NULL;
	options->sort_change = !strcmp(s, "change");
	if (options->sort_change)
		return;
	if (!colon || !colon[1])
		message_die(STATUS_USAGE,
		    "--sort: '%s' has not the form FIELD:PUT, as in --sort=Ir:0, nor is it "
		    "'change'",
		    s);
	options->sort_field = read_field(s, (size_t)(colon - s), "--sort");
	options->sort_put = colon + 1;
}

void
value_changed(struct options *options, const char *s)
{
	char *end = NULL;

	options->changed = true;
	options->least = s ? strtod(s, &end) : 0;
	if (s && (!*s || !strchr("0123456789.", *s) || (*end && strcmp(end, "%") != 0)))
		message_die(
		    STATUS_USAGE, "--changed: '%s' is no percentage, as in --changed=0.5", s);
}

void
value_format(struct options *options, const char *s)
{
	format_check(s);
	words_add(&options->formats, s);
}

void
value_gate(struct options *options, const char *s)
{
	const char *field;
	struct gate gate;
	size_t n;

	gate_parse(&gate, s, &field, &n);
	gate.field = read_field(field, n, "--fail-above");
	gates_add(&options->gates, &gate);
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

void
value_bisect(struct options *options, const char *s)
{
	const char *first = strchr(s, ','), *second = NULL, *end = NULL;

	if (first)
		options->bisect_min = read_bound(first + 1, &second);
	if (second && *second == ',')
		options->bisect_max = read_bound(second + 1, &end);
	if (!end || *end)
		message_die(STATUS_USAGE,
		    "--bisect: '%s' has not the form FIELD,MIN,MAX with whole numbers, as in "
		    "--bisect=Ir,100,105",
		    s);
	options->bisect = true;
	options->bisect_field = read_field(s, (size_t)(first - s), "--bisect");
	if (options->bisect_min > options->bisect_max)
		message_die(STATUS_USAGE,
		    "--bisect: the minimum %lld is more than the maximum %lld",
		    options->bisect_min, options->bisect_max);
}

void
value_loops(struct options *options, const char *s)
{
	const char *comma = strchr(s, ',');
	char *first;

	if (!comma)
		message_die(STATUS_USAGE,
		    "--loops: '%s' has not the form SHORT,LONG, as in --loops=10,20", s);
	first = memory_copy_n(s, (size_t)(comma - s));
	options->loops[0] = read_number(first, "--loops", 1, 1000000000);
	options->loops[1] = read_number(comma + 1, "--loops", 1, 1000000000);
	free(first);
	if (options->loops[0] >= options->loops[1])
		message_die(STATUS_USAGE, "--loops: SHORT (%lu) must be less than LONG (%lu)",
		    options->loops[0], options->loops[1]);
}

void
value_action(struct options *options, const char *s)
{
	if (!strcmp(s, "grind"))
		options->action = ACTION_GRIND;
	else if (!strcmp(s, "check"))
		options->check = true;
	else if (!strcmp(s, "languages"))
		options->action = ACTION_LANGUAGES;
	else if (!strcmp(s, "selftest"))
		options->action = ACTION_SELFTEST;
}

void
value_help(struct options *options, const char *s)
{
	options->action = ACTION_HELP;
	options->help_topic = s;
}

void
value_version(struct options *options, const char *s)
{
	(void)s;
	options->action = ACTION_VERSION;
}

void
value_color(struct options *options, const char *s)
{
	if (!strcmp(s, "auto"))
		options->colors = COLORS_AUTO;
	else if (!strcmp(s, "always"))
		options->colors = COLORS_ALWAYS;
	else if (!strcmp(s, "never"))
		options->colors = COLORS_NEVER;
}

void
value_complete(struct options *options, const char *s)
{
	options->action = ACTION_COMPLETE;
	words_add(&options->complete, s);
}

void
value_completion(struct options *options, const char *s)
{
	options->action = ACTION_COMPLETION;
	options->completion = s;
}

void
value_width(struct options *options, const char *s)
{
	size_t width = read_number(s, "--width", 0, 1000000);

	options->width = width ? width : SIZE_MAX;
}

void
value_jobs(struct options *options, const char *s)
{
	options->jobs = (unsigned)read_number(s, "--jobs", 1, 1024);
}

void
value_jitter(struct options *options, const char *s)
{
	options->jitter = (unsigned)read_number(s, "--jitter", 1, LAYOUT_MOST);
}

void
value_timeout(struct options *options, const char *s)
{
	options->timeout = (unsigned)read_number(s, "--timeout", 1, 1000000);
}
