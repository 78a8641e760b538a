#!/bin/sh
# "sources": each put compiles the user's files itself, as it compiles the tests. The oracle is a
# program that is compiled and linked by hand, and stepped through.
. "$(dirname "$0")/../tap.sh"

parts 2 hand broken flags param own noted changed options tree

mkdir lib
cat >lib/lib.h <<'EOF'
#ifdef __cplusplus
extern "C" {
#endif
long work(long n), workpp(long n), add(long a, long b);
#ifdef __cplusplus
}
#endif
EOF
cat >lib/lib.c <<'EOF'
#include "lib.h"
#ifndef MORE
#define MORE 0
#endif
long
work(long n)
{
	long s = 0, i;

	for (i = 0; i < n + MORE; i++)
		s += i * i ^ n;
	return s;
}
EOF
cat >lib/sum.cpp <<'EOF'
#include <vector>
#include "lib.h"
long workpp(long n) { std::vector<long> v(n, 3); long s = 0; for (auto x : v) s += x; return s; }
EOF
cat >lib/add.S <<'EOF'
#define NAME add
	.globl NAME
NAME:
#ifdef __aarch64__
	add x0, x0, x1
#else
	lea (%rdi,%rsi), %rax
#endif
	ret
	.section .note.GNU-stack,"",%progbits
EOF
for language in c c++; do
	cat >$language.bench <<-END
		language = $language
		preamble = #include "lib.h"
		cflags   = -I{dir}/lib
		sources  = {dir}/lib/lib.c lib/sum.cpp
		[c]
		code = BLACK_BOX(work(BLACK_BOX(10l)));
		[c++]
		code = BLACK_BOX(workpp(BLACK_BOX(10l)));
		[assembler]
		sources = {dir}/lib/add.S
		code = BLACK_BOX(add(BLACK_BOX(10l), 3));
	END
done

# count FILE TEST: the instructions of a cell, on its first put.
count() {
	"$CGBENCH" --read="$1" --tables --raw --fields=Ir --compact=0 | awk -v test="$2" '$2 == test { print $1 }'
}

# agree NAME PUT...: both engines count the same.
agree() {
	name=$1
	shift
	run "$CGBENCH" -j2 --benchfile="$name.bench" --write=all.json -- "$@"
	is "$status $err" '0 ' "$name: every source is compiled and linked: $*"
	"$CGBENCH" -j2 --benchfile="$name.bench" --engine=exec --write=exec.json -- "$@"
	is "$("$here/difference" all.json exec.json | sed 's/[0-9]* //')" cells "$name: both engines agree"
}
mkdir f d go rust
cat >f/shapes.f90 <<'EOF'
module shapes
contains
  integer function area(a, b)
    integer, intent(in) :: a, b
    area = a * b
  end function
end module
EOF
cat >f/solids.f90 <<'EOF'
module solids
  use shapes
contains
  integer function volume(a, b, c)
    integer, intent(in) :: a, b, c
    volume = area(a, b) * c
  end function
end module
EOF
cat >fortran.bench <<'EOF'
sources = f/shapes.f90 f/solids.f90
[area]
setup =
    use shapes
    integer, volatile :: n, r
    n = 3
code = r = area(n, 4)
[volume]
setup =
    use solids
    integer, volatile :: n, r
    n = 3
code = r = volume(n, 4, 5)
EOF
echo 'module thrice; int thrice_(int x) { return 3 * x; }' >d/thrice.d
cat >d.bench <<'EOF'
cflags = -I{dir}/d -I{dir}/lib
sources = d/thrice.d lib/lib.c
[thrice]
preamble =
    import thrice;
    extern (C) long work(long);
code = BLACK_BOX(thrice_(BLACK_BOX(4))); BLACK_BOX(work(10));
EOF
cat >go.bench <<'EOF'
cflags = -I{dir}/lib
sources = lib/lib.c lib/add.S
[work]
preamble =
    //extern work
    func work(int) int
