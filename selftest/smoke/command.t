#!/bin/sh
# Commands: programs measured by their command lines.
# shellcheck disable=SC2016 # perl's variables
. "$(dirname "$0")/../tap.sh"

gcc -O1 -x c -o turns - <<'EOF' || exit 1
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* turns N: as many turns as it is told, of three instructions each; or with
   "-" as many as there are characters on standard input. */
int
main(int argc, char **argv)
{
	int reads = argc > 1 && argv[1][0] == '-';
	long n = argc > 1 && !reads ? atol(argv[1]) : 0;
	char c;

	while (reads && read(0, &c, 1) == 1)
		n++;
	if (n)
		__asm__ volatile("1: nop\n dec %0\n jnz 1b" : "+r"(n));
	if (argc > 2)
		fputs("trouble\n", stderr);
	return argc > 2 ? atoi(argv[2]) : 0;
}
EOF

mkdir sub
echo 123456 >sub/data
cat >sub/command.bench <<'EOF'
language = command

[turns::by-count]
code = @count@

[turns::once]
once = yes
code = 1000
empty = 0

[turns::started]
once = yes
code = 0

[turns::stdin]
once = yes
stdin =
    abcdefghi
code = -
[turns::status]
once = yes
stderr = ok
status = 3
code = 5 3

[turns::wrong-status]
once = yes
code = 5 0

[turns::crash]
once = yes
status = 1
code = 5 4

[file]
once = yes
code.command = {dir}/data
EOF

for engine in $(printf '%s\n' fork exec | in_turn 1); do
	run "$CGBENCH" --engine="$engine" --benchfile=sub/command.bench --tables --raw --fields=Ir -- ./turns
	is "$status" 128 "$engine: some fail"
	by_count=$(printf '%s\n' "$out" | sed -n 's/^turns::by-count *//p')
	is "$by_count" 3.0 "$engine: the cost of a turn"
	like "$out" '^turns::once +[0-9]{4}$' "$engine: a whole run less the empty one"
	like "$out" '^turns::stdin +[0-9]{5,}$' "$engine: standard input"
	like "$out" '^turns::started +[0-9]{5,}$' "$engine: a whole run with its start"
	like "$out" '^turns::status +[0-9]+$' "$engine: the status that was told"
	like "$out" '^turns::wrong-status +FAIL$' "$engine: output to standard error is a failure"
	like "$err" '^    active/short loop: exited with status 4$' "$engine: another status is one"
	like "$out" '^file +[0-9]+$' "$engine: the benchfile's directory as {dir}"
done

printf 'language = command\n[both::same]\ncode = 1000\n' >same.bench
run "$CGBENCH" --benchfile=same.bench -- ./turns
is "$status:$err" "129:cgbench: same.bench:3:1: 'code': nothing would be measured: measure a whole run \
with --command, or with 'once = yes' in a benchfile, or repeat the work @count@ times" \
	'a command that does the same in both runs is refused'
run "$CGBENCH" --language=command -e --version -- ./turns
like "$status:$err" '^129:cgbench: -e:1:1: .*once = yes' 'a command whose only argument is an option is refused'
run "$CGBENCH" --language=command -e @count@ --tables --raw --fields=Ir -- ./turns
is "$status:$(sed -n 's/^e *//p' out)" 0:3.0 'a command line with a count'

