#pragma once

#include "model/filter.h"
#include "model/fields.h"
#include "model/test.h"

/* A gate limits how much worse than on the norm a test may be in a field:
   "[TESTS:]FIELD,LIMIT". TESTS is "a,b" or "/regex/"; LIMIT is "1.5%", "+5" counts of one
   operation, or "0". A budget is a gate without a norm: a test may cost its limit. */
struct gate {
	const char *spec;            /* as typed, or "budget"; borrowed */
	const struct test *budgeted; /* whose budget it is; borrowed, NULL: it compares */
	bool all;                    /* applies to all tests; else to the chosen ones */
	struct filter tests;
	enum field field;
	double limit;
	bool percent; /* the limit is in percent of the norm's count; else in counts */
};

struct gates {
	struct gate *v;
	size_t n;
};

/* Parses a limit, "1.5%" or "+1.5%", "+5" or "0"; returns false if it is malformed. */
bool gate_parse_limit(struct gate *gate, const char *s);
/* Parses everything but the field, whose name is the *n bytes at *field. Ends the program with
   STATUS_USAGE if the spec is malformed. */
void gate_parse(struct gate *gate, const char *spec, const char **field, size_t *n);
/* Adds a gate for each field in "budget" of these tests. Ends the program with STATUS_USAGE if
   one is malformed or names an unknown field. */
void gates_add_budgets(
    struct gates *gates, const struct tests *tests, const struct fields *fields);
/* Returns true if the gate applies to the test. */
bool gate_applies(const struct gate *gate, const char *test);
/* Returns true if a count is above the limit. Anything above a norm of 0 is above any
   percentage. higher: a higher count is better, and the limit is as far below the norm. */
bool gate_exceeded(const struct gate *gate, double norm, double count, bool higher);
void gates_free(struct gates *gates);
