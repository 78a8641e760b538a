#include <string.h>

#include "cli/commandline.h"
#include "cli/option_table.h"
#include "util/array.h"
#include "util/message.h"

/* The words say what is wrong if the option is given, none of unless is, and one of with is:
   "%s" in them stands for that one. NULL for option and with: whatever is given; for unless:
   nothing excuses it. The names are those of the option table and those in given(). */
struct conflict {
	const char *option, *unless, *with, *words;
};

/* The first one that applies is reported. */
static const struct conflict conflicts[] = {
    {"--label", "--command", NULL,
        "--label applies to --command and --history; in a comparison, use --compact=PUT"},
    {"--baseline", "PUTS --read", NULL,
        "--baseline needs something to compare: name programs after '--', or a file with "
        "--read=FILE"},
    {"--command", "PUTS", NULL,
        "--command needs command lines, as in cgbench --command 'sort f' 'sort -u f'"},
    {"--command", NULL, "--benchfile -e",
        "--command measures whole command lines: %s cannot be combined with it"},
    {NULL, "PUTS --read --list -e --benchfile", NULL,
        "nothing to do: give code, as in cgbench -e 'BLACK_BOX(BLACK_BOX(6) / 7)' -- gcc, or a "
        "file with --read=FILE; see cgbench --help"},
    {"--prepare", "--command", NULL,
        "--prepare needs --command; in a benchfile of commands, write 'pre = COMMAND'"},
    {"--input", "--command", NULL,
        "--input needs --command; in a benchfile of commands, write 'input = FILE'"},
    {"--ignore-status", "--command", NULL,
        "--ignore-status needs --command; in a benchfile of commands, write 'status = any'"},
    {"--read", NULL, "--benchfile -e -s --prepare --input --ignore-status",
        "--read has its own tests: %s cannot be combined with it"},
    {"-e", NULL, "--benchfile", "-e replaces the benchfile: %s cannot be combined with it"},
    {"--check", "PUTS -e --benchfile", NULL, "--check measures: name programs after '--'"},
    {"--check", NULL, "--bisect",
        "--check judges all tests, --bisect one: they cannot be combined"},
    {"--jitter", "PUTS -e --benchfile", NULL,
        "--jitter measures: name programs after '--'; the ranges in a file are shown without it"},
    {"--jitter", NULL, "--check --bisect",
        "--jitter shows counts, %s judges them: they cannot be combined"},
    {"--keep", "PUTS -e --benchfile", NULL, "--keep measures: name programs after '--'"},
    {"--verify", "PUTS -e --benchfile", NULL, "--verify measures: name programs after '--'"},
    {"--bisect", NULL, "--verdict",
        "--bisect judges the one test that --tests names: %s cannot be combined with it"},
    {"-s", "-e --command", NULL, "-s needs -e CODE or --command"},
    {"--preamble", "-e", NULL, "--preamble needs -e CODE"},
    {"--ldflags", "-e --benchfile", NULL, "--ldflags needs -e CODE or --benchfile=FILE"},
    {"--sources", "-e --benchfile", NULL, "--sources needs -e CODE or --benchfile=FILE"},
    {"--param", NULL, "--read -e",
        "--param replaces values of a benchfile: %s cannot be combined with it"},
    {"--param", "--benchfile --command", "--baseline",
        "--param replaces values of a benchfile: %s without --benchfile cannot be combined "
        "with it"},
    {"--shard", NULL, "--bisect --baseline --fail-above",
        "--shard measures a part of the tests: use %s where --read joins the shards"},
    {"--shard", NULL, "-e --command --read",
        "--shard measures a part of the tests of a benchfile: %s cannot be combined with it"},
    {"--shard", NULL, "--columns=NOT-PUTS",
        "--shard measures a part of the tests of a benchfile: --columns cannot be combined "
        "with it"},
    {"--baseline", NULL, "--bisect=RANGE",
        "%s is a range by itself: to compare with --baseline, write a limit, as in "
        "--bisect=Ir,+1% or Ir,+5"},
    {"--fail-above", NULL, "--bisect --check",
        "--fail-above compares columns, %s judges each alone: they cannot be combined"},
    {"--baseline", NULL, "--check",
        "--baseline compares columns, %s judges each alone: they cannot be combined"},
    {"--baseline", NULL, "--norm",
        "--baseline is what is compared with: %s cannot be combined with it"},
    {"--baseline", NULL, "--columns=NOT-PUTS",
        "--baseline compares programs: %s cannot be combined with it"},
    {"--bisect", NULL, "--columns=NOT-PUTS",
        "%s: --bisect prints no columns: they cannot be combined"},
    {"--check", NULL, "--columns=NOT-PUTS",
        "%s: --check prints no columns: they cannot be combined"},
    {"--profile", "--write", NULL,
        "--profile saves what --explain needs: name the file, as in --write=FILE --profile"},
    {"--resume", "--write", NULL,
        "--resume goes on with a run that --write saves: name the file, as in --write=FILE "
        "--resume"},
    {"--resume", "PUTS", NULL, "--resume measures: name the programs of the run after '--'"},
    {"--bisect", NULL, "--explain", "--bisect prints one count: %s cannot be combined with it"},
    {"--check", NULL, "--explain",
        "--check prints no counts: to see why a test has a verdict, use --verdict=any "
        "--explain"},
    {"--average", "--tables", NULL,
        "--average prints the averages of bench.pl's tables: it needs --tables"},
    {"--average", NULL, "--explain", "--average prints no test: %s cannot be combined with it"},
    {"--time", "PUTS -e --benchfile", NULL,
        "--time measures: name programs after '--'; the times in a file are shown without it"},
    {"--time", NULL, "--bisect --check --average",
        "--time shows times, which %s ignores: they cannot be combined"},
    {"--list", NULL, "--history",
        "--list prints the tests of one file: name it with --read=FILE instead of --history"},
    {"--list", NULL,
        "--write --check --bisect --fail-above --format --summary --columns --keep --explain",
        "--list prints the tests and no counts: %s cannot be combined with it"},
};

