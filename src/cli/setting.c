#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/setting.h"
#include "cli/value.h"
#include "util/memory.h"
#include "util/message.h"
#include "util/near.h"
#include "util/text.h"

/* How the value gets into the member at that offset of struct options. */
enum kind { FLAG, STRING, LIST, SPLIT, READ };

struct setting {
	const char *name; /* NULL: only the letter */
	char letter;
	enum kind kind;
	size_t offset;
	void (*read)(struct options *, const char *); /* of kind READ */
	enum purpose purpose;
	const char *value, *about;
};

#define AT(member) offsetof(struct options, member)

/* In the order of --help. */
static const struct setting known[] = {
    {"benchfile", 0, STRING, AT(benchfile), NULL, MEASURE, "FILE", "the tests"},
    {"tests", 0, STRING, AT(tests), NULL, MEASURE, "TEST,...|/REGEX/", "only these tests"},
    {NULL, 'e', LIST, AT(code), NULL, MEASURE, "CODE", "a test, instead of a benchfile"},
    {NULL, 's', LIST, AT(setup), NULL, MEASURE, "SETUP", "runs once before the loop of -e"},
    {"preamble", 0, LIST, AT(preamble), NULL, MEASURE, "TEXT", "before the function of -e"},
    {"putargs", 0, SPLIT, AT(putargs), NULL, MEASURE, "ARGS", "arguments for every put"},
    {"perlargs", 0, SPLIT, AT(putargs), NULL, HIDDEN, "ARGS", "old name of --putargs"},
    {"language", 0, STRING, AT(language), NULL, MEASURE, "LANGUAGE", "of all puts"},
    {"language-file", 0, LIST, AT(language_files), NULL, MEASURE, "FILE", "one more language"},
    {"jobs", 'j', READ, 0, value_jobs, MEASURE, "N", "as many processes at once"},
    {"loops", 0, READ, 0, value_loops, MEASURE, "SHORT,LONG", "turns of the two loops"},
    {"timeout", 0, READ, 0, value_timeout, MEASURE, "SECONDS", "for each process"},
    {"engine", 0, STRING, AT(engine), NULL, MEASURE, "fork|exec", "how programs are started"},
    {"cpu", 0, STRING, AT(cpu), NULL, MEASURE, "v1|v2|v3", "processor for the C library"},
    {"host-cache", 0, FLAG, AT(host_cache), NULL, MEASURE, NULL, "this host's caches"},
    {"grindargs", 0, SPLIT, AT(grindargs), NULL, MEASURE, "ARGS", "options for cachegrind"},
    {"keep", 0, STRING, AT(keep), NULL, MEASURE, "DIR", "leave sources and programs there"},
    {"jitter", 0, READ, 0, value_jitter, MEASURE, "N", "measure in other layouts too"},
    {"verbose", 'v', FLAG, AT(verbose), NULL, MEASURE, NULL, "say of each cell when done"},
    {"debug", 0, FLAG, AT(debug), NULL, MEASURE, NULL, "say every command"},
    {"raw", 0, FLAG, AT(raw), NULL, PRINT, NULL, "counts, not percentages"},
    {"fields", 0, READ, 0, value_fields, PRINT, "FIELD,...", "only these fields"},
    {"derive", 0, READ, 0, value_derive, PRINT, "NAME=FORMULA", "a field made of others"},
    {"norm", 0, STRING, AT(norm), NULL, PRINT, "PUT", "the put that is 100 %"},
    {"compact", 0, STRING, AT(compact), NULL, PRINT, "PUT", "one line per test of one put"},
    {"average", 0, FLAG, AT(average), NULL, PRINT, NULL, "only the average"},
    {"sort", 0, READ, 0, value_sort, PRINT, "FIELD:PUT|change", "order of the tests"},
    {"verdict", 0, READ, 0, value_verdict, PRINT, "VERDICT,...|any|none",
        "only tests of that verdict"},
    {"show", 0, FLAG, AT(show), NULL, PRINT, NULL, "print with --write or --bisect too"},
    {"autolabel", 0, FLAG, AT(autolabel), NULL, PRINT, NULL, "labels by different parts"},
    {"summary", 0, FLAG, AT(summary), NULL, PRINT, NULL, "what changed, and no table"},
    {"changed", 0, READ, 0, value_changed, PRINT, "[=PERCENT]", "only tests that changed"},
    {"format", 0, READ, 0, value_format, PRINT, "FORMAT[:FILE]", "print or write in that form"},
    {"color", 0, READ, 0, value_color, PRINT, "auto|always|never", "of tables on a terminal"},
    {"width", 0, READ, 0, value_width, PRINT, "N", "columns of a line of a table"},
    {"write", 'w', STRING, AT(write), NULL, SAVE, "FILE", "save the results"},
    {"read", 'r', LIST, AT(reads), NULL, SAVE, "FILE", "take saved results"},
    {"baseline", 0, STRING, AT(baseline), NULL, SAVE, "FILE", "saved results as the norm"},
    {"force", 0, FLAG, AT(force), NULL, SAVE, NULL, "compare what was measured otherwise"},
    {"fail-above", 0, READ, 0, value_gate, JUDGE, "FIELD,LIMIT", "a gate for the counts"},
    {"check", 0, FLAG, AT(check), NULL, JUDGE, NULL, "whether every test makes sense"},
    {"verify", 0, FLAG, AT(verify), NULL, JUDGE, NULL, "look for all verdicts"},
    {"bisect", 0, READ, 0, value_bisect, JUDGE, "FIELD,MIN,MAX", "is the count in that range?"},
    {"action", 0, READ, 0, value_action, OTHER, "grind|check|languages|selftest",
        "what is done"},
    {"completion", 0, READ, 0, value_completion, OTHER, "bash|zsh|fish", "print its script"},
    {"complete", 0, READ, 0, value_complete, HIDDEN, "LINE", "how a line may go on"},
    {"version", 0, READ, 0, value_version, OTHER, NULL, "print the version"},
    {"help", 'h', READ, 0, value_help, OTHER, "[=TOPIC]", "print a page of help"},
};
enum { KNOWN = sizeof known / sizeof *known };