code = blackBox(work(10))
EOF
printf '#[no_mangle]\npub fn quad(x: i32) -> i32 { 4 * x }\n' >rust/quad.rs
cat >rust.bench <<'EOF'
sources = rust/quad.rs
[quad]
preamble = extern "Rust" { fn quad(x: i32) -> i32; }
code = black_box(unsafe { quad(black_box(4)) });
EOF
# Rows: a benchfile and its puts.
in_turn 1 >rows <<'END'
c gcc=lto -flto clang=clang-lto -std=gnu11 -flto
fortran gfortran
d gdc
c++ g++ -flto clang++ -std=c++17
go gccgo
rust rustc
END
while read -r name puts; do
	compiler=${puts%%[ =]*}
	if ! command -v "$compiler" >found; then
		skip "sources in $name" "no $compiler"
		continue
	fi
	# shellcheck disable=SC2086 # words
	agree "$name" $puts
done <rows

if chosen hand; then
	# The manual describes the commands to do it by hand.
	"$CGBENCH" -j2 --benchfile=c.bench --write=kept.json --keep=kept -- gcc -static
	mkdir hand
	gcc -O2 -I"$work/lib" -static -c "$work/lib/lib.c" -o hand/lib.o
	gcc -O2 -I"$work/lib" -static -c "$work/lib/sum.cpp" -o hand/sum.o
	gcc -static kept/gcc/c/test.o hand/lib.o hand/sum.o kept/gcc/main.o -lstdc++ -o hand/program
	if can_step 'a program compiled by hand takes as many steps'; then
		stepped=$("$UNITS/step" hand/program "$(nm hand/program | sed -n 's/ T cgbenchtest.*//p')" 1 2 <one |
			sed 's/^Ir=\([0-9.]*\).*/\1/')
		is "$(count kept.json c)" "$stepped" 'a program compiled by hand takes as many steps'
	fi
	rm kept/gcc/c/program kept/gcc/c/unit*.o
	sh kept/gcc/c/commands.sh >/dev/null 2>&1
	ok 'the kept commands compile the first source' cmp kept/gcc/c/unit0-lib.c.o hand/lib.o
	ok 'the kept commands compile the second source' cmp kept/gcc/c/unit1-sum.cpp.o hand/sum.o
	ok 'the kept commands link both sources' [ -x kept/gcc/c/program ]
fi

if chosen param; then
	# Each file is compiled once for a put and its flags, for all tests.
	cat >param.bench <<'EOF'
preamble  = #include "lib.h"
cflags    = -I{dir}/lib
sources   = {dir}/lib/lib.c
[param]
param.m   = 0 5 9
cflags    = -DMORE=@m@
code      = BLACK_BOX(work(BLACK_BOX(10l)));
[a]
code      = BLACK_BOX(work(BLACK_BOX(10l)));
[b]
code      = BLACK_BOX(work(BLACK_BOX(20l)));
[own]
ldflags   = -lm
code      = BLACK_BOX(work(BLACK_BOX(30l)));
EOF
	"$CGBENCH" -j2 --debug --benchfile=param.bench --write=all.json -- gcc clang 2>debug
	is "$(grep -c 'run: .* [^ ]*lib/lib.c ' debug)" 8 'each is compiled once for a put and its flags'
	for again in $(printf '%s\n' --check --jitter=1 | in_turn 1); do
		"$CGBENCH" -j2 --debug --benchfile=param.bench --tests=a,b "$again" --tables --raw -- gcc >/dev/null 2>debug
		is "$(grep -c 'run: .* [^ ]*lib/lib.c ' debug)" 1 "$again: a source is not compiled when it is measured again"
	done
	less=$(count all.json param/m=0)
	more=$(count all.json param/m=9)
	ok 'a parameter in cflags reaches the sources' [ "${more%.*}" -gt "${less%.*}" ]
	is "$less" "$(count all.json a)" 'each test has the object that was compiled with its own flags'
fi

if chosen broken; then
	# A source that does not compile fails its tests on that put, and no others.
	cat >broken.c <<'EOF'