# --command: command lines instead of a benchfile, in the current directory.
mkdir here
cd here || exit 1
cp ../turns .
printf abcdefghi >in
ir() {
	printf '%s\n' "$out" | sed -n 's/^command //p' | xargs
}
run "$CGBENCH" --command --tables --raw --fields=Ir './turns 1000' "./turns '2000'"
is "$status:$err" 0: '--command'
# shellcheck disable=SC2046
set -- $(ir)
is "$((${2%.0} - ${1%.0}))" 3000 'counts one whole run of each command line'
like "$out" '^ +\./turns 1000 \./turns .2000.$' 'columns are labelled by the command lines'
is "$(ls)" 'in
turns' 'command lines leave nothing in the current directory'
same_as=$(ir)
run "$CGBENCH" --command --tables --raw --fields=Ir './turns 1000' "./turns '2000'"
is "$(ir)" "$same_as" 'the same in every run'
mkdir ../elsewhere
run env TMPDIR="$work/elsewhere" "$CGBENCH" --command --tables --raw --fields=Ir -j8 './turns 1000' "./turns '2000'"
is "$(ir)" "$same_as" 'wherever its own files are'
run "$CGBENCH" --command --tables --raw --fields=Ir 'cat in' 'cat {dir}/in'
is "$status:$err" 0: 'relative names, and {dir}, mean the current directory'
run "$CGBENCH" --command --tables --raw --fields=Ir 'cat none'
like "$status:$err" '^128:cgbench: command on cat none: .*cat: none: No such file or directory$' \
	'the error of a command line is told'
run "$CGBENCH" -v --command --tables --raw --fields=Ir 'cat none'
like "$err" "^    cd $work/here && env -i " '-v shows a command to repeat what failed'

run "$CGBENCH" --command --keep=../kept --fields=Ir --tables --raw 'cat in'
is "$(cd / && sh "$work/kept/cat in/command/commands.sh")" abcdefghi '--keep keeps a command that runs there'
like "$(cat out.*)" '^summary: [0-9]+$' 'a command that was kept counts'
rm out.*

# The environment is fixed, but for what is asked for.
probe="sh -c 'test \"\$WANTED\" = yes'"
run env WANTED=yes "$CGBENCH" --command --tables --fields=Ir "$probe"
is "$status" 128 'the environment is not passed on'
run env HOME=/ WANTED=yes "$CGBENCH" --command --inherit-env=HOME,WANTED --tables --fields=Ir "$probe"
is "$status:$err" 0: '--inherit-env passes variables on'
run env WANTED=no "$CGBENCH" --command --inherit-env=WANTED --tables --fields=Ir "WANTED=yes $probe"
is "$status:$err" 0: 'variables of a command line win against --inherit-env'
run env WANTED=yes "$CGBENCH" --inherit-env=WANTED --write=../env.json \
	-e 'test "$WANTED" = yes || exit 1' -- sh sh=other --env=WANTED=yes
is "$status:$err" 0: '--inherit-env is for all languages'
is "$(json ../env.json 'map { $_->[2]{WANTED} } @{$f->{perls}}')" 'yes
yes' 'inherited variables are saved'
run "$CGBENCH" --inherit-env=UNLIKELY -e 1 -- perl
is "$status:$err" "129:cgbench: --inherit-env: 'UNLIKELY' is not set in the environment" \
	'a variable that is not set is refused'

# Saved, compared and bisected.
run "$CGBENCH" --command --write=../base.json './turns 1000'
run "$CGBENCH" --command --baseline=../base.json --fail-above=Ir,1% --summary './turns 2000'
is "$status" 1 'a command line against a saved one'
run "$CGBENCH" --command --baseline=../base.json --bisect=Ir,+2999 './turns 2000'
is "$status" 1 'it can be bisected'
run "$CGBENCH" --command --baseline=../base.json --bisect=Ir,+3000 './turns 2000'
is "$status:$err" 0: 'a command line is bisected to the instruction'
mkdir ../there
printf abc >../there/in
run "$CGBENCH" --command --write=../cat.json 'cat in'
cd ../there || exit 1
cp ../turns .
run "$CGBENCH" --command --read=../cat.json --tables --raw --fields=Ir './turns - in' 'ls in'
is "$status:$(printf '%s\n' "$err" | head -n 1)" \
	'128:cgbench: command on ./turns - in: active/short loop: wrote to standard error; if that is intended, use --ignore-status' \
	'beside a saved one'
rm -r ../here

