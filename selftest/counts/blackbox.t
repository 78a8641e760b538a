#!/bin/sh
# The languages C and C++: the compilers they claim, the cost and meaning of BLACK_BOX and the other
# macros, and the behaviour of a test's program. A run takes some of the compilers.
# shellcheck disable=SC2086 # the words of a put
. "$(dirname "$0")/../tap.sh"

warnings='-Wall -Wextra -Wshadow -pedantic'

# block KEY LANGUAGE: the indented block of that key.
block() {
	awk -v key="$1" '
		$0 == key " =" { on = 1; next }
		/^[^\t#]/ { on = 0 }
		on && !/^#/ { sub(/^\t/, ""); print }' "$top/src/input/languages/$2.lang"
}

# generate LANGUAGE KEY: the program or main of one test, bench, without what is conditional but its
# parts; $t_code is the text for @code@, and so on.
generate() {
	block "$2" "$1" | awk -f "$here/counts/blackbox/generate.awk"
}

# build COMPILER LANGUAGE FLAG...: the program of one test, ./program.
build() {
	compiler=$1
	language=$2
	shift 2
	case $language in
	c) suffix=c ;;
	*) suffix=cc ;;
	esac
	prelude=$work/prelude.$suffix generate "$language" program >test.$suffix &&
		generate "$language" main >main.$suffix &&
		"$compiler" -O2 "$@" -c test.$suffix -o test.o 2>err &&
		"$compiler" -O2 "$@" -c main.$suffix -o main.o 2>>err &&
		"$compiler" "$@" test.o main.o -o program 2>>err
}

export driver="$top/src/inject/forkserver/driver.c"
export t_preamble='' t_setup='' t_pre='' t_code='' t_post='' t_teardown=''

# disassemble OBJECT: a line "NAME COUNT INSTRUCTION; INSTRUCTION; ..." for each function, without the padding.
disassemble() {
	"${objdump:-objdump}" -d --no-show-raw-insn "$1" | awk -f "$here/counts/blackbox/disassemble.awk"
}

# dear LIMITS: the pairs of cost.c whose boxed function costs too much. LIMITS: words ERE=N; what has
# such a name may cost N instructions.
dear() {
	awk -v limits="$1" -f "$here/counts/blackbox/dear.awk"
}

# keeps NAME ERE: an instruction of that function matches.
keeps() {
	grep -Eq "^$1 .*($2)" code || echo "$1 lacks $2: $(grep "^$1 " code)"
}

# meaning.c must still do this after optimisation.
meaning() {
	keeps branch 'test|cmp|set'
	keeps product imul
	keeps quotient divsd
	keeps single divss
	keeps member imul
	keeps length strlen
	keeps contents 'movsb|movzb|movb|movl'
	keeps dead imul
	keeps loop 'j[a-z]+ '
	keeps both 'cmp|set'
	keeps kept imul
	keeps changed imul
	keeps reached '0x3039'
	keeps stored '0x3039'
	keeps twice '0x3039.*0x3039'
	keeps again 'sub'
	[ "$1" = c ] && return
	for store in element pointer member sum bits macro kept; do
		keeps freed_$store '0x3039.*,(0x[48c])?\('
	done
	grep '^freed_none .*%rsp' code
}

boxed='^box_(second_)?' boxed_bool='^box_(second_)?_?[Bb]ool'

# An instruction that compares a boxed value does not load or extend it, as cgbench-benchfile(5) says; and one that
# loads a member of an object that is boxed in its place does not compute where the object is.
compared='^box_compared_=1 ^box_in_place_element=1'

# costs COMPILER SUFFIX: at each optimisation level, nothing is dear and everything is kept.
costs() {
	limits=$compared
	case $1 in
	clang*) limits="$compared $boxed_bool=1 ^box_returned_BOOL=2 ^box_extended_int=0 ^box_extended_=1" ;;
	# gcc 14 copies one more word of a struct with a hole.
	g*) [ "$(version "$1")" -lt 14 ] || limits="$compared ^box_second_s16_hole=1" ;;
	esac
	for level in 1 2 3; do
		for source in cost meaning; do
			cat "prelude.$2" "$here/counts/blackbox/$source.c" >source."$2"
			"$1" -O$level -c source."$2" -o $source.o || return
		done
		disassemble cost.o | dear "$limits"
		disassemble meaning.o >code
		objdump -dr meaning.o | grep -q strlen && echo 'length 1 strlen' >>code
		meaning "$2"
	done 2>&1
}

