#!/bin/sh
# Commands that start processes count all of them, as valgrind does with --trace-children=yes; other tests that start
# some are refused, or are marked.
# shellcheck disable=SC2016 # the shell's variables
. "$(dirname "$0")/../tap.sh"

gcc -O1 -x c -o turns - <<'EOC' || exit 1
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* turns N: that many turns. turns N fork M: a child takes M turns more. turns N exec WORD...: then executes a program.
 */
static void
take(const char *count)
{
	long n = atol(count);

	if (n)
		__asm__ volatile("1: nop\n dec %0\n jnz 1b" : "+r"(n));
}

int
main(int argc, char **argv)
{
	take(argv[1]);
	if (argc > 3 && !strcmp(argv[2], "exec"))
		execv(argv[3], argv + 3);
	if (argc > 3 && !strcmp(argv[2], "fork") && !fork()) {
		take(argv[3]);
		_exit(0);
	}
	while (wait(NULL) > 0)
		;
	return 0;
}
EOC
turns=$work/turns
printf '#!/usr/bin/env sh\nexec "$@"\n' >script
chmod +x script

tools=$("$CGBENCH" --command --tables --raw --fields=Ir --keep=kept true >kept.out && sed -n 's/.* VALGRIND_LIB=\([^ ]*\) .*/\1/p' kept/true/command/commands.sh)
launcher=$(command -v valgrind.bin || command -v valgrind)

# by_hand WORD...: the sum of what valgrind counts in all processes of a command, in the same environment.
by_hand() {
	mkdir hand
	env -i VALGRIND_LIB="$tools" setarch -R "$launcher" -q --tool=cachegrind --cache-sim=no \
		--vex-guest-chase=no --trace-children=yes --cachegrind-out-file="$work/hand/out.%p" "$@" \
		>/dev/null 2>said </dev/null
	cat hand/out.* | awk '/^summary:/ { sum += $2 } END { printf "%.0f\n", sum }'
	rm -r hand
}

# ir: the count of the only command that was printed.
ir() {
	sed -n 's/^command[ !]* //p' out | xargs
}

# as_by_hand NAME WORD...: both count the same. The first word is an absolute path.
as_by_hand() {
	name=$1
	shift
	run "$CGBENCH" --command --tables --raw --fields=Ir "$*"
	is "$status:$err" 0: "$name: is measured"
	is "$(ir)" "$(by_hand "$@")" "$name: counts what valgrind counts"
}

env=$(command -v env) nice=$(command -v nice) timeout=$(command -v timeout)
as_by_hand env "$env" "$turns" 100000
as_by_hand nice "$nice" -n 1 "$turns" 100000
as_by_hand timeout "$timeout" 50 "$turns" 100000
as_by_hand 'a script' "$work/script" "$turns" 100000
as_by_hand 'a program that executes another' "$turns" 1000 exec "$turns" 50000
as_by_hand 'a program that forks' "$turns" 1000 fork 50000
like "$out" '^forked: ' 'a program that forks: is marked'
as_by_hand 'a program that executes one that forks' "$env" A=b "$env" "$turns" 1000 fork 50000

# Each process, and its turns.
run "$CGBENCH" --command --tables --raw --write=piped.json "sh -c '$turns 1000 | $turns 9000'"
json piped.json 'map { map { map { "$_->{command} $_->{counts}{Ir}\n" } @$_ } map { @$_ } @{$_} }
	values %{$f->{cgbench}{tests}{command}{processes}}' | grep . >each
is "$(wc -l <each | xargs)" 3 'a pipe: three processes are saved'
is "$(awk '$2 == 9000 { more = $3 } $2 == 1000 { less = $3 } END { print int((more - less) / 1000) }' each)" 24 'a pipe: each of them'
run "$CGBENCH" --read=piped.json --tables --raw --fields=Ir
is "$(awk '{ sum += $NF } END { printf "%.0f\n", sum }' each)" "$(ir)" 'a pipe: their sum is the count'
run "$CGBENCH" --read=piped.json --tables --raw --write=again.json
same piped.json again.json 'saved again'

# If all of them count the same under callgrind, their functions are known.
run "$CGBENCH" --command --tables --raw --fields=Ir --explain=all "sh -c '$turns 10000; $turns 20000'"
like "$(tr '\n' ' ' <out)" ": 3 processes, whose programs cost +in Ir: +$turns [0-9]+, +/[a-z/]+ [0-9]+ " \
	'--explain shows programs'
like "$out" '^take +900[0-9]{2}[.]0 .* 2[.]0 calls, turns' '--explain shows the functions of all processes'

run "$CGBENCH" --command --explain --format=json "sh -c '$turns 10000; $turns 20000'"
is "$(json out 'map { my $s = $_->{sides}[0]; my $sum = 0; $sum += $_->{total}{Ir} for @{$s->{processes}};
	scalar(@{$s->{processes}}) . " " . ($sum - $s->{total}{Ir}) } @{$f->{explanations}}')" '3 0' \
	'--explain as JSON has the processes, which sum to the total'