# Users of hyperfine expect these.
# rows PATTERN: what follows it in the rows of a table.
rows() {
	printf '%s\n' "$out" | sed -n "s/^$1 *\([0-9.]*\).*/\1/p" | sed 's/[.]0$//' | xargs
}
mkdir ../habits
cd ../habits || exit 1
cp ../turns .
run "$CGBENCH" --command --label=few --label='not so few' --tables --raw --fields=Ir './turns 1000' './turns 2000'
like "$out" '^ +few +not so few$' 'labels of commands'
run "$CGBENCH" --command --param=n=1000,3000 --label=N --fields=Ir './turns {n}'
# shellcheck disable=SC2046
set -- $(rows 'command.n=[13]000')
is "$status:$(($2 - $1))" 0:6000 'a parameter in a command'
like "$out" '^command/n=1000 needs [0-9.]+ times fewer instructions than command/n=3000$' 'and a sentence about it'
run "$CGBENCH" --command './turns 5 3'
like "$err" 'active/short loop: exited with status 3$' 'a command that fails'
run "$CGBENCH" --command --tables --fields=Ir './turns 5 x'
like "$err" 'standard error; if that is intended, use --ignore-status$' 'one that writes to standard error'
run "$CGBENCH" --command --ignore-status --tables --fields=Ir './turns 5 3'
is "$status:$err" 0: '--ignore-status accepts both'
run "$CGBENCH" --command --ignore-status --tables --fields=Ir "sh -c 'kill -SEGV \$\$'"
like "$status:$err" '^128:.*killed by SIGSEGV' 'but no signal'
printf abcde >five
run "$CGBENCH" --command --setup='echo setup >>log; cp five six' --prepare='echo pre $MINE >>log; printf f >>six' \
	--input=six --label=first --tables --raw --fields=Ir './turns -' 'MINE=yes ./turns -'
is "$status:$err:$(xargs <log)" '0::setup pre setup pre yes' 'what prepares runs before each command, setup once'
# shellcheck disable=SC2046
set -- $(ir)
six=${1%.0}
run "$CGBENCH" --command --input=five --tables --raw --fields=Ir './turns -'
more=$((six - $(ir | sed 's/[.]0$//')))
printf abcdef >seven
printf g >>seven
run "$CGBENCH" --command --param=n=five,seven --input='{n}' --tables --raw --fields=Ir './turns -'
# shellcheck disable=SC2046
set -- $(rows 'command.n=[a-z]*')
is "$(($2 - $1))" "$((2 * more))" 'a file as standard input counts by its length'
rm log
run "$CGBENCH" --command --setup='echo setup >>log' --prepare='echo pre >>log' --explain './turns 10' './turns 2000'
is "$status:$(xargs <log)" '0:setup pre pre setup pre pre' 'the runs of --explain are prepared, too'
run "$CGBENCH" --command --prepare='echo trouble >&2; exit 3' --tables --fields=Ir './turns 10'
like "$status:$(echo "$err" | xargs)" '^128:.*preparing it failed: exited with status 3 trouble$' \
	'a command that cannot be prepared is not counted'
run "$CGBENCH" --command --input=none --tables --fields=Ir './turns -'
like "$status:$err" '^128:.*/habits/none: No such file or directory$' 'a file that is missing'
run "$CGBENCH" --command --prepare=true --time=0.01 './turns 10'
like "$status:$err" '^128:.*no times of .* nothing can prepare the runs that are timed$' '--time prepares nothing'
run "$CGBENCH" --command --setup='touch made' --prepare='echo a >b' --keep=kept --tables --fields=Ir './turns 10'
rm -f made b
is "$(sh kept/*/command/commands.sh >/dev/null 2>&1 && ls made b)" 'b
made' '--keep keeps what prepares'
rm -f out.*
cat >habits.bench <<'EOF'
language = command
[prepared]
once = yes
cwd = {dir}
setup = printf abc >of-@n@
pre = cp of-{n} copy-{n}
input = copy-@n@
status = any
param.n = 1 2
code = -
[both]
once = yes
input = five
stdin = x
code = -
EOF
run "$CGBENCH" --benchfile=habits.bench -- ./turns
is "$status:$err" "129:cgbench: habits.bench:13:1: 'input' names a file of what 'stdin' gives: write one of them" \
	'two inputs are refused'