# Boxes may cost this on RISC-V, as cgbench-machines(7) says: a number is extended again, a bool
# of clang tested and set too, and a struct that is not aligned like a word is put together.
costs_on_riscv64="$boxed_bool=2 ${boxed}[us]?(char|short)=2 ${boxed}(int|unsigned|colour)=1 \
^box_extended_int=0 ^box_.*ed_int=1 \
^box_(extended|compared|returned)_=2 ^box_loaded_s8_chars=21 ^box_loaded_s4_chars=9 ^box_.*s[48]_(padded|halves|words)=6"

# costs_there MACHINE COMPILER SUFFIX FLAG...: at each optimisation level nothing is dear for another machine.
costs_there() {
	objdump=$1-linux-gnu-objdump limits="^box_compared_int=0 ^box_in_place_=2 $compared"
	case $1,$2 in
	riscv64,riscv64-*) limits="^box_in_place_element=3 ^box_in_place_=2 $costs_on_riscv64" ;;
	riscv64,*) limits="^box_in_place_=2 $costs_on_riscv64" ;;
	*,clang*) limits="$boxed_bool=2 ^box_.*ed_BOOL=2 $limits" ;;
	esac
	compiler=$2 suffix=$3
	shift 3
	cat "prelude.$suffix" "$here/counts/blackbox/cost.c" >"source.$suffix"
	for level in 1 2 3; do
		"$compiler" "$@" -O$level -c "source.$suffix" -o cost.o || break
		disassemble cost.o | dear "$limits"
	done 2>&1
	objdump=objdump
}

# consumes MACHINE COMPILER FLAG...: the functions of consume.cc that do more than return.
consumes() {
	objdump=$1-linux-gnu-objdump compiler=$2
	shift 2
	"$compiler" "$@" -O2 -I"$top/build/include" -c "$here/counts/blackbox/consume.cc" -o consume.o 2>&1
	disassemble consume.o | awk '{ n++ } $2 != 1 || !/ret; $/ { print } END { if (n != 8) print n }'
	objdump=objdump
}

# accept_source SUFFIX: the source of what the language accepts.
accept_source() {
	cat "prelude.$1" "$here/counts/blackbox/accept.h" "$here/counts/blackbox/accept.$1"
}

# accepts COMPILER SUFFIX FLAG...: accept.SUFFIX compiles without a warning and runs.
accepts() {
	compiler=$1
	suffix=$2
	shift 2
	accept_source "$suffix" >source."$suffix"
	"$compiler" "$@" source."$suffix" -o accept && ./accept
}

# objects COMPILER SUFFIX EXPRESSION: the expression is an error.
objects() {
	{
		cat "prelude.$2"
		echo "struct bits { int a : 3; } bits; void f(void); void g(void) { $3; }"
	} >source."$2"
	! "$1" -c source."$2" -o refused.o 2>/dev/null
}

# ends WAY: what the program reports when it leaves its loop in that way, without its name on a
# second line. (Only bash redirects descriptors above 9.)
ends() {
	echo 0 1 3 | WAY=$1 bash -c './program 255>end' && sed 1q end
}

# leaving COMPILER LANGUAGE
leaving() {
	t_preamble='#include <stdlib.h>'
	t_setup='int way = atoi(getenv("WAY"));'
	t_code='if (way == 1) break;
		if (way == 2) return;
		if (way == 3) goto out;
		if (way == 4) exit(0);
		BLACK_BOX(1);'
	t_teardown='out: ;'
	build "$1" "$2" -O1
	t_preamble='' t_setup='' t_code='' t_teardown=''
	is "$(ends 0)" end "$1: a whole loop"
	is "$(ends 1)" left "$1: break"
	is "$(ends 2)" left "$1: return"
	is "$(ends 3)" left "$1: goto"
	is "$(ends 4)" '' "$1: exit"
}

