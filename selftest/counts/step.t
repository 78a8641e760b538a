#!/bin/sh
# The engine "step" follows programs that get signals, and counts what valgrind does not know; agreement.t compares it
# with valgrind.

. "$(dirname "$0")/../tap.sh"

run "$CGBENCH" --engine=step --tables --raw --fields=Ir -e 'BLACK_BOX(BLACK_BOX(6) / 7)' -- gcc
case $err in
*'Operation not permitted'*)
	skip 'single steps' 'ptrace is refused'
	done_testing
	exit
	;;
esac

cat >signals.bench <<'END'
preamble =
    #include <signal.h>
    static void caught(int number) { (void)number; }

[signal::ignored]
code = raise(SIGURG);

[signal::ignored-by-program]
setup = signal(SIGUSR1, SIG_IGN);
code = raise(SIGUSR1);

[signal::handled]
setup = signal(SIGUSR1, caught);
code = raise(SIGUSR1);

[signal::blocked]
setup = sigset_t s; sigemptyset(&s); sigaddset(&s, SIGUSR1); signal(SIGUSR1, caught);
code = sigprocmask(SIG_BLOCK, &s, 0); raise(SIGUSR1); sigprocmask(SIG_UNBLOCK, &s, 0);
END
for engine in fork step; do
	run "$CGBENCH" --engine=$engine --timeout="$(seconds 60)" --benchfile=signals.bench --tables --raw --fields=Ir \
		--format=csv -- gcc=put -static -O1
	is "$status:$(grep -c '^signal::' out):$err" 0:4: "programs that get signals: measured by $engine"
	cut -d, -f1-4 out >$engine.counts
done
same step.counts fork.counts 'programs that get signals: step and fork agree'

# No processor lacks this instruction, but valgrind does.
cat >unknown.bench <<'END'
preamble =
    #include <pthread.h>
    #include <signal.h>
    static void *nothing(void *p) { return p; }

[unknown]
desc = lsl
code = __asm__ volatile("mov %%cs, %%eax; lsl %%eax, %%eax" : : : "eax", "cc");

[known]
desc = nop
code = __asm__ volatile("nop");

[threads]
code =
    pthread_t t;
    pthread_create(&t, 0, nothing, 0);
    pthread_join(t, 0);

[break]
code = __asm__ volatile("int3");

[trap]
code = raise(SIGTRAP);

[crash]
code = *(volatile int *)BLACK_BOX((long)0) = 1;
END
for engine in fork exec; do
	run "$CGBENCH" --engine=$engine --benchfile=unknown.bench --tests=unknown,known --tables --raw --fields=Ir,COND_m \
		--write=$engine.json -- gcc
	is "$status $out" '0 ' "$engine: an instruction that valgrind does not know"
	run "$CGBENCH" --read=$engine.json --tables --raw --fields=Ir,Dr,COND_m --compact=gcc
	is "$(echo "$out" | awk '/nop|lsl/')" ' 2.0 0.0      -  unknown !   lsl
 1.0 0.0    0.0  known       nop' "$engine: what valgrind does not know is counted by single steps"
	like "$out" '^stepped: valgrind does not know an instruction of it' "$engine: the verdict stepped says so"
done
# The processor does not stop behind what sets ss, and what stores the flags would show that it is single-stepped.
cat >hidden.bench <<'END'
preamble =
    static void shown(unsigned long flags) { if (flags & 0x100) for (int i = 0; i < 20; i++) BLACK_BOX(i); }

[n5]
code = __asm__ volatile("mov %%ss, %%eax; mov %%eax, %%ss; nop; nop; nop" : : : "eax");

[n6]
code = __asm__ volatile("mov %%ss, %%eax; mov %%eax, %%ss; mov %%eax, %%ss; mov %%eax, %%ss; nop; nop" : : : "eax");

[n4]
code = __asm__ volatile("mov %%ss, %%eax; mov %%eax, %%ss; jmp 1f; nop; 1: nop" : : : "eax");

[flags::n4]
code = unsigned long f; __asm__ volatile("pushf; pop %0" : "=r"(f)); shown(f);

