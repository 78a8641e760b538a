#include <stdlib.h>
#include <string.h>

#include "model/chance.h"
#include "model/test.h"
#include "util/array.h"
#include "util/text.h"

static const char *
name_of_test(const void *tests, size_t i)
{
	return ((const struct tests *)tests)->v[i].name;
}

void
tests_reindex(struct tests *tests)
{
	name_table_free(&tests->table);
	name_table_learn(&tests->table, tests, name_of_test, tests->n);
}

const struct test *
tests_find(const struct tests *tests, const char *name)
{
	size_t found = name_table_find(&tests->table, tests, name_of_test, name);

	return found ? &tests->v[found - 1] : NULL;
}

struct test *
tests_add(struct tests *tests, const char *name)
{
	struct test *test = ARRAY_ADD(tests->v, tests->n);

	*test = (struct test){.name = memory_copy(name), .ops = 1};
	name_table_learn(&tests->table, tests, name_of_test, tests->n);
	return test;
}

struct test *
tests_add_copy(struct tests *tests, const struct test *test)
{
	struct test *copy = tests_add(tests, test->name);

	copy->file = memory_copy(test->file);
	copy->dir = memory_copy(test->dir);
	copy->line = test->line;
	for (size_t i = 0; i < test->part_count; i++) {
		test_set(copy, test->parts[i].key, memory_copy(test->parts[i].text),
		    test->parts[i].line);
		copy->parts[i].indent = memory_copy(test->parts[i].indent);
	}
	return copy;
}

void
tests_free(struct tests *tests)
{
	for (size_t i = 0; i < tests->n; i++)
		test_free(&tests->v[i]);
	free(tests->v);
	free(tests->language);
	words_free(&tests->remarks);
	name_table_free(&tests->table);
	*tests = (struct tests){0};
}

void
test_free(struct test *test)
{
	for (size_t i = 0; i < test->part_count; i++)
		part_free(&test->parts[i]);
	free(test->parts);
	free(test->name);
	free(test->file);
	free(test->dir);
	*test = (struct test){0};
}

struct part *
test_find(const struct test *test, const char *key)
{
	for (size_t i = 0; i < test->part_count; i++)
		if (!strcmp(test->parts[i].key, key))
			return &test->parts[i];
	return NULL;
}

/* Sets *number to the whole number from 1 to most in the text, or to what its digits say. */
static bool
test_parse_number(const char *text, unsigned long most, unsigned long *number)
{
	size_t digits = strspn(text, "0123456789");

	*number = strtoul(text, NULL, 10);
	return digits && !text[digits] && digits <= 9 && *number && *number <= most;
}

/* test_rule names them. */
enum { STATUS_MOST = 255, OPS_MOST = 999999999 };

/* Sets the member that a part without a language decides. A saved file may hold a value that a
   benchfile may not: it has the meaning that it always had. */
static bool
test_parse(struct test *test, const struct part *part)
{
	const char *text = part->text;
	unsigned long number;
	verdict_set verdicts;
	bool valid;

	switch (part->kind) {
	case PART_STDERR:
		return test->may_write_stderr = !strcmp(text, "ok");
	case PART_OPS:
		valid = test_parse_number(text, OPS_MOST, &number);
		test->ops = number ? number : 1;
		return valid;
	case PART_STDIN:
		test->input = text;
		return true;
	case PART_STATUS:
		valid = test_parse_number(text, STATUS_MOST, &number);
		test->status = strcmp(text, "any") ? (int)number : -1;
		return valid || test->status < 0;
	case PART_ONCE:
		test->once = true;
		return !strcmp(text, "yes");
	case PART_CWD:
		test->in_dir = true;
		return !strcmp(text, "{dir}");
	case PART_COMPILE:
		test->compile_only = part_asks(part);
		return !strcmp(text, "yes");
	case PART_TIME:
		test->seconds = strtod(text, NULL);
		return test->seconds >= 0.001 && test->seconds <= 86400;
	case PART_REAL:
		return chance_read(text, CHANCE_PINNED, &test->real);
	case PART_EXPECT:
		verdicts = verdict_list(text, &text);
		test->expected |= verdicts;
		return verdicts && !*text;
	default:
		return true;
	}
}