# one_compiler COMPILER LANGUAGE SUFFIX OLDEST NEWEST
one_compiler() {
	if ! command -v "$1" >/dev/null; then
		skip "$1" 'not installed'
		return
	fi
	if [ "$1" = tcc ]; then
		is "$(accepts tcc c 2>&1)" '' 'tcc accepts all that C has'
	else
		is "$(costs "$1" "$3")" '' "$1: boxes cost nothing and mean something"
		for flags in "-O0 -std=$4" "-O2 -std=$5"; do
			is "$(accepts "$1" "$3" $flags $warnings 2>&1)" '' "$1 $flags accepts"
		done
		for expression in 'BLACK_BOX(bits.a)' 'DO_NOT_OPTIMIZE(bits.a)' 'BLACK_BOX(f())' \
			'BLACK_BOX("abc)' 'BLACK_BOX()'; do
			ok "$1 refuses $expression" objects "$1" "$3" "$expression"
		done
	fi
	leaving "$1" "$2"
}

block prelude c >prelude.c
block prelude c++ >prelude.cc

# claims NAME LANGUAGE
claims() {
	pattern=$(sed -n 's,^match = /\(.*\)/$,\1,p' "$top/src/input/languages/$2.lang")
	printf '%s\n' "$1" | grep -Pq -e "$pattern"
}

disclaims() {
	! claims "$@"
}

for name in gcc gcc-12 gcc-12.2.0 gcc12 clang clang-14 clang15 cc tcc c99 my-gcc musl-gcc \
	x86_64-linux-gnu-gcc-12 tcc-0.9.27; do
	ok "C claims $name" claims "$name" c
	ok "C++ does not claim $name" disclaims "$name" c++
done
for name in g++ g++-12 clang++ clang++-14 c++ g++12 x86_64-linux-gnu-g++-12; do
	ok "C++ claims $name" claims "$name" c++
	ok "C does not claim $name" disclaims "$name" c
done
for name in gcc-ar gcc-ar-12 gcc-nm clang-format clang-tidy-14 clang-cl cc1 cc1plus ccache \
	clangd c++filt gccgo ld perl; do
	ok "C does not claim $name" disclaims "$name" c
	ok "C++ does not claim $name" disclaims "$name" c++
done

# compilers: a line "COMPILER LANGUAGE SUFFIX OLDEST NEWEST" for each, those of the release first.
compilers() {
	for cc in gcc clang tcc $(others gcc) $(others clang); do
		echo "$cc c c c99 gnu2x"
	done
	for cc in g++ clang++ $(others g++) $(others clang++); do
		echo "$cc c++ cc c++11 c++20"
	done
}

compilers | in_turn 3 >chosen
while read -r compiler; do
	one_compiler $compiler
done <chosen

# counted WORK: the instructions that cachegrind counts for that work.
counted() {
	echo "$1" | valgrind -q --tool=cachegrind --vex-guest-chase=no --I1=32768,8,64 \
		--D1=32768,8,64 --LL=8388608,16,64 --cachegrind-out-file=counts ./program 2>/dev/null
	sed -n 's/^summary: \([0-9]*\).*/\1/p' counts
}

# cost: of ten executions of the code, and of ten iterations of the empty loop.
cost() {
	empty=$(($(counted '0 0 20') - $(counted '0 0 10')))
	echo $(($(counted '0 1 20') - $(counted '0 1 10') - empty)) $empty
}