int fine(void) { return 1; }
#ifdef __clang__
int broken(void) { return none; }
#endif
EOF
	cat >broken.bench <<'EOF'
preamble = int fine(void);
[a]
sources = broken.c
code    = BLACK_BOX(fine());
[b]
sources = broken.c
code    = BLACK_BOX(fine() + 1);
[c]
code    = BLACK_BOX(1);
EOF
	run "$CGBENCH" -v -j2 --benchfile=broken.bench --tables --raw --fields=Ir -- gcc clang
	is "$status" 128 'a source that does not compile fails'
	is "$(echo "$out" | awk '$NF ~ /^(FAIL|[0-9.]+)$/ && $1 ~ /^[abc]$/ { printf "%s %s ", $1, $NF }')" 'a FAIL b FAIL c 1.0 ' \
		'a source that does not compile fails its tests on that put, and no others'
	like "$err" "a, b on clang: sources: $work/broken.c: exited with status 1" 'the message about a source is told once, with the file'
	like "$err" ' -c .*/broken.c -o [^ ]*/clang/a/unit0-broken.c.o' 'the message about a source has the command, with the object that --keep would name'
	like "$err" "$work/broken.c:3:.*'none'" 'the message about a source has the line of the file'
fi

# key_refused STATUS ERE KEY [OPTION]: a benchfile with this key ends a run.
key_refused() {
	printf '[a]\ncode = 1;\n%s\n' "$3" >refused.bench
	refused -s "$1" "refused.bench:3:1: $2" ${4:+"$4"} --benchfile=refused.bench -- "$put"
}
touch none.o
mkdir dir.c
put=gcc
missing="sources: $work/none.c: No such file or directory"
key_refused 129 "$missing" 'sources = {dir}/none.c'
key_refused 125 "$missing" 'sources = none.c' --bisect=Ir,0,9
key_refused 129 "sources: $work/dir.c: Is a directory" 'sources = dir.c'
key_refused 129 "sources: 'none.o' is compiled already: name it in 'ldflags'" 'sources = none.o'
key_refused 129 "sources: '-O3' is not a file; arguments for the compiler go into cflags" \
	'sources = -O3 lib/lib.c'
key_refused 129 "sources: 'lib/lib.h' has no extension of a source file: c compiles .c \
.cc .cpp .cxx .c[+][+] .C .s .S" 'sources = lib/lib.h'
for name in lib.c sum.cpp add.S main.rs; do
	key_refused 129 "ldflags: '[{]dir[}]/lib/$name' is a source file: name it in \
'sources', and each compiler compiles it like a test" "ldflags = {dir}/lib/$name"
done
put=dash
key_refused 129 "'sources' has no meaning in shell, the language of 'dash'" \
	'sources = lib/lib.c'

cat >half.bench <<'EOF'
[half]
preamble = int half(int n);
sources  = {dir}/half.c
code     = BLACK_BOX(half(BLACK_BOX(7)));
EOF
echo 'int half(int n) { return n / 2; }' >half.c
if chosen changed; then
	# The text of a library is not part of the test.
	run "$CGBENCH" --benchfile=half.bench --write=before.json -- gcc
	echo 'int half(int n) { return n >> 1; }' >half.c
	run "$CGBENCH" --baseline=before.json --summary -- gcc
	like "$out" 'half +7\.0 +5\.0 +-28\.57 %' 'a changed library is a changed count'
	is "$err" '' 'a test is the same whose library has changed'
	mkdir copy
	cp half.bench copy
	echo 'int half(int n) { return n / 2; }' >copy/half.c
	run sh -c 'cd copy && "$CGBENCH" --baseline=../before.json --summary -- gcc'
	like "$err$out" '1 same' 'a saved test compiles the sources of the copy that is here'
fi

