/* Saved files: one or, with an empty line between them, two. They are shown, joined, compared
   and written in one of these ways, as the sum of their bytes says. */

#include <jansson.h>
#include <stdio.h>

#include "cli/commandline.h"
#include "app/commands.h"
#include "fuzz.h"
#include "input/language.h"
#include "savefile/savefile.h"
#include "util/array.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t n, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t n, size_t most, unsigned seed);

#define FIRST "first.json"
#define SECOND "second.json"
#define WRITTEN "written.json"

static const char *const ways[] = {
    "--read=" FIRST " --read=" SECOND " --write=" WRITTEN " --profile",
    "--read=" FIRST " --explain --explain-all",
    "--read=" FIRST " --read=" SECOND " --force",
    "--read=" FIRST " --format=html --explain",
    "--read=" FIRST " --format=json --explain",
    "--read=" FIRST " --format=markdown --explain",
    "--read=" FIRST " --format=csv --tables --raw",
    "--read=" FIRST " --format=bencher",
    "--read=" FIRST " --format=google --average",
    "--read=" FIRST " --format=github",
    "--read=" FIRST " --norm=0 --compact=0 --sort=Ir:0",
    "--read=" FIRST " --baseline=" SECOND " --gate=Ir:1% --format=text --format=html:x.html",
    "--read=" FIRST " --verbose --check",
    "--history --format=html " FIRST " " SECOND,
    "--history --force " FIRST " " SECOND,
    "--history --format=json " FIRST " " SECOND,
    "--history --changed --sort=change --format=csv " FIRST " " SECOND,
};

/* Instead of the function that reads all languages. */
void
languages_add_all(struct languages *languages, const struct words *files)
{
	(void)languages;
	(void)files;
}

/* The values in a file, with what contains them. */
struct nodes {
	struct node {
		json_t *in;
		const char *key; /* NULL: in is an array */
		size_t i;
		json_t *json;
	} * v;
	size_t n;
};

static void
collect(struct nodes *nodes, json_t *in)
{
	const char *key;
	json_t *json;
	size_t i;

	json_object_foreach(in, key, json)
	{
		*ARRAY_ADD(nodes->v, nodes->n) = (struct node){in, key, 0, json};
		collect(nodes, json);
	}
	json_array_foreach(in, i, json)
	{
		*ARRAY_ADD(nodes->v, nodes->n) = (struct node){in, NULL, i, json};
		collect(nodes, json);
	}
}

/* Takes over by; NULL removes the value. */
static void
replace(struct node *node, json_t *by)
{
	if (by && node->key)
		json_object_set_new_nocheck(node->in, node->key, by);
	else if (by)
		json_array_set_new(node->in, node->i, by);
	else if (node->key)
		json_object_del(node->in, node->key);
	else
		json_array_remove(node->in, node->i);
}

/* Adds a copy of another value to what contains one, under the name of the other. */
static void
add(struct node *node, const struct node *other)
{
	if (!node->key)
		json_array_insert_new(node->in, node->i, json_deep_copy(other->json));
	else if (other->key)
		json_object_set_new_nocheck(node->in, other->key, json_deep_copy(other->json));
}

static json_t *
changed_string(const char *s)
{
	enum { MOST = 100 };
	char copy[MOST];
	size_t n = strnlen(s, MOST - 1);

	memcpy(copy, s, n);
	return json_stringn(copy, LLVMFuzzerMutate((uint8_t *)copy, n, sizeof copy));
}

static json_t *
number(unsigned seed, bool as_string)
{
	static const char *const numbers[] = {"0", "1", "2", "10", "255", "4294967296", "2147483647", "-1",
	    "9223372036854775807", "-9223372036854775808", "1e300", "0.5"};
	static const char *const more[] = {"18446744073709551615", "18446744073709551616", ""};
	const char *s = numbers[seed % COUNTOF(numbers)];

	if (as_string)
		return json_string(seed % 7 ? s : more[seed % COUNTOF(more)]);
	return json_loads(s, JSON_DECODE_ANY, NULL);
}

static void
change(json_t *json, unsigned seed)
{
	struct nodes nodes = {0};
	struct node *one, *other;

	collect(&nodes, json);
	if (nodes.n) {
		one = &nodes.v[seed % nodes.n];
		other = &nodes.v[seed / 64 % nodes.n];
		switch (seed / 8 % 8) {
		case 0:
			replace(one, NULL);
			break;
		case 1:
		case 2:
			replace(one, number(seed / 512, json_is_string(one->json)));
			break;
		case 3:
			add(one, other);
			break;
		case 4:
		case 5:
			replace(one, json_deep_copy(other->json));
			break;
		default:
			if (json_is_string(one->json))
				replace(one, changed_string(json_string_value(one->json)));
			else if (json_is_integer(one->json))
				json_integer_set(one->json, (json_int_t)((uint64_t)json_integer_value(one->json) +
				                                         (seed & 256 ? 1 : UINT64_MAX)));
		}
	}
	free(nodes.v);
}

/* Changes some value in the first or the second file. Bytes that are changed at random are seldom JSON. */
size_t
LLVMFuzzerCustomMutator(uint8_t *data, size_t n, size_t most, unsigned seed)
{
	uint8_t *second = memmem(data, n, "\n\n", 2);
	bool later = second && seed % 2;
	uint8_t *from = later ? second : data, *end = later || !second ? data + n : second;
	json_t *json = json_loadb((char *)from, (size_t)(end - from), 0, NULL);
	size_t rest = (size_t)(data + n - end), size = 0;
	char *s = NULL;

	if (json && seed / 2 % 8) {
		change(json, seed / 16);
		s = json_dumps(json, JSON_COMPACT);
	}
	json_decref(json);
	if (s)
		size = strlen(s);
	if (!s || (size_t)(from - data) + size + rest + 2 > most) {
		free(s);
		return LLVMFuzzerMutate(data, n, most);
	}
	if (later) {
		*from++ = '\n';
		*from++ = '\n';
	}
	memmove(from + size, end, rest);
	memcpy(from, s, size);
	free(s);
	return (size_t)(from - data) + size + rest;
}

static void
work(void *data)
{
	FREED_BY(words_free) struct words words = WORDS_EMPTY;
	struct options options;

	words_split(&words, "cgbench --no-pager");
	words_split(&words, data);
	commandline_parse(&options, (int)words.n, words.v);
	if (options.save.history)
		history_command(&options);
	else
		grind(&options);
	options_free(&options);
}

/* A file that was written can be read. */
static void
check_written(void)
{
	FREED_BY(results_free) struct results results = {0};
	char *wrong = savefile_try(&results, WRITTEN);

	if (wrong) {
		message_warn("%s", wrong);
		abort();
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	const uint8_t *second = memmem(data, n, "\n\n", 2);
	size_t first = second ? (size_t)(second - data) : n, sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += data[i];
	fuzz_store(FIRST, data, first);
	if (second)
		fuzz_store(SECOND, second, n - first);
	else
		unlink(SECOND);
	unlink(WRITTEN);
	free(fuzz_try(work, (void *)ways[sum % COUNTOF(ways)]));
	if (!access(WRITTEN, F_OK))
		check_written();
	return 0;
}
