#!/bin/sh
# Programs of other machines, and QEMU's plugin that counts them: known counts of assembly, what is
# told of a table of several machines, and what is missing.

. "$(dirname "$0")/../tap.sh"

# A compiler for another machine, as far as its object files say: foreign NAME MACHINE.
foreign() {
	executable "$1" <<-END
		gcc "\$@" || exit
		for word; do
			[ "\${last-}" != -o ] || object=\$word
			last=\$word
		done
		case \${object-} in
		*.o) printf '\\$2' | dd of="\$object" bs=1 seek=18 conv=notrunc 2>/dev/null ;;
		esac
	END
}

foreign arm-gcc 267
foreign power-gcc 025

# fake VERSION SAYING: a QEMU of that version, which says that about the plugin.
fake() {
	mkdir -p bin
	executable bin/qemu-aarch64 <<-END
		case \$1 in
		--version) echo "qemu-aarch64 version $1 (Debian 1:$1)" ;;
		*) echo "qemu-aarch64: $2" >&2; exit 1 ;;
		esac
	END
}

# A $PATH without any qemu.
mkdir tools
for tool in sh gcc dd as ld valgrind; do
	ln -s "$(command -v $tool)" tools
done

# unmeasured NAME WHY PUT [OPTION...]: no put can be measured, and one line says why.
unmeasured() {
	name=$1 why=$2 put=$3
	shift 3
	run env PATH="$PWD/bin:$PWD/tools" "$CGBENCH" -e 1 "$@" -- "$put"
	is "$status:$out:$err" "128::cgbench: '$put' cannot be measured: $why" "$name"
}

bin=$PWD/bin/qemu-aarch64
run env PATH="$PWD/tools" "$CGBENCH" --tables --raw --fields=Ir -e '__asm__ volatile("nop");' -- gcc=host ./arm-gcc=other
is "$status:$(awk '/FAIL/ { print $(NF - 1), $NF }' out)" '128:1.0 FAIL' 'the other put is measured'
is "$err" "cgbench: e on other: prepare: its programs are for another machine, and qemu-aarch64 is not \
in \$PATH; install it (Debian: apt-get install qemu-user)" 'beside another put, the test fails on the one without QEMU'
unmeasured 'without QEMU, its package is named for programs of this host' "--engine=qemu needs QEMU, and \
qemu-x86_64 is not in \$PATH; install it (Debian: apt-get install qemu-user)" gcc --engine=qemu
unmeasured 'a machine that is not measured is named' \
	'its programs are for PowerPC of 64 bits, which cgbench does not measure' ./power-gcc
run "$CGBENCH" -e 1 -- clang --target=mips-linux-gnu
is "$status:$(head -n 1 err)" "128:cgbench: 'clang' cannot be measured: its programs are for MIPS of 32 bits \
that is big-endian, which cgbench does not measure" 'a machine is named whose bytes are in the other order'
run "$CGBENCH" -e 1 -- clang --target=x86_64-w64-mingw32
is "$status:$err" "128:cgbench: 'clang' cannot be measured: its programs are for another system than Linux, \
which cgbench does not measure" 'programs of another system are refused'
run "$CGBENCH" --tables --fields=Ir -e 1 -- ./power-gcc gcc
is "$status:$out:$(tail -n 1 err)" "128::cgbench: nothing can be compared with './power-gcc': name \
another column with --norm, or print counts with --raw" 'a put that cannot be measured cannot be the norm'

fake 11.0.2 'Could not load plugin x.so: plugin requires API version 7, but this QEMU supports only up to version 6'
unmeasured 'a QEMU with another interface is refused by its version' "$bin has version 11.0.2, whose plugin \
interface is unknown; use QEMU 7.2 to 10.2 or 11.1" ./arm-gcc
fake 10.0.13 "unknown option 'plugin'"
unmeasured 'a QEMU without plugins is refused' "$bin 10.0.13 was built without plugins, which cgbench needs; \
scripts/install-deps --targets in cgbench's source builds one that has them" ./arm-gcc
printf 'echo "qemu-x86_64 version 10.0.13 (Debian 1:10.0.13+ds-0)"\n' | executable bin/qemu-x86_64
unmeasured 'for this host, a QEMU that hides accesses is refused' "$PWD/bin/qemu-x86_64 10.0.13 hides from plugins \
what some instructions do; scripts/install-deps --targets in cgbench's source builds one that does not" gcc --engine=qemu
fake 7.2.22 '" && kill -s BUS $$ && echo "'
run env PATH="$PWD/bin:$PWD/tools" "$CGBENCH" -e 1 -- ./arm-gcc
like "$status:$err" "^128:cgbench: './arm-gcc' cannot be measured: $bin does not load .*libcgbench-qemu.so: killed \
by SIGBUS\$" 'a QEMU that crashes is refused'
fake 7.2.22 'Could not load plugin x.so: x.so: file too short'
unmeasured 'a plugin that is not loaded: the words of QEMU are told' "$bin does not load the plugin: qemu-aarch64: Could not \
load plugin x.so: x.so: file too short" ./arm-gcc
printf '#!/bin/sh\necho "qemu-aarch64 version 7.2.22"; exit 3\n' >bin/qemu-aarch64
unmeasured 'a QEMU that does not run is refused' "$bin --version fails: exited with status 3" ./arm-gcc
printf '#!/bin/sh\necho qemu-aarch64 7.2.22\n' >bin/qemu-aarch64
unmeasured 'a QEMU without a version is refused' "$bin --version fails: it prints no version" ./arm-gcc
fake 7.2.0 "unable to find CPU model 'neoverse-n1'"
unmeasured 'a processor that QEMU lacks is named' "$bin 7.2.0 has no processor neoverse-n1" ./arm-gcc