/* These apply with --history instead. */
static const struct conflict conflicts_of_history[] = {
    {"--history", NULL,
        "--benchfile --param --shard -e -s --preamble --prepare --input --ignore-status --inherit-env --cpu --host-cache "
        "--grindargs --resume --profile --sources --ldflags --command --read --baseline "
        "--write --fail-above --bisect --check --verify --jitter --time --keep --loops "
        "--putargs --language --engine --columns --compact --average --summary --verdict --autolabel --explain=N",
        "--history shows saved runs: %s cannot be combined with it"},
    {"--sort", NULL, NULL,
        "--sort: a history has the order of its tests; use --sort=change to sort by change"},
    {"--norm", "--format", NULL,
        "--norm compares columns, --history runs: a page shows those of the newest run, as in "
        "--format=html:FILE"},
    {"--history", "RUNS", NULL,
        "--history needs saved runs: name files, the oldest first, as in cgbench --history "
        "old.json new.json, or their directory with --history=DIR"},
};

/* These apply with an action without counts, whose success would pass for a gate's. Only
   --help and --version may stand beside a gate, so that a script can have options checked. */
static const struct conflict conflicts_of_actions[] = {
    {NULL, NULL, "--fail-above --check --bisect",
        "%s judges counts: it cannot be combined with --completion or an --action without "
        "counts"},
};

/* Returns true if the option is given, or what a word in capitals stands for. */
static bool
given(const struct options *o, const char *name)
{
	if (!strcmp(name, "PUTS"))
		return o->puts.n;
	if (!strcmp(name, "RUNS"))
		return o->save.history_files.n;
	if (!strcmp(name, "--explain=N"))
		return o->print.explain_most;
	if (!strcmp(name, "--bisect=RANGE"))
		return o->judge.bisect && !o->judge.good.relative;
	if (!strcmp(name, "--columns=NOT-PUTS"))
		return o->print.columns && strcmp(o->print.columns, "puts");
	return option_given(o, name[1] == '-' ? option_named(name + 2, strlen(name + 2))
	                                      : option_lettered(name[1]));
}

/* Returns the first of the names, which blanks separate, that is given, or NULL; the caller
   frees. */
static char *
first_given(const struct options *o, const char *names)
{
	FREED_BY(words_free) struct words list = WORDS_EMPTY;
	char *found = NULL;

	words_split(&list, names ? names : "");
	for (size_t i = 0; i < list.n && !found; i++)
		if (given(o, list.v[i]))
			found = memory_copy(list.v[i]);
	return found;
}

static _Noreturn void
conflicts_refuse(const struct options *o, const char *words, const char *with)
{
	const char *place = strstr(words, "%s"), *value = "";

	if (!place)
		message_die(STATUS_USAGE, "%s", words);
	if (!strcmp(with, "--bisect=RANGE"))
		value = o->judge.good.spec;
	if (!strcmp(with, "--columns=NOT-PUTS"))
		value = o->print.columns;
	message_die(STATUS_USAGE, "%.*s%.*s%s%s", (int)(place - words), words,
	    (int)strcspn(with, *value ? "RN" : ""), with, value, place + 2);
}

static void
conflicts_check_all(const struct options *o, const struct conflict *v, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		OWNED char *excuse = first_given(o, v[i].unless),
		           *with = first_given(o, v[i].with);

		if ((!v[i].option || given(o, v[i].option)) && !excuse && (!v[i].with || with))
			conflicts_refuse(o, v[i].words, with);
	}
}

void
conflicts_check(const struct options *o)
{
	if (o->action == ACTION_HELP || o->action == ACTION_VERSION)
		return;
	if (o->action != ACTION_GRIND && o->action != ACTION_LIST)
		conflicts_check_all(o, conflicts_of_actions, COUNTOF(conflicts_of_actions));
	else if (o->save.history && o->action == ACTION_GRIND)
		conflicts_check_all(o, conflicts_of_history, COUNTOF(conflicts_of_history));
	else
		conflicts_check_all(o, conflicts, COUNTOF(conflicts));
}
