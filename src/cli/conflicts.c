#include <string.h>

#include "cli/conflicts.h"
#include "util/message.h"

static void
check_gates(const struct options *o)
{
	const char *option = o->gates.n ? "--fail-above" : "--baseline";

	if (o->baseline && o->bisect && !o->good.relative)
		message_die(STATUS_USAGE,
		    "--bisect=%s is a range by itself: to compare with --baseline, write a limit, "
		    "as in --bisect=Ir,+1%% or Ir,+5",
		    o->good.spec);
	if ((o->gates.n && o->bisect) || ((o->gates.n || o->baseline) && o->check))
		message_die(STATUS_USAGE,
		    "%s compares puts, %s judges each alone: they cannot be combined", option,
		    o->bisect ? "--bisect" : "--check");
	if (o->baseline && o->norm)
		message_die(
		    STATUS_USAGE, "--baseline is the norm: --norm cannot be combined with it");
}

static void
check_columns(const struct options *o)
{
	const char *other = o->baseline ? "--baseline"
	                    : o->bisect ? "--bisect"
	                    : o->check  ? "--check"
	                                : NULL;

	if (o->columns && other && strcmp(o->columns, "puts"))
		message_die(STATUS_USAGE, "--columns=%s: %s %s: they cannot be combined",
		    o->columns, other,
		    o->baseline ? "is a put to compare with" : "prints no columns");
}

static void
check_explain(const struct options *o)
{
	if (o->profile && !o->write)
		message_die(STATUS_USAGE,
		    "--profile saves what --explain needs: name the file, as in --write=FILE "
		    "--profile");
	if (o->explain && o->bisect)
		message_die(STATUS_USAGE,
		    "--bisect prints one count: --explain cannot be combined with it");
	if (o->explain && o->check)
		message_die(STATUS_USAGE,
		    "--check prints no counts: to see why a test has a verdict, use "
		    "--verdict=any --explain");
	if (o->explain && o->average)
		message_die(STATUS_USAGE,
		    "--average prints no test: --explain cannot be combined with it");
}

static void
check_time(const struct options *o)
{
	const char *other = o->bisect    ? "--bisect"
	                    : o->check   ? "--check"
	                    : o->average ? "--average"
	                                 : NULL;

	if (o->timed && !o->puts.n)
		message_die(STATUS_USAGE,
		    "--time measures: name puts; the times in a file are shown without it");
	if (o->timed && other)
		message_die(STATUS_USAGE,
		    "--time shows times, of which %s takes no account: they cannot be combined",
		    other);
}

static void
check_list(const struct options *o)
{
	const char *other = o->write       ? "--write"
	                    : o->check     ? "--check"
	                    : o->bisect    ? "--bisect"
	                    : o->gates.n   ? "--fail-above"
	                    : o->formats.n ? "--format"
	                    : o->summary   ? "--summary"
	                    : o->columns   ? "--columns"
	                    : o->keep      ? "--keep"
	                    : o->explain   ? "--explain"
	                                   : NULL;

	if (o->action == ACTION_LIST && o->history)
		message_die(STATUS_USAGE,
		    "--list prints the tests of one file: name it with --read=FILE instead of "
		    "--history");
	if (o->action == ACTION_LIST && other)
		message_die(STATUS_USAGE,
		    "--list prints the tests and no counts: %s cannot be combined with it",
		    other);
}

static void
check_params(const struct options *o)
{
	const char *other = o->reads.n    ? "--read"
	                    : o->code.n   ? "-e"
	                    : o->command  ? "--command"
	                    : o->baseline ? "--baseline without --benchfile"
	                                  : NULL;

	if (o->params.n && !o->benchfiles.n && other)
		message_die(STATUS_USAGE,
		    "--param replaces values of a benchfile: %s cannot be combined with it",
		    other);
}

static void
check_shard(const struct options *o)
{
	const char *other = o->code.n                                  ? "-e"
	                    : o->command                               ? "--command"
	                    : o->reads.n                               ? "--read"
	                    : o->columns && strcmp(o->columns, "puts") ? "--columns"
	                                                               : NULL;
	const char *judging = o->bisect     ? "--bisect"
	                      : o->baseline ? "--baseline"
	                      : o->gates.n  ? "--fail-above"
	                                    : NULL;

	if (o->shard.count && judging)
		message_die(STATUS_USAGE,
		    "--shard measures a part of the tests: use %s where --read joins the shards",
		    judging);
	if (o->shard.count && other)
		message_die(STATUS_USAGE,
		    "--shard measures a part of the tests of a benchfile: %s cannot be combined "
		    "with it",
		    other);
}