# known FILE LABEL ENGINE: a line "TEST Ir Dr Dw" for each test that differs from what its desc says,
# where the words ENGINE:FIELD=COUNT are about that engine alone; then how many tests there are.
known() {
	"$CGBENCH" --read="$1.json" --tables --raw --fields=Ir,Dr,Dw --compact="$2" 2>/dev/null |
		awk -v engine="$3" -f "$here/counts/qemu/wrong.awk"
}

# truth MACHINE ENGINE GROUP LABEL PUT...: measures MACHINE.bench on the put, without that group of tests.
truth() {
	machine=$1 engine=$2 group=$3 label=$4 bench=$here/counts/qemu/$1.bench cc=$5
	shift 5
	run "$CGBENCH" -j2 --tables --raw --engine="$engine" --benchfile="$bench" --tests="/^(?!$group::)/" \
		--write="$machine.json" -- "$cc=$label" "$@"
	is "$status $err" '0 ' "$machine, engine $engine, $label: measured"
	is "$(known "$machine" "$label" "$engine")" "$(grep '^\[' "$bench" | grep -vc "^\[$group::")" \
		"$machine, engine $engine, $label: known counts"
}

# translated PUT: the functions that QEMU translates in each of the four measured processes.
translated() {
	rm -f log
	run env QEMU_LOG=in_asm QEMU_LOG_FILENAME="$PWD/log" "$CGBENCH" --engine=qemu --fields=Ir --tables --raw \
		--inherit-env=QEMU_LOG,QEMU_LOG_FILENAME -e '__asm__ volatile("nop")' -- "$1"
	is "$status $(awk '
		/^IN:/ { name = $2; getline; n[$1 " " name]++ }
		END { for (block in n) if (n[block] >= 4) print substr(block, index(block, " ") + 1) }
		' log | sort -u)" '0 cgbenchtest00000000' "$1: a process translates nothing but its test"
}

# grows PUT: malloc takes its memory there as elsewhere.
grows() {
	run "$CGBENCH" --engine=qemu --tables --raw --fields=Ir --benchfile=heap.bench -- "$1"
	is "$status $(awk '/^heap / { print $2 }' out)" '0 1.0' "$1: the heap can grow"
}

# has COMMAND...
has() {
	for command; do
		command -v "$command" >>found || return 1
	done
}

# Call 467 is none; the others are as cheap on a processor, or not in the loop.
cat >system.bench <<'END'
language = c
preamble =
	#include <time.h>
	#include <sys/syscall.h>
	#include <unistd.h>
[clock]
setup = struct timespec t;
code = clock_gettime(CLOCK_MONOTONIC, &t);
[clock-in-setup]
setup = time_t t = time(NULL);
code = BLACK_BOX(BLACK_BOX(t) * 3);
[new]
code = syscall(467);
[old]
code = syscall(SYS_getppid);
END

cat >heap.bench <<'END'
language = c
preamble =
	#include <stdlib.h>
	#include <unistd.h>
[heap]
setup = if (sbrk(1 << 20) == (void *)-1) abort();
code = __asm__ volatile("nop");
END

# puts: a line "MACHINE ENGINE GROUP LABEL PUT..." for each put that the host has. Vectors of RISC-V are unknown to clang,
# and "alone" is what valgrind counts in another way.
puts() {
	for level in O2 O1 O3 O0; do
		static=''
		[ $level != O2 ] || static=-static
		for machine in aarch64 riscv64; do
			has "qemu-$machine" "$machine-linux-gnu-gcc" || continue
			unknown=vector
			[ $machine = riscv64 ] || unknown=none
			echo "$machine qemu none gcc-$level $machine-linux-gnu-gcc $static -$level"
			echo "$machine qemu $unknown clang-$level clang --target=$machine-linux-gnu $static -$level"
		done
		case $level in
		O[02])
			! has qemu-x86_64 || printf 'x86_64 qemu none %s\n' "gcc-$level gcc -static -$level" \
				"clang-$level clang -static -$level"
			;;
		esac
	done
	! grep -w avx2 /proc/cpuinfo | grep -qw fma || echo 'x86_64 fork alone gcc-O2 gcc -static -O2'
}

