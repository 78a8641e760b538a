#include "saved.h"
#include "savefile/savefile_cell.h"
#include "savefile/savefile_scan.h"
#include "scratch.h"
#include "tap.h"

/* What the scanner reads, which only knows the form of --write, and what a blank leaves to the
   JSON parser: the same results or the same complaint, whatever is wrong with it. */

/* A piece of a saved file that is scanned, and what is around it. */
struct piece {
	const char *before, *after;
	struct text text;
};

#define PUTS \
	"{\"version\":1,\"loop_counts\":[10,20],\"perls\":[[\"x\",\"one\"],[\"x\",\"t\\\"o\"]],"
#define PARTS "{\"code\":\"x\"}"

/* A row as --write has it. */
static struct piece
make_row(void)
{
	struct cell cells[2] = {{.sized = false}};
	struct piece row = {
	    PUTS "\"order\":[\"a\"],\"tests\":{\"a\":" PARTS "},\"results\":{\"a\":", "}}\n",
	    TEXT_EMPTY};
	enum field f;

	for (f = 0; f < FIELD_COUNT; f++) {
		cells[0].counts[0][0].of[f] = f;
		cells[1].counts[1][1].of[f] = 9999999999999999999U;
	}
	text_add(&row.text, "{\"one\":");
	savefile_cell_add(&row.text, &cells[0]);
	text_add(&row.text, ",\"t\\\"o\":");
	savefile_cell_add(&row.text, &cells[1]);
	text_add(&row.text, "}");
	return row;
}

static struct piece
make_parts(void)
{
	struct piece parts = {PUTS "\"order\":[\"a\"],\"results\":{\"a\":{}},\"tests\":{\"a\":",
	    "}}\n", TEXT_EMPTY};

	text_add(&parts.text,
	    "{\"desc\":\"d 1\",\"code\":\"\\t\\\"x\\\\\\/\\n\\b\\f\\r\",\"ops\":\"2\","
	    "\"status\":\"3\",\"\":\"\"}");
	return parts;
}

static struct piece
make_origin(void)
{
	struct piece origin = {PUTS "\"order\":[\"a\"],\"results\":{\"a\":{}},\"tests\":{\"a\":"
	                            "{\"setup\":\"x\",\"code\":\"y\",\"d\\n\":\"z\","
	                            "\"desc\":\"of code\"}},\"cgbench\":{\"tests\":{\"a\":",
	    "}}}\n", TEXT_EMPTY};

	text_add(&origin.text,
	    "{\"file\":\"a.bench\",\"dir\":\"/a/b\",\"line\":7,\"lines\":{\"setup\":8,"
	    "\"code\":10},\"texts\":[\"0123456789abcdef\",null],\"sizes\":[null,20]}");
	return origin;
}

/* Stores it with a blank that the parser sees, or elsewhere. */
static void
store(const struct piece *piece, bool scanned)
{
	struct text t = TEXT_EMPTY;

	text_add(&t, piece->before);
	text_add(&t, scanned ? " " : "");
	text_add_n(&t, piece->text.s, 1);
	text_add(&t, scanned ? "" : " ");
	text_add_n(&t, piece->text.s + 1, piece->text.n - 1);
	text_add(&t, piece->after);
	scratch_store("piece.json", t.s, t.n);
	text_free(&t);
}

/* What is read, written again, or why it is not. */
static char *
reading(void)
{
	struct results r = {.fields = NULL};
	char *wrong = savefile_try(&r, "piece.json");
	size_t n;

	if (wrong)
		return wrong;
	savefile_write(&r, "read.json", false);
	results_free(&r);
	return memory_copy(scratch_load("read.json", &n));
}

static bool
is_same(const struct piece *piece)
{
	char *scanned, *parsed;
	bool same;

	store(piece, true);
	scanned = reading();
	store(piece, false);
	parsed = reading();
	same = !strcmp(scanned, parsed);
	if (!same)
		printf("# scanned: %.99s\n#  parsed: %.99s\n", scanned, parsed);
	free(scanned);
	free(parsed);
	return same;
}

