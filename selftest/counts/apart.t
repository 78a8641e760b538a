#!/bin/sh
# The code does none of the work of "pre", and "post" none of the code's: a test costs what it does where a function
# computes for "pre" that is called by its address, which no compiler knows. A run takes two of the puts.
. "$(dirname "$0")/../tap.sh"

# both NAME TYPE EXPRESSION CODE: the test NAME::moved, whose "pre" computes from x, of 5, and
# NAME::called, where the function NAME does.
both() {
	printf '[%s::moved]\npre = unsigned x = BLACK_BOX(5u); %s y = %s;\ncode = %s\n' "$1" "$2" "$3" "$4"
	printf '[%s::called]\npreamble = static %s %s(unsigned x) { return %s; }\n' "$1" "$2" "$1" "$3"
	printf 'pre = unsigned x = BLACK_BOX(5u); %s y = BLACK_BOX(&%s)(x);\ncode = %s\n' "$2" "$1" "$4"
}

# pair KIND PRE POST: the test $name::KIND, with the other keys in their variables. A key without text is left out.
pair() {
	printf '[%s::%s]\n' "$name" "$1"
	printf '%s\n' "preamble = $preamble" "setup = $setup" "pre = $2" "code = $code" "post = $3" | grep -v ' = $'
}

# tests: those of C and C++.
tests() {
	both quotient unsigned '1000000 / x' 'BLACK_BOX(BLACK_BOX(77u) + y);'
	both hash 'unsigned long' '(x * 0x9e3779b97f4a7c15ul >> 7) ^ x' 'BLACK_BOX(y & 1023);'
	both real double '(x + 0.5) / 3' 'BLACK_BOX(y * 2);'
	both chosen long 'x > 3 ? (long)x * x : 1 / (long)x' 'BLACK_BOX(y + 1);'
	both less int '(x < 7) * 2 % 3' 'BLACK_BOX(y + 5);'
	both place 'const int *' 'numbers + x * 3 % 8' 'BLACK_BOX(*y);'
}