void
conflicts_check(const struct options *o)
{
	if (o->labels.n)
		message_die(STATUS_USAGE,
		    "--label chooses labels of --history; in a comparison, --compact=PUT shows "
		    "one put");
	if (o->baseline && !o->puts.n && !o->reads.n)
		message_die(STATUS_USAGE,
		    "--baseline needs something to compare: name puts, or a file with "
		    "--read=FILE");
	if (o->command && !o->puts.n)
		message_die(STATUS_USAGE,
		    "--command needs command lines, as in cgbench --command "
		    "'sort f' 'sort -u f'");
	if (o->command && (o->benchfiles.n || o->code.n))
		message_die(STATUS_USAGE,
		    "--command measures whole command lines: %s cannot be combined with it",
		    o->benchfiles.n ? "--benchfile" : "-e");
	if (!o->puts.n && !o->reads.n && o->action != ACTION_LIST)
		message_die(STATUS_USAGE, "nothing to do: name puts to measure, as in 'cgbench "
		                          "-- gcc-12 clang-14', or a "
		                          "file with --read=FILE; see cgbench --help");
	if (o->reads.n && (o->benchfiles.n || o->code.n))
		message_die(STATUS_USAGE,
		    "--read has its own tests: %s cannot be combined with it",
		    o->benchfiles.n ? "--benchfile" : "-e");
	if (o->benchfiles.n && o->code.n)
		message_die(STATUS_USAGE,
		    "-e replaces the benchfile: --benchfile cannot be combined with it");
	if (o->check && !o->puts.n)
		message_die(STATUS_USAGE, "--check measures: name the puts to check");
	if (o->check && o->bisect)
		message_die(STATUS_USAGE,
		    "--check judges all tests, --bisect one: they cannot be combined");
	if (o->jitter && !o->puts.n)
		message_die(STATUS_USAGE,
		    "--jitter measures: name puts; the ranges in a file are shown without it");
	if (o->jitter && (o->check || o->bisect))
		message_die(STATUS_USAGE,
		    "--jitter shows counts, %s judges them: they cannot be combined",
		    o->check ? "--check" : "--bisect");
	if ((o->keep || o->verify) && !o->puts.n)
		message_die(STATUS_USAGE, "--%s applies to measurements: name puts",
		    o->keep ? "keep" : "verify");
	if (o->bisect && o->by_verdict)
		message_die(STATUS_USAGE,
		    "--bisect judges the one test that --tests names: --verdict cannot be "
		    "combined with it");
	if (!o->code.n && (o->setup.n || o->preamble.n))
		message_die(STATUS_USAGE, "%s needs -e CODE", o->setup.n ? "-s" : "--preamble");
	if (o->sources.n && !o->code.n && !o->benchfiles.n)
		message_die(STATUS_USAGE, "--sources needs -e CODE or --benchfile=FILE");
	check_params(o);
	check_shard(o);
	check_gates(o);
	check_columns(o);
	check_explain(o);
	check_time(o);
	check_list(o);
}

/* What a history has no use for, or NULL. */
static const char *
find_foreign(const struct options *o)
{
	return o->benchfiles.n   ? "--benchfile"
	       : o->params.n     ? "--param"
	       : o->shard.count  ? "--shard"
	       : o->code.n       ? "-e"
	       : o->setup.n      ? "-s"
	       : o->preamble.n   ? "--preamble"
	       : o->inherited.n  ? "--inherit-env"
	       : o->cpu          ? "--cpu"
	       : o->host_cache   ? "--host-cache"
	       : o->grindargs.n  ? "--grindargs"
	       : o->profile      ? "--profile"
	       : o->sources.n    ? "--sources"
	       : o->command      ? "--command"
	       : o->reads.n      ? "--read"
	       : o->baseline     ? "--baseline"
	       : o->write        ? "--write"
	       : o->gates.n      ? "--fail-above"
	       : o->bisect       ? "--bisect"
	       : o->check        ? "--check"
	       : o->verify       ? "--verify"
	       : o->jitter       ? "--jitter"
	       : o->timed        ? "--time"
	       : o->keep         ? "--keep"
	       : o->loops[0]     ? "--loops"
	       : o->putargs.n    ? "--putargs"
	       : o->language     ? "--language"
	       : o->engine       ? "--engine"
	       : o->columns      ? "--columns"
	       : o->compact      ? "--compact"
	       : o->average      ? "--average"
	       : o->summary      ? "--summary"
	       : o->by_verdict   ? "--verdict"
	       : o->autolabel    ? "--autolabel"
	       : o->explain_most ? "--explain=N"
	                         : NULL;
}

void
conflicts_check_history(const struct options *o)
{
	const char *foreign = find_foreign(o);

	if (foreign)
		message_die(STATUS_USAGE,
		    "--history shows saved runs: %s cannot be combined with it", foreign);
	if (o->sort_put)
		message_die(STATUS_USAGE,
		    "--sort: the order of a history is the tests' or that of --sort=change");
	if (o->norm && !o->formats.n)
		message_die(STATUS_USAGE,
		    "--norm: a history compares runs, not puts: it applies to what a page shows "
		    "of the newest run, as in --format=html:FILE");
	if (!o->history_files.n)
		message_die(STATUS_USAGE,
		    "--history needs saved runs: name files, the oldest first, as in cgbench "
		    "--history old.json new.json, or their directory with --history=DIR");
}
