/* Objects that the parts of a test share, from gcc's unoptimised code. */

#include "are.h"
#include "measure/compile/look.h"
#include "scratch.h"
#include "util/file.h"

#define FUNCTION "cgbenchtest00000007"

enum { CODE_LINE = 30 }; /* of the source below */

static const struct {
	const char *setup, *pre, *bytes, *post;
	const char *held, *renewed;
} rows[] = {
    /* Objects that "pre" declares, and changes. */
    {"", "int a = 1;", "use(a);", "", "a", ""},
    {"int a = 1;", "", "use(a);", "", "", ""},
    {"int a, b = 2;", "a = b;", "use(a);", "", "a b", ""},
    {"int a = 1;", "int b = 2; { int a = 3; b = a; }", "use(a + b);", "", "b", ""},
    {"int a[3];", "a[1] = 2;", "use(a[1]);", "", "a", ""},
    {"int a[3], i = 1;", "a[i] = 2;", "use(a[1]);", "", "a i", ""},
    {"int a;", "for (int i = 0; i < 3; i++) a = i;", "use(a);", "", "a", ""},
    {"int a;", "set(&a);", "use(a);", "", "a", ""},
    {"int a;", "set(&a);", "use(1);", "", "a", ""},
    {"int a, *p = &a;", "*p = 1;", "use(a);", "", "a", ""},
    {"int a, b, *p = &a;", "b = 1;", "use(a + b);", "", "b", ""},
    {"static int a; static int b;", "a = 1;", "use(a + b);", "", "a", ""},
    {"int n = 3;", "char a[n]; a[1] = 2;", "use(a[1]);", "", "a n", ""},
    {"register int a;", "a = 1;", "use(a);", "", "a", "a"},
    {"", "MAKE(a);", "use(a);", "", "a", ""},
    {"", "extern int everywhere; int a = everywhere;", "use(a);", "", "a", ""},
    {"int cgbench_a;", "cgbench_a = 1;", "use(cgbench_a);", "", "", ""},
    /* Members, which the code uses. */
    {"", "struct pair a = {1, 2};", "use(a.x);", "", "a.x a", ""},
    {"", "struct pair a = {1, 2};", "struct pair b = a; use(b.x);", "", "a.x a.y a", ""},
    {"", "struct outer a = {{1, 2}, 3};", "use(a.in.y + a.z);", "", "a.in.y a.z a", ""},
    {"", "struct bits a = {1, 2};", "use(a.x);", "", "a", ""},
    /* Kept variables. */
    {"int a;", "a = 1; KEEP(a);", "use(a);", "", "", ""},
    {"int a;", "KEEP(a); a = 1;", "use(a);", "", "a", ""},
    {"int a;", "a = 1; if (a) KEEP(a);", "use(a);", "", "a", ""},
    {"struct pair a;", "a.x = a.y = 1; KEEP(a.x);", "use(a.y);", "", "a.y a", ""},
    /* Objects that "post" needs. */
    {"int a = 1, b;", "", "use(a);", "b = a;", "", "a"},
    {"int a = 1;", "", "use(a);", "a = 2; use(a);", "", ""},
    {"int a = 1;", "", "use(a);", "a = a + 1;", "", "a"},
    {"int a = 1, b = 2;", "", "use(a);", "if (b) a = 2; use(a);", "", "a b"},
    {"struct pair a = {1, 2};", "", "use(a.x);", "use(a.x);", "", "a.x"},
    {"struct pair a = {1, 2};", "", "use(a.x);", "set(&a.x); use(a.x);", "", "a.x a"},
    {"int a = 1;", "", "int b = a; use(b);", "int c = a; use(c);", "", "a"},
};

static const char head[] =
    "struct pair { int x, y; };\nstruct outer { struct pair in; int z; };\n"
    "struct bits { int x : 3, y : 5; };\n#define MAKE(v) int v = 7\n"
    "#define KEEP(v) do { int *p; __asm__ volatile(\"cgbench_kept_%c0_%=:\" : : "
    "\"i\"(sizeof(v))); p = (int *)&(v); __asm__ volatile(\"cgbench_kept_end_%=:\" : ); } while (0)\n"
    "void use(int); void set(int *);\n";

static void
add_part(struct text *t, enum part_kind kind, const char *part)
{
	OWNED char *begin = look_label(kind, false), *end = look_label(kind, true);

	text_addf(t, "__asm__ volatile(\"%s:\");\n%s\n__asm__ volatile(\"%s:\");\n", begin, part, end);
}

/* Compiles a function with the parts of a test, whose code is at CODE_LINE. */
static bool
compile(size_t i)
{
	struct text t = TEXT_EMPTY;
	OWNED char *source = NULL;

	text_addf(&t, "%svoid " FUNCTION "(long cgbench_n, long cgbench_active) {\n", head);
	add_part(&t, PART_SETUP, rows[i].setup);
	text_add(&t, "do {\n");
	add_part(&t, PART_PRE, rows[i].pre);
	text_addf(&t, "if (cgbench_active) {\n#line %d\n", CODE_LINE);
	add_part(&t, PART_CODE, rows[i].bytes);
	text_add(&t, "}\n{\n");
	add_part(&t, PART_POST, rows[i].post);
	text_add(&t, "} } while (--cgbench_n); }\n");
	source = text_take(&t);
	return file_write("test.c", source, strlen(source)) && !system("gcc -O0 -g -w -c test.c");
}

static void
test_row(size_t i)
{
	OWNED char *name = text_print("%s%s | %s", rows[i].setup, rows[i].pre, rows[i].post);
	FREED_BY(shared_free) struct shared shared = {0};

	if (!compile(i))
		abort();
	ok(look_read(&shared, "test.o", FUNCTION, CODE_LINE), "%s", name);
	are_quoted(&shared.held, rows[i].held, name);
	are_quoted(&shared.renewed, rows[i].renewed, name);
}

int
main(void)
{
	struct shared shared = {0};

	scratch_enter();
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		test_row(i);
	ok(!look_read(&shared, "test.o", "other", CODE_LINE), "no such function");
	ok(!look_read(&shared, "no/such/file.o", FUNCTION, CODE_LINE), "no such file");
	scratch_leave();
	return tap_done();
}