cat >shared.h <<'E'
struct triple { unsigned a, b, c; };
static inline struct triple
triple(unsigned x)
{
	struct triple t = {x / 3, x * 77, 99 / x};
	return t;
}
struct reals { double a, b, c; };
static inline double
dot(struct reals r)
{
	return r.a * r.a + r.b * r.b + r.c * r.c;
}
#define make_triple(name, x, y, z) struct triple name = {x, y, z}
/* No compiler knows what is in it. */
extern const int numbers[8];
__asm__(".pushsection .rodata\n.balign 16\nnumbers: .long 1, 2, 3, 0, 0, 0, 0, 0\n.popsection");
static unsigned global;
static inline unsigned third_of(unsigned x) { return x / 3; }
#define third(x) BLACK_BOX(&third_of)(x)
E
{
	printf 'language = c\npreamble = #include "shared.h"\ncflags = -I{dir}\n'
	tests
	# Rows: the keys of both tests of a pair; first "pre" and "post" of the one called moved.
	while IFS='|' read -r name preamble setup pre called_pre code post called_post; do
		pair moved "$pre" "$post"
		pair called "$called_pre" "$called_post"
	done <<'E'
returned|||struct triple t = triple(BLACK_BOX(5u));|unsigned x = BLACK_BOX(5u); struct triple t = {third(x), third(x), third(x)};|BLACK_BOX(t.a ^ t.b ^ t.c);||
assigned||unsigned y = 0; struct { int a, b; } s = {1, 2};|y = 1000000 / BLACK_BOX(5u); s.a = y / 3; s.b = s.a * 7;|y = BLACK_BOX(5u); s.a = BLACK_BOX(3); s.b = BLACK_BOX(2);|BLACK_BOX(y ^ s.a ^ s.b);||
filled|||int a[16]; for (int i = 0; i < 16; i++) a[i] = i * BLACK_BOX(3);|int a[16]; for (int i = 0; i < 16; i++) a[i] = i * BLACK_BOX(3); DO_NOT_OPTIMIZE(a);|int s = 0; for (int i = 0; i < 16; i++) s += a[i]; BLACK_BOX(s);||
compared|||int x = BLACK_BOX(5), y = BLACK_BOX(7), less = x < y;|int less = BLACK_BOX(5);|BLACK_BOX(less + 5);||
pointed|||const int (*rows)[4] = (const int (*)[4])(numbers + BLACK_BOX(12u) / BLACK_BOX(3u));|const int (*rows)[4] = (const int (*)[4])BLACK_BOX(numbers);|BLACK_BOX((*rows)[1]);||
made|#define make(type, name, value) __attribute__((unused)) type name = (value)||make(unsigned, y, 1000000 / BLACK_BOX(5u));|unsigned y = BLACK_BOX(5u);|BLACK_BOX(y + 1);||
pasted|#define paste(type, name, value) __attribute__((unused)) type its_##name = (value)||paste(unsigned, y, 1000000 / BLACK_BOX(5u));|unsigned its_y = BLACK_BOX(5u);|BLACK_BOX(its_y + 1);||
declared|#define with_value(declaration, value) __attribute__((unused)) declaration = (value)||with_value(unsigned y, 1000000 / BLACK_BOX(5u));|unsigned y = BLACK_BOX(5u);|BLACK_BOX(y + 1);||
global|||global = 1000000 / BLACK_BOX(5u);|global = BLACK_BOX(5u);|BLACK_BOX(BLACK_BOX(77u) + global);||
constant|||const unsigned x = BLACK_BOX(5u), y = BLACK_BOX(7u);|const unsigned x = BLACK_BOX(5u), y = BLACK_BOX(7u);|BLACK_BOX(x / y + BLACK_BOX(3u));|BLACK_BOX(x / y * 3);|BLACK_BOX(x); BLACK_BOX(y);
within|static unsigned within; static void fill(unsigned x) { within = 1000000 / x; }||fill(BLACK_BOX(5u));|within = third(BLACK_BOX(5u)); CLOBBER_MEMORY();|BLACK_BOX(BLACK_BOX(77u) * within);||
after|||unsigned x = BLACK_BOX(5u), y = BLACK_BOX(7u);|unsigned x = BLACK_BOX(5u), y = BLACK_BOX(7u);|BLACK_BOX(x / y + x * y * x);|BLACK_BOX(x / y + x * y * x);|BLACK_BOX(x); BLACK_BOX(y);
nameless|unsigned table[4] = {1, 2, 3, 4}; __attribute__((noinline)) static unsigned mixed(void) { unsigned x = 0; for (int i = 0; i < 4; i++) x = x * 3 ^ table[i]; return x; }||||BLACK_BOX(mixed() + BLACK_BOX(1u));|BLACK_BOX(mixed());|BLACK_BOX(third(5u));
outlived||unsigned x = BLACK_BOX(5u), r = 0;|x = BLACK_BOX(x); r = BLACK_BOX(0u);|x = BLACK_BOX(x); r = BLACK_BOX(0u);|r = x / 7 + x * x;|BLACK_BOX(r); BLACK_BOX(x / 7 + x * x);|BLACK_BOX(r); BLACK_BOX(x);
macro|#define MAKE(n) unsigned v = 1000000 / (n)|unsigned n = BLACK_BOX(5u);|n ^= 3; MAKE(n);|n ^= 3; unsigned v = BLACK_BOX(1000000 / n);|BLACK_BOX(v + 1);||
pragma||unsigned x = BLACK_BOX(5u);|_Pragma("GCC diagnostic ignored \"-Wunused\"") __attribute__((aligned(32))) unsigned v = 1000000 / x;|__attribute__((aligned(32))) unsigned v = BLACK_BOX(1000000 / x);|BLACK_BOX(v + 1);||
pointer||unsigned x = BLACK_BOX(5u), y, *p = &y;|*p = 1000000 / x;|*p = BLACK_BOX(1000000 / x);|BLACK_BOX(y + 1);||
heap||unsigned x = BLACK_BOX(5u), *p = (unsigned *)__builtin_malloc(4);|*p = 1000000 / x;|*p = BLACK_BOX(1000000 / x);|BLACK_BOX(*p + 1);||
static||static unsigned x = 5, y; BLACK_BOX(&x);|y = 1000000 / x;|y = BLACK_BOX(1000000 / x);|BLACK_BOX(y + 1);||
variable||unsigned x = BLACK_BOX(5u), n = BLACK_BOX(3);|unsigned v[n]; v[1] = 1000000 / x;|unsigned v[n]; v[1] = BLACK_BOX(1000000 / x);|BLACK_BOX(v[1] + 1);||
statement||unsigned x = BLACK_BOX(5u), y;|({ unsigned *q = &y; *q = 1000000 / x; });|({ unsigned *q = &y; *q = BLACK_BOX(1000000 / x); });|BLACK_BOX(y + 1);||
switch||unsigned x = BLACK_BOX(5u), y = 0;|switch (x) { case 1: y = 2; break; case 2: y = 4; break; case 3: y = 1; break; case 5: y = 1000000 / x; }|switch (x) { case 1: y = 2; break; case 2: y = 4; break; case 3: y = 1; break; case 5: y = 1000000 / x; } y = BLACK_BOX(y);|BLACK_BOX(y + 1);||
repeated|#define TWICE() BLACK_BOX(1000000 / (n + 3))|unsigned n = BLACK_BOX(5u);|||n++; TWICE();|TWICE();|n = BLACK_BOX(n); TWICE();
renewed||unsigned x = BLACK_BOX(5u);|||BLACK_BOX(1000000 / (x + 3));|x = 1000000 / (x + 3);|x = BLACK_BOX(x); x = 1000000 / (x + 3);
E
	# From here on the other test of a pair boxes each member.
	while IFS='|' read -r name object first second third code post; do
		for box in '' BLACK_BOX; do
			printf '[%s::%s]\npre = unsigned x = BLACK_BOX(5u);' "$name" "${box:-moved}"
			# shellcheck disable=SC2059 # the object says where its members are
			printf " $object\n" "$box($first)" "$box($second)" "$box($third)"
			printf 'code = %s\n' "$code"
			[ -z "$post" ] || printf 'post = %s\n' "$post"
		done
	done <<'E'
reals|struct reals y = {%s, %s, %s};|x / 3.0|x / 7.0|x * 2.0|BLACK_BOX(y.a * y.b + y.c);|
reals_const|const struct reals y = {%s, %s, %s};|x / 3.0|x / 7.0|x * 2.0|BLACK_BOX(y.a < y.b);|
reals_whole|struct reals y = {%s, %s, %s};|x / 3.0|x / 7.0|x * 2.0|BLACK_BOX(dot(y));|
related|struct triple y = {%s, %s, %s};|x * 3|x * 9|x / 3|BLACK_BOX(y.a ^ y.b ^ y.c);|
recomputed|const struct triple y = {%s, %s, %s};|x * 3|x * 9|x / 3|BLACK_BOX(y.a / y.b);|BLACK_BOX(y.a / y.b);
in_header|make_triple(y, %s, %s, %s);|x * 3|x * 9|x / 3|BLACK_BOX(y.a ^ y.b ^ y.c);|
E
} >c.bench

