#include "compare/calc.h"
#include "report/check.h"
#include "report/document/doc.h"
#include "util/memory.h"
#include "util/message.h"

/* Adds "TEST on LABEL: ". */
static void
begin_line(struct doc *doc, const struct results *results, size_t test, size_t put)
{
	doc_line(
	    doc, "`%s` on `%s`: ", results->tests.v[test].name, results->puts.v[put].label);
}

/* Adds by how much a cell varies. Returns true if it may vary that much. */
static bool
check_varied(
    struct doc *doc, const struct results *results, size_t test, size_t put, double percent)
{
	struct variation varied = calc_variation(results, test, put);
	bool allowed = varied.known && varied.percent <= percent;
	OWNED char *how = varied.known ? calc_variation_text(&varied)
	                               : memory_copy("it fails with other loop counts");
	OWNED char *cure = put_cure(&results->puts.v[put], VERDICT_VARYING);

	begin_line(doc, results, test, put);
	doc_add(doc, "%s: %s: %s%s", verdict_rows[VERDICT_VARYING].name,
	    verdict_rows[VERDICT_VARYING].meaning, how, allowed ? ", which is allowed" : "");
	if (!allowed)
		doc_add(doc, ": %s", cure);
	return allowed;
}

/* Adds what is wrong with a cell. Returns true if nothing is. */
static bool
check_check_cell(struct doc *doc, const struct results *results, size_t test, size_t put,
    field_set fields, double percent)
{
	const struct cell *cell = results_cell(results, test, put);
	verdict_set verdicts = results_unexpected(results, test, put, fields);

	if (cell->failure) {
		begin_line(doc, results, test, put);
		doc_add(doc, "fails: %s: %s", cell->failure->stage, cell->failure->why);
	}
	if (verdicts & 1u << VERDICT_VARYING && check_varied(doc, results, test, put, percent))
		verdicts &= ~(1u << VERDICT_VARYING);
	EACH_VERDICT(v, verdicts & ~(1u << VERDICT_VARYING)) {
		OWNED char *cure = put_cure(&results->puts.v[put], v);

		begin_line(doc, results, test, put);
		doc_add(doc, "%s: %s: %s", verdict_rows[v].name, verdict_rows[v].meaning, cure);
	}
	return !cell->failure && !verdicts;
}

int
check_print(
    const struct results *results, field_set fields, double percent, size_t unknown, FILE *out)
{
	FREED_BY(doc_free) struct doc doc = {.kind = DOC_TEXT, .out = out};
	size_t cells = 0, sound = 0;

	for (size_t test = 0; test < results->tests.n; test++)
		for (size_t put = 0; put < results->puts.n; put++) {
			const struct cell *cell = results_cell(results, test, put);

			if (!cell->measured && !cell->failure)
				continue;
			cells++;
			sound += check_check_cell(&doc, results, test, put, fields, percent);
		}
	doc_line(&doc, "%zu of %zu count%s %s good", sound, cells, cells == 1 ? "" : "s",
	    sound == 1 || cells == 1 ? "is" : "are");
	if (unknown)
		doc_add(&doc, ", but for %zu it is unknown whether %s %s", unknown,
		    unknown == 1 ? "it is" : "they are", verdict_rows[VERDICT_HOISTED].name);
	doc_end(&doc);
	return sound < cells ? STATUS_NO : unknown ? STATUS_FAILURE : STATUS_OK;
}
