#!/bin/sh
# Programs are measured by a copy of valgrind's tool that starts faster because it reads no debugging
# information below /usr/lib/debug. It counts the same, and still knows the names of functions.
. "$(dirname "$0")/../tap.sh"

cat >maps.bench <<END
language = c
preamble =
    #include <stdio.h>
[maps]
setup =
    char s[65536];
    FILE *from = fopen("/proc/self/maps", "r"), *to = fopen("$work/maps", "w");
    fwrite(s, 1, fread(s, 1, sizeof s, from), to);
    fclose(to);
code = BLACK_BOX(s[0]);
END

# mapped NAME OPTION...: writes to the file NAME the lines of a measured program's memory that are its tool's.
mapped() {
	name=$1
	shift
	run "$CGBENCH" --benchfile=maps.bench --tables --fields=Ir "$@" -- gcc
	is "$status $err" "0 " "$name: measured"
	grep -E '/memfd:.*\(deleted\)$|/cachegrind-amd64-linux$' maps >"$name"
}

mapped copy
mapped tool --keep=kept
like "$(cat copy)" '/memfd:' "a copy of the tool runs"
unlike "$(cat tool)" '/memfd:' "with --keep, the tool itself"
is "$(awk '{ print $1, $2, $3, length }' copy)" "$(awk '{ print $1, $2, $3, length }' tool)" \
	"both are at the same place, under names of the same length"
for option in $(printf '%s\n' --read-inline-info=yes --extra-debuginfo-path=/none --trace-symtab=no | in_turn 1); do
	mapped asked --grindargs="$option"
	same asked tool "the tool itself runs with an option about debugging information: $option"
done

# compare NAME WORD...: counts with both.
compare() {
	name=$1
	shift
	"$CGBENCH" -j2 --write=copy.json "$@" >/dev/null &&
		"$CGBENCH" -j2 --grindargs=--read-inline-info=no --write=tool.json "$@" >/dev/null
	"$here/difference" tool.json copy.json >differences
	like "$(cat differences)" '^[1-9][0-9]* cells$' "$name: compared"
	is "$(wc -l <differences)" 1 "$name: all counts are the same"
}

for name in $(printf '%s\n' fork exec perl | in_turn 1); do
	case $name in
	fork) compare "C, fork" --benchfile="$top/benchfiles/c.bench" --tests='/tsearch|time/' -- gcc ;;
	exec) compare "C++, exec" --engine=exec --benchfile="$top/benchfiles/c++.bench" --tests='/throw::depth_1$/' -- g++ ;;
	perl) compare Perl -e 'my @a = sort 1 .. 20' -- perl ;;
	esac
done

libc=$(ldd /bin/sh | sed -n 's/.*=> \(.*libc\.so\.6\) .*/\1/p')
id=$(readelf -n "$libc" | sed -n 's/.*Build ID: //p')
debug=/usr/lib/debug/.build-id/$(echo "$id" | cut -c1-2)/$(echo "$id" | cut -c3-).debug
if [ -e "$debug" ]; then
	# Through a function without a public name.
	run "$CGBENCH" --tables --raw --fields=Ir -e time -- perl
	like "$out" '^vdso: ' "Perl's time calls the C library's"
	run "$CGBENCH" --tables --raw --fields=Ir -e '__builtin_abort()' -- gcc
	like "$err" ' raise \(in /.*/libc\.so\.6\)$' "no lines of the C library were read"
	like "$err" ' __pthread_kill_implementation \(in ' "names that the C library does not export are known"
else
	skip "names" "libc6-dbg is not installed"
fi
done_testing