# A put's own library.
mkdir old new build-gcc build-clang
echo 'int half(int n) { return n / 2; }' >old/half.c
echo 'int half(int n) { return n >> 1; }' >new/half.c
sed 's/^sources.*/sources = {label}\/half.c/' half.bench >label.bench
gcc -O2 -c old/half.c -o build-gcc/half.o
gcc -O2 -c new/half.c -o build-clang/half.o
if chosen own; then
	run "$CGBENCH" --benchfile=label.bench --summary -- gcc=old gcc=new
	like "$out" 'half +7\.0 +5\.0 +-28\.57 %' '{label} in sources is that of the put'
	sed 's/^sources.*/ldflags = {dir}\/build-{put}\/half.o/' half.bench >put.bench
	run "$CGBENCH" --benchfile=put.bench --summary -- gcc=a clang=b
	like "$out" 'half +7\.0 +5\.0 +-28\.57 %' '{put} in ldflags is that of the put'
fi

# Code that no put compiled is the same for all of them.
ar rc libhalf.a build-clang/half.o
# noted LDFLAGS WHAT NAME: a comparison of two puts names that code below the table, once.
noted() {
	sed "s|^sources.*|ldflags = $1|" half.bench >noted.bench
	printf '[more]\n%s\n' "$(sed 1d noted.bench)" >>noted.bench
	run "$CGBENCH" --benchfile=noted.bench --tables --raw --fields=Ir -- gcc clang
	is "$(echo "$out" | sed -n 's/^The same for all compilers: \(.*\)\. Only the.*/\1/p')" "$2" "$3"
}
if chosen noted; then
	in_turn 1 >rows <<'END'
{dir}/build-clang/half.o|{dir}/build-clang/half.o|an object is noted
-L{dir} -lhalf -lm|-lhalf|a library is noted, but not one of the system
-Wl,--whole-archive,{dir}/libhalf.a,--no-whole-archive|-Wl,--whole-archive,{dir}/libhalf.a,--no-whole-archive|an archive is noted
END
	while IFS='|' read -r flags what name; do
		noted "$flags" "$what" "$name"
	done <rows
	mkdir lib-gcc lib-clang
	cp libhalf.a lib-gcc
	cp libhalf.a lib-clang
	noted '-L{dir}/lib-{put} -lhalf' '' 'a library for each put is not noted'
	run "$CGBENCH" --benchfile=noted.bench --tables --raw --fields=Ir -- gcc
	unlike "$out" 'The same' 'what the only put is linked with is not noted'
	run "$CGBENCH" --benchfile=c.bench --tests=c --summary -- gcc clang
	unlike "$out" 'The same' 'sources are not noted'
fi

if chosen flags; then
	# Warnings of sources are told once.
	cat >warn.c <<'WARN'
int half(int n) { int unused; return n >> 1; }
WARN
	sed 's/^sources.*/sources = warn.c/; s/^preamble/cflags = -Wall\npreamble/' half.bench >warn.bench
	printf '[more]\n%s\n' "$(sed 1d warn.bench)" >>warn.bench
	run "$CGBENCH" --benchfile=warn.bench --tables --raw --fields=Ir -- gcc
	is "$err" 'cgbench: 1 warning from 1 test; -v shows them' 'warnings of a source are told once'

	# A change of the processor's state by the code of a source counts as the test's.
	cat >flags.c <<'EOF'
void set_flags(void);
#ifdef __aarch64__
void set_flags(void) { __asm__ volatile("msr fpcr, %0" : : "r"(0l)); }
#else
void set_flags(void) { unsigned flags = 0x1f80; __asm__ volatile("ldmxcsr %0" : : "m"(flags)); }
#endif
EOF
	run "$CGBENCH" -e 'set_flags();' --preamble='void set_flags(void);' --sources=flags.c --tables --raw --fields=Ir -- gcc
	like "$out" '^fenv: ' 'a verdict on the code of a source'
fi

