#include "saved.h"
#include "savefile/savefile_cell.h"
#include "savefile/savefile_scan.h"
#include "scratch.h"
#include "tap.h"

/* Rows that the scanner reads, which only knows the form of --write, and rows that a blank
   leaves to the JSON parser: the same counts or the same complaint, whatever is wrong with
   them. */

static const char head[] =
    "{\"version\":1,\"loop_counts\":[10,20],\"perls\":[[\"x\",\"one\"],[\"x\",\"t\\\"o\"]],"
    "\"order\":[\"a\"],\"tests\":{\"a\":{\"code\":\"x\"}},\"cgbench\":{},\"results\":";

/* A row as --write has it. */
static struct text
make_row(void)
{
	struct cell cells[2] = {{.sized = false}};
	struct text row = TEXT_EMPTY;
	enum field f;

	for (f = 0; f < FIELD_COUNT; f++) {
		cells[0].counts[0][0].of[f] = f;
		cells[1].counts[1][1].of[f] = 9999999999999999999U;
	}
	text_add(&row, "{\"one\":");
	savefile_cell_add(&row, &cells[0]);
	text_add(&row, ",\"t\\\"o\":");
	savefile_cell_add(&row, &cells[1]);
	text_add(&row, "}");
	return row;
}

/* Stores it with a blank that the parser sees, or elsewhere. */
static void
store(const struct text *row, bool scanned)
{
	struct text t = TEXT_EMPTY;

	text_add(&t, head);
	text_add(&t, scanned ? " {\"a\":" : "{\"a\":");
	text_add_n(&t, row->s, 1);
	text_add(&t, scanned ? "" : " ");
	text_add_n(&t, row->s + 1, row->n - 1);
	text_add(&t, "}}\n");
	scratch_store("row.json", t.s, t.n);
	text_free(&t);
}

/* The counts that are read, or why there are none. */
static char *
reading(void)
{
	struct results r = {.fields = NULL};
	char *wrong = savefile_try(&r, "row.json");
	struct text t = TEXT_EMPTY;
	size_t i;

	if (wrong)
		return wrong;
	for (i = 0; i < 2; i++)
		if (r.cells[i].measured)
			savefile_cell_add(&t, &r.cells[i]);
		else
			text_add(&t, "none");
	results_free(&r);
	return text_take(&t);
}

static bool
is_same(const struct text *row)
{
	char *scanned, *parsed;
	bool same;

	store(row, true);
	scanned = reading();
	store(row, false);
	parsed = reading();
	same = !strcmp(scanned, parsed);
	if (!same)
		printf("# scanned: %.99s\n#  parsed: %.99s\n", scanned, parsed);
	free(scanned);
	free(parsed);
	return same;
}

static bool
is_same_changed(const struct text *row, size_t at, size_t n, const char *by)
{
	struct text changed = TEXT_EMPTY;
	bool same;

	text_add_n(&changed, row->s, at);
	text_add(&changed, by);
	text_add(&changed, row->s + at + n);
	same = is_same(&changed);
	text_free(&changed);
	return same;
}

static void
test_every_byte(const struct text *row)
{
	static const char *const by[] = {
	    "", "\"", "{", "}", "[", "]", ",", ":", "0", " ", "\\", "-", "\"0\"", "{}"};
	size_t at, different = 0;

	for (at = 1; at + 1 < row->n; at++) {
		different += !is_same_changed(row, at, 1, by[at % (sizeof by / sizeof *by)]);
		different += !is_same_changed(row, at, 0, by[at % 11 + 1]);
	}
	ok(!different, "every byte of %zu: replaced, or another one inserted", row->n);
}

/* The first such piece of the row is exchanged. */
static void
test_piece(const struct text *row, const char *piece, const char *by)
{
	const char *at = strstr(row->s, piece);

	ok(at && is_same_changed(row, (size_t)(at - row->s), strlen(piece), by), "%.10s: %s",
	    piece, by);
}

static void
test_pieces(const struct text *row)
{
	static const char *const numbers[] = {"\"\"", "\"007\"", "\"18446744073709551615\"",
	    "\"18446744073709551616\"", "\"00000000000000000000001\"", "\"+1\"", "\"1 \"", "1",
	    "1.0", "-1", "null", "\"\\u0031\"", "99999999999999999999"};
	size_t i;

	for (i = 0; i < sizeof numbers / sizeof *numbers; i++)
		test_piece(row, "\"2\"", numbers[i]);
	test_piece(row, "\"Dr\":\"1\",\"Dw\":\"2\"", "\"Dw\":\"2\",\"Dr\":\"1\"");
	test_piece(row, "\"Dr\":\"1\"", "\"Dr\":\"1\",\"Dr\":\"1\"");
	test_piece(row, "\"Dr\":\"1\"", "\"Dr\":\"1\",\"new\":\"1\"");
	test_piece(row, ",\"t", "\"t");
	test_piece(row, "\"one\"", ",\"one\"");
	test_piece(row, "\"one\"", "\"\\u006fne\"");
	test_piece(row, "\"one\"", "\"t\\\"o\"");
	test_piece(row, "\"t\\\"o\"", "\"one\"");
	test_piece(row, "\"t\\\"o\"", "\"x\"");
	test_piece(row, row->s + 1, "}");
	test_piece(row, strstr(row->s, ",\"t\\\"o\":"), "}");
}

static void
test_scanned(const struct text *row)
{
	struct puts puts = {NULL, 0};
	struct savefile_scan scan = {WORDS_EMPTY};
	struct cell cells[2] = {{.sized = false}};

	puts_add(&puts)->label = memory_copy("one");
	puts_add(&puts)->label = memory_copy("t\"o");
	savefile_scan_open(&scan, &puts);
	ok(savefile_scan_row(&scan, row->s, cells) == row->s + row->n,
	    "what is written is scanned");
	ok(cells[0].measured && cells[0].counts[0][0].of[FIELD_DW] == 2, "with its counts");
	savefile_scan_free(&scan);
	puts_free(&puts);
}

int
main(void)
{
	struct text row = make_row();

	scratch_enter();
	test_scanned(&row);
	test_pieces(&row);
	test_every_byte(&row);
	text_free(&row);
	scratch_leave();
	return tap_done();
}
