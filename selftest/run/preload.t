#!/bin/sh
# The preloaded fork server: what starts it, that it leaves no trace in the processes it forks, and
# that interpreters count the same in both engines.
. "$(dirname "$0")/../tap.sh"

wd=$work
for source in drive reads loop; do
	cc -O1 -D_GNU_SOURCE -I"$top/src" -w -o $source "$here/run/preload/$source.c" 2>err || sed 's/^/# /' err
done
cc -O1 -D_GNU_SOURCE -fPIC -shared -o plugin.so "$here/run/preload/plugin.c"
cc -O1 -D_GNU_SOURCE -w -no-pie -o reads-no-pie "$here/run/preload/reads.c" 2>err
cc -O1 -D_GNU_SOURCE -w -Wl,-z,now -o reads-now "$here/run/preload/reads.c" 2>err
cc -O1 -D_GNU_SOURCE -w -fno-plt -o reads-no-plt "$here/run/preload/reads.c" 2>err
printf 'a line\nanother\na third\n' >lines

# drive ENGINE LIBRARY DIR... -- PROGRAM...: lists the results of the processes in "pids".
drive() {
	env -i VALGRIND_LAUNCHER=x VALGRIND_LIB="${tool%/*}" PERL_HASH_SEED=0 PYTHONHASHSEED=0 "$wd/drive" "$@" >pids
}

### Calls that wake it. No valgrind here: the server is a program like others.

mkdir one two
echo one >one/work
echo two >two/work
tool=/

# reads NAME PROGRAM ARGUMENT...: two processes, each with the word that it was given.
reads() {
	name=$1 program=$wd/$2
	shift 2
	rm -f ./*/end ./*/stderr
	drive fork "$preload" one two -- "$program" "$@"
	is "$(cat one/end two/end one/stderr two/stderr 2>&1; cut -d' ' -f1,3 pids)" \
		"onetwoone 0
two 0" "$name"
}

preload=$PRELOAD
# Rows: a kind of program, and the function that it reads with.
{
	sed -n 's/^BY(\([^,]*\),.*/reads \1/p' "$here/run/preload/functions.h"
	for kind in no-pie now no-plt; do
		printf "reads-$kind %s\n" read fgets fopen
	done
} | in_turn 12 >rows
while read -r kind function; do
	reads "$function wakes it in a program called $kind" "$kind" "$function"
done <rows
for first in ignore handle fork descriptors environment; do
	reads "before the first read: $first" reads fgets first $first
done
for preload in "$wd/plugin.so:$PRELOAD" "$PRELOAD:$wd/plugin.so"; do
	reads 'a list of preloaded libraries loses this one only' reads fgets first environment
done

