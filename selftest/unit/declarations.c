#include "child.h"
#include "input/annotated/declarations.h"
#include "tap.h"
#include "util/memory.h"
#include "util/text.h"

/* The declarations of a source: "class", "function" or "member", the path, and where they are
   in a class "<" and its name, "T" in a template, "=" and another name; or what is said of it.
 */
struct sample {
	const char *input, *want;
};

#define PLACE \
	"the annotation must be before a class, one member, or a function that has a name and a " \
	"result\n"

static const struct sample samples[] = {
    {"", ""},
    {"int f(); int x = 1, y{2}; int a[] = {1};", ""},
    {"int f() { return 1; } @A int g();", "function f; function g"},
    {"namespace a::inline b { namespace { struct S { @A int n = 1; @B void f() const {} }; } }",
        "class a::b::S; member a::b::S::n <S; function a::b::S::f <S"},
    {"namespace [[x]] n {} namespace m = n; using namespace m; @A int f();", "function f"},
    {"typedef struct { int n; } S; struct T { } t; struct U;", "class  =S; class T =t"},
    {"struct S : B<int> { S() : n{1}, m(2), k{3} {} @A int n; };", "class S; function S::S <S; member S::n <S"},
    {"struct S { S() : n{1} {} }; struct T { @A void f(); };", "class S; function S::S <S; class T; function T::f <T"},
    {"struct M(x) API S final : B { @A int n; };", "class S; member S::n <S"},
    {"class alignas(8) S { public: @A int n; private: };", "class S; member S::n <S"},
    {"struct S f(int x) { } struct S s = { 1 }; struct S *g() { } union U { };", "function f; function g; class U"},
    {"template <class T, int n = (1 > 2)> struct S { @A int n; }; @A int f();",
        "class S T; member S::n <S T; function f"},
    {"template <> struct S<int> { }; template <int n = sizeof(int) <= 4> int f() {} @A int g();",
        "class S T; function f T; function g"},
    {"@A M(x) int f() { } @A int g() M(x) { } @A static M(x) int h();", "function f; function g; function h"},
    {"@A std::function<void()> f() {} @A std::map<int, S<int>> n;", "function f; member n"},
    {"bool operator()(int x) const { } @A auto f() -> int(*)(int) { } @A int g() noexcept(true) {}",
        "function f; function g"},
    {"int S::f() { } @A int n::f() { } enum class E : int { X }; enum E g() { }",
        "function S::f; function n::f; function g"},
    {"extern \"C\" { @A int f(); } extern \"C\" @A int g() {} int x = ({ 1; });", "function f; function g"},
    {"int f(int x) try { } catch (...) { } @A int g();", "function f; function catch; function g"},
    {"#if X\nint f() {\n#else\nint g() {\n#endif\n } @A int h();", "function f; function h"},
    {"int f() {\n#if X\nif (a) {\n#else\nif (b) {\n#endif\n } } @A int h();", "function f; function h"},
    {"#if X\nstruct S : A {\n#else\nstruct S {\n#endif\n @A int n; };", "class S; class S; member S::n <S"},
    {"auto l = [](int x) { return x; }; S s{[] { return 1; }()}; @A int f();", "function f"},
    {"@A int x : 3;", "cgbench: f:1:1: " PLACE},
    {"@A int f(), g();", "cgbench: f:1:1: " PLACE},
    {"@A int x, y;", "cgbench: f:1:1: " PLACE},
    {"struct S { @A S() {} };", "cgbench: f:1:1: " PLACE},
    {"struct S { @A virtual ~S() {} };", "cgbench: f:1:1: " PLACE},
    {"struct S { @A bool operator==(S) {} };", "cgbench: f:1:1: " PLACE},
    {"@A int f [[x]] () {} int g() {}", "cgbench: f:1:1: " PLACE},
    {"@A namespace n { }", "cgbench: f:1:1: " PLACE},
    {"\n@A\n#if X\nint f();\n#endif", "cgbench: f:2:1: a condition of the preprocessor is between "
                                      "the annotation and the name: write both on one side of it\n"},
    {"int f() { @A int x; }", "cgbench: f:1:1: an annotation inside of brackets: write it before a "
                              "function, class or member\n"},
    {"struct S { @A }", "cgbench: f:1:1: there is nothing after the annotation\n"},
    {"@A", "cgbench: f:1:1: there is nothing after the annotation\n"},
    {"struct S { @A int n };", "cgbench: f:1:1: what follows the annotation does not end; is a ';' missing?\n"},
    {"namespace n {", "cgbench: f:1:1: the bracket '{' is never closed\n"},
    {"int f(\n[);", "cgbench: f:1:1: the bracket '(' is never closed\n"},
    {"}", "cgbench: f:1:1: '}' closes no bracket\n"},
    {"int x);", "cgbench: f:1:1: a bracket is closed that is not open\n"},
};

static void
show_declared(struct text *t, const struct declared *declared)
{
	static const char *const kinds[] = {"class", "function", "member"};

	text_addf(t, "%s%s %s", t->n ? "; " : "", kinds[declared->kind], declared->path);
	if (declared->owner)
		text_addf(t, " <%s", declared->owner->name);
	text_add(t, declared->is_template ? " T" : "");
	if (declared->alias)
		text_addf(t, " =%s", declared->alias);
}

static void
show(const char *source)
{
	FREED_BY(text_free) struct text t = TEXT_EMPTY;
	struct tokens tokens;
	struct declarations declarations;

	tokens_read(&tokens, "f", source);
	declarations_read(&declarations, &tokens);
	for (const struct declared *declared = declarations.v; declared < declarations.end; declared++)
		show_declared(&t, declared);
	declarations_free(&declarations);
	tokens_free(&tokens);
	fputs(t.s ? t.s : "", stderr);
}

int
main(void)
{
	for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
		struct child o = child_run(show, samples[i].input);

		is(o.err, samples[i].want, "declarations");
		ok(o.status == (strncmp(o.err, "cgbench: ", 9) ? 0 : STATUS_USAGE << 8), "status");
	}
	return tap_done();
}