static bool
is_same_changed(const struct piece *piece, size_t at, size_t n, const char *by)
{
	struct piece changed = *piece;
	bool same;

	changed.text = (struct text)TEXT_EMPTY;
	text_add_n(&changed.text, piece->text.s, at);
	text_add(&changed.text, by);
	text_add(&changed.text, piece->text.s + at + n);
	same = is_same(&changed);
	text_free(&changed.text);
	return same;
}

static void
test_every_byte(const struct piece *piece)
{
	static const char *const by[] = {
	    "", "\"", "{", "}", "[", "]", ",", ":", "0", " ", "\\", "-", "\"0\"", "{}"};
	size_t at, different = 0;

	for (at = 1; at + 1 < piece->text.n; at++) {
		different += !is_same_changed(piece, at, 1, by[at % (sizeof by / sizeof *by)]);
		different += !is_same_changed(piece, at, 0, by[at % 11 + 1]);
	}
	ok(!different, "every byte of %zu: replaced, or another one inserted", piece->text.n);
}

/* The first such words of it are exchanged. */
static void
test_words(const struct piece *piece, const char *words, const char *by)
{
	const char *at = strstr(piece->text.s, words);

	ok(at && is_same_changed(piece, (size_t)(at - piece->text.s), strlen(words), by),
	    "%.10s: %s", words, by);
}

static void
test_row(const struct piece *row)
{
	static const char *const numbers[] = {"\"\"", "\"007\"", "\"18446744073709551615\"",
	    "\"18446744073709551616\"", "\"00000000000000000000001\"", "\"+1\"", "\"1 \"", "1",
	    "1.0", "-1", "null", "\"\\u0031\"", "99999999999999999999"};
	size_t i;

	for (i = 0; i < sizeof numbers / sizeof *numbers; i++)
		test_words(row, "\"2\"", numbers[i]);
	test_words(row, "\"Dr\":\"1\",\"Dw\":\"2\"", "\"Dw\":\"2\",\"Dr\":\"1\"");
	test_words(row, "\"Dr\":\"1\"", "\"Dr\":\"1\",\"Dr\":\"1\"");
	test_words(row, "\"Dr\":\"1\"", "\"Dr\":\"1\",\"new\":\"1\"");
	test_words(row, ",\"t", "\"t");
	test_words(row, "\"one\"", ",\"one\"");
	test_words(row, "\"one\"", "\"\\u006fne\"");
	test_words(row, "\"one\"", "\"t\\\"o\"");
	test_words(row, "\"t\\\"o\"", "\"one\"");
	test_words(row, "\"t\\\"o\"", "\"x\"");
	test_words(row, row->text.s + 1, "}");
	test_words(row, strstr(row->text.s, ",\"t\\\"o\":"), "}");
}

static void
test_parts(const struct piece *parts)
{
	static const char *const texts[] = {"\"\\u0041\"", "\"\\u0000\"", "\"\\u00e9\"",
	    "\"\\v\"", "\"\xc3\xa9\"", "\"\xe9\"", "\"\x7f\"", "\"\t\"", "\"", "2", "null",
	    "[]", "\"a\" \"b\""};
	size_t i;

	for (i = 0; i < sizeof texts / sizeof *texts; i++)
		test_words(parts, "\"d 1\"", texts[i]);
	test_words(parts, ",\"code\"", "\"code\"");
	test_words(parts, "\"desc\"", ",\"desc\"");
	test_words(parts, ":\"\"", ":\"\",");
	test_words(parts, "\"desc\"", "\"code\"");
	test_words(parts, "\"code\"", "\"Code\"");
	test_words(parts, parts->text.s + 1, "}");
}

