#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/bisect.h"
#include "compare/comparable.h"
#include "util/message.h"

/* A whole number; *end is NULL if s is not one. */
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

/* "100,105" */
static bool
read_range(struct bisect *good, const char *s)
{
	const char *second, *end = NULL;

	good->min = read_bound(s, &second);
	if (second && *second == ',')
		good->max = read_bound(second + 1, &end);
	return end && !*end;
}

void
bisect_parse(struct bisect *good, const char *spec, size_t *n)
{
	const char *comma = strchr(spec, ',');

	*good = (struct bisect){.spec = spec};
	*n = strcspn(spec, ",");
	good->relative = comma && gate_parse_limit(&good->limit, comma + 1);
	if (!good->relative && (!comma || !read_range(good, comma + 1)))
		message_die(STATUS_USAGE,
		    "--bisect: invalid value '%s'; use FIELD,MIN,MAX with whole numbers, as in "
		    "--bisect=Ir,100,105, or FIELD,LIMIT, as in --bisect=Ir,+1%% or Ir,+5",
		    spec);
	if (good->min > good->max)
		message_die(STATUS_USAGE,
		    "--bisect: the minimum %lld is greater than the maximum %lld", good->min,
		    good->max);
}

/* Adds why the count of a put means less than it seems. Returns true if there is a reason. */
static bool
bisect_add_verdicts(const struct results *results, size_t put, enum field f, struct words *why)
{
	/* The count of a rep instruction is exact. */
	verdict_set verdicts =
	    results_unexpected(results, 0, put, FIELD_BIT(f)) & ~(1u << VERDICT_REP);

	EACH_VERDICT(v, verdicts)
		words_take(why,
		    text_print("%s on %s is not judged, because its verdict is %s: "
		               "%s; if that is intended, write 'expect = %s' in the "
		               "test",
		        results->tests.v[0].name, results->puts.v[put].label,
		        verdict_rows[v].name, verdict_rows[v].meaning, verdict_rows[v].name));
	return verdicts;
}

/* Returns STATUS_OK if the put has a value; otherwise adds why not. */
static int
check_value(const struct results *results, size_t put, enum field f, struct words *why)
{
	const char *test = results->tests.v[0].name, *label = results->puts.v[put].label;
	const struct cell *cell = results_cell(results, 0, put);

	if (!cell->measured) {
		words_take(why, text_print("%s on %s has no counts to judge", test, label));
		/* A failure of cgbench itself says nothing about the put. */
		return (cell->failure && (!strcmp(cell->failure->stage, STAGE_PREPARE) ||
		                             !strcmp(cell->failure->stage, STAGE_KEEP)))
		           ? STATUS_FAILURE
		           : STATUS_SKIP;
	}
	if (bisect_add_verdicts(results, put, f, why))
		return STATUS_SKIP;
	if (calc_value(results, 0, put, f).known)
		return STATUS_OK;
	words_take(why, text_print("%s of %s on %s has no value: %s",
	                    fields_name(results->fields, f), test, label,
	                    calc_is_uncounted(results, 0, put, f)
	                        ? "QEMU counts only Ir, Dr and Dw"
	                        : "it divides by zero, or the size is unknown"));
	return STATUS_FAILURE;
}

/* Why the norm's value cannot be compared with the put's; NULL: it can. The caller frees. */
static char *
incomparable(const struct comparison *comparison, size_t put, bool same)
{
	const struct put *puts = comparison->results->puts.v;
	char *why = comparable_difference(&puts[comparison->norm], &puts[put], same);
	const char *name = comparison->results->tests.v[0].name;
	const char *norm = puts[comparison->norm].label;

	if (!why && comparison_other_text(comparison, 0, put))
		return text_print("the text of %s differs from that on %s", name, norm);
	if (!why && !comparison_has_texts(comparison, 0, put))
		return text_print(
		    "the text of %s is unknown, on %s or on %s", name, puts[put].label, norm);
	return why;
}

static int
judge_relative(const struct comparison *comparison, size_t put, const struct bisect *good,
    bool same, struct text *line, struct words *why)
{
	const struct results *results = comparison->results;
	const char *name = fields_name(results->fields, good->field);
	struct change change = comparison_of(comparison, 0, put, good->field);
	char *unlike = incomparable(comparison, put, same), percent[CHANGE_SIZE];
	bool bad;

	if (unlike) {
		words_take(why, text_print("not judged: %s", unlike));
		free(unlike);
		return STATUS_FAILURE;
	}
	if (check_value(results, comparison->norm, good->field, why))
		return STATUS_FAILURE;
	bad = !change.overlap && gate_exceeded(&good->limit, change.from.v, change.to.v,
	                             fields_higher(results->fields, good->field));
	text_addf(line, "Bisect: %s had the value %.15g, on %s %.15g", name, change.to.v,
	    results->puts.v[comparison->norm].label, change.from.v);
	if (isfinite(change.percent))
		text_addf(line, " (%s)", change_show(&change, percent));
	return bad ? STATUS_NO : STATUS_OK;
}

int
bisect_judge(const struct comparison *comparison, size_t put, const struct bisect *good,
    bool same, struct text *line, struct words *why)
{
	const struct results *results = comparison->results;
	int status = check_value(results, put, good->field, why);
	double v;

	if (status)
		return status;
	if (good->relative)
		return judge_relative(comparison, put, good, same, line, why);
	v = calc_value(results, 0, put, good->field).v;
	text_addf(line, "Bisect: %s had the value %.15g",
	    fields_name(results->fields, good->field), v);
	return v >= (double)good->min && v <= (double)good->max ? STATUS_OK : STATUS_NO;
}
