#include <math.h>

#include "model/fields.h"
#include "tap.h"

static struct fields *fields;

/* Ir is 100, Dr 20, Dw 0; what misses in the last level, 1, misses in the first as well, 4. */
static bool
get(void *context, enum field f, double *v)
{
	static const double values[FIELD_COUNT] = {[FIELD_IR] = 100,
	    [FIELD_DR] = 20,
	    [FIELD_COND_M] = 2,
	    [FIELD_IND_M] = 1,
	    [FIELD_DR_M1] = 4,
	    [FIELD_DR_MM] = 1};

	if (f >= FIELD_DERIVED)
		return fields_value(fields, f, get, context, v);
	*v = f < FIELD_COUNT ? values[f] : 0;
	return f != FIELD_SIZE;
}

/* The value; NAN where there is none or the formula is wrong. */
static double
value_of(const char *s)
{
	struct formula formula;
	size_t at;
	OWNED char *wrong = formula_parse(&formula, fields_names(fields), s, &at);
	double v;

	return wrong || !formula_value(&formula, get, NULL, &v) ? NAN : v;
}

static void
value_is(const char *s, double want)
{
	double got = value_of(s);

	if (!ok(got == want, "%s = %g", s, want))
		printf("# got %g\n", got);
}

static void
test_values(void)
{
	value_is("Ir", 100);
	value_is(" 1 +\t2 ", 3);
	value_is("1+2*3", 7);
	value_is("(1+2)*3", 9);
	value_is("10-4-3", 3);
	value_is("100/5/4", 5);
	value_is("2*3/4", 1.5);
	value_is("-Ir+1", -99);
	value_is("--1", 1);
	value_is("2*-3", -6);
	value_is("-(1+2)", -3);
	value_is(".5+1.", 1.5);
	value_is("0/Ir", 0);
	value_is("Ir/(Dr-10)", 10);
	value_is("Ir+10*(Ir_m1+Dr_m1+Dw_m1)+100*(Ir_mm+Dr_mm+Dw_mm)", 240);
	/* 116 accesses of 120 hit the first level, 3 the last, and 1 is left. */
	value_is("EstimatedCycles", 116 + 5 * 3 + 35 * 1);
	value_is("CEst", 100 + 10 * 3 + 10 * 4 + 100 * 1);
	ok(isnan(value_of("Ir/Dw")), "what was 0 divides nothing");
	ok(isnan(value_of("Dw/Dw")), "not even 0");
	ok(isnan(value_of("1/(Dr-20)")), "nor does a difference");
	ok(isnan(value_of("Ir+size")), "of what has no value there is none");
}

static void
wrong_is(const char *s, size_t column, const char *want)
{
	struct formula formula;
	size_t at;
	OWNED char *wrong = formula_parse(&formula, fields_names(fields), s, &at);

	if (!ok(wrong && strstr(wrong, want) && at == column, "%zu in '%.40s': %s", column, s, want))
		printf("# got %s at %zu\n", wrong ? wrong : "(nothing)", at);
}

static char *
repeated(const char *s, size_t n, const char *end)
{
	struct text t = TEXT_EMPTY;

	while (n--)
		text_add(&t, s);
	text_add(&t, end);
	return text_take(&t);
}

static void
test_wrong(void)
{
	wrong_is("", 0, "missing here");
	wrong_is("Ir+", 3, "a number, a field or a '(' is missing here");
	wrong_is("Ir Dr", 3, "an operator, + - * or /, is missing here");
	wrong_is("Ir)", 2, "an operator");
	wrong_is("2*(Ir+1", 2, "the '(' is not closed");
	wrong_is("()", 1, "missing here");
	wrong_is("*Ir", 0, "missing here");
	wrong_is("\xc3\xa9", 0, "missing here");
	wrong_is("Ir+Drm1", 3, "unknown field 'Drm1', perhaps 'Dr_m1'");
	wrong_is("1+10Ir", 2, "'10Ir' is not a decimal number");
	wrong_is("1.2.3", 0, "not a decimal number");
	wrong_is("0x10", 0, "not a decimal number");
	wrong_is("1e3", 0, "not a decimal number");
	wrong_is(".", 0, "not a decimal number");
	wrong_is("Ir/0", 2, "division by zero");
	wrong_is("1+Ir/(2-2*1)", 4, "division by zero");
	wrong_is("Ir/-0.0", 2, "division by zero");
}

static void
test_size(void)
{
	static const struct {
		const char *part, *end, *want;
	} cases[] = {{"(", "", "nested too deeply"}, {"-", "1", "nested too deeply"}, {"1+", "1", "too long"},
	    {"1*", "1", "too long"}, {"9", "", "not a decimal number"}};
	OWNED char *s = repeated("(", 50, "Ir"), *end = repeated(")", 50, "");
	OWNED char *closed = text_print("%s%s", s, end);
	struct formula formula;
	size_t at;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char *large = repeated(cases[i].part, 100000, cases[i].end), *wrong;

		wrong = formula_parse(&formula, fields_names(fields), large, &at);
		ok(wrong && strstr(wrong, cases[i].want), "100000 times '%s' are refused", cases[i].part);
		free(wrong);
		free(large);
	}
	ok(value_of(closed) == 100, "50 parentheses are not");
}

static void
test_needs(void)
{
	field_set m1 = 1u << FIELD_IR_M1 | 1u << FIELD_DR_M1 | 1u << FIELD_DW_M1;

	ok(fields_needs(fields, 1u << FIELD_CEST) ==
	        (m1 | m1 << 3 | 1u << FIELD_IR | 1u << FIELD_COND_M | 1u << FIELD_IND_M),
	    "CEst needs what its formula names");
	fields_free(fields);
	fields = fields_new();
	fields_define(fields, "twice=2*half");
	fields_define(fields, "half = Dr/2");
	fields_resolve(fields);
	value_is("twice", 20);
}

int
main(void)
{
	fields = fields_new();
	fields_resolve(fields);
	test_values();
	test_wrong();
	test_size();
	test_needs();
	fields_free(fields);
	return tap_done();
}
