/* The fields that users may define, and what follows from their definitions. */

#include "child.h"
#include "model/fields.h"
#include "util/words.h"

static struct words definitions;

/* Defines fields, separated by ";". */
static struct fields *
define(const char *all)
{
	struct fields *fields = fields_new();

	words_free(&definitions);
	for (size_t n; *all; all += n + (all[n] == ';')) {
		n = strcspn(all, ";");
		words_take(&definitions, text_print("%.*s", (int)n, all));
	}
	for (size_t i = 0; i < definitions.n; i++)
		fields_define(fields, definitions.v[i]);
	return fields;
}

static void
resolve(const char *all)
{
	struct fields *fields = define(all);

	fields_resolve(fields);
	fields_free(fields);
}

/* Checks the message about definitions; "" if they are taken. */
static void
says(const char *all, const char *want)
{
	struct child child = child_run(resolve, all);

	is(child.err, want, all);
	ok(child.status == (*want ? STATUS_USAGE << 8 : 0), "%s: status", all);
}

#define FORM \
	" is not of the form NAME=FORMULA, as in --derive='miss=Dr_m1/Dr'; a name is " \
	"letters, digits and '_'\n"
#define USED "is already used; choose another\n"
#define SIXTEEN "a=1;b=1;c=1;d=1;e=1;f=1;g=1;h=1;i=1;j=1;k=1;l=1;m=1;n=1;o=1;p=1"

static void
test_definitions(void)
{
	says("a=1", "");
	says("a = Ir , higher is better", "");
	says("a=b;b=c;c=Ir", "");
	says("a1_=Ir,lower is better", "");
	says("abcdefghijabcdefghijabcdefghij1=1", "");
	says("a", "cgbench: --derive: 'a'" FORM);
	says("=1", "cgbench: --derive: '=1'" FORM);
	says("1a=1", "cgbench: --derive: '1a=1'" FORM);
	says("a b=1", "cgbench: --derive: 'a b=1'" FORM);
	says("abcdefghijabcdefghijabcdefghij12=1",
	    "cgbench: --derive: the name 'abcdefghijabcdefghijabcdefghij12' has more than 31 letters\n");
	says("ir=1", "cgbench: --derive: the name 'ir' " USED);
	says("Label=1", "cgbench: --derive: the name 'Label' " USED);
	says("a=1;A=2", "cgbench: --derive: the name 'A' " USED);
	says("a=1+;b=1", "cgbench: --derive='a=1+': column 5: a number, a field or a '(' is missing here\n");
	says("a=x",
	    "cgbench: --derive='a=x': column 3: unknown field 'x'; the fields are Ir Dr Dw COND IND COND_m IND_m Ir_m1 Dr_m1 Dw_m1 Ir_mm Dr_mm Dw_mm size calls allocs spill EstimatedCycles CEst a\n");
	says("a=Ir, better", "cgbench: --derive='a=Ir, better': column 7: only 'higher is better' or 'lower is "
	                     "better' may follow a formula and ','\n");
	says("a=a", "cgbench: --derive: 'a' is defined in terms of itself: a -> a\n");
	says("a=b+1;b=Ir+a", "cgbench: --derive: 'a' is defined in terms of itself: a -> b -> a\n");
	says("x=a;a=b;b=c;c=Ir/a", "cgbench: --derive: 'a' is defined in terms of itself: a -> b -> c -> a\n");
	says(SIXTEEN, "");
	says(SIXTEEN ";q=1", "cgbench: --derive: at most 16 fields can be defined\n");
}

static void
test_resolved(void)
{
	struct fields *fields = define("aa = bb / 2, higher is better;bb=Ir - Dr;cc=1,lower is better");
	struct fields *others = fields_new();
	enum field aa = FIELD_FIRST_OWN, bb = aa + 1, cc = bb + 1;

	fields_resolve(fields);
	fields_resolve(others);
	ok(field_find(fields_names(others), "aa", 2) == FIELD_NONE && field_find(fields_names(fields), "bb", 2) == bb,
	    "a field belongs to one set of fields");
	is(fields_name(fields, aa), "aa", "the name of the user's field");
	is(fields_name(fields, FIELD_IR), "Ir", "that of a counted one");
	is(fields_names(fields)[cc], "cc", "the last name");
	ok(!fields_names(fields)[cc + 1], "ends the names");
	ok(fields_own(fields) == (FIELD_BIT(aa) | FIELD_BIT(bb) | FIELD_BIT(cc)), "the user's");
	is(fields_definition(fields, bb), "bb=Ir - Dr", "a definition");
	is(fields_meaning(fields, aa), "bb / 2, higher is better", "a meaning");
	is(fields_meaning(NULL, FIELD_DERIVED), field_rows[FIELD_DERIVED].meaning, "a built-in one");
	ok(fields_higher(fields, aa) && !fields_higher(fields, bb) && !fields_higher(fields, cc) &&
	        !fields_higher(fields, FIELD_IR),
	    "what is better if higher");
	ok(fields_divides(fields, aa) && !fields_divides(fields, bb) && !fields_divides(fields, FIELD_IR),
	    "what is a quotient");
	ok(fields_needs(fields, FIELD_BIT(aa)) == (FIELD_BIT(FIELD_IR) | FIELD_BIT(FIELD_DR)),
	    "what is needed indirectly");
	ok(fields_needs(fields, FIELD_BIT(cc) | FIELD_BIT(FIELD_DW)) == FIELD_BIT(FIELD_DW), "what is needed directly");
	is(fields_defined(fields, "bb=5"), "bb=Ir - Dr", "a second definition");
	is(fields_defined(fields, "aa=5"), "aa = bb / 2, higher is better", "of the first");
	ok(!fields_defined(fields, "dd=5") && !fields_defined(fields, "Ir=5"), "a first one");
	fields_free(fields);
	fields_free(others);
}

int
main(void)
{
	test_definitions();
	test_resolved();
	words_free(&definitions);
	return tap_done();
}