# The program of a test, with one compiler of each kind.
whole_program() {
	if ! command -v "$1" >/dev/null; then
		skip "$1: programs" 'not installed'
		return
	fi
	for level in $(printf '%s\n' 0 1 2 3 | in_turn 1); do
		t_code='__asm__ volatile("nop; nop; nop; nop; nop");'
		build "$1" "$2" -static "-O$level"
		is "$(cost | cut -d' ' -f1)" 50 "$1 -O$level: five nops are five instructions"
	done

	t_pre='int a = BLACK_BOX(3);' t_code='y += a;' t_post='BLACK_BOX(y);' t_setup='int y = 0;'
	build "$1" "$2" -static
	is "$(cost | cut -d' ' -f1)" 10 "$1: an addition is one, not moved out of the guard"

	t_setup='unsigned char from[64] = {1}; BLACK_BOX(from);' t_pre='' t_code='' t_post=''
	build "$1" "$2" -static
	alone=$(cost | cut -d' ' -f2)
	t_pre='unsigned char to[64]; BLACK_BOX(from); __builtin_memcpy(to, from, 64);'
	t_code='BLACK_BOX(to[BLACK_BOX(3)]);'
	build "$1" "$2" -static
	with=$(cost | cut -d' ' -f2)
	ok "$1: a pre that only the code uses is in the empty loop" [ $((with - alone)) -ge 40 ]
	t_setup='' t_pre=''

	t_preamble='static int twice(int x) { return 2 * x; }
#define ONE 1 // a comment'
	t_setup='int s = ONE; // setup'
	t_pre='int p = s + 1; /* pre */'
	t_code='int c = twice(p); BLACK_BOX(c);
#if 0
#endif // code'
	t_post='p += s; // post'
	t_teardown='BLACK_BOX(s);
#define LAST'
	ok "$1: comments and preprocessor lines end where they end" build "$1" "$2"
	t_preamble='' t_setup='' t_pre='' t_post='' t_teardown=''

	t_code=';'
	build "$1" "$2" $warnings -Wmissing-declarations
	is "$(cat err)" '' "$1: the generated sources give no warning"
	t_code='return; // "'
	build "$1" "$2"
	run sh -c 'printf "0 1 20" | ./program'
	is "$status$out$err" 0 "$1: runs by hand, without a newline and without descriptor 255"
	for line in '' '0' '0 1' '0 1 ' '0 1 x' '0 2 20' '1 1 20' '0 1 20 ' ' 0 1 20' '-0 1 20' \
		'0 1 99999999999999999999999' \
		'0 1 20                                                                          .'; do
		echo "$line" >line
		run sh -c './program <line'
		is "$status $err" '2 usage: echo TEST VARIANT COUNT | program' "$1: refuses '$line'"
	done
	t_code=''
}

# there MACHINE COMPILER SUFFIX FLAG...
there() {
	if ! command -v "$1-linux-gnu-gcc" >found || ! command -v "$2" >found; then
		skip "$2 for $1" 'not installed'
		return
	fi
	is "$(costs_there "$@")" '' "$2 for $1: what boxes cost"
	[ "$3" = c ] || is "$(machine=$1 compiler=$2; shift 3; consumes "$machine" "$compiler" "$@")" '' \
		"$2 for $1: consume costs nothing"
}

# runs_there MACHINE COMPILER SUFFIX: a value comes out of a box as it went in.
runs_there() {
	if ! { command -v "$2" && command -v "qemu-$1"; } >found; then
		skip "$2 for $1: meaning" 'not installed'
		return
	fi
	accept_source "$3" >source."$3"
	is "$("$2" -O2 -static $warnings source."$3" -o accept 2>&1 && "qemu-$1" ./accept)" '' "$2: accepts"
}

in_turn 1 <<'END' >chosen
aarch64 aarch64-linux-gnu-gcc c
riscv64 riscv64-linux-gnu-g++ cc
aarch64 clang c --target=aarch64-linux-gnu
riscv64 clang++ cc --target=riscv64-linux-gnu
aarch64 aarch64-linux-gnu-g++ cc
riscv64 riscv64-linux-gnu-gcc c
aarch64 clang++ cc --target=aarch64-linux-gnu
riscv64 clang c --target=riscv64-linux-gnu
END
while read -r machine cc suffix flags; do
	there "$machine" "$cc" "$suffix" $flags
	[ "$flags" ] || runs_there "$machine" "$cc" "$suffix"
done <chosen

in_turn 1 <<'END' >chosen
gcc c
g++ c++
clang c
END
while read -r compiler language; do
	whole_program "$compiler" "$language"
done <chosen

done_testing