sed 's/^language = c$/language = c++/' c.bench >c++.bench
cat >>c++.bench <<'E'
[constructed::moved]
preamble = struct number { unsigned of; number() : of(1000000 / BLACK_BOX(5u)) {} };
pre = number y;
code = BLACK_BOX(y.of + 1);
[constructed::called]
preamble = struct number { unsigned of; };
pre = number y{BLACK_BOX(5u)};
code = BLACK_BOX(y.of + 1);
[inherits::moved]
preamble = struct base {};
pre = struct number : base { unsigned of = 1000000 / BLACK_BOX(5u); } y;
code = BLACK_BOX(y.of + 1);
[inherits::called]
pre = struct number { unsigned of; } y{BLACK_BOX(5u)};
code = BLACK_BOX(y.of + 1);
E

# No text says which object is meant, by what it is changed, or how it is declared.
cat >>c.bench <<'E'
[register::moved]
setup = unsigned x = BLACK_BOX(5u);
pre = register unsigned v = 1000000 / x;
code = BLACK_BOX(v + 1);
[register::boxed]
setup = unsigned x = BLACK_BOX(5u);
pre = register unsigned v = BLACK_BOX(1000000 / x);
code = BLACK_BOX(v + 1);
E
cat >>c++.bench <<'E'
[lambda::moved]
setup = unsigned x = BLACK_BOX(5u), y;
pre = [&] { y = 1000000 / x; }();
code = BLACK_BOX(y + 1);
[lambda::boxed]
setup = unsigned x = BLACK_BOX(5u), y;
pre = [&] { y = BLACK_BOX(1000000 / x); }();
code = BLACK_BOX(y + 1);
[reference::moved]
setup = unsigned x = BLACK_BOX(5u), y; unsigned &r = y;
pre = r = 1000000 / x;
code = BLACK_BOX(y + 1);
[reference::boxed]
setup = unsigned x = BLACK_BOX(5u), y; unsigned &r = y;
pre = r = BLACK_BOX(1000000 / x);
code = BLACK_BOX(y + 1);
[bindings::moved]
preamble = #include <tuple>
setup = unsigned x = BLACK_BOX(5u);
pre = auto [a, b] = std::make_pair(1000000 / x, 7u);
code = BLACK_BOX(a + 1);
[bindings::boxed]
preamble = #include <tuple>
setup = unsigned x = BLACK_BOX(5u);
pre = auto [a, b] = std::make_pair(BLACK_BOX(1000000 / x), 7u);
code = BLACK_BOX(a + 1);
[operator::moved]
preamble = struct number { unsigned of; number &operator<<(unsigned x) { of = 1000000 / x; return *this; } };
setup = unsigned x = BLACK_BOX(5u); number y{};
pre = y << x;
code = BLACK_BOX(y.of + 1);
[operator::boxed]
preamble = struct number { unsigned of; number &operator<<(unsigned x) { of = BLACK_BOX(1000000 / x); return *this; } };
setup = unsigned x = BLACK_BOX(5u); number y{};
pre = y << x;
code = BLACK_BOX(y.of + 1);
[template::moved]
preamble = template <class T> static inline void assign(T &to, unsigned x) { to = 1000000 / x; }
setup = unsigned x = BLACK_BOX(5u), y;
pre = assign<unsigned>(y, x);
code = BLACK_BOX(y + 1);
[template::boxed]
preamble = template <class T> static inline void assign(T &to, unsigned x) { to = BLACK_BOX(1000000 / x); }
setup = unsigned x = BLACK_BOX(5u), y;
pre = assign<unsigned>(y, x);
code = BLACK_BOX(y + 1);
[tie::moved]
preamble = #include <tuple>
setup = unsigned x = BLACK_BOX(5u), y, z;
pre = std::tie(y, z) = std::make_pair(1000000 / x, 1000 / x);
code = BLACK_BOX(y + z);
[tie::boxed]
preamble = #include <tuple>
setup = unsigned x = BLACK_BOX(5u), y, z;
pre = std::tie(y, z) = std::make_pair(BLACK_BOX(1000000 / x), BLACK_BOX(1000 / x));
code = BLACK_BOX(y + z);
[private::moved]
preamble = class number { unsigned of; public: number(unsigned x) : of(1000000 / x) { } unsigned get() const { return of; } };
setup = unsigned x = BLACK_BOX(5u);
pre = number y(x);
code = BLACK_BOX(y.get() + 1);
[private::boxed]
preamble = class number { unsigned of; public: number(unsigned x) : of(BLACK_BOX(1000000 / x)) { } unsigned get() const { return of; } };
setup = unsigned x = BLACK_BOX(5u);
pre = number y(x);
code = BLACK_BOX(y.get() + 1);
E

