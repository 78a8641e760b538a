#!/bin/sh
# The places where valgrind's machine is not the processor: it is made to be the same, or a verdict says so. The
# real counts are those of single-stepping the processor.
. "$(dirname "$0")/../tap.sh"

bench=$here/counts/machine/machine.bench

# tests ERE: those with such a name.
tests() {
	sed -n 's/^\[\(.*\)\]$/\1/p' "$bench" | grep -E "$1"
}

# expected LABELS: what must be said below the table, without the explanations.
expected() {
	for verdict in vdso fenv signal syscall heap; do
		echo "$verdict:"
		tests "^$verdict::" | sed "s/.*/    & on $1/"
	done
}

# measure NAME OPTION...: writes NAME.json, and what is said below the table to the file verdicts.
measure() {
	name=$1
	shift
	run "$CGBENCH" -j2 --loops=1,2 --tables --raw --fields=Ir --benchfile="$bench" --show --write="$name.json" "$@"
	is "$status $err" "0 " "$name: everything is measured"
	sed -n '/^!/,$p' out | sed '1d; s/^\([a-z]*:\).*/\1/' >verdicts
}

for put in $(printf '%s\n' gcc clang | in_turn 1); do
	measure fork -- "$put=put"
	is "$(cat verdicts)" "$(expected put)" "fork, $put: verdicts are as the names say"
done
# When a signal that was queued arrives depends on what valgrind did before.
tests . | grep -v '^signal::queued$' | in_turn 5 >chosen
measure exec --engine=exec --tests="$(paste -sd, chosen)" -- "$put=put"
is "$("$here/difference" exec.json fork.json)" "$(grep -c . chosen) cells" 'exec counts the same'
"$CGBENCH" --read=fork.json --tables --raw --fields=Ir --tests="$(paste -sd, chosen)" >out
is "$(cat verdicts)" "$(sed -n '/^!/,$p' out | sed '1d; s/^\([a-z]*:\).*/\1/')" 'exec has the same verdicts'

run "$CGBENCH" --read=fork.json --tables --raw --fields=Ir --tests='/^heap::code$/'
like "$out" '^heap::code ! ' "a heap that outgrew the machine is marked"
like "$out" "^heap: the heap outgrew valgrind's 8 MB, .*: use smaller --loops$" "a heap that outgrew the machine: what to do is told"
is "$("$CGBENCH" --read=fork.json --tables --raw --fields=Ir --verdict=vdso,fenv --compact=put |
	awk '$2 ~ /::/ { print $2 }')" "$(tests '^(vdso|fenv)::')" "verdicts are saved, and --verdict selects them"

# The user's own libraries count, the C library does not.
mkdir own
cat >own/lib.c <<'END'
#include <time.h>
#include <xmmintrin.h>

long
now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_REALTIME, &t);
	return t.tv_sec;
}

int
mode(void)
{
	return (int)_mm_getcsr();
}
END
gcc -shared -fPIC -O2 own/lib.c -o own/lib.so
cat >own/own.bench <<'END'
preamble = long now(void); int mode(void);
[calls]
sources = {dir}/lib.c
code = BLACK_BOX(now());
[linked]
ldflags = {dir}/lib.so
code = BLACK_BOX(now());
END
run "$CGBENCH" --benchfile=own/own.bench --tables --raw --fields=Ir -- gcc
like "$(sed -n '/^!/,$p' out | paste -sd' ')" '^! .* vdso: .*    calls on gcc     linked on gcc fenv: .*    calls on gcc$' \
	"libraries: they call, and contain"

# stepped TEST: what single-stepping counts for its kept program, without the jumps of the loop.
stepped() {
	jumps=$(json static.json "\$f->{cgbench}{tests}{'$1'}{corrected}{gcc} // 0")
	"$UNITS/step" "kept/gcc/$1/program" "$(nm "kept/gcc/$1/program" | sed -n 's/ T cgbenchtest.*//p')" 1 2 <one |
		sed -n 's/^Ir=\(-*[0-9]*\)\.0 .*/\1/p' | awk -v jumps="$jumps" '{ print $1 - jumps }'
}