cp reads ruby
reads "Ruby's own thread does not run" ruby fgets first thread
drive fork "$PRELOAD" one two -- "$wd/reads" fgets first thread
like "$(cat pids)" "^server [0-9]* $((124 * 256))$" 'a server with threads says that it cannot fork'
rm -f ./*/end
drive here "$PRELOAD" two -- "$wd/reads" fgets first thread
is "$(cat two/end)$(cut -d' ' -f3 pids)" two0 'a server with threads does the work in its own process'
drive bare "$PRELOAD" one -- "$wd/reads" fgets
is "$(cut -d' ' -f3 pids)" 0 'without requests the program reads its own input'

### Its counts.

tool=$("$top/scripts/valgrind-tools")/cachegrind-amd64-linux
grind="$tool --tool=cachegrind --command-line-only=yes --cache-sim=yes --branch-sim=yes
	--I1=32768,8,64 --D1=32768,8,64 --LL=8388608,16,64 --vgdb=no --max-threads=2
	--vex-guest-chase=no --cachegrind-out-file=out.%p --log-file=log.%p"

# differences: (a20 - a10) - (e20 - e10), in the five fields that depend only on the code.
differences() {
	while read -r dir pid status; do
		echo "$dir $status $(sed -n 's/^summary: //p' "out.$pid")"
	done <"$1" | awk '
		$2 != 0 || NF != 15 { bad = 1 }
		{ sign = $1 == "a20" || $1 == "e10" ? 1 : -1 }
		{ Ir += sign * $3; Dr += sign * $6; Dw += sign * $9; Bc += sign * $12; Bi += sign * $14 }
		END { print bad ? "failed" : Ir " " Dr " " Dw " " Bc " " Bi }'
}

# engine NAME LIBRARY PROGRAM...: the four processes, each in a server of its own.
each() (
	engine=$1 library=$2
	shift 2
	for dir in e10 e20 a10 a20; do
		mkdir -p "$engine-$dir"
		cd "$engine-$dir" || exit
		ln -sf ../e10 ../e20 ../a10 ../a20 .
		# shellcheck disable=SC2086
		drive "$engine" "$library" $dir -- $grind "$@"
		mv out.* ..
		cd ..
	done
	cat ./"$engine"-???/pids >"pids-$engine"
)

# agree NAME BARE GENERATOR EMPTY ACTIVE PROGRAM...: both engines count the same, and if BARE is yes
# the same as the program without the library.
agree() {
	name=$1 bare=$2 generate=$3 empty=$4 active=$5
	shift 5
	rm -rf agree
	mkdir agree agree/e10 agree/e20 agree/a10 agree/a20
	cd agree || return
	for count in 10 20; do
		$generate "$empty" $count >e$count/work
		$generate "$active" $count >a$count/work
	done
	each here "$PRELOAD" "$@" &
	[ "$bare" = no ] || each bare '' "$@"
	# shellcheck disable=SC2086
	drive fork "$PRELOAD" e10 e20 a10 a20 -- $grind "$@"
	wait
	fork=$(differences pids)
	is "$fork" "$(differences pids-here)" "$name counts the same forked and in a process of its own"
	[ "$bare" = no ] || is "$fork" "$(differences pids-bare)" "$name counts the same without the library"
	like "$fork" '^[1-9][0-9]+ ' "$name executes instructions: $fork"
	is "$(cat ./???/stderr)" '' "$name says nothing on standard error"
	cd "$wd" || exit
}

# interpreter BARE NAME GENERATOR EMPTY ACTIVE ARGUMENT...: likewise, if it is installed.
interpreter() {
	bare=$1 name=$2
	shift 2
	program=/usr/bin/$name
	[ -x "$program" ] || {
		skip "$name" "not installed"
		return
	}
	generate=$1 empty=$2 active=$3
	shift 3
	agree "$name" "$bare" "$generate" "$empty" "$active" "$program" "$@"
}

in_words() {
	echo "$1" "$2" "$wd/lines" "$wd/plugin.so"
}
# shellcheck disable=SC2016
in_perl() {
	printf 'BEGIN { srand(0) }\nmy $z;\nfor my $i (1..%s) {\n%s;\n}\n' "$2" "$1"
}
in_python() {
	printf 'z = 0\nfor i in range(%s):\n    %s\n' "$2" "$1"
}
# shellcheck disable=SC2016
in_sh() {
	printf 'i=0\nwhile [ $i -lt %s ]; do\n%s\ni=$((i + 1))\ndone\n' "$2" "$1"
}
in_awk() {
	printf 'BEGIN { for (i = 0; i < %s; i++) { %s } }\n' "$2" "$1"
}
in_bc() {
	printf 'for (i = 0; i < %s; i++) { %s }\nquit\n' "$2" "$1"
}
# shellcheck disable=SC2016
in_tcl() {
	printf 'for {set i 0} {$i < %s} {incr i} {\n%s\n}\n' "$2" "$1"
}
in_sql() {
	for turn in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
		[ "$turn" -gt "$2" ] || echo "$1"
	done
}

if [ -x "$tool" ]; then
	echo 'select 1;' >sql
	for name in $(printf '%s\n' loop dash bc perl gawk python3 sqlite3 mawk tclsh | in_turn 2); do
		case $name in
		loop) agree 'a program that reads files' yes in_words 0 1 "$wd/loop" ;;
		# Perl copies its environment to a hash on the heap: one variable less moves what follows.
		perl) interpreter no perl in_perl 1 "\$z = 1 + 2; open(F, '<', '$wd/lines'); \$z = <F>; close F" - ;;
		python3) interpreter no python3 in_python pass "z = open('$wd/lines').readline()" -S - ;;
		dash) interpreter yes dash in_sh : "read -r z <$wd/lines" ;;
		mawk) interpreter no mawk in_awk 1 "f = \"$wd/lines\"; getline z <f; close(f)" -f /dev/stdin ;;
		gawk) interpreter no gawk in_awk 1 "f = \"$wd/lines\"; getline z <f; close(f)" -f - ;;
		sqlite3) interpreter no sqlite3 in_sql 'select 1;' ".read $wd/sql" ;;
		bc) interpreter no bc in_bc 1 'z = 2 ^ 100' ;;
		tclsh) interpreter no tclsh in_tcl 'set z 1' "set f [open $wd/lines]; gets \$f z; close \$f" ;;
		esac
	done
else
	skip 'counts' 'valgrind has no cachegrind here'
fi

done_testing