# agree LANGUAGE EXCEPT PUT...: the two tests of each pair have the same counts on the put, and no mark. EXCEPT is an
# ERE of the pairs that are left out.
agree() {
	language=$1 except=$2
	shift 2
	run "$CGBENCH" -j2 --benchfile="$language.bench" --tests="/^(?!$except)/" --tables --fields=Ir,Dr,Dw \
		--format=csv:counts.csv -- "$@"
	is "$status" 0 "$language, $*: all are measured"
	awk -F, 'NR > 1 { split($1, name, "::"); row = $2 " " name[1]
			now = $4 " " $5 " " $6 " " $9 $11
			if (row in other) print row ": " (other[row] == now ? "same" : other[row] " | " now)
			other[row] = now }' counts.csv >rows
	ok "$language, $*: there are pairs" [ -s rows ]
	is "$(grep -v ': same$' rows)" '' "$language, $*: pre and post cost the code nothing, and save it nothing"
}

# gcc from 16 joins real numbers in a vector, which the code takes apart; without BLACK_BOX it also keeps
# the address of an array in another register than with it, and copies that.
joined=''
[ "$(version gcc)" -lt 16 ] || joined='|reals_whole|filled|constant'
# Without its guesses, gcc lays the two tests of "post" out differently. clang++ cannot keep an array of variable
# length, and the cell is marked.
in_turn 2 >puts <<E
c none$joined gcc=gcc
c none clang=clang
c++ none$joined g++=g++
c none clang=clang-O1 -O1
c none$joined gcc=gcc-O3 -O3
c++ variable clang++=clang++
c after$joined gcc=unguessed -fno-guess-branch-probability
E
while read -r put; do
	# shellcheck disable=SC2086
	agree $put