# A benchfile: the work grows with the count.
cat >commands.bench <<'EOB'
language = command
[shell]
code = -c "./turns @count@; ./turns @count@"
EOB
ln -s "$(command -v sh)" sh
sed -i "s|\./turns|$turns|g" commands.bench
run "$CGBENCH" --benchfile=commands.bench --tables --raw --fields=Ir -- ./sh
is "$status:$(sed -n 's/^shell[ !]* //p' out)" 0:6.0 'a benchfile: a turn of two children'

# Children draw the same in every run.
for command in 'env shuf -i 1-500' "sh -c 'exec shuf -i 1-500'" 'timeout 50 shuf -i 1-500'; do
	run "$CGBENCH" --command --tables --raw --fields=Ir "$command"
	first=$(ir)
	run "$CGBENCH" --command --tables --raw --fields=Ir "$command"
	is "$(ir)" "$first" "$command: the same in another run"
	unlike "$out" '^varying: ' "$command: is not varying"
done

# Processes that outlive their parents count, too, or are killed in the end.
run "$CGBENCH" --command --tables --raw --fields=Ir "sh -c '$turns 0'" "sh -c 'setsid $turns 1000000 & exit 0'"
is "$status" 0 'a process in a session of its own: is measured'
is "$(sed -n 's/^command[ !]* //p' out | awk '{ print ($NF > 3000000) }')" 1 \
	'a process in a session of its own: is waited for'
limit=$(seconds 1)
run "$CGBENCH" --timeout="$limit" --command --tables --raw --fields=Ir "sh -c 'setsid sleep 98765 & exit 0'"
like "$err" "not done after $((5 * limit)) seconds" 'a process that stays: the command fails'
is "$(pgrep -f 'sleep 98765')" '' 'a process that stays: is killed'
run "$CGBENCH" --command --tables --raw --fields=Ir "sh -c '$turns 100000000 & kill -9 \$!; wait; exit 0'"
like "$status:$err" '^128:.*only [12] of its 2 processes have counts' 'a process without counts: the command fails'

cp turns rights
chmod u+s rights
run "$CGBENCH" --command --tables --raw --fields=Ir "$turns 10 exec $work/rights 10"
like "$status:$err" '^128:.*only 1 of its 2 processes have counts' 'a program with more rights, which is not executed: the command fails'

# A command does not see how nice cgbench is, but how nice it makes itself.
for command in nice 'nice -n 3 nice'; do
	run "$CGBENCH" --command --tables --raw --fields=Ir "$command"
	first=$(ir)
	run nice -n 4 "$CGBENCH" --command --tables --raw --fields=Ir "$command"
	is "$(ir)" "$first" "$command: the same if cgbench is nicer"
done
run nice -n 4 "$CGBENCH" --command --tables --raw --fields=Ir "sh -c 'exit \$(nice -n 3 nice)'"
like "$err" 'exited with status 3$' 'nice adds to 0'

# Tests of a compiled language.
cat >start.bench <<'EOB'
preamble =
    #include <pthread.h>
    #include <spawn.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <sys/wait.h>
    #include <unistd.h>
    extern char **environ;
    static void *nothing(void *p) { return p; }

[refused::fork]
code = if (!fork()) _exit(0); wait(0);

[refused::vfork]
code = if (!vfork()) _exit(0); wait(0);

[refused::spawn]
code =
    pid_t pid;
    char *words[] = {"true", NULL};
    posix_spawn(&pid, "/bin/true", NULL, NULL, words, environ);
    waitpid(pid, NULL, 0);

[refused::system]
code = if (system("true")) abort();

[refused::popen]
code = FILE *f = popen("true", "r"); pclose(f);

[refused::daemon]
code = if (!fork()) { setsid(); _exit(0); }

[failed::exec]
code = execl("/bin/true", "true", (char *)NULL);

[marked::setup]
setup = if (system("true")) abort();
code = __asm__ volatile("nop; nop");

[good::thread]
setup = pthread_t t; pthread_create(&t, NULL, nothing, NULL); pthread_join(t, NULL);
code = for (int i = 0; i < 100000; i++) __asm__ volatile("nop");
EOB
for engine in $(printf '%s\n' fork exec | in_turn 1); do
	run "$CGBENCH" --engine="$engine" --benchfile=start.bench --tables --raw --fields=Ir -- gcc -O1
	is "$(awk '/^[a-z]+::/ { print $1, (($NF + 0 >= 290000) ? "yes" : $0 ~ /!/ ? "! " $NF : $NF) }' out | xargs)" "refused::fork FAIL refused::vfork FAIL refused::spawn FAIL \
refused::system FAIL refused::popen FAIL refused::daemon FAIL failed::exec FAIL marked::setup ! 2.0 good::thread yes" \
		"$engine: tests that start processes"
	like "$err" '^cgbench: refused::fork, .*, refused::daemon on gcc.*: starts processes, whose work would not be counted' \
		"$engine: the reason"
	like "$out" '^processes: it starts processes' "$engine: a mark"
done
printf 'language = shell\n[subshell]\ncode = x=$(echo hi)\n' >shell.bench
run "$CGBENCH" --benchfile=shell.bench --tables --raw --fields=Ir -- sh
like "$out" '^processes: it starts processes' 'a shell with a subshell: a mark'
done_testing