puts | in_turn 4 >chosen
while read -r put; do
	# shellcheck disable=SC2086 # the words of a line
	truth $put
done <chosen
grep -w avx2 /proc/cpuinfo | grep -qw fma || skip 'where valgrind counts something else' 'the processor has no AVX2'

for machine in aarch64 riscv64; do
	cc=$machine-linux-gnu-gcc
	if ! has "qemu-$machine" "$cc"; then
		skip "programs of $machine" 'qemu-user or the cross compiler is not installed'
		continue
	fi
	run "$CGBENCH" --fields=Ir --benchfile=system.bench --tables --raw --format=csv -- "$cc" -O2
	is "$(sed 1d out | cut -d, -f1,8 | tr '\n' ' ')" 'clock,vdso clock-in-setup, new,syscall old, ' \
		"$machine: system calls that a processor does without, or that fail, are marked"
	mkdir "$machine"
	ln -s "$(command -v "qemu-$machine")" "$(command -v "$cc")" "$machine"
	run env PATH="$PWD/$machine" "$CGBENCH" --tables --raw --fields=Ir -e '__asm__ volatile("nop")' -- "$cc"
	is "$status $(awk '/^e / { print $2 }' out)" '0 1.0' "$machine: valgrind need not be installed"
	translated "$cc"
	grows "$cc"
done

# A rustc for another machine, whose programs begin with code that cc compiles for this one.
executable arm-rustc <<-'END'
	for word; do
		[ "$last" != -o ] || object=$word
		last=$word
	done
	case $object in
	*.o) exec aarch64-linux-gnu-gcc -c -x c /dev/null -o "$object" ;;
	esac
	echo "test.o is incompatible with elf64-x86-64" >&2
	exit 1
END
if has aarch64-linux-gnu-gcc; then
	run "$CGBENCH" -e 1 -- ./arm-rustc=r --lang=rust
	is "$status $(head -n 1 err)" "128 cgbench: e on r: link: exited with status 1; its code is for aarch64, but \
rust is measured only for x86_64" 'a language that is not measured on another machine says so'
else
	skip 'a language that is not measured there' 'the cross compiler is not installed'
fi

# On RISC-V, a call that leads further than 1 MiB is two instructions.
cat >far.bench <<'END'
language = c
preamble =
	#include <stdlib.h>
	__attribute__((used, noinline)) static void far(void) { __asm__ volatile(".space 1100000"); }
[one]
code = BLACK_BOX(getenv("A"));
[two]
code = BLACK_BOX(getenv("A"));
END
if has qemu-riscv64 riscv64-linux-gnu-gcc; then
	for tests in one,two two; do
		"$CGBENCH" --benchfile=far.bench --tests=$tests --tables --raw --fields=Ir -- \
			riscv64-linux-gnu-gcc | sed -n 's/^two  *//p'
	done >costs
	is "$(wc -l <costs) $(sort -u costs | wc -l)" '2 1' 'what a call costs does not depend on other tests'
else
	skip 'calls on riscv64' 'qemu-user or the cross compiler is not installed'
fi

if has qemu-x86_64; then
	translated gcc
	grows gcc
else
	skip 'programs of x86-64 under QEMU' 'qemu-user is not installed'
fi

# differ BENCHFILE COUNT TESTS: that many of the tests, and no others, differ from what valgrind counts.
differ() {
	run "$top/scripts/agree" --benchfile="$top/$1" --tests="$3" gcc -static -O1
	like "$status $out" "agree: fork,qemu: $2 of [1-9][0-9]* tests differ in Ir,Dr,Dw, 0 without a rule" \
		"${1##*/}: valgrind and QEMU agree but for $2 tests"
	is "$status" 0 "${1##*/}: each difference has a rule"
}

if has qemu-x86_64 && grep -w avx2 /proc/cpuinfo | grep -qw fma; then
	# Not every gcc uses bt in branch::and-chain.
	in_turn 1 >chosen <<-'END'
		benchfiles/c.bench [34] /^(branch|atomic|sort|str)::/
		selftest/counts/truth/c.bench 2 /./
		selftest/counts/truth/step.bench 7 /./
	END
	while read -r file count some; do
		differ "$file" "$count" "$some"
	done <chosen
	sed 's/^\[data::/[new::/' "$here/counts/truth/c.bench" >new.bench
	run "$top/scripts/agree" --benchfile=new.bench --tests=new::modify-locked gcc
	is "$status $out" "1 new::modify-locked: Ir,Dr,Dw=1,2,0 and 1,1,0: no rule
agree: fork,qemu: 1 of 1 tests differ in Ir,Dr,Dw, 1 without a rule" 'a difference without a rule fails'
else
	skip 'valgrind and QEMU agree' 'qemu-user is not installed, or the processor has no AVX2'
fi

done_testing