done <puts

# --check finds what is left, and only that.
tests='related::moved,related::BLACK_BOX,reals_whole::moved,reals_whole::BLACK_BOX'
run "$CGBENCH" --check --benchfile=c.bench --tests="$tests" -- gcc=unguessed -fno-guess-branch-probability gcc
is "$status $out" '0 8 of 8 counts are good' '--check finds nothing that a compiler takes apart'

# An object that its compiler cannot name is not guessed at.
cat >moved.bench <<'E'
language = rust
[moved]
pre = let a = vec![1u32]; let b = a; let n = black_box(b.len()) / 3;
code = black_box(n + 1);
[kept]
pre = let n = black_box(77u32) / 3;
code = black_box(n + 1);
[typed::moved]
pre = let n: u32 = 1000 / black_box(77u32); let less = n < black_box(3u32);
code = black_box(n + less as u32);
[typed::called]
pre = let n = black_box(77u32); let less = black_box(true);
code = black_box(n + less as u32);
[vector]
preamble = fn dot(v: (f64, f64, f64)) -> f64 { v.0 * v.0 + v.1 * v.1 + v.2 * v.2 }
pre = let x = black_box(5.0f64); let y = (x / 3.0, x / 7.0, x * 2.0);
code = black_box(dot(y));
[numbers]
preamble = fn dot(v: (f64, f64, f64)) -> f64 { v.0 * v.0 + v.1 * v.1 + v.2 * v.2 }
pre = let x = black_box(5.0f64); let y = (black_box(x / 3.0), black_box(x / 7.0), black_box(x * 2.0));
code = black_box(dot(y));
E
if command -v rustc >/dev/null; then
	run "$CGBENCH" -v --benchfile=moved.bench --tests=moved,kept --tables --raw --fields=Ir -- rustc
	is "$status" 0 'Rust: a test whose value is moved is measured'
	like "$out" '^shared: .*
    moved on rustc' 'Rust: the test whose value is moved is marked'
	unlike "$out" 'kept on' 'Rust: a test that moves nothing is not marked'
	like "$err" "^    the code may share 'a' with pre or post, because" 'Rust: a warning names the object that is moved'
	run "$CGBENCH" --check --show --benchfile=moved.bench --tests='/kept|vector|numbers|typed/' --fields=Ir -- rustc
	if [ "$(awk '/^(vector|numbers) / && NF > 1 { print $NF }' out | sort -u | wc -l)" = 1 ]; then
		skip '--check finds a vector that is taken apart' 'this rustc does not make it'
	else
		is "$(sed -n 's/: pre or.*//; /^[a-z].* on rustc/p' out)" 'vector on rustc: shared' \
			'--check finds a vector that is taken apart, and only that'
	fi
	cp moved.bench rust.bench
	cat >>rust.bench <<'E'
