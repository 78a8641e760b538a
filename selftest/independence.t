#!/bin/sh
# A test counts the same alone, with all others, in another order, with any -j, and the tenth time
# as the first: in all 13 fields.
. "$(dirname "$0")/tap.sh"

tests='arith::div::const num::strtod::long tree::walk'
benchfile=$top/benchfiles/c.bench
chosen=
for test in $tests; do
	grep -q "^\[$test\]" "$benchfile" && chosen=${chosen:+$chosen,}$test
done

# measured FILE OPTION... -- PUT...
measured() {
	file=$1
	shift
	run "$CGBENCH" --write="$file" "$@"
	[ "$status" = 0 ] || printf '%s\n' "$err" | sed 's/^/# /'
}

# same_as NAME FILE: as in all.json.
same_as() {
	like "$("$here/difference" all.json "$2" | tail -n 1)" '^[1-9][0-9]* cells$' "$1: compared"
	is "$("$here/difference" all.json "$2" | sed '$d')" "" "$1: no field differs"
}

measured all.json -j2 -- gcc-12
is "$status" 0 "all tests"
measured some.json -j1 --tests="$chosen" -- gcc-12
same_as "some, with -j1" some.json
measured many.json -j8 -- gcc-12
same_as "all, with -j8" many.json
measured exec.json -j2 --engine=exec --tests=str::strlen::64 -- gcc-12
same_as "one, by the engine exec" exec.json
old_ifs=$IFS
IFS=,
for test in $chosen; do
	IFS=$old_ifs
	measured alone.json --tests="$test" -- gcc-12
	same_as "$test alone" alone.json
done

# The same sections from the last to the first, and the first of them ten times under other names.
awk '
	BEGIN { n = 0 }
	/^\[/ { n++ }
	{ part[n] = part[n] $0 "\n" }
	END {
		printf "%s", part[0]
		for (i = n; i; i--)
			printf "%s", part[i]
		for (i = 1; i <= 10; i++) {
			again = part[1]
			sub(/^\[[^]]*\]/, "[again::n" i "]", again)
			printf "%s", again
		}
	}
' "$benchfile" >reversed.bench
measured reversed.json --benchfile=reversed.bench -- gcc-12
same_as "in the other order" reversed.json
first=$(grep -m1 '^\[' "$benchfile" | tr -d '[]')
for i in 1 10; do
	run "$CGBENCH" --read=reversed.json --raw --tests="$first"
	once=$(printf '%s\n' "$out" | sed -n '/---/,$p')
	run "$CGBENCH" --read=reversed.json --raw --tests="again::n$i"
	is "$(printf '%s\n' "$out" | sed -n '/---/,$p')" "$once" "the same code again, $i"
done

done_testing