static void
test_origin(const struct piece *origin)
{
	static const char *const numbers[] = {"0", "00", "010", "4294967295", "4294967296",
	    "99999999999999999999", "-1", "1.0", "1e1", "\"10\"", "null", "\"\"", ""};
	static const char *const hashes[] = {"\"0123456789abcde\"", "\"0123456789abcdef0\"",
	    "\"0123456789ABCDEF\"", "\"\"", "null", "0", "\"\\u0030123456789abcdef\""};
	size_t i;

	for (i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		test_words(origin, "7", numbers[i]);
		test_words(origin, "10", numbers[i]);
		test_words(origin, "20", numbers[i]);
	}
	for (i = 0; i < sizeof hashes / sizeof *hashes; i++)
		test_words(origin, "\"0123456789abcdef\"", hashes[i]);
	test_words(origin, "\"code\":10", "\"desc\":9,\"code\":10");
	test_words(origin, "\"code\":10", "\"code\":10,\"desc\":11");
	test_words(origin, "\"code\":10", "\"code\":10,\"code\":11");
	test_words(origin, "\"code\":10", "\"code\":10,\"d\\n\":11");
	test_words(origin, "\"code\":10", "\"code\":10,\"d\\\\n\":11");
	test_words(origin, "\"code\":10", "\"none\":10");
	test_words(origin, "\"code\":10", "");
	test_words(origin, "\"setup\":8,", "");
	test_words(origin, ",null]", "]");
	test_words(origin, ",20]", ",20,20]");
	test_words(origin, ",\"sizes\":[null,20]", "");
	test_words(origin, ",\"sizes\":[null,20]", ",\"verdicts\":{\"one\":[\"folded\"]}");
	test_words(origin, "\"file\":\"a.bench\",", "");
	test_words(origin, "\"dir\":\"/a/b\",", "");
	test_words(origin, "\"file\":\"a.bench\",", "\"file\":\"piece.json\",");
	test_words(origin, "\"file\":\"a.bench\",", "\"file\":\"\",");
	test_words(origin, "\"dir\"", "\"file\"");
	test_words(origin, "\"line\"", "\"lines\"");
}

static void
test_scanned_row(const struct text *row)
{
	struct puts puts = {NULL, 0};
	struct savefile_scan scan = {WORDS_EMPTY};
	struct cell cells[2] = {{.sized = false}};

	puts_add(&puts)->label = memory_copy("one");
	puts_add(&puts)->label = memory_copy("t\"o");
	savefile_scan_open(&scan, &puts);
	ok(savefile_scan_row(&scan, row->s, cells) == row->s + row->n, "a row is scanned");
	ok(cells[0].measured && cells[0].counts[0][0].of[FIELD_DW] == 2, "with its counts");
	savefile_scan_free(&scan);
	puts_free(&puts);
}

static void
test_scanned_parts(const struct text *parts)
{
	struct tests tests = {.n = 0};
	struct test *test = tests_add(&tests, "a");

	ok(savefile_scan_parts(parts->s, test) == parts->s + parts->n, "parts are scanned");
	is(test_code(test)->text, "\t\"x\\/\n\b\f\r", "with their texts");
	ok(test->ops == 2 && test->part_count == 5, "and what these mean");
	tests_free(&tests);
}

static void
test_scanned_origin(const struct text *origin)
{
	struct results r = {.loops = {10, 20}};
	struct text file = TEXT_EMPTY, dir = TEXT_EMPTY;
	struct test *test = tests_add(&r.tests, "a");

	test_set(test, "setup", memory_copy("x"), 0);
	test_set(test, "code", memory_copy("y"), 0);
	test_set(test, "desc", memory_copy("of code"), 0);
	puts_add(&r.puts);
	puts_add(&r.puts);
	results_make_cells(&r);
	ok(savefile_scan_origin(origin->s, &r, 0, &file, &dir) == origin->s + origin->n,
	    "an origin is scanned");
	is(file.s, "a.bench", "with its file");
	is(dir.s, "/a/b", "and directory");
	ok(test->line == 7 && test->part_count == 2 && test->parts[1].line == 10,
	    "with its lines: a description without one is not the user's");
	ok(r.cells[0].text_hash == 0x123456789abcdef && r.cells[1].size == 20 &&
	        !r.cells[0].sized && r.cells[1].sized,
	    "and what is known of its cells");
	text_free(&file);
	text_free(&dir);
	results_free(&r);
}

int
main(void)
{
	struct piece row = make_row(), parts = make_parts(), origin = make_origin();

	scratch_enter();
	test_scanned_row(&row.text);
	test_scanned_parts(&parts.text);
	test_scanned_origin(&origin.text);
	ok(is_same(&row) && is_same(&parts) && is_same(&origin), "and parsed");
	test_row(&row);
	test_parts(&parts);
	test_origin(&origin);
	test_every_byte(&row);
	test_every_byte(&parts);
	test_every_byte(&origin);
	text_free(&row.text);
	text_free(&parts.text);
	text_free(&origin.text);
	scratch_leave();
	return tap_done();
}