# The kernel's own code reads the clock again while it changes, so its count differs from run to run
# and from host to host: the difference of two runs may be below 0, or what valgrind counts without it.
compare() {
	vdso=0
	"$CGBENCH" --read=static.json --tables --raw --fields=Ir --compact=gcc |
		awk '$2 ~ /::/ { print $1, $2 }' >rows
	while read -r ir test; do
		case $test in
		none::*) continue ;;
		esac
		real=$(stepped "$test")
		case $test in
		same::*) is "${ir%.0}" "$real" "$test: as the processor" ;;
		syscall::*) ok "$test: not less than the processor" [ "${ir%.0}" -ge "$real" ] ;;
		vdso::*)
			ok "$test: the processor counts something" [ "$real" ]
			[ "${ir%.0}" = "$real" ] || vdso=$((vdso + 1))
			;;
		*) ok "$test: not as the processor" [ "$real" ] && [ "${ir%.0}" != "$real" ] ;;
		esac
	done <rows
	ok 'vdso: not as the processor' [ "$vdso" -gt 0 ]
	is "$(grep -c . rows)" "$(grep -c . chosen)" 'all tests are compared'
}

{
	tests '^vdso::'
	tests . | grep -v '^vdso::' | in_turn 5
} >chosen
measure static --keep=kept --tests="$(paste -sd, chosen)" -- gcc=gcc -static
for verdict in vdso fenv signal syscall heap; do
	! grep -q "^$verdict::" chosen || sed -n "s/^$verdict::.*/    & on gcc/p" chosen | sed "1i$verdict:"
done >expected
is "$(cat verdicts)" "$(cat expected)" '-static: verdicts are as the names say'
! can_step 'what is marked is wrong, what is not is right' || compare

# No other verdict names this: long double has 64 bits, and valgrind's has 53.
unnamed() {
	cat >unnamed.bench <<-'END'
		[precision]
		code = long double e = BLACK_BOX(1.0L); while (1.0L + e / 2 != 1.0L) e /= 2; BLACK_BOX(e);
		[status]
		code =
		    unsigned short s = 0;
		    long double x = BLACK_BOX(1.0L);
		    __asm__ volatile("fnclex");
		    for (int n = 0; !(s & 32) && n < 50; n++, x = BLACK_BOX(x / 3))
		        __asm__ volatile("fnstsw %0" : "=a"(s));
		[status::vector]
		code =
		    unsigned char s[512] __attribute__((aligned(16))) = {0};
		    double x = BLACK_BOX(1.0);
		    for (int n = 0; !(s[24] & 32) && n < 50; n++, x = BLACK_BOX(x / 3))
		        __asm__ volatile("fxsave %0" : "=m"(s));
		[environment]
		preamble = #include <fenv.h>
		ldflags = -lm
		code =
		    fenv_t e = {0};
		    double x = BLACK_BOX(1.0);
		    feclearexcept(FE_ALL_EXCEPT);
		    for (int n = 0; !(e.__mxcsr & 32) && n < 50; n++, x = BLACK_BOX(x / 3))
		        fegetenv(&e);
		[segment]
		code =
		    unsigned n;
		    __asm__ volatile("mov %%cs, %0" : "=r"(n));
		    for (n = BLACK_BOX(n); n; n--)
		        __asm__ volatile("");
		[interrupts]
		code =
		    unsigned long n;
		    __asm__ volatile("pushf; pop %0" : "=r"(n));
		    for (n = BLACK_BOX(n & 0x200); n; n--)
		        __asm__ volatile("");
		[plain::conversion]
		code = BLACK_BOX((int)BLACK_BOX(2.5L));
		[plain]
		code = BLACK_BOX(BLACK_BOX(6) * BLACK_BOX(7));
	END
	for put in $(printf '%s\n' gcc clang | in_turn 1); do
		run "$CGBENCH" --tables --show --fields=Ir --benchfile=unnamed.bench -- "$put=put"
		is "$(sed -n '/^machine: /,/^[a-z]/p' out | sed '1d; /^[^ ]/d')" "$(sed -n 's/^\[\(.*\)\]$/    \1 on put/p' unnamed.bench |
			grep -v plain)" "$put: what uses special registers is single-stepped, and marked where that differs"
	done
	# Single steps of all find it in a function of another object.
	cat >callee.c <<-'END'
		int callee(void);
		int
		callee(void)
		{
			volatile long double e = 1;
			int n = 0;

			for (; 1 + e / 2 != 1; e /= 2)
				n++;
			return n;
		}
	END
	gcc -O1 -shared -fPIC callee.c -o callee.so
	set -- --preamble='int callee(void);' --ldflags="$work/callee.so" -e 'BLACK_BOX(callee())' -- gcc
	run "$CGBENCH" --check "$@"
	like "$status$out" '^1e on gcc: machine: the processor itself executes another number of instructions: use --engine=step' \
		'--check: the processor executes another number of instructions'
	run "$CGBENCH" --tables --show --fields=Ir "$@"
	unlike "$out" '^machine: ' 'without --check, no other single steps are made'
}
! can_step '--check makes single steps' || unnamed

done_testing
