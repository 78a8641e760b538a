#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/formula.h"
#include "util/array.h"
#include "util/text.h"

enum { DEEPEST = 50 };

/* sum = product {("+" | "-") product}; product = sign {("*" | "/") sign};
   sign = "-" sign | number | field | "(" sum ")" */
struct formula_parser {
	struct formula *formula;
	const char *const *names; /* of all fields */
	const char *s, *at;
	unsigned depth;
	char *wrong; /* the first error, or NULL */
	const char *wrong_at;
};

/* The value of a part of a formula, if it is the same whatever is counted. */
struct constant {
	bool known;
	double v;
};

static struct constant parse_sum(struct formula_parser *p);

static const struct constant varying = {false, 0};

/* Takes ownership of wrong. */
static struct constant
formula_fail(struct formula_parser *p, const char *at, char *wrong)
{
	if (p->wrong) {
		free(wrong);
	} else {
		p->wrong = wrong;
		p->wrong_at = at;
	}
	return varying;
}

static char
formula_next(struct formula_parser *p)
{
	p->at += strspn(p->at, " \t\n");
	return *p->at;
}

static void
formula_add(struct formula_parser *p, struct formula_node node)
{
	if (p->formula->n == FORMULA_MOST)
		formula_fail(p, p->at, memory_copy("it is too long"));
	else
		p->formula->nodes[p->formula->n++] = node;
}

static struct constant
formula_parse_number(struct formula_parser *p)
{
	const char *from = p->at;
	size_t n = strspn(from, "0123456789.");
	char *end;
	double v = strtod(from, &end);

	if (end != from + n || text_name(end) || !isfinite(v))
		return formula_fail(p, from,
		    text_print("'%.*s' is not a decimal number such as 10 or 0.5; write a '*' "
		               "between a number and a name",
		        (int)(n + text_name(from + n)), from));
	p->at = end;
	formula_add(p, (struct formula_node){.kind = FORMULA_NUMBER, .number = v});
	return (struct constant){true, v};
}

static struct constant
parse_field(struct formula_parser *p)
{
	size_t n = text_name(p->at);
	enum field f = field_find(p->names, p->at, n);

	if (f == FIELD_NONE)
		return formula_fail(p, p->at, field_unknown(p->names, p->at, n));
	p->at += n;
	p->formula->fields |= FIELD_BIT(f);
	formula_add(p, (struct formula_node){.kind = FORMULA_FIELD, .field = f});
	return varying;
}

static struct constant
parse_sign(struct formula_parser *p)
{
	struct constant found;
	char c = formula_next(p);
	const char *from = p->at;

	if (p->wrong)
		return varying;
	if (isdigit((unsigned char)c) || c == '.')
		return formula_parse_number(p);
	if (isalpha((unsigned char)c))
		return parse_field(p);
	if (c != '(' && c != '-')
		return formula_fail(
		    p, p->at, memory_copy("a number, a field or a '(' is missing here"));
	if (p->depth == DEEPEST)
		return formula_fail(p, p->at, memory_copy("it is nested too deeply"));
	p->depth++;
	p->at++;
	found = c == '(' ? parse_sum(p) : parse_sign(p);
	p->depth--;
	if (c == '-') {
		formula_add(p, (struct formula_node){.kind = FORMULA_NEGATE});
		return (struct constant){found.known, -found.v};
	}
	if (!p->wrong && formula_next(p) != ')')
		return formula_fail(p, from, memory_copy("the '(' is not closed"));
	p->at++;
	return found;
}

static double
calculate(enum formula_kind kind, double a, double b)
{
	switch (kind) {
	case FORMULA_ADD:
		return a + b;
	case FORMULA_SUBTRACT:
		return a - b;
	case FORMULA_MULTIPLY:
		return a * b;
	default:
		return a / b;
	}
}

static struct constant
operate(struct formula_parser *p, enum formula_kind kind, struct constant a, struct constant b)
{
	formula_add(p, (struct formula_node){.kind = kind});
	p->formula->divides |= kind == FORMULA_DIVIDE;
	return (struct constant){a.known && b.known, calculate(kind, a.v, b.v)};
}

static struct constant
parse_product(struct formula_parser *p)
{
	struct constant left = parse_sign(p), right;

	while (!p->wrong && (formula_next(p) == '*' || *p->at == '/')) {
		const char *sign = p->at++;

		right = parse_sign(p);
		if (*sign == '/' && right.known && right.v == 0)
			return formula_fail(p, sign, memory_copy("division by zero"));
		left =
		    operate(p, *sign == '*' ? FORMULA_MULTIPLY : FORMULA_DIVIDE, left, right);
	}
	return left;
}

static struct constant
parse_sum(struct formula_parser *p)
{
	struct constant left = parse_product(p);

	while (!p->wrong && (formula_next(p) == '+' || *p->at == '-')) {
		bool plus = *p->at++ == '+';

		left =
		    operate(p, plus ? FORMULA_ADD : FORMULA_SUBTRACT, left, parse_product(p));
	}
	return left;
}

char *
formula_parse(struct formula *formula, const char *const *names, const char *s, size_t *at)
{
	struct formula_parser p = {.formula = formula, .names = names, .s = s, .at = s};

	formula->n = 0;
	formula->fields = 0;
	formula->divides = false;
	parse_sum(&p);
	if (!p.wrong && formula_next(&p))
		formula_fail(&p, p.at, memory_copy("an operator, + - * or /, is missing here"));
	*at = p.wrong ? (size_t)(p.wrong_at - s) : 0;
	return p.wrong;
}

bool
formula_value(const struct formula *formula, formula_get *get, void *context, double *v)
{
	double stack[FORMULA_MOST] = {0};
	size_t n = 0;

	ARRAY_EACH(const struct formula_node, node, formula->nodes, formula->n)
		switch (node->kind) {
		case FORMULA_NUMBER:
			stack[n++] = node->number;
			break;
		case FORMULA_FIELD:
			if (!get(context, node->field, &stack[n++]))
				return false;
			break;
		case FORMULA_NEGATE:
			stack[n - 1] = -stack[n - 1];
			break;
		default:
			n--;
			stack[n - 1] = calculate(node->kind, stack[n - 1], stack[n]);
			break;
		}
	*v = n ? stack[0] : NAN;
	return isfinite(*v);
}
