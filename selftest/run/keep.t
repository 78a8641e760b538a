#!/bin/sh
# --keep: what was measured and its commands, which give the same counts from any directory.
. "$(dirname "$0")/../tap.sh"

gcc=gcc
fields=Ir,Dr,Dw,COND,IND

# spent FILE...: what the out files of the four measurements, in the order empty/short, empty/long,
# active/short, active/long, say about one turn in the fields; the loop counts are 10 and 20.
spent() {
	awk -f "$here/run/keep/spent.awk" "$@"
}

# shown LABEL TEST: the same fields as the table has them.
shown() {
	"$CGBENCH" --read=saved.json --fields=$fields --tests="$2" --format=csv 2>/dev/null |
		awk -F, -v label="$1" '$2 == label { printf "%.1f %.1f %.1f %.1f %.1f\n", $4, $5, $6, $7, $8 }'
}

# kept LABEL TEST DIRECTORY: the four out files, and what the commands write by hand.
kept() {
	is "$(spent "$3"/empty-short/cachegrind.out "$3"/empty-long/cachegrind.out \
		"$3"/active-short/cachegrind.out "$3"/active-long/cachegrind.out)" "$(shown "$1" "$2")" \
		"$1, $2: the counts of the out files are those shown"
	mkdir -p elsewhere
	(cd elsewhere && sh "$3/commands.sh") >log 2>&1
	is "$(spent "$3"/empty-short/out.* "$3"/empty-long/out.* "$3"/active-short/out.* "$3"/active-long/out.*)" \
		"$(shown "$1" "$2")" "$1, $2: the commands give them from another directory"
	unlike "$(cat log)" 'error|No such file' "$1, $2: all commands succeed"
	is "$(ls -A elsewhere)" "" "$1, $2: the commands leave nothing in another directory"
}

mkdir include
echo 'static int three(void) { return 3; }' >include/three.h
cat >keep.bench <<'EOF'
preamble =
	#include <stdlib.h>
	#include "three.h"
cflags = -Iinclude

[plain]
code = BLACK_BOX(BLACK_BOX(three()) * 7);

[memory]
param.n = 1 2
code = free(BLACK_BOX(malloc((size_t)BLACK_BOX(n * three()))));
EOF
run "$CGBENCH" -j2 --keep="kept/it's here" --benchfile=keep.bench --write=saved.json -- $gcc="a b" $gcc=c/d -O0
is "$status:$err" "0:" "keeps what it measured"
dir="$work/kept/it's here"
# Before the commands build it again.
is "$(cd "$dir/a b/plain" && echo 0 1 10 | ./program; echo $?)" 0 "a program that was kept runs alone"
printf '%s\n' 'a b|plain|a b/plain' 'c/d|plain|c%2Fd/plain' 'a b|memory/n=2|a b/memory%2Fn=2' | in_turn 1 >rows
while IFS='|' read -r label test below; do
	kept "$label" "$test" "$dir/$below"
done <rows
unlike "$(cat "$dir/a b/plain/commands.sh")" '/cgbench-x' "no temporary file is named"
# The directory once more, an interpreter, and a command.
for what in $(printf '%s\n' again perl command | in_turn 1); do
	case $what in
	again)
		run "$CGBENCH" -j2 --keep="kept/it's here" --benchfile=keep.bench --tests=plain --write=saved.json -- $gcc="a b"
		is "$status:$err" "0:" "the same directory keeps once more"
		kept "a b" plain "$dir/a b/plain"
		mkdir victim linked
		ln -s "$work/victim" linked/gcc
		run "$CGBENCH" --keep=linked --benchfile=keep.bench --tests=plain -- gcc
		is "$status:$(ls -A victim)" 128: "a link in the place of a put's directory is not followed: status, and what it leads to"
		like "$err" '^    keep: --keep=linked: Not a directory$|--keep=.*: Not a directory' "and the reason"
		rm linked/gcc
		mkdir linked/gcc
		ln -s "$work/victim" linked/gcc/plain
		run "$CGBENCH" --keep=linked --benchfile=keep.bench --tests=plain -- gcc
		is "$status:$(ls -A victim)" 128: "nor one in the place of a test's"
		;;
	perl)
		# shellcheck disable=SC2016
		run "$CGBENCH" -j2 --keep=perl --write=saved.json -s 'my $x = "abc" x 10' -e '$x =~ /c+/' -- perl
		is "$status:$err" "0:" "perl: keeps what it measured"
		kept perl e "$work/perl/perl/e"
		unlike "$(cat log)" 'cannot be preloaded' "perl: with the library that was preloaded"
		;;
	command)
		{
			printf 'language = command\n[head]\ncode = -n @count@\nempty = -n 0\nstdin =\n'
			seq 20 | sed 's/^/\t/'
		} >command.bench
		run "$CGBENCH" -j2 --keep=command --write=saved.json --benchfile=command.bench -- head
		is "$status:$err" "0:" "a command: keeps what it measured"
		kept head head "$work/command/head/head"
		;;
	esac
done

done_testing