if chosen options; then
	# --sources
	cp new/half.c half.c
	run "$CGBENCH" -e 'BLACK_BOX(half(BLACK_BOX(7)))' --preamble='int half(int);' --sources=half.c \
		--write=e.json -- gcc
	is "$(count e.json e) $err" '5.0 ' '--sources are compiled with -e'
	mkdir elsewhere
	run sh -c 'cd elsewhere && "$CGBENCH" --benchfile=../c.bench --tests=c --sources=../half.c \
	--write=../e.json -- gcc'
	is "$status $(grep -o "'{dir}/[^ ]*'" e.json | sort -u | tr '\n' ' ')" "0 '{dir}/half.c' '{dir}/lib/lib.c' " \
		'with --benchfile, a path is relative to the current directory'
	run "$CGBENCH" --sources=half.c -- gcc
	is "$status $err" '129 cgbench: --sources needs -e CODE or --benchfile=FILE' '--sources without tests is refused'
	run "$CGBENCH" -e 1 --sources=none.c -- gcc
	is "$status $err" '129 cgbench: --sources: none.c: No such file or directory' '--sources of a missing file is refused'
fi

if chosen tree; then
	mkdir -p tree/deep tree/other
	echo 'int deep(int), main(void); int main(void) { return deep(1); }' >tree/main.c
	echo 'int deep(int n) { return n * STEP; }' >tree/deep/deep.c
	echo '#error' >tree/deep/deep_test.c
	cp tree/deep/deep.c tree/other/twice.c
	echo 'int far(int n); int lone(int n) { return far(n); }' >tree/other/lone.c
	echo 'int far(int n) { return n; }' >tree/other/far.c
	tree() {
		printf '%s\n' 'language = c' "$@" >tree.bench
		run "$CGBENCH" --benchfile=tree.bench --write=tree.json -- gcc
	}
	code='preamble = int deep(int), lone(int);
		[deep]
		code = BLACK_BOX(deep(BLACK_BOX(7)))'
	code=$(echo "$code" | sed 's/^\t*//')
	tree 'cflags = -DSTEP=4' 'sources = tree/**.c !*_test.c' "$code"
	is "$err $(count tree.json deep)" ' 4.0' \
		'of the files of a pattern only those are linked that are needed, and no second main'
	tree 'sources = tree/none*.c' "$code"
	is "$status $err" "129 cgbench: tree.bench:2:1: sources: $PWD/tree/none*.c: matches no source file" \
		'a pattern without a file is refused'
	tree 'sources = tree/other/lone.c' "$(echo "$code" | sed 's/deep(B/lone(B/')"
	like "$err" "; $PWD/tree/other/far.c seems to define 'far': add it to 'sources'\$" \
		'an undefined function is found in the tree'

	# A build compiles two of the files, one of them by a relative path.
	cat >commands.json <<-END
		[{"directory": "$PWD/tree", "file": "deep/deep.c",
			"command": "cc -O0 -c '-DSTEP=n / 7' -I inc -o deep.o deep/deep.c"},
		{"directory": "$PWD", "file": "$PWD/tree/other/far.c", "arguments": ["cc", "-fPIC", "-std=c89", "tree/other/far.c"]}]
	END
	mkdir tree/inc
	echo '#define UNUSED 1' >tree/inc/inc.h
	code=$(echo "$code" | sed 's/^preamble = /preamble =\n    #include "inc.h"\n    /')
	for level in '' -O0; do
		tree "cflags = '-DSTEP=n / 7' -Itree/inc $level" 'sources = tree/deep/deep.c' "$code"
		want=$(count tree.json deep)
		tree "flags = commands.json ${level:+all}" 'sources = tree/**.c' "$code"
		is "$err $(count tree.json deep)" " $want" \
			"a build says what a pattern finds, and its macros and headers${level:+, and with all its optimisation}"
	done
	tree 'flags = commands.json' 'sources = tree/main.c' "$code"
	is "$status $err" "129 cgbench: tree.bench:3:1: sources: the build of 'flags' does not compile '$PWD/tree/main.c'" \
		'a file that the build does not compile is refused'
	echo '[{}]' >commands.json
	tree 'flags = commands.json' 'sources = tree/deep/deep.c' "$code"
	like "$status $err" "^128 cgbench: $PWD/commands.json: .*lacks 'directory', 'file' or 'command'\$" \
		'a damaged file of a build is refused'
fi

done_testing
