#!/bin/sh
# Instructions for which valgrind counts other data accesses than they make: a test with one is marked
# in what counts accesses, and QEMU counts what they make. scripts/accesses finds them.
. "$(dirname "$0")/../tap.sh"

grep -w avx2 /proc/cpuinfo | grep -qw fma || {
	skip 'instructions of several accesses' 'the processor has no AVX2 and FMA'
	done_testing
	exit
}

cat >accesses.bench <<'END'
language = c
cflags   = -mavx2 -mfma
preamble =
	typedef float floats __attribute__((vector_size(32), may_alias));
	typedef int ints __attribute__((vector_size(32), may_alias));
	typedef long longs __attribute__((vector_size(32), may_alias));
	_Alignas(64) float f[1 << 14];
	_Alignas(64) double d[64];
	_Alignas(64) int n[64];
	/* Each line of assembly is one instruction; &, so that no pointer is changed. */
	#define WIDEN(to, from) __asm__ volatile("vcvtps2pd %1, %%ymm0\n\tvmovapd %%ymm0, %0" : "=m"(to) : "m"(from) : "xmm0", "memory")
	static inline void widen(void) {
		for (int i = 0; i < 64; i += 4)
			WIDEN(d[i], f[i]);
	}
	static inline void store(int *to, ints mask) {
		__asm__ volatile("vpmaskmovd %1, %1, %0" : "=m"(*(ints *)to) : "x"(mask) : "memory");
	}
	__attribute__((noinline)) static void called(void) { widen(); }

[split::widen]
code = CLOBBER_MEMORY(); widen(); CLOBBER_MEMORY();

[split::called]
code = CLOBBER_MEMORY(); called(); CLOBBER_MEMORY();

[split::fma]
code =
	CLOBBER_MEMORY();
	floats x = {0}, sum = x;
	for (int i = 0; i < 1 << 14; i += 8)
		__asm__ volatile("vfmadd231ps %2, %1, %0" : "+x"(sum) : "x"(x), "m"(*(floats *)(f + i)));

[split::masked]
setup = ints mask = {-1, -1, -1, -1, -1, -1, -1, -1}; DO_NOT_OPTIMIZE(mask);
code  = for (int i = 0; i < 64; i += 8) store(n + i, mask);

[split::gaps]
setup = ints mask = {0, -1, 0, -1, 0, -1, 0, -1}; DO_NOT_OPTIMIZE(mask);
code  = store(n, mask);

[split::gather]
setup = longs x = {0}, mask = {0, -1, 0, -1}; DO_NOT_OPTIMIZE(mask);
code  =
	longs y = {0}, m = mask;
	__asm__ volatile("vpgatherqq %1, (%2,%3,8), %0" : "+&x"(y), "+&x"(m) : "r"(d), "x"(x) : "memory");

[split::locked]
code = __atomic_fetch_add(&n[1], 1, __ATOMIC_RELAXED);

[split::bit]
code =
	unsigned long i = BLACK_BOX(3ul), k = BLACK_BOX(8ul);
	__asm__ volatile("bt %0, %1" : : "r"(i), "r"(k) : "cc");

[none::gather]
setup = longs x = {0}; DO_NOT_OPTIMIZE(x);
code  =
	longs y = {0}, m = {-1, -1, -1, -1};
	__asm__ volatile("vpgatherqq %1, (%2,%3,8), %0" : "+&x"(y), "+&x"(m) : "r"(d), "x"(x) : "memory");

[none::sum]
code =
	CLOBBER_MEMORY();
	floats sum = {0};
	for (int i = 0; i < 1 << 14; i += 8)
		__asm__ volatile("vaddps %1, %0, %0" : "+x"(sum) : "m"(*(floats *)(f + i)));

[none::scalar]
code = for (int i = 0; i < 64; i++) d[i] = ((volatile float *)f)[i]; CLOBBER_MEMORY();

[none::before]
setup = CLOBBER_MEMORY(); widen(); CLOBBER_MEMORY();
code  = n[0] += 3; n[1] ^= n[0]; CLOBBER_MEMORY();
END

# marked FIELDS: the tests that a table of these fields marks, on both compilers.
marked() {
	"$CGBENCH" --read=fork.json --tables --raw --fields="$1" | sed -n 's/ on gcc, clang$//p' | sed 's/^ *//'
}

names() {
	sed -n "s/^\[\($1::.*\)\]$/\1/p" accesses.bench
}

# count FILE FIELD TEST [LABEL]
count() {
	"$CGBENCH" --read="$1" --tables --raw --fields="$2" --tests="$3" --compact="${4-gcc}" |
		awk -v test="$3" '$2 == test { print $1 }'
}

run "$CGBENCH" --benchfile=accesses.bench --write=fork.json -- gcc=gcc clang=clang
is "$status" 0 'everything is measured'
is "$(marked Dr)" "$(names split)" 'Dr: those are marked that have such an instruction'
is "$(marked Dw)" "$(names split)" 'Dw: those are marked that have such an instruction'
is "$(marked Ir,EstimatedCycles)" "$(names split)" 'what is calculated from accesses is marked'
is "$(marked Ir,COND,Dr_m1,Dw_mm,CEst,size)" '' 'other fields are not marked'
run "$CGBENCH" --read=fork.json --tables --raw --fields=Dr --verdict=none --format=csv
is "$(sed -n 's/,gcc,.*//p' out)" "$(names none)" '--verdict=none'
run "$CGBENCH" --read=fork.json --tables --raw --fields=Ir --verdict=split
is "$status$out$err" '0cgbench: --verdict: no test matches' '--verdict=split, of fields that it does not concern'
run "$CGBENCH" --check --fields=Dr --benchfile=accesses.bench --tests='/gather/' -- gcc
is "$status $(sed 's/: valgrind.*//' out)" '1 split::gather on gcc: split
1 of 2 counts is good' '--check of Dr'
run "$CGBENCH" --check --fields=Ir --benchfile=accesses.bench --tests='/gather/' -- gcc
is "$status $out" '0 2 of 2 counts are good' '--check of Ir'

is "$(count fork.json Dr split::fma) $(count fork.json Dr none::sum)" '16384.0 2048.0' 'valgrind: eight reads for one'
is "$(count fork.json Dr_m1 split::fma) $(count fork.json Dr_m1 none::sum)" '1024.0 1024.0' \
	'valgrind: one miss for eight reads'

if command -v qemu-x86_64 >/dev/null; then
	run "$CGBENCH" --engine=qemu --benchfile=accesses.bench --fields=Dr,Dw --tables --raw --write=qemu.json -- gcc=gcc
	is "$status $err" '0 ' 'QEMU: everything is measured'
	unlike "$out" '^split: ' 'QEMU: nothing is marked'
	while read -r test field fork qemu; do
		is "$(count fork.json "$field" "$test") $(count qemu.json "$field" "$test")" "$fork $qemu" \
			"QEMU: $test: $field"
	done <<'END'
split::widen Dr 64.0 16.0
split::called Dr 65.0 17.0
split::fma Dr 16384.0 2048.0
split::masked Dw 64.0 8.0
split::gaps Dw 4.0 1.0
split::locked Dr 2.0 1.0
split::bit Dw 1.0 0.0
none::sum Dr 2048.0 2048.0
END
else
	skip 'QEMU' 'qemu-user is not installed'
fi
done_testing
