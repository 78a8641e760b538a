#!/bin/sh
# The engine "step": what it counts is what valgrind counts, but where valgrind's machine is none; and
# it measures what valgrind does not know.

. "$(dirname "$0")/../tap.sh"

run "$CGBENCH" --engine=step --raw --fields=Ir -e 'BLACK_BOX(BLACK_BOX(6) / 7)' -- gcc
case $err in
*'Operation not permitted'*)
	skip 'single steps' 'ptrace is refused'
	done_testing
	exit
	;;
esac

# counts ENGINE BENCHFILE TESTS FIELDS: a line "TEST COUNT..." for each test.
counts() {
	"$CGBENCH" --engine="$1" --timeout=600 --benchfile="$2" --tests="$3" --raw --fields="$4" --compact=put -- gcc=put -static -O1 |
		awk -v fields="$4" 'BEGIN { n = split(fields, f, ",") } $(n + 1) ~ /::/ {
			printf "%s", $(n + 1)
			for (i = 1; i <= n; i++) printf " %s", $i
			print ""
		}'
}

# differing BENCHFILE TESTS FIELDS: the tests, in one line, that both engines count otherwise.
differing() {
	counts fork "$1" "$2" "$3" >fork.counts
	counts step "$1" "$2" "$3" >step.counts
	ok "$3 of ${1##*/}: there are tests" [ "$(wc -l <fork.counts)" -ge 5 ]
	differ=$(diff fork.counts step.counts | sed -n 's/^> \([^ ]*\).*/\1/p' | paste -sd' ' -)
}

differing "$here/counts/truth/step.bench" '/^(?!v3::)/' Ir
is "$differ" 'differs::precision differs::flush differs::request differs::lodsb differs::fault' \
	'Ir is as under valgrind, except where that is wrong'
differing "$here/counts/truth/c.bench" '/^(data::(?!avx$)|jump)/' Ir,Dr,Dw
is "$differ" 'data::load-unused data::modify-locked' 'so are accesses'
differing "$here/counts/truth/c.bench" '/^(jump|data::(load|modify-locked|rep-movsb)$)/' COND,IND
is "$differ" 'data::modify-locked jump::known jump::known-x87' 'and branches'

cat >signals.bench <<'END'
preamble =
    #include <signal.h>
    #include <sys/wait.h>
    #include <unistd.h>
    static void caught(int number) { (void)number; }

[signal::child]
code = if (!fork()) _exit(0); wait(0);

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
differing signals.bench /signal/ Ir
is "$differ" '' 'and programs that get signals'

# Which no processor lacks, but valgrind.
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
	run "$CGBENCH" --engine=$engine --benchfile=unknown.bench --tests=unknown,known --raw --fields=Ir,COND_m \
		--write=$engine.json -- gcc
	is "$status $out" '0 ' "$engine: an instruction that valgrind does not know"
	run "$CGBENCH" --read=$engine.json --raw --fields=Ir,Dr,COND_m --compact=gcc
	is "$(echo "$out" | awk '/nop|lsl/')" ' 2.0 0.0      -  unknown !   lsl
 1.0 0.0    0.0  known       nop' "$engine: is counted by single steps"
	like "$out" '^stepped: valgrind does not know an instruction of it' "$engine: which the verdict says"
done
early='__attribute__((constructor)) static void early(void) { __asm__("lsl %%eax, %%eax" : : : "eax", "cc"); }'
run "$CGBENCH" --raw --fields=Ir --preamble="$early" -e '__asm__ volatile("nop")' -- gcc
like "$out" '^e !.*
Ir 1\.0
.*^stepped: ' 'an instruction that the program executes before its first test'
run "$CGBENCH" --engine=step --benchfile=unknown.bench --write=step.json -- gcc=step
is "$status" 128 'what cannot be counted'
is "$err" "cgbench: threads on step: active/long loop: starts threads, which the engine step does not follow
cgbench: break, trap on step: active/long loop: killed by SIGTRAP
cgbench: crash on step: active/long loop: killed by SIGSEGV" 'fails, with the reason'
# shellcheck disable=SC2016
is "$(json step.json '$f->{cgbench}{fingerprints}[0]{engine}')" step 'the engine is saved'
run "$CGBENCH" --read=step.json --read=fork.json --raw
like "$err" "the version of valgrind" 'and not compared with another'

run "$CGBENCH" --engine=step --timeout=600 --loops=1,2 --raw --fields=Ir -e ':' -- dash
steps=$out
run "$CGBENCH" --loops=1,2 --raw --fields=Ir -e ':' -- dash
is "$steps" "$out" 'an interpreter'
run "$CGBENCH" --engine=step --raw --fields=Ir --command -- true
like "$err" '^cgbench: --engine=step has no effect on .*: only tests for this host are single-stepped$' \
	'commands run under valgrind'
if command -v qemu-aarch64 >found && command -v aarch64-linux-gnu-gcc >found; then
	run "$CGBENCH" --engine=step --raw --fields=Ir -e '__asm__ volatile("nop")' -- gcc=host aarch64-linux-gnu-gcc=arm
	like "$err" '^cgbench: --engine=step has no effect on arm: only tests for this host are single-stepped$' \
		'and puts of other machines in QEMU'
else
	skip 'puts of other machines' 'qemu-user or the cross compiler is not installed'
fi
done_testing
