#!/bin/sh
# N nops cost N, or are marked, whatever stands in setup, pre and post and however the compiler lays the loop out.
. "$(dirname "$0")/../tap.sh"

if [ "$(uname -m)" != x86_64 ]; then
	skip 'the code of the loop' 'only that of x86-64 is read'
	done_testing
	exit
fi

# Options that some version of gcc does not know are left out.
echo 'int x;' >empty.c
for put in 'gcc -O0' 'gcc -O1' 'gcc -Os' 'gcc' 'gcc -O3' 'gcc -Ofast' 'gcc -ftracer' \
	'gcc -fno-guess-branch-probability' 'gcc -falign-labels=32' 'gcc -fharden-compares' \
	'gcc -Og' 'gcc -flto' 'gcc -fharden-conditional-branches' 'gcc -fprofile-use -Wno-missing-profile' \
	'gcc -falign-loops=32 -falign-jumps=32' 'clang -O0' 'clang -flto' 'clang -Oz' \
	'clang -O1' 'clang' 'clang -O3' 'clang -Os' 'aarch64-linux-gnu-gcc -O3' \
	'aarch64-linux-gnu-gcc -ftracer -fharden-compares' 'riscv64-linux-gnu-gcc -ftracer'; do
	# shellcheck disable=SC2086 # the words of the put
	$put -c empty.c -o empty.o 2>said && { [ "${put#*64-}" = "$put" ] || command -v "qemu-${put%%-*}" >said; } &&
		echo "$put"
done | in_turn 2 >puts
"$here/counts/loop/generate" "$(whole && echo 60 || echo 8)" "$(seq 40 | in_turn 1 | head -n 1)" >nops.bench

while read -r put; do
	# shellcheck disable=SC2086 # the words of the put
	"$CGBENCH" --write=nops.json --benchfile=nops.bench -- $put >said 2>&1
	run "$CGBENCH" --read=nops.json --format=csv --fields=Ir
	is "$(awk -F, 'FNR > 1 { split($1, name, "::"); if ($4 != name[2] && $9 != "true") print $1, $4 }' out)" '' \
		"$put: every test counts its nops, or is marked"
	is "$(grep -c '^[^,]*::' out)" "$(grep -c '^\[' nops.bench)" "$put: all are measured"
done <puts

# A marked number is a part.
cat >few.bench <<'END'
language = c
[nops::3]
setup = long n = BLACK_BOX(5L); double d = BLACK_BOX(1.5);
code = __asm__ volatile("nop; nop; nop");
post = n += 2; BLACK_BOX(n); d = d * 2; BLACK_BOX(d);
END
run "$CGBENCH" --verdict=loop --tables --raw --fields=Ir --benchfile=few.bench -- gcc -O2
is "$status$out$err" '0cgbench: --verdict: no test matches' 'gcc -O2: nops beside registers of the loop are not marked'
cat >few.bench <<'END'
language = c
preamble = static __attribute__((noinline)) void called(void) { __asm__ volatile("nop"); }
[call::3]
setup = double sum = 0;
code = called();
post = sum += 1; BLACK_BOX(sum);
END
run "$CGBENCH" --verdict=loop --tables --raw --fields=Ir --benchfile=few.bench -- gcc -O2 -fcaller-saves -fno-ipa-ra
like "$out" '^call::3 *! *5[.]0$' 'gcc -O2: what saves a register around a call is marked'
like "$out" '^loop: the loop may cost more or less with the code' 'gcc -O2: the table says why'
run "$CGBENCH" --raw --fields=Ir,size --benchfile=few.bench --format=csv -- gcc -fcaller-saves -fno-ipa-ra -flto
like "$out" '^call::3,gcc,1,5,[0-9]+,.*,loop,true$' 'gcc -flto: so it is in the code of the program'
# More sections than the 16 bits of a symbol can number, as -ffunction-sections makes of a large file.
cat >few.bench <<'END'
language = c
preamble =
	__asm__(".altmacro\n.macro section n\n.pushsection .data.s\\n,\"aw\"\n.byte 0\n.popsection\n.endm\n"
		".set i,0\n.rept 66000\nsection %i\n.set i,i+1\n.endr\n");
	static __attribute__((noinline, section(".text.last"))) int three(void) { return 3; }
[folded::call]
code = BLACK_BOX(three());
END
run "$CGBENCH" --verdict=folded --tables --raw --fields=Ir --benchfile=few.bench -- gcc -fno-ipa-pure-const clang -O1
like "$out" '^folded::call ! +[0-9.]+ +[0-9.]+$' 'a call that only returns a constant is marked in an object of 66,000 sections'
cat >few.bench <<'END'
language = c
[spilled::3]
setup =
	long a = BLACK_BOX(1L), b = BLACK_BOX(2L), c = BLACK_BOX(3L), d = BLACK_BOX(4L), e = BLACK_BOX(5L),
		f = BLACK_BOX(6L), g = BLACK_BOX(7L), h = BLACK_BOX(8L), i = BLACK_BOX(9L), j = BLACK_BOX(10L),
		k = BLACK_BOX(11L), l = BLACK_BOX(12L), m = BLACK_BOX(13L);
code = __asm__ volatile("nop; nop; nop");
post =
	a += b; b += c; c += d; d += e; e += f; f += g; g += h; h += i; i += j; j += k; k += l; l += m; m += a;
	a = BLACK_BOX(a);
END
run "$CGBENCH" --tables --raw --fields=Ir --benchfile=few.bench -- gcc -O2 -falign-labels=32 -fno-omit-frame-pointer
like "$out" '^spilled::3 (3[.]0|! *[0-9.]+)$' 'what tells the loops apart may be kept in a frame'
# A division is said where only one compiler has it, which in the first test multiplies instead.
run "$CGBENCH" -e 'BLACK_BOX(BLACK_BOX(100u) / 7)' -e 'BLACK_BOX(BLACK_BOX(100u) / BLACK_BOX(7u))' -- gcc gcc=Os -Os
is "$(grep divides out)" \
	'Os divides or takes a square root where gcc does not, in e1; that takes longer than its count says: see --time' \
	'a division that the other compiler does not make, once'
is "$(tail -n 1 out)" 'More: --columns=tests compares the tests with each other.' 'snippets on several compilers lead to the table of tests'

done_testing