sed -i '/both/,$d' habits.bench
run "$CGBENCH" --benchfile=habits.bench --write=habits.json --show --tables --raw --fields=Ir -- ./turns
# shellcheck disable=SC2046
set -- $(rows 'prepared.n=[12]')
is "$status:$err:$1" "0::$2" 'keys of a benchfile do the same'
rm copy-*
run "$CGBENCH" --command --read=habits.json --label=again --tables --raw --fields=Ir ./turns
is "$status:$err" 0: 'they are saved'
cd ../there || exit 1

# rejected MESSAGE ARGUMENT...: like refused, but the message is no pattern.
rejected() {
	message=$(printf '%s' "$1" | sed 's/[][\\.|?*+(){}^$]/\\&/g')
	shift
	refused "$message" "$@"
}
rejected "--command needs command lines, as in cgbench --command 'sort f' 'sort -u f'" --command
for line in 'sort f | uniq' 'sort f|uniq' 'sort <f' 'sort f > g' 'sort f & sort g' 'sort f; sort g'; do
	operator=$(printf '%s' "$line" | sed 's/[^|<>&;]//g')
	rejected "--command: '$operator' in '$line' needs a shell: use sh -c, as in \"sh -c '...'\", which counts all \
programs that it starts" --command "$line"
done
run "$CGBENCH" --command --tables --raw --fields=Ir "echo '|' \"&\\\";\" \\<" "sh -c 'cat in | cat >/dev/null'"
is "$status$err" 0 'a quoted operator is an argument'
rejected "--command: '-u' is not a command line: write each in one word, as in 'sort -u f'" --command sort -u f
rejected "'f' cannot be run: No such file or directory; if it is an argument, write it in one \
word with its command, as in 'sort f'" --command sort f
rejected "--command: 'ls' is given twice; to compare environments, set a variable before it, as in \
'LC_ALL=C sort f', or give each its --label" --command ls ls
rejected "--command: 'l' is given twice; to compare environments, set a variable before it, as in \
'LC_ALL=C sort f', or give each its --label" --label=l --label=l --command ls ls
rejected "--label: 'b' has no command line: there is 1" --label=a --label=b --command ls
rejected "--param=n: no argument of a command has {n}, as in 'sort f{n}'" --command --param=n=1,2 ls
rejected "--prepare needs --command; in a benchfile of commands, write 'pre = COMMAND'" --prepare=true -e 1 perl
rejected "--input needs --command; in a benchfile of commands, write 'input = FILE'" --input=in -e 1 perl
rejected "--ignore-status needs --command; in a benchfile of commands, write 'status = any'" --ignore-status -e 1 perl
rejected '--read has its own tests: --prepare cannot be combined with it' --command --read=../cat.json --prepare=true \
	'cat in'
rejected "--command: 'A=b' names no program" --command A=b
rejected "--command: a quote is left open in: sort 'f" --command "sort 'f"
rejected '--raw follows a command line: write options before the first' --command ls --raw
rejected '--command measures whole command lines: -e cannot be combined with it' --command -e 1 ls
cat >cwd.bench <<'EOF'
language = command

[here]
once = yes
cwd = {dir}
code = in
[wrong]
code = in
cwd = /tmp
EOF
rejected "cwd.bench:9:1: cwd = /tmp: the only value is '{dir}', for a command that runs in the \
directory of the benchfile" --benchfile=cwd.bench -- cat
cd ..
sed -i '/wrong/,$d' there/cwd.bench
run "$CGBENCH" --benchfile=there/cwd.bench --tables --fields=Ir -- cat
is "$status:$err" 0: 'cwd: a benchfile can ask for its directory, too'
rm there/in
run "$CGBENCH" --benchfile=there/cwd.bench --tables --fields=Ir -- cat
is "$status" 128 'a benchfile that asks for its directory gets it'

done_testing