[macro::moved]
preamble = macro_rules! make { ($v:ident, $x:expr) => { let $v: u32 = 1000000 / $x; } }
pre = let x = black_box(5u32); make!(v, x);
code = black_box(v + 1);
[macro::boxed]
pre = let x = black_box(5u32); let v: u32 = black_box(1000000 / x);
code = black_box(v + 1);
[loop::moved]
setup = let x = black_box(5u32);
pre = let mut s = 0u32; for i in 0..black_box(3u32) { s += 1000 / (x + i); }
code = black_box(s + 1);
[loop::boxed]
setup = let x = black_box(5u32);
pre = let mut s = 0u32; for i in 0..black_box(3u32) { s += 1000 / (x + i); } let s = black_box(s);
code = black_box(s + 1);
[repeated::moved]
preamble = macro_rules! twice { ($x:expr) => { black_box(1000000 / ($x + 3)) } }
setup = let mut n = black_box(5u32);
code = n += 1; twice!(n);
post = twice!(n);
[repeated::boxed]
preamble = macro_rules! twice { ($x:expr) => { black_box(1000000 / ($x + 3)) } }
setup = let mut n = black_box(5u32);
code = n += 1; twice!(n);
post = n = black_box(n); twice!(n);
[renewed::moved]
setup = let mut x = black_box(5u32);
code = black_box(1000000 / (x + 3));
post = x = 1000000 / (x + 3);
[renewed::boxed]
setup = let mut x = black_box(5u32);
code = black_box(1000000 / (x + 3));
post = x = black_box(x); x = 1000000 / (x + 3);
[kept::moved]
setup = let x = black_box(5u32);
code = black_box(1000000 / (x + 3));
post = black_box(1000000 / (x + 3));
[kept::boxed]
setup = let x = black_box(5u32);
code = black_box(1000000 / (x + 3));
post = black_box(1000000 / (black_box(x) + 3));
E
	agree rust 'moved|kept$|vector|numbers' rustc
else
	skip 'a value that is moved' 'there is no rustc'
fi

# With the code, post costs less.
cat >negative.bench <<'E'
[negative]
setup = int done, k;
pre = done = 0;
code = done = 1;
post = if (!done) for (k = 0; k < 10; k++) CLOBBER_MEMORY();
E
run "$CGBENCH" --benchfile=negative.bench --tables --raw --fields=Ir --write=negative.json --show -- gcc
like "$out" '^negative ! +-[0-9]' 'code that post saves has a negative count'
is "$(sed -n 's/: pre or.*//p' out)" shared 'a negative count is marked'
cp out shown
run "$CGBENCH" --read=negative.json --tables --raw --fields=Ir
is "$(tail -n 2 out)" "$(tail -n 2 shown)" 'a negative count of a saved file is marked'

# Nothing keeps the texts of these languages apart.
cat >other.bench <<'E'
language = fortran
preamble =
    module numbers
      real(8), volatile :: q = 1
    end module
[before]
setup =
    use numbers
    real(8) :: x
pre = x = q
code = q = sin(x)
[behind]
setup = use numbers
code = q = sin(q)
post = q = 1
[alone]
setup = use numbers
code = q = sin(q)
E
if command -v gfortran >found; then
	run "$CGBENCH" --check --benchfile=other.bench -- gfortran
	is "$(sed -n 's/: pre or.*//; /^[a-z].* on/p' out)" 'before on gfortran: shared
behind on gfortran: shared' 'in Fortran, pre and post are always marked'
else
	skip 'pre and post in Fortran' 'there is no gfortran'
fi

done_testing
