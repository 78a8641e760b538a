#!/bin/sh
# Programs of 32 bits: known counts, and what is said where they cannot be made or measured. A run takes one of the
# compilers.

. "$(dirname "$0")/../tap.sh"

if ! runs_32_bits; then
	run "$CGBENCH" --tables --raw --fields=Ir -e '__asm__ volatile("nop")' -- gcc=64 clang=m32 --target=i686-linux-gnu
	is "$status:$(grep '^e ' out)" '128:e 1.0 FAIL' 'where none runs, the other put is measured'
	like "$err" '^cgbench: e on m32: prepare: its programs are of 32 bits, which this host cannot run: cannot run ' \
		'where none runs, the reason is told'
	skip 'programs of 32 bits' 'this kernel runs none'
	done_testing
	exit
fi

# lacking COMPILER STEP SAYING: one without a part for 32 bits, which at that step says so.
lacking() {
	executable "$1" <<-END
		case " \$* " in
		*empty.c*) step=empty ;;
		*' -c '*) step=compile ;;
		*) step=link ;;
		esac
		case " \$* " in
		*' -m32 '*) [ \$step != "$2" ] || { echo '$3' >&2; exit 1; } ;;
		esac
		PATH=/usr/bin:/bin
		exec $1 "\$@"
	END
	run "$CGBENCH" --tables --raw --fields=Ir -e '__asm__ volatile("nop")' -- "./$1=64" "./$1=m32" -m32
	is "$status:$(grep '^e ' out)" '128:e 1.0 FAIL' "$1, $2: without a part for 32 bits the other put is measured"
}
install='of 32 bits is missing: install it (Debian: apt-get install'

# without COMPILER STEP: the package is named that this lacks. clang uses that of the newest gcc.
without() {
	version=$(version gcc)
	case $1:$2 in
	gcc:compile) lacking gcc compile 'stubs.h:7:11: fatal error: gnu/stubs-32.h: No such file or directory' ;;
	clang:compile)
		lacking clang compile "stubs.h:7:11: fatal error: 'gnu/stubs-32.h' file not found"
		version=$(find /usr/lib/gcc/x86_64-linux-gnu -maxdepth 1 -name '[0-9]*' | sed 's|.*/||' | sort -n | tail -n 1)
		;;
	gcc:link)
		echo | gcc -m32 -x c -c -o found.o -include stdio.h -idirafter /usr/include/x86_64-linux-gnu - 2>said || {
			skip 'a linker without libraries of 32 bits' "gcc-$version-multilib is not installed"
			return
		}
		lacking gcc link '/usr/bin/ld: cannot find -lgcc: No such file or directory'
		is "$(head -n 1 err)" "cgbench: e on m32: link: exited with status 1; gcc's library $install \
gcc-$version-multilib)" 'gcc, link: the package is named'
		return
		;;
	esac
	is "$(head -n 1 err)" "cgbench: e on m32: compile: does not compile an empty c program: exited with \
status 1; the C library $install gcc-$version-multilib)" "$1, compile: the package is named"
}

in_turn 1 <<'END' >chosen
gcc compile
clang compile
gcc link
END
while read -r compiler step; do
	without "$compiler" "$step"
done <chosen

run "$CGBENCH" --tables --raw --fields=Ir -e '__asm__ volatile("nop")' -- gcc=64 gcc=x -mx32
is "$status:$(grep '^e ' out):$(head -n 1 err)" '128:e 1.0 FAIL:cgbench: e on x: prepare: its programs are for x86-64 of 32 bits, which cgbench does not measure' \
	'-mx32 is refused'

run "$CGBENCH" -e 1 -- gcc=64 'gcc=m32 -m32'
is "$status:$out:$err" "129::cgbench: 'gcc=m32 -m32' is one word, so '-m32' belongs to the label; \
write options as separate words: gcc=m32 '-m32'" 'an option in a label is refused'

cat >known.bench <<'END'
[plain]
code = __asm__ volatile("nop; nop; nop");
desc = 3 0 0
[stack]
code = __asm__ volatile("push %eax; pop %eax");
desc = 2 1 1
[load]
setup = int x = 1;
code = __asm__ volatile("movl %0, %%eax; addl $1, %0" : "+m"(x) : : "eax");
desc = 2 2 0
[wide]
code = __asm__ volatile("addl %%ecx, %%eax; adcl %%edx, %%edx" : : : "eax", "edx");
desc = 2 0 0
[jump]
code = __asm__ volatile("jmp 1f; nop; 1:");
desc = 1 0 0
END

# known PUT LANGUAGE ENGINE: all tests count what their desc says, with and without optimisation.
known() {
	run "$CGBENCH" --engine="$3" --tables --raw --benchfile=known.bench --language="$2" --write="$1-$3.json" -- \
		"$1=O0" -m32 -O0 "$1=O2" -m32
	is "$status:$err" 0: "$1 -m32, engine $3: measured"
	for level in 0 2; do
		"$CGBENCH" --read="$1-$3.json" --tables --raw --fields=Ir,Dr,Dw --compact="O$level"
	done 2>/dev/null | awk '{ sub(/ !/, "") } NF == 7 && $5 ~ /^[0-9]/ { n++; if ($1 != $5 || $2 != $6 || $3 != $7) print }
		END { print n }' >wrong
	is "$(cat wrong)" 10 "$1 -m32, engine $3: counts as known"
}

# can COMPILER: true if it compiles programs of 32 bits.
can() {
	echo '#include <stdio.h>' | "$1" -m32 -x c -c -o found.o -idirafter /usr/include/x86_64-linux-gnu - 2>said
}

in_turn 1 <<'END' >chosen
clang c fork
g++ c++ fork
gcc c exec
END
while read -r cc language engine; do
	if can "$cc"; then
		known "$cc" "$language" fork
		[ "$engine" = fork ] || {
			known "$cc" "$language" "$engine"
			is "$("$here/difference" "$cc-fork.json" "$cc-$engine.json")" '10 cells' '-m32: both engines count the same'
		}
	else
		skip "$cc -m32" "gcc-$(version gcc)-multilib or the compiler is not installed"
	fi
done <chosen
if can gcc; then
	run "$CGBENCH" --tables --raw --fields=Ir -e 'int x = 3' -e 'BLACK_BOX(errno)' --preamble='#include <errno.h>' -- \
		gcc -m32
	like "$out" '^empty: ' '-m32: verdicts, and the headers of the kernel'
	echo -m32 >options
	run "$CGBENCH" --tables --raw --fields=Ir -e '__asm__ volatile("push %eax; pop %eax")' -- \
		gcc=file --args=@options clang=target --target=i686-linux-gnu
	is "$status:$(grep '^e ' out)" '0:e  2.0    2.0' '32 bits by a file of options, and by a target'
	run "$CGBENCH" --engine=qemu --tables --raw --fields=Ir -e '__asm__ volatile("nop")' -- gcc=m32 --args=@options
	is "$status:$out:$err" "128::cgbench: 'm32' cannot be measured: its programs are of 32 bits, which \
--engine=qemu does not measure; use --engine=fork or exec" '-m32: not under QEMU'
fi

done_testing
