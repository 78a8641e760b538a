#include "are.h"
#include "child.h"
#include "model/param.h"

static struct words options;

static void
add(const char *s)
{
	param_option_add(&options, s);
}

static void
refuses(const char *option, const char *want)
{
	struct child o = child_run(add, option);
	OWNED char *line = text_print("cgbench: --param%s\n", want);

	ok(WIFEXITED(o.status) && WEXITSTATUS(o.status) == STATUS_USAGE, "%s: status", option);
	is(o.err, line, option);
}

static void
test_options(void)
{
	char *values;

	add("n=1,22");
	add("kind=up");
	are(&options, " n=1,22 kind=up", "options");
	values = param_option_values(&options, "n");
	is(values, "1 22", "the values of one");
	free(values);
	is(param_option_values(&options, "ki"), NULL, "of none");
	refuses("n=3", "=n is given twice: give all its values at once");
	refuses("m", ": 'm' is not of the form NAME=VALUE,..., as in --param=n=16,256");
	refuses("1=2", ": '1=2' is not of the form NAME=VALUE,..., as in --param=n=16,256");
	refuses("m=1,", "=m: a value is missing in 'm=1,'");
	refuses("m=1,1", "=m: the value '1' is given twice");
	refuses("m=01", "=m: the value '01' begins with 0: some languages would read an octal number");
	refuses("m=a b", "=m: the value 'a b' may only contain letters, digits, '_', '+', '.' and '-'");
	words_free(&options);
}

static void
test_names(void)
{
	ok(param_is_name("n") && param_is_name("_a1") && !param_is_name("") && !param_is_name("1a") &&
	        !param_is_name("a-b") && !param_is_name("a b"),
	    "names");
	ok(param_is_key("param.n") && !param_is_key("params"), "keys");
}

/* The type that a value is declared with. */
static void
spelled(const char *value, enum param_spelling want)
{
	ok(param_spelling(value) == want, "the type of '%s'", value);
}

static void
test_spelling(void)
{
	spelled("16", PARAM_INTEGER);
	spelled("-16", PARAM_INTEGER);
	spelled("-", PARAM_TEXT);
	spelled("+1", PARAM_REAL);
	spelled("1.5", PARAM_REAL);
	spelled("-.5", PARAM_REAL);
	spelled("1e3", PARAM_REAL);
	spelled("1.5x", PARAM_TEXT);
	spelled("inf", PARAM_TEXT);
	spelled("", PARAM_TEXT);
	spelled("sorted", PARAM_TEXT);
}

static void
test_combinations(void)
{
	static const char *const names[] = {"t/n=1/nn=a", "t/n=1/nn=b", "t/n=2/nn=a", "t/n=2/nn=b"};
	static const char *const texts[] = {
	    "1 a @n @m@ @nnn@@1", "1 b @n @m@ @nnn@@1", "2 a @n @m@ @nnn@@2", "2 b @n @m@ @nnn@@2"};
	struct ini_key keys[] = {{.name = (char *)"code", .text = (char *)"x"},
	    {.name = (char *)"param.n", .text = (char *)"1 2"}, {.name = (char *)"param.nn", .text = (char *)"a b"}};
	const struct ini_section section = {.name = (char *)"t", .keys = keys, .n = 3};
	struct params params;
	size_t i = 0;

	params_read(&params, "f", &section);
	ok(params.n == 2, "two parameters");
	do {
		OWNED char *name = params_name(&params, "t");
		OWNED char *text = params_fill(&params, "@n@ @nn@ @n @m@ @nnn@@@n@");

		is(name, names[i], "the name of a combination");
		is(text, texts[i], "and its text");
	} while (params_next(&params) && ++i < 4);
	ok(i == 3, "four combinations");
	params_free(&params);
}

int
main(void)
{
	OWNED char *declared = NULL;

	test_options();
	test_names();
	test_spelling();
	test_combinations();
	declared = param_declare("int {name} = {value};", "n", "5");
	is(declared, "int n = 5;", "a declaration");
	return tap_done();
}