const struct setting *
setting_named(const char *name, size_t n)
{
	size_t i;

	for (i = 0; i < KNOWN; i++)
		if (known[i].name && strlen(known[i].name) == n &&
		    !memcmp(known[i].name, name, n))
			return &known[i];
	return NULL;
}

const struct setting *
setting_lettered(char letter)
{
	size_t i;

	for (i = 0; i < KNOWN; i++)
		if (known[i].letter == letter)
			return &known[i];
	return NULL;
}

const char *
setting_abbreviated(const char *name, size_t n)
{
	size_t i;

	for (i = 0; i < KNOWN; i++)
		if (known[i].name && !strncasecmp(known[i].name, name, n))
			return known[i].name;
	return NULL;
}

const char *
setting_near(const char *name, size_t n)
{
	const char *names[KNOWN + 1] = {NULL}, *near;
	char *copy = memory_copy_n(name, n);
	size_t i, count = 0;

	for (i = 0; i < n; i++)
		copy[i] = (char)tolower((unsigned char)copy[i]);
	for (i = 0; i < KNOWN; i++)
		if (known[i].name)
			names[count++] = known[i].name;
	near = near_word(copy, names);
	free(copy);
	return near;
}

bool
setting_is(const char *word)
{
	return !strncmp(word, "--", 2) && setting_named(word + 2, strcspn(word + 2, "="));
}

const struct setting *
setting_next(const struct setting *setting)
{
	setting = setting ? setting + 1 : known;
	return setting < known + KNOWN ? setting : NULL;
}

bool
setting_is_first(const struct setting *setting)
{
	return setting->read == value_derive;
}

const char *
setting_name(const struct setting *setting)
{
	return setting->name;
}

char
setting_letter(const struct setting *setting)
{
	return setting->letter;
}

enum takes
setting_takes(const struct setting *setting)
{
	if (!setting->value)
		return TAKES_NOTHING;
	return setting->value[0] == '[' && setting->value[1] == '=' ? TAKES_PERHAPS
	                                                            : TAKES_VALUE;
}

const char *
setting_value(const struct setting *setting)
{
	return setting->value;
}

enum purpose
setting_purpose(const struct setting *setting)
{
	return setting->purpose;
}

const char *
setting_about(const struct setting *setting)
{
	return setting->about;
}

/* The words in small letters in the form of a value are all that it may be. */
static void
check_choice(const struct setting *setting, const char *value)
{
	const char *form = setting->value;
	struct text all = TEXT_EMPTY;
	bool found = false;
	size_t n;

	for (; *form; form += n + (form[n] == '|')) {
		n = strcspn(form, "|");
		found = found || (strlen(value) == n && !memcmp(value, form, n));
		text_addf(&all, "%s%.*s", all.n ? ", " : "", (int)n, form);
	}
	if (!found)
		message_die(STATUS_USAGE, "--%s: '%s' is none; they are %s", setting->name,
		    value, all.s);
	text_free(&all);
}

void
setting_set(const struct setting *setting, struct options *options, const char *value)
{
	void *member = (char *)options + setting->offset;

	if (setting->value && islower((unsigned char)*setting->value))
		check_choice(setting, value);
	switch (setting->kind) {
	case FLAG:
		*(bool *)member = true;
		break;
	case STRING:
		*(const char **)member = value;
		break;
	case LIST:
		words_add(member, value);
		break;
	case SPLIT:
		if (!words_split(member, value))
			message_die(STATUS_USAGE, "--%s: a quote is left open in: %s",
			    setting->name, value);
		break;
	case READ:
		setting->read(options, value);
		break;
	}
}
