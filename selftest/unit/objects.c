#include "are.h"
#include "measure/build/objects.h"
#include "util/memory.h"

static struct language language = {.name = "c"};
static const struct target target = {.language = &language, .plain = true};

/* The parts of a test, and the objects of "pre", or of "post" if there is one. */
struct row {
	const char *setup, *pre, *code, *post, *want;
};

static const struct row rows[] = {
    /* What is declared. */
    {"", "int a = 1;", "", "", "a"},
    {"", "int a; int b = 2, *c = &b, d[3], e;", "", "", "b c d e"},
    {"", "static const unsigned long *const a = 0, *b{0};", "", "", "a b"},
    {"", "return a = 1; typedef int b = 1; delete c = 2; d = 1;", "", "", "d"},
    {"", "if (x) a = 1; else b = 2; do c = 3; while (d = 1); e = 4;", "", "", "a b c e"},
    {"", "for (int i = 0; i < 3; i++) { a = i; } b = 1;", "", "", "b"},
    {"", "while a = b { c = 1; } d = 2;", "", "", "d"},
    {"", "let mut a = 1; let (b, Some(c), D, _) = f(); let e: T = 1;", "", "", "a b c e"},
    {"", "let (a::b, c{d}, x!(e)) = 1; let ref f = 1;", "", "", "d e f"},
    {"", "auto [a, b] = f(); auto c = 1;", "", "", "a b c"},
    {"", "int (&a)[3] = x, (*b[2])(int) = {0}; T (::*c)(int) = 0; d(&e)[1] = 1;", "", "", "a b c e"},
    {"", "int (a) = 1; int (*)(int) = 0; b = 1;", "", "", "b"},
    {"", "unsigned int (*a)[3] = x; f(*b);", "", "", "a"},
    {"", "A<int, B<3>> a{1}; A<1> ::b c(2); A<1; d = 1; x<y{e = 1;};", "", "", "a c d"},
    {"", "struct S a = {1}; enum E { X = 1 } b = X; struct { int x; } c[2];", "", "", "a b c"},
    {"", "__attribute__((x)) int a = 1; decltype(x) b = 1; int c __attribute__((x)) = 1;", "", "", "a b c"},
    {"", "std::string a(\"x\"); ::T b = 1; a::b = 1; T::*c = 1; T ::d = 1;", "", "", "a b c"},
    {"", "a += 1; b.x = 1; c->x = 1; d[0] = 1; e * 2; f; g % 2; h", "", "", "a b c d e g"},
    {"", "1a = 1; cgbench_a = 1; b = 1; 2;", "", "", "b"},
    /* The arguments of a macro that may declare them. */
    {"", "declare(a, b);", "a + b;", "", "a b"},
    {"", "declare(a, b + 1, x(c), MANY, M);", "a * b; c; MANY; M;", "", "a c M"},
    {"", "declare(a, b, c, d);", "a b(1); cc d;", "", "d"},
    {"", "declare(int a, int *b, 1 + c, f(d), sizeof(e));", "a; b; c; d;", "", "a b d"},
    {"", "struct A : B<1, 2>, C { int x; } a = {1}; class D final : E { } b{};", "", "", "a b"},
    /* What is written. */
    {"int a = 1;", "", "", "", ""},
    {"int a, b, c, d;", "BLACK_BOX(a); BLACK_BOX(&b); black_box(c); f(d);", "", "", "d"},
    {"int a, b, c;", "BLACK_BOX(a, 1); BLACK_BOX(1, b); (c);", "", "", "a b c"},
    {"int a, b, c, d;", "x = a; x(&b); x = -c; x[d];", "", "", "b c d x"},
    {"int a, b, c, d;", "a > 1; b < 2; c ^ 2; x = y * d;", "", "", "a b c x"},
    {"int a, b;", "x.a = 1; x->b = 1;", "", "", "x"},
    {"int a;", "(a", "", "", "a"},
    /* What is kept. */
    {"int a, b;", "a = 1; DO_NOT_OPTIMIZE(a); b = 1; DO_NOT_OPTIMIZE(b + 1);", "", "", "b"},
    {"int a, b;", "DO_NOT_OPTIMIZE(a); a = 1; b = 1; x(b);", "", "", "a b"},
    {"int a;", "int *p = BLACK_BOX(&a); int *q = BLACK_BOX(p) + 1;", "", "", "p q"},
    {"", "int *a = BLACK_BOX(x), b = BLACK_BOX(y), c = y;", "", "", "c"},
    {"", "int &a = *BLACK_BOX(x); int *b = BLACK_BOX;", "", "", "b"},
    {"", "int &a = *BLACK_BOX(x); a = 1;", "", "", "a"},
    {"", "int &a = *BLACK_BOX(x); a = 1; CLOBBER_MEMORY();", "", "", ""},
    {"", "int &a = *BLACK_BOX(x); a = 1; CLOBBER_MEMORY()", "", "", ""},
    {"", "int &a = *BLACK_BOX(x); CLOBBER_MEMORY(); a = 1;", "", "", "a"},
    {"", "int *a = BLACK_BOX(x); a = 1; CLOBBER_MEMORY();", "", "", "a"},
    /* What "post" needs. */
    {"int a = 1, b = 2, c, d;", "int e;", "", "c = a; b == 1; a = 2; x.d; y->e;", "a b"},
    {"int a, b;", "", "", "f(a, &e); b += 1;", "a b"},
};