bool
test_set(struct test *test, const char *key, char *text, unsigned line)
{
	struct part *part = test_find(test, key);

	if (!part) {
		part = ARRAY_ADD(test->parts, test->part_count);
		*part = part_new(key);
	}
	free(part->text);
	part->text = text;
	part->line = line;
	return part_suffix(part) || test_parse(test, part);
}

char *
test_rule(enum part_kind kind)
{
	static const char *const rules[PART_KEY_COUNT] = {
	    [PART_STDERR] =
	        "the only value is 'ok', for a test that may write to standard error",
	    [PART_REAL] = CHANCE_RULE,
	    [PART_OPS] = "operations per execution are a whole number from 1 to 999999999",
	    [PART_STATUS] =
	        "the exit status of a command is a whole number from 1 to 255, or 'any'",
	    [PART_ONCE] = "the only value is 'yes', for a command that is measured as a whole",
	    [PART_CWD] =
	        "the only value is '{dir}', for a command that runs in the directory of the benchfile",
	    [PART_COMPILE] =
	        "the only value is 'yes', for a test whose code is compiled and not executed",
	};
	OWNED char *names = NULL;

	if (rules[kind])
		return memory_copy(rules[kind]);
	names = verdict_names(VERDICT_ANY);
	return text_print("it must be a list of verdicts: %s", names);
}

void
test_remove_desc(struct test *test)
{
	struct part *desc = test_find(test, part_name(PART_DESC));
	size_t after;

	if (!desc)
		return;
	after = test->part_count - (size_t)(desc - test->parts) - 1;
	part_free(desc);
	memmove(desc, desc + 1, after * sizeof *desc);
	test->part_count--;
}

static const struct part *
find_plain(const struct test *test, enum part_kind kind, bool top)
{
	ARRAY_EACH(const struct part, part, test->parts, test->part_count)
		if (part->kind == kind && part->top == top && !part_suffix(part))
			return part;
	return NULL;
}

const struct part *
test_part(const struct test *test, enum part_kind kind)
{
	return find_plain(test, kind, false);
}

const struct part *
test_top(const struct test *test, enum part_kind kind)
{
	return find_plain(test, kind, true);
}

void
test_add_params(struct words *names, const struct test *test)
{
	size_t i;

	for (i = 0; i < test->part_count && !test_part(test, PART_ANNOTATED); i++)
		if (test->parts[i].kind == PART_PARAM)
			words_intern(names, part_suffix(&test->parts[i]));
}

const struct part *
test_part_for(const struct test *test, enum part_kind kind, const char *language, bool plain)
{
	const struct part *found = NULL;

	ARRAY_EACH(const struct part, part, test->parts, test->part_count) {
		const char *suffix = part_suffix(part);

		if (part->kind != kind || part->top)
			continue;
		if (suffix && !strcmp(suffix, language))
			return part;
		if (!suffix && plain)
			found = part;
	}
	return found;
}

bool
test_sees(const struct test *test, const struct part *part, const char *language, bool plain)
{
	const char *suffix = part_suffix(part);
	OWNED char *own = NULL;

	if (part->top || part->kind == PART_PARAM)
		return true;
	if (suffix || !plain)
		return suffix && !strcmp(suffix, language);
	own = text_print("%s.%s", part->key, language);
	return !test_find(test, own);
}

char *
test_position(const struct test *test, const struct part *part)
{
	return test->file && part->line ? text_print("%s:%u:1: ", test->file, part->line)
	                                : text_print("test '%s': ", test->name);
}

const struct part *
test_code(const struct test *test)
{
	for (size_t i = 0; i < test->part_count; i++)
		if (test->parts[i].kind == PART_CODE)
			return &test->parts[i];
	return NULL;
}

const char *
test_file(const struct test *test)
{
	return test->file ? test->file : "benchfile";
}

const char *
test_part_file(const struct test *test, const struct part *part)
{
	bool snippet = test->file && !strcmp(test->file, "-e");

	return snippet && part->kind == PART_SETUP      ? "-s"
	       : snippet && part->kind == PART_PREAMBLE ? "--preamble"
	                                                : test_file(test);
}

const char *
test_desc(const struct test *test)
{
	const struct part *desc = test_part(test, PART_DESC);

	return part_text(desc ? desc : test_code(test));
}
