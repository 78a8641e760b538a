#ifndef GATE_H
#define GATE_H

#include "model/choice.h"
#include "model/field.h"

/* How much more than on the norm a test may cost in a field, "[TESTS:]FIELD,LIMIT". TESTS is
   "a,b" or "/regex/", LIMIT "1.5%", "+5" counts of one operation, or "0". */
struct gate {
	const char *spec; /* as typed; borrowed */
	bool all;         /* it is for all tests, else for the chosen ones */
	struct choice tests;
	enum field field;
	double limit;
	bool percent; /* of the norm's count, which the limit is then in */
};

struct gates {
	struct gate *v;
	size_t n;
};

/* Reads all but the field, whose name is left in the *n bytes at *field. Ends the program with
   STATUS_USAGE where the spec has not that form. */
void gate_parse(struct gate *gate, const char *spec, const char **field, size_t *n);
bool gate_concerns(const struct gate *gate, const char *test);
/* Whether a count is above the limit. Of a norm of 0, more is above any percentage. */
bool gate_breaks(const struct gate *gate, double norm, double count);
void gates_add(struct gates *gates, const struct gate *gate);
void gates_free(struct gates *gates);

#endif