static void
finds(const struct row *row, const char *preamble, bool members)
{
	const char *parts[][2] = {
	    {"setup", row->setup}, {"pre", row->pre}, {"code", row->code}, {"post", row->post}, {"preamble", preamble}};
	enum part_kind kind = *row->post ? PART_POST : PART_PRE;
	FREED_BY(test_free) struct test test = {.name = memory_copy("t")};
	FREED_BY(words_free) struct words names = WORDS_EMPTY;

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		if (*parts[i][1])
			test_set(&test, parts[i][0], memory_copy(parts[i][1]), 0);
	objects_of(&names, &target, &test, kind, members);
	are_quoted(&names, row->want, *row->post ? row->post : row->pre);
}

/* Also the members of objects that "post", or the code after "pre", names. */
static void
test_members(void)
{
	static const char bits[] = "struct P { int x : 3, y, z : n; };";

	finds(&(struct row){"P p = {1};", "", "", "p.x + p.y.z + q.p.w;", "p.x p.y.z"}, "", true);
	finds(&(struct row){"P p = {1};", "", "", "p.x + p;", "p.x p"}, "", true);
	finds(&(struct row){"P p = {1};", "", "", "p.x + p.f(1);", "p.x p"}, "", true);
	finds(&(struct row){"P p = {1};", "", "", "p.x.f<1>() + p.y;", "p.x p.y"}, "", true);
	finds(&(struct row){"P p = {1};", "", "", "p.x + p.y + p.z;", "p.y p.z p"}, bits, true);
	finds(&(struct row){"P p = {1};", "", "", "p.x;", "p"}, bits, false);
	finds(&(struct row){"P p;", "p.x = 1;", "p.x + p.y;", "", "p.x p.y p"}, "", true);
}

/* A macro may paste its arguments into the names that it declares; of C++, a declaration of a
   class without a value constructs an object. */
static void
test_written(void)
{
	static const char pastes[] = "#define declare(a, b) \\\nint a##_x = b;\n";
	static const char other[] = "#define declare(a, b) int a = b;\n#define x(a) a##b";

	finds(&(struct row){"", "declare(p, q);", "p_x + q_y;", "", "p_x q_y"}, pastes, false);
	finds(&(struct row){"", "declare(p, q);", "p_x + x_p + P_X + p_f(1) + xq;", "", "p_x x_p xq"}, pastes, false);
	finds(&(struct row){"", "declare(ab, q);", "ax + xab + ab1 + T ab2 + b;", "", "xab ab1 ab2"}, pastes, false);
	finds(&(struct row){"", "declare(p, q);", "p_x + q_y;", "", ""}, other, false);
	finds(&(struct row){"", "declares(p, q);", "p_x + q_y;", "", ""}, pastes, false);
	finds(&(struct row){"", "T a; T b; int d; T *e; size_t f; T g = 1;", "", "", "g"}, "", false);
	language.name = (char *)"c++";
	finds(&(struct row){"", "T a; T b; int d; T *e; size_t f; T g = 1; u::V<int> h; auto i; t j;", "", "",
	          "a b g h j"},
	    "", false);
	finds(&(struct row){"", "T &a; const b; T (c); unsigned d; _t e;", "", "", "a e"}, "", false);
	language.name = (char *)"c";
}

int
main(void)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		finds(&rows[i], "", false);
	test_members();
	test_written();
	return tap_done();
}