[flags::n6]
code =
    unsigned long f;
    __asm__ volatile("mov %%ss, %%eax; mov %%eax, %%ss; pushf; pop %0" : "=r"(f) : : "eax");
    shown(f);

[flags::n5]
code = unsigned long f; __asm__ volatile("mov $39, %%eax; syscall; mov %%r11, %0" : "=r"(f) : : "rax", "rcx", "r11"); shown(f);
END
if [ "$(uname -m)" = x86_64 ]; then
	run "$CGBENCH" --engine=step --benchfile=hidden.bench --tables --raw --fields=Ir --format=csv -- gcc
	is "$(awk -F, '$2 == "gcc" { sub(/.*n/, "", $1); print $1, $4 }' out)" '5 5
6 6
4 4
4 4
6 6
5 5' 'single steps: none is left out, and the program does not see them'
fi

# Only the empty loop executes it, when valgrind has counted already.
cat >later.bench <<'END'
[later]
setup = int ran = 0;
code = ran = BLACK_BOX(1);
teardown = if (!ran) __asm__ volatile("lsl %%eax, %%eax" : : : "eax", "cc");
END
for engine in step exec; do
	run "$CGBENCH" --engine=$engine --benchfile=later.bench --tables --raw --fields=Ir --format=csv -- gcc
	cut -d, -f1-4 out >later.$engine
done
same later.exec later.step 'all counts of a cell are from the same counter'

early='__attribute__((constructor)) static void early(void) { __asm__("lsl %%eax, %%eax" : : : "eax", "cc"); }'
run "$CGBENCH" --tables --raw --fields=Ir --preamble="$early" -e '__asm__ volatile("nop")' -- gcc
like "$out" '^e !.*
Ir 1\.0
.*^stepped: ' 'an unknown instruction before the first test: the program is stepped'
run "$CGBENCH" --engine=step --benchfile=unknown.bench --write=step.json -- gcc=step
is "$status" 128 'tests that the engine step cannot count fail'
is "$err" "cgbench: threads on step: active/long loop: starts threads, which --engine=step does not follow
cgbench: break, trap on step: active/long loop: killed by SIGTRAP
cgbench: crash on step: active/long loop: killed by SIGSEGV" 'tests that the engine step cannot count: the reason is told'
# shellcheck disable=SC2016
is "$(json step.json '$f->{cgbench}{fingerprints}[0]{engine}')" step 'the engine step is saved'
run "$CGBENCH" --read=step.json --read=fork.json --tables --raw
like "$err" "the version of valgrind" 'the engine step is not compared with another'

# also ROW: what else than a compiler for this host is measured with the engine step.
also() {
	case $1 in
	interpreter)
		run "$CGBENCH" --engine=step --timeout="$(seconds 60)" --loops=1,2 --tables --raw --fields=Ir -e ':' -- dash
		steps=$out
		run "$CGBENCH" --loops=1,2 --tables --raw --fields=Ir -e ':' -- dash
		is "$steps" "$out" 'the engine step counts an interpreter as fork does'
		;;
	command)
		run "$CGBENCH" --engine=step --tables --raw --fields=Ir --command -- true
		like "$err" '^cgbench: --engine=step has no effect on .*: only tests for this host are single-stepped$' \
			'commands run under valgrind with --engine=step'
		;;
	machine)
		if ! { command -v qemu-aarch64 && command -v aarch64-linux-gnu-gcc; } >found; then
			skip 'puts of other machines' 'qemu-user or the cross compiler is not installed'
			return
		fi
		run "$CGBENCH" --engine=step --tables --raw --fields=Ir -e '__asm__ volatile("nop")' -- \
			gcc=host aarch64-linux-gnu-gcc=arm
		like "$err" '^cgbench: --engine=step has no effect on arm: only tests for this host are single-stepped$' \
			'puts of other machines run in QEMU with --engine=step'
		;;
	esac
}

for row in $(printf '%s\n' interpreter command machine | in_turn 1); do
	also "$row"
done
done_testing
