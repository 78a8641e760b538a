#!/bin/sh
# Annotated sources: accepted forms, and the messages about others.
. "$(dirname "$0")/../tap.sh"

parts 1 saved static holes directory

# A family of compilers, or both.
printf 'gcc g++\nclang clang++\n' | in_turn 1 >families
c=$(cut -d' ' -f1 families | xargs)
cxx=$(cut -d' ' -f2 families | xargs)
puts=$(wc -l <families)

# bad_source NAME MESSAGE: the source on standard input is refused with one line.
bad_source() {
	cat >"${file:=source.cpp}"
	run "$CGBENCH" --list --benchfile="$file"
	is "$status $err" "129 cgbench: $file:$2" "$1"
}

# Rows: what is refused, the message, which is that of the row before if it is empty, and the source, of which \n
# are lines.
while IFS='|' read -r name row_message source; do
	message=${row_message:-$message}
	printf '%b\n' "$source" >given
	bad_source "$name" "$message" <given
done <<'END'
unknown annotation|1:1: unknown annotation '@Benchmrk'; did you mean 'Benchmark'?|@Benchmrk int f() { return 1; }
Threads|2:1: '@Threads' needs several threads; counts are those of one thread: remove it|@Benchmark\n@Threads(4)\nint f() { return 1; }
Group|2:1: '@Group' needs several threads; counts are those of one thread: remove it|@Benchmark\n@Group(4)\nint f() { return 1; }
GroupThreads|2:1: '@GroupThreads' needs several threads; counts are those of one thread: remove it|@Benchmark\n@GroupThreads(4)\nint f() { return 1; }
Control|2:1: '@Control' needs several threads; counts are those of one thread: remove it|@Benchmark\n@Control(4)\nint f() { return 1; }
Param without values|2:1: '@Param' needs values in quotes, with commas between: write them as in @Param({"16", "256"})|@State(Scope.Thread) struct S {\n	@Param int n;\n};\n@Benchmark int f(const S &s) { return s.n; }
Param on a function|1:1: '@Param' is for a member, and 'f' is a function|@Param({"1"}) @Benchmark int f() { return 1; }
Param outside of a State|2:1: '@Param': 'n' is not a member of a State|struct S {\n	@Param({"1"}) int n;\n};\n@Benchmark int f() { return 1; }
a value that cannot be one|1:1: param.n: the value 'a b' may only contain letters, digits, '_', '+', '.' and '-'|@State(Scope.Thread) struct S { @Param({"a b"}) const char *n; };\n@Benchmark int f(const S &s) { return 1; }
another parameter|3:1: 'f': the parameter 'int x' is neither a State nor a Blackhole|@Benchmark\nint f(\n	int x) { return x; }
a class that is no State|2:1: 'f': the parameter 'const S &s' is neither a State nor a Blackhole|struct S { int n; };\n@Benchmark int f(const S &s) { return s.n; }
equal names|2:1: test 'f' is defined twice, first on line 1|@Benchmark int f() { return 1; }\n@Benchmark int f(Blackhole &b) { return 1; }
Google Benchmark|1:1: is a source for Google Benchmark: cgbench-from(7) shows what it is as a benchfile|#include <benchmark/benchmark.h>\nstatic void f(benchmark::State &s) { for (auto _ : s) benchmark::DoNotOptimize(1); }\nBENCHMARK(f)->Arg(8);\nBENCHMARK_MAIN();
no benchmark|1:1: contains no benchmark: write @Benchmark or //@@Benchmark before a function; see cgbench-annotated(5)|int f() { return 1; } // @Benchmark\nstatic const char *s = "//@@Benchmark"; /* @Benchmark */
a template|1:1: '@Benchmark' is before a template, 'f': write it before a function or class that uses it|template <class T> @Benchmark int f() { return 1; }
an unknown level|2:1: unknown level 'Level.Trail': use Level.Trial, Level.Iteration or Level.Invocation|@Benchmark int f() { return 1; }\n@Setup(Level.Trail) void g() {}
a scope|1:1: unknown scope 'Scope.Tread': use Scope.Thread, Scope.Benchmark or Scope.Group|@State(Scope.Tread) struct S {};
more than a level|1:1: unknown level 'Level.Trials': use Level.Trial, Level.Iteration or Level.Invocation|@Setup(Level.Trials) void g() {}
arguments of a benchmark|1:1: '@Benchmark' has no arguments: remove '(5)'|@Benchmark(5) int f();
operations|1:1: '@OperationsPerInvocation' needs a number, as in @OperationsPerInvocation(100)|@Benchmark @OperationsPerInvocation(N) int f();
no operations|1:1: ops = 0: operations per execution are a whole number from 1 to 999999999|@Benchmark @OperationsPerInvocation(0) int f();
values {"1", 2}|1:1: '@Param' needs values in quotes, with commas between: write them as in @Param({"16", "256"})|@State struct S { @Param({"1", 2}) int n; };\n@Benchmark int f(S &s);
values {"1" "2"}||@State struct S { @Param({"1" "2"}) int n; };\n@Benchmark int f(S &s);
values {"1", "2"||@State struct S { @Param({"1", "2") int n; };\n@Benchmark int f(S &s);
values {}||@State struct S { @Param({}) int n; };\n@Benchmark int f(S &s);
values {"1" + 1}||@State struct S { @Param({"1" + 1}) int n; };\n@Benchmark int f(S &s);
values R"(1)"||@State struct S { @Param(R"(1)") int n; };\n@Benchmark int f(S &s);
a quote in a value|1:1: param.n: the value 'a\"b' may only contain letters, digits, '_', '+', '.' and '-'|@State struct S { @Param({"a\\"b"}) const char *n; };\n@Benchmark int f(S &s);
@Measurement(iteratoins = 1)|1:1: '@Measurement' takes iterations, time, timeUnit and batchSize, as in (iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)|@Benchmark @Measurement(iteratoins = 1) int f();
@Measurement(iterations = 1, 2)||@Benchmark @Measurement(iterations = 1, 2) int f();
@Measurement(timeUnit = TimeUnit.WEEKS)||@Benchmark @Measurement(timeUnit = TimeUnit.WEEKS) int f();
@Measurement(5)||@Benchmark @Measurement(5) int f();
@Measurement(time =)||@Benchmark @Measurement(time =) int f();
two parameters of a name|2:1: two parameters of 'f' are named 'n': rename one|@State struct A { @Param({"1"}) int n; };\n@State struct B { @Param( {"2"} ) int n; };\n@Benchmark int f(A &a, B &b);
a NUL byte|1:1: a NUL byte; this is not a text file|@Benchmark int f();\0
an annotation twice|1:1: '@OperationsPerInvocation' is given twice before 'f'|@Benchmark @OperationsPerInvocation(2) @OperationsPerInvocation(3) int f();
two kinds|1:1: 'f' cannot be both a benchmark and a setup or teardown|@Setup @Benchmark int f();
behind the parameters|1:1: write '@Fork' before the function, class or member that it is for|@Benchmark int f() @Fork(1) { return 1; }
a lambda|1:1: '@Benchmark' is for a function, and 'f' is a member|@Benchmark auto f = []() { return 1; };
an enum|1:1: '@State' is for a class, and 'E' is a member|@State enum E { A };
a member that is defined outside|2:1: '@Benchmark' is before the definition of the member 'S::f': write it before the declaration in the class|struct S { int f(); };\n@Benchmark int S::f() { return 1; }
a state twice|4:1: the state 'S' is defined twice, first on line 2|#ifdef X\n@State struct S { int n; };\n#else\n@State struct S { int n; };\n#endif\n@Benchmark int f(S &s);
the parameter S **s|2:1: 'f': the parameter 'S **s' is neither a State nor a Blackhole|@State struct S { int n; };\n@Benchmark int f(S **s) { return 1; }\nusing T = S;
the parameter S s[2]|2:1: 'f': the parameter 'S s[2]' is neither a State nor a Blackhole|@State struct S { int n; };\n@Benchmark int f(S s[2]) { return 1; }\nusing T = S;
the parameter const S &s = S()|2:1: 'f': the parameter 'const S &s = S()' is neither a State nor a Blackhole|@State struct S { int n; };\n@Benchmark int f(const S &s = S()) { return 1; }\nusing T = S;
the parameter int n = 3|2:1: 'f': the parameter 'int n = 3' is neither a State nor a Blackhole|@State struct S { int n; };\n@Benchmark int f(int n = 3) { return 1; }\nusing T = S;
the parameter const T &s|2:1: 'f': the parameter 'const T &s' is neither a State nor a Blackhole|@State struct S { int n; };\n@Benchmark int f(const T &s) { return 1; }\nusing T = S;
a trigraph in a text|1:1: a trigraph: write '\'|const char *s = "??/" @Benchmark int f();"";
a name that no test can have|1:3: invalid test name 'f$x': a name begins with a letter and has letters, digits, '_', '+', '.', '-', and '::' between its parts|@Benchmark int f$x();
END
yes '#if 1' | head -n 257 >given
bad_source "257 conditions" "257:1: more than 256 conditions are nested" <given
echo "$(yes 'namespace n {' | head -n 257 | xargs) @Benchmark int f();" >given
bad_source "257 scopes" "1:1: too many nested scopes" <given

# hostile NAME MESSAGE SCRIPT: what perl's script prints is refused with that line.
hostile() {
	perl -e "$3" >given
	bad_source "$1" "$2" <given
}
hostile "bytes of all kinds" "2:1: a quote is never closed" 'print map(chr, 1 .. 255), "\n\@Benchmark int f();"'
hostile "a comment that opens 100000 times" "1:1: a comment is never closed" 'print "/* " x 100000, "\@Benchmark int f();"'
hostile "20000 brackets in an annotation" "1:1: the bracket of an annotation is never closed" 'print "\@Setup", "(" x 20000, ")"'
hostile "10000 angles" "1:1: the annotation must be before a class, one member, or a function that has a name and a result" \
	'print "struct A", "<" x 10000, " \@Benchmark int f();"'
hostile "100 classes in functions" "1:1: an annotation inside of brackets: write it before a function, class or member" \
	'print "struct A : A { int f() {" x 100, "\@Benchmark int f();", " } }" x 100'
hostile "a command as a name" "1:1: 'rm': the parameter 'x' is neither a State nor a Blackhole" 'print "\@Benchmark int rm(x);"'
file="-e \$(touch made).cpp"
hostile "a command as a file's name" "1:1: there is nothing after the annotation" 'print "\@Benchmark"'
ok "which is not run" [ ! -e made ]
file=source.cpp
mkdir only
ln -s "$(command -v perl)" only
echo '@Benchmark int f();' >source.cpp
run env PATH="$PWD/only" "$CGBENCH" --list --benchfile=source.cpp
is "$status $err" "129 cgbench: source.cpp: reading an annotated source needs universal-ctags, which is not in \$PATH" \
	"without universal-ctags"
run env PATH=/nowhere "$CGBENCH" --list --benchfile=source.cpp
is "$status $err" "129 cgbench: source.cpp: reading an annotated source needs perl, which is not in \$PATH; \
install it (Debian: apt-get install perl)" "without perl"

# Places where declarations begin and end, also where universal-ctags alone would find another one.
declared() {
	printf '%b\n@Benchmark int last();\n' "$2" >one.cpp
	run "$CGBENCH" --list --benchfile=one.cpp
	is "$status $(sed '/^$/,$d; s/  .*//' out | xargs) $err" "0 $1 last " "declarations: $2"
}
while IFS='|' read -r names source; do
	declared "$names" "$source"
done <<'END'
a::b::f|namespace a::inline b { namespace { @State struct S { int n = 1; }; @Benchmark int f(S &s) { return 1; } } }
f|namespace [[x]] n {} namespace m = n; using namespace m; @Benchmark int f();
f|@State typedef struct { int n; } S; struct T { } t; struct U; @Benchmark int f(S &s);
T::f|struct S { S() : n{1} {} }; struct T { @Benchmark int f(); };
f|@State struct M(x) API S final : B { @Param("1") int n; }; @Benchmark int f(Blackhole &b);
f|template <class T, int n = (1 > 2)> struct S { int n; }; template <> struct S<int> { }; @Benchmark int f();
f g h|@Benchmark M(x) int f() { } @Benchmark int g() M(x) { } @Benchmark static M(x) int h();
f|@Benchmark std::function<void()> f() {}
f g|@Benchmark auto f() -> int(*)(int) { } @Benchmark int g() noexcept(true) {}
f g|extern "C" { @Benchmark int f(); } extern "C" @Benchmark int g() {} int x = ({ 1; });
f|#if X\nint f() {\n#else\nint g() {\n#endif\n } @Benchmark int f();
h|int f() {\n#if X\nif (a) {\n#else\nif (b) {\n#endif\n } } @Benchmark int h();
f|auto l = [](int x) { return x; }; S s{[] { return 1; }()}; @Benchmark int f();
f|#if 0\n'\n#if 1\n#else\n@\n#endif\n/*\n#else\n*/#else\n@Benchmark int f();\n#endif
f|#ifdef CLAMH\n@Benchmark int f();\n#elif X\n@Benchmark int g();\n#endif
END
place='the annotation must be before a class, one member, or a function that has a name and a result'
while IFS='|' read -r message source; do
	printf '%b\n' "$source" >given
	bad_source "$source" "$message" <given
done <<END
1:1: $place|@Setup int x : 3;
1:1: $place|@Setup int f(), g();
1:1: $place|@Setup int x, y;
1:1: $place|struct S { @Setup S() {} };
1:1: $place|struct S { @Setup virtual ~S() {} };
1:1: $place|struct S { @Setup bool operator==(S) {} };
1:1: $place|@Setup int f [[x]] () {} int g() {}
1:1: $place|@Setup namespace n { }
2:1: a condition of the preprocessor is between the annotation and the name: write both on one side of it|\n@Setup\n#if X\nint f();\n#endif
1:1: an annotation inside of brackets: write it before a function, class or member|int f() { @Setup int x; }
1:1: there is nothing after the annotation|struct S { @Setup }
1:1: what follows the annotation does not end; is a ';' missing?|struct S { @Setup int n };
1:1: the bracket '{' is never closed|namespace n {
1:1: the bracket '(' is never closed|int f(\n [);
1:1: '}' closes no bracket|}
1:1: a bracket is closed that is not open|int x);
2:1: '@' without the name of an annotation|@Setup(1, ")", (2)) @Setup\n@ C
1:1: '//@@' without the name of an annotation|//@@\nf
1:1: '//@@' after code: write the annotation in a line of its own|f //@@Setup
1:1: the bracket of an annotation is never closed|//@@Setup(1\n)
1:1: write each annotation in a line of its own|//@@Setup (2) @Setup
1:1: the name of an annotation goes on in the next line|@Setup\\\\\nB
2:1: a comment is never closed|\n/* x
1:1: a quote is never closed|a 'b\n'
1:1: a raw string is never closed|R"x( )"
1:1: a line ends inside of a word or sign: do not divide it|a\\\\\nb
1:1: a digraph or trigraph: write the character that it means|<:a
1:1: a digraph or trigraph: write the character that it means|a %> b
1:1: a trigraph continues this line: end the line before it|// what??/\nx
END

# Input, and the tests made of it: CRLF, a byte order mark, conditions, comments with annotations.
listed() {
	printf '%b\n' "$2" >one.cpp
	run "$CGBENCH" --list --benchfile=one.cpp
	is "$status $(sed '/^$/,$d; s/  .*//' out | xargs) $err" "0 $1 " "$3"
}
listed "f/n=1 f/n=2" '\0357\0273\0277//@@State(Scope.Thread)\r\nstruct S {\r\n@Param({"1",\r\n"2"})\r\nint n;\r\n};\r\n//@@Benchmark\r\nint f(S &s) { return s.n; }\r' \
	"carriage returns and a byte order mark"
listed "f" '//@@Benchmark //@@OperationsPerInvocation(10)\nint f(); //@@@@@@\n/* @Benchmark */ // @Benchmark' \
	"annotations in comments, and comments"
listed "f" 'MACRO(a) MACRO(b, c)\n@State class S {};\nMACRO(d)\n@Benchmark int f(S &s);' "macros before annotations"
listed "C::f" 'struct C { @Benchmark const int &f(const C &c) const; };' "a member of const objects"
like "$out" '^C::f  const int &f\(const C &c\) const$' "which is described as it is"
file=source.c
bad_source "a Blackhole in C" "2:1: 'f': a Blackhole is for C++; use BLACK_BOX of cgbench.h in C" <<'END'
//@@Benchmark
int f(Blackhole *b) { return 1; }
END
file=source.bench
bad_source "keys of sources in a benchfile" "1:1: the top of a benchfile has no key 'source'; did you mean 'sources'?" <<'END'
source = int x;
[a]
code = 1;
END

# Fixtures are called in this order, and each iteration sees the state anew.
cat >order.cpp <<'END'
#include <cstdlib>
struct Base { int n = 0; @Setup(Level.Iteration) void iteration() { n += 10; } };
@State(Scope.Benchmark) struct First : Base { @Setup void trial() { n += 1; } };
@State(Scope.Benchmark) struct Second { int n = 0; @Setup void trial(First &f) { n = f.n * 2; } };
@Setup(Level.Invocation) void before(First &f) { f.n += 100; }
@Teardown(Level.Invocation) void after(First &f) { f.n -= 100; }
@Benchmark void f(const First &f, const Second &s) { if (f.n != 111 || s.n != 2) std::abort(); }
END
# shellcheck disable=SC2086 # words
run "$CGBENCH" --benchfile=order.cpp --tables --raw --fields=Ir -- $cxx
is "$status $(grep -c FAIL out)" "0 0" "setups of all levels, also of a base and of another state"

# Operations, and what has no effect.
cat >ops.cpp <<'END'
@State(Scope.Thread) struct S { int n = 3; };
@Benchmark @OperationsPerInvocation(4) @Fork(2) @Warmup(iterations = 3)
int f(const S &s) { return s.n * s.n * s.n; }
END
run "$CGBENCH" -v --benchfile=ops.cpp --tables --raw --fields=Ir --write=ops.json -- g++
# shellcheck disable=SC2016
is "$(json ops.json '$f->{tests}{f}{ops}')" 4 "OperationsPerInvocation is ops"
like "$err" '^cgbench: ops\.cpp: no effect on counts: Fork, Warmup$' "what is about time is named"

# A parameter is assigned only where it fits: some types say so themselves, of others the compiler knows.
file=narrow.cpp
for type in 'bool=yes=true or false' 'unsigned char=1.5=an integer that is not negative' 'long=fast=an integer' \
	'size_t=-1=an integer that is not negative' 'int=99999999999999999999=an integer' \
	'double=one=a number' 'const std::uint8_t=0x=an integer that is not negative' \
	'char=10=a character' 'signed char=x=an integer' 'static enum E=1=a name of an enum'; do
	value=${type#*=}
	bad_source "$type" "1:1: '@Param': '${value%=*}' is not ${value#*=}, which 'n' needs" <<-END
		@State(Scope.Thread) struct S { @Param({"${value%=*}"}) ${type%%=*} n; };
		@Benchmark int f(const S &s) { return s.n; }
	END
done
cat >narrow.cpp <<'END'
typedef bool flag;
typedef unsigned char byte;
typedef const char *text;
@State(Scope.Thread) struct A { @Param({"yes"}) flag n; };
@State(Scope.Thread) struct B { @Param({"300"}) byte n; };
@State(Scope.Thread) struct C { @Param({"1.5"}) byte n; };
@State(Scope.Thread) struct D { @Param({"0"}) text n; };
@Benchmark int a(const A &s) { return s.n; }
@Benchmark int b(const B &s) { return s.n; }
@Benchmark int c(const C &s) { return s.n; }
@Benchmark int d(const D &s) { return !s.n; }
END
# shellcheck disable=SC2086 # words
run "$CGBENCH" --benchfile=narrow.cpp --format=csv --fields=Ir -- $cxx
is "$(grep -c '^[abcd]/n=.*,compile,' out)" $((4 * puts)) "no such value is assigned in C++"
cat >narrow.c <<'END'
typedef int number;
typedef unsigned char byte;
typedef const char *text;
@State struct A { @Param({"fast", "1.5", "3000000000"}) number n; };
@State struct B { @Param({"0"}) text n; };
@State struct C { @Param({"-1"}) byte n; };
@Benchmark int a(const struct A *s) { return s->n; }
@Benchmark int b(const struct B *s) { return !s->n; }
@Benchmark int c(const struct C *s) { return s->n; }
END
# shellcheck disable=SC2086 # words
run "$CGBENCH" --benchfile=narrow.c --format=csv --fields=Ir -- $c
is "$(grep -c '^[abc]/n=.*,compile,' out)" $((5 * puts)) "no value that does not fit is assigned in C"

# Values that are names, in C and C++, and a function named like a parameter.
cat >named.c <<'END'
enum colour { RED, GREEN = 7 };
typedef enum { NEAR = 1, FAR } place;
@State struct S { @Param({"GREEN"}) enum colour colour; @Param({"NEAR", "FAR"}) place place; @Param({"x", "5"}) char length; };
@Benchmark int length(const struct S *s) { return 100 / (s->colour == GREEN && s->place && (s->length == 'x' || s->length == '5')); }
END
# shellcheck disable=SC2086 # words
run "$CGBENCH" --benchfile=named.c --tables --raw --fields=Ir --format=csv -- $c
is "$status $(cut -d, -f1 out | sed 1d | sort -u | xargs) $(grep -c FAIL out)" \
	"0 length/colour=GREEN/place=FAR/length=5 length/colour=GREEN/place=FAR/length=x length/colour=GREEN/place=NEAR/length=5 length/colour=GREEN/place=NEAR/length=x 0" \
	"names of an enum and characters in C"
cat >named.cpp <<'END'
enum class Colour : unsigned char { RED, GREEN = 7 };
enum Place { NEAR = 1, FAR };
@State struct S { @Param({"GREEN"}) Colour colour; @Param({"FAR"}) volatile static Place place; @Param("z") char length; };
volatile Place S::place = NEAR;
@Benchmark int length(const S &s) { return 100 / (s.colour == Colour::GREEN && s.place == FAR && s.length == 'z'); }
END
# shellcheck disable=SC2086 # words
run "$CGBENCH" --benchfile=named.cpp --tables --raw --fields=Ir -- $cxx
is "$status $(grep -c FAIL out)" "0 0" "names of an enum and characters in C++"

if chosen static; then
	# Static members are parameters, also of tests that take no such state but may name the member.
	cat >static.cpp <<'END'
#include <cstdlib>
@State class Outer {
	static long helper() { return Plain::n; }
public:
	@State struct Plain { @Param({"3", "5"}) volatile static long n; };
	@Benchmark static long viaHelper() { return helper(); }
};
volatile long Outer::Plain::n = 1;
struct Base { @Param("2") static int k; int m = 0; @Setup void init() { m = k; } };
int Base::k = 1;
@State struct A : Base {};
@State struct B : Base {};
@State struct C { int n = 4; };
END
	cp static.cpp helper.cpp
	cat >>static.cpp <<'END'
@Benchmark int both(const A &a, const B &b) { if (a.k != 2 || a.m != 2 || b.m != 2) std::abort(); return 1; }
END
	sed -i '/viaHelper/d; s/static long helper.*/static int none;/' static.cpp
	cat >>static.cpp <<'END'
@Benchmark int object(const C &c) { return c.n; }
@Benchmark long named() { long sum = 0; for (long i = Outer::Plain::n; i; i--) BLACK_BOX(sum += i); return sum; }
END
	listed_file() {
		# shellcheck disable=SC2086 # words
		run "$CGBENCH" --benchfile="$1" --tables --raw --fields=Ir --format=csv -- $cxx
		cut -d, -f1 out | sed 1d | uniq | xargs
	}
	is "$(listed_file static.cpp) $(grep -c FAIL out)" "both/k=2 object named/n=3 named/n=5 0" "static members are no benchmarks of their own"
	is "$(awk -F, '/named/ { n[$1] = $4 } END { print (n["named/n=3"] < n["named/n=5"]) ? "more" : "same" }' out)" more \
		"static members have the values of the tests"
	is "$(listed_file helper.cpp) $(grep -c FAIL out)" "Outer::viaHelper/n=3 Outer::viaHelper/n=5 0" \
		"static members that only a helper names are parameters"
	cat >hidden.cpp <<'END'
namespace { @State struct S { @Param({"3"}) static long n; }; long S::n = 3; }
@Benchmark long f() { return S::n * S::n / 7; }
END
	# shellcheck disable=SC2086 # words
	run "$CGBENCH" --benchfile=hidden.cpp --tables --raw --fields=Dr --format=csv --putargs=-O3 -- $cxx
	is "$(sed 1d out | cut -d, -f4 | sort -u)" 1 "no compiler knows the value"
fi

if chosen directory; then
	# A directory, in which other sources are left alone.
	mkdir sources
	printf 'language = c++\n[bench]\nparam.n = 1\ncode = BLACK_BOX(n);\n' >sources/m.bench
	printf '@State struct S { @Param("1") int n; };\n@Benchmark int last(S &s) { return s.n; }\n' >sources/z.hpp
	printf '//@@State\nstruct S {\n//@@Param({"1", "2"})\nunsigned n; };\n//@@Benchmark\nint first(S &s) { return s.n; }\n' >sources/a.cc
	printf 'int helper() { return 1; } // @Benchmark\n#if 0\n@Benchmark int no();\n#endif\n' >sources/helper.cpp
	printf '"@Benchmark" { "\n' >sources/text.c
	printf '@Benchmark int no();\n' >sources/notes.txt
	run "$CGBENCH" --benchfile=sources --list
	is "$status $(sed '/^$/,$d; s/  .*//' out | xargs) $err" "0 first/n=1 first/n=2 bench/n=1 last/n=1 " \
		"the annotated sources of a directory are read by name"
	like "$out" '^first/n=1  int first\(S &s\)$' "the annotated sources of a directory are listed with their descriptions"
	run "$CGBENCH" --benchfile=sources --param=n=7,0x10 --tables --raw --fields=Ir -- g++
	is "$status $(grep -o '^[a-z]*/n=[^ ]*' out | xargs)" \
		"0 first/n=7 first/n=0x10 bench/n=7 bench/n=0x10 last/n=7 last/n=0x10" "--param gives all of them values"
	is "$("$CGBENCH" --complete="cgbench --benchfile=sources --tests=f" | cut -f2 | xargs)" \
		"--tests=first/n=1 --tests=first/n=2" "tests are completed"
	is "$("$CGBENCH" --complete="cgbench --benchfile=sources --param=" | cut -f2)" "--param=n=" "parameters are completed"
	is "$("$CGBENCH" --complete="cgbench --benchfile=sources/a" | cut -f2)" "--benchfile=sources/a.cc" "annotated sources are completed"
	for value in abc=sources/a.cc:4:1 -1=sources/a.cc:4:1 1.5=sources/a.cc:4:1; do
		run "$CGBENCH" --benchfile=sources --param=n="${value%=*}" --list
		is "$status $err" \
			"129 cgbench: --param=n: '${value%=*}' is not an integer that is not negative, which ${value#*=} needs" \
			"--param=n=${value%=*}"
	done
	run "$CGBENCH" --benchfile=sources --param=m=1 --list g++
	is "$status $err" "129 cgbench: --param=m: no test has this parameter; they have n" "--param of an unknown parameter is refused"
	printf '//@@Benchmark\nint c(void) { return 1; }\n' >sources/zz.c
	run "$CGBENCH" --benchfile=sources --list
	is "$status $err" \
		"129 cgbench: sources/zz.c:1:1: its tests are in c, but the tests before them are in c++: measure these benchfiles separately" \
		"C and C++ together"
	printf '//@@Benchmark //@@Fork(2)\nstatic inline int c(void) { return 1; }\n' >sources/zz.h
	rm sources/zz.c
	sed -i 's/@Benchmark/@Benchmark @Warmup(iterations = 1)/' sources/z.hpp
	run "$CGBENCH" -v --benchfile=sources --tables --raw --fields=Ir -- g++
	is "$status $(grep -c FAIL out) $(echo "$err" | grep 'no effect' | xargs)" \
		"0 0 cgbench: sources/z.hpp: no effect on counts: Warmup cgbench: sources/zz.h: no effect on counts: Fork" \
		"a header for both languages, and remarks on several files"
fi

# Lines of the source, and one message for what breaks all tests.
cat >wrong.cpp <<'END'
static int helper(int n) { return n + unknown; }
@State(Scope.Thread) struct S { int n = 3; };
@Benchmark int f(const S &s) { return helper(s.n); }
@Benchmark int g(const S &s) { return s.m; }
END
run "$CGBENCH" -v --benchfile=wrong.cpp --tables --raw --fields=Ir -- g++
like "$err" '^.*wrong\.cpp:1:39: error: ' "an error in a helper has its line"
like "$err" '^.*wrong\.cpp:4:41: error: ' "an error in a benchmark has its line"
is "$(grep -c "^    .*error:" err)" 2 "what breaks all tests is said once"
cat >wrong.bench <<'END'
language = c
preamble = int helper(int n) { return n + unknown; }
[a]
code = BLACK_BOX(helper(1));
[b]
code = BLACK_BOX(other(1));
END
run "$CGBENCH" --benchfile=wrong.bench --tables --raw --fields=Ir -- gcc
is "$(grep -c "error: 'unknown'" err)" 1 "what breaks all tests of a benchfile is said once"
like "$err" '^cgbench: a, b on gcc: .*error: ' "what breaks all tests of a benchfile is said for all"

if chosen holes; then
	# The Blackhole: cgbench's, unless one lies beside the source. Where LATH is defined, a source need
	# not include it.
	mkdir -p holes/own
	cat >holes/stub.cpp <<'END'
#ifndef LATH
namespace harness_utils { struct Blackhole { template <class T> void consume(const T &) {} }; }
#endif
using harness_utils::Blackhole;
//@@State(Scope.Thread)
struct S { int n = 3; };
//@@Benchmark
void f(const S &s, Blackhole &hole) { hole.consume(s.n * s.n); }
END
	cp holes/stub.cpp holes/own
	sed '1,3d' holes/stub.cpp | sed '1i #include "Blackhole.hpp"' >holes/plain.cpp
	cp holes/plain.cpp holes/own
	sed 's/LATH/NOTHING/' holes/stub.cpp >holes/same.cpp
	echo 'namespace harness_utils { struct Blackhole { volatile int n; void consume(int x) { n = n = n = x; } }; }' >holes/own/Blackhole.hpp
	in_turn 2 >rows <<'END'
stub 2,0
own/stub 5,3
plain 2,0
same 0,0
own/plain 5,3
END
	while read -r source costs; do
		run "$CGBENCH" --benchfile="holes/$source.cpp" --tables --raw --fields=Ir,Dw --format=csv -- g++
		is "$(grep '^f,' out | cut -d, -f4-5)" "$costs" "the Blackhole of $source.cpp costs $costs"
	done <rows
	# shellcheck disable=SC2086 # words
	run "$CGBENCH" --benchfile=holes/own/stub.cpp --tables --raw --fields=Ir --explain --format=markdown:holes/report.md -- $cxx
	unlike "$(cat holes/report.md)" '-i(quote|dirafter) /' "a report has its headers"
	like "$(cat holes/report.md)" 'struct Blackhole \{ volatile int n' "that of the source before cgbench's"
fi

if chosen saved; then
	# Saved runs: the text of annotated functions and states is the test's, that of helpers is not.
	cat >saved.cpp <<'END'
#include <cstdint>
static uint64_t helper(uint64_t n) { return n * 3; }
@State(Scope.Thread) struct S { uint64_t n = 3; };
@Benchmark uint64_t f(const S &s) { return helper(s.n); }
@Benchmark uint64_t g(const S &s) { return helper(s.n) + 1; }
END
	mkdir project away
	cp saved.cpp project
	run "$CGBENCH" --benchfile=project/saved.cpp --tables --raw --fields=Ir --write=base.json -- g++=base
	mv project gone
	run "$CGBENCH" --read=base.json --tables --raw --fields=Ir -- clang++=new
	is "$status $(grep -c FAIL out)" "0 0" "a saved run alone suffices to measure another put"
	mv gone project

	# changed SCRIPT: which cells of the second run are marked as changed tests.
	changed() {
		sed "$1" saved.cpp >project/saved.cpp
		run "$CGBENCH" --benchfile=project/saved.cpp --baseline=base.json --tables --raw --fields=Ir -- g++=now
		echo "$out" | awk '/^[^ *]+ / && /\*$/ { printf "%s", $1 }'
	}
	is "$(changed 's/n \* 3/n * 5/')" "" "a changed helper is a new count"
	is "$(changed '/uint64_t f/s/helper(s.n)/helper(s.n + 1)/')" f "a changed function is a changed test"
	is "$(changed 's/uint64_t n = 3/uint64_t m = 0, n = 3/')" fg "a changed state changes its tests"
	is "$(changed '/uint64_t g/s/@Benchmark/& @OperationsPerInvocation(2)/')" g "a changed annotation is a changed test"

	# Definitions outside of classes; a header beside the source.
	cat >saved.cpp <<'END'
#include "helper.h"
@State(Scope.Thread) struct S { int n; S(); };
S::S() { n = 3; }
@Benchmark int f(const S &s) { return helper(s.n); }
namespace inner { struct C { int n = 1; @Benchmark int g(); }; }
int inner::C::g() { return helper(n); }
END
	echo 'static int helper(int n) { return n * 3; }' >project/helper.h
	cp saved.cpp project
	run "$CGBENCH" --benchfile=project/saved.cpp --tables --raw --fields=Ir --write=base.json -- g++=base
	is "$(changed 's/n = 3/n = 4/')" f "a constructor that is defined outside is the state's text"
	is "$(changed 's/return helper(n)/return helper(n + 1)/')" inner::C::g "a benchmark that is defined outside is the test's text"
	mv project gone
	run "$CGBENCH" --read=base.json --tables --raw --fields=Ir -- clang++=new
	like "$err" "^cgbench: test 'f': cflags: \{dir\} is $work/project, which does not exist$" \
		"a directory that a saved run needs is named"
	mv gone project
	run "$CGBENCH" --read=base.json --tables --raw --fields=Ir -- clang++=new
	is "$status $(grep -c FAIL out)" "0 0" "with it, the run is measured again"
fi

# C: a union, and a number that is not whole.
cat >real.c <<'END'
@State union U { int i; };
@State struct S { @Param({"0.5"}) double x; };
@Benchmark int f(struct S *s, union U *u) { return s->x + u->i; }
END
run "$CGBENCH" --benchfile=real.c --tables --raw --fields=Ir -- gcc
like "$status:$out" '^f/x=0.5 +[0-9.]+$' "a union, and half a number"

done_testing
