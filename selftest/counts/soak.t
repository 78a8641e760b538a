#!/bin/sh
# Counts do not depend on where, how and by whom they are measured: one run of the short form of
# scripts/soak, and conditions that it cannot vary. CGBENCH_TEST_ALL=1 takes all eight runs.
# shellcheck disable=SC2086 # the words of a put
. "$(dirname "$0")/../tap.sh"

if [ "${CGBENCH_TEST_ALL-}" ]; then
	runs=8
	run "$top/scripts/soak" --short
else
	runs=1
	run "$top/scripts/soak" --short --runs=1 --first="$(seq 9 16 | in_turn 1 | head -n 1)"
fi
is "$status" 0 'runs under changing conditions'
like "$out" "^($runs|$((2 * runs))) measurements of [1-9][0-9]* cells: 0 differ\$" 'no number differs'

tests='/^(stack::(address|alloca|deep|fills-d1)|heap::(mixed|address)|libc::getenv|branch::random)$/'

# measure NAME WORD...: writes NAME.json, of the put in $put.
measure() {
	name=$1
	shift
	run "$@" "$CGBENCH" --benchfile="$here/counts/agreement/hard.bench" --tests="$tests" \
		--write="$name.json" -- $put
	is "$status $err" "0 " "$put, $name: measured"
}

printf '%s\n' gcc 'gcc -static' clang | in_turn 1 >puts
while read -r turn; do
	put=$turn
	measure plain env
	cells=$("$here/difference" plain.json plain.json)
	measure environment env "LONG=$(head -c 60000 /dev/zero | tr '\0' x)"
	is "$("$here/difference" plain.json environment.json)" "$cells" "$put: a long environment"
done <puts

# Newer kernel data for a program is cut off.
libexec=$("$top/scripts/valgrind-tools")
if can_step 'an older kernel'; then
	mkdir older
	ln -s "$libexec"/* older
	rm older/cachegrind-amd64-linux
	# A shell adds to the environment.
	executable older/cachegrind-amd64-linux <<-END
		exec env -i VALGRIND_LIB="\$VALGRIND_LIB" VALGRIND_LAUNCHER=valgrind "$UNITS/host" kernel "" "$libexec/cachegrind-amd64-linux" "\$@"
	END
	measure older env VALGRIND_LIB="$work/older"
	is "$("$here/difference" plain.json older.json)" "$cells" "$put: an older kernel"
fi

### Data that an interpreter looks at, in some tests that it had moved.

# Another user reads a copy, as the project may be in a directory closed to others.
copy=$work/copy
mkdir -p "$copy/bin" "$copy/libexec/cgbench" "$copy/share/cgbench"
cp "$CGBENCH" "$copy/bin/cgbench"
cp "$PRELOAD" "$copy/libexec/cgbench"
cp -r "$top/benchfiles" "$copy/share/cgbench"
chmod -R a+rX .

# of FILE LANGUAGE TESTS PROGRAM WORD...: measured with these words before the command.
of() {
	file=$work/saved/$1.json language=$2 some=$3 program=$4
	shift 4
	rm -f "$file"
	run "$@" "$copy/bin/cgbench" --tests="$some" --benchfile="$copy/share/cgbench/benchfiles/$language.bench" \
		--write="$file" -- "$program"
	is "$status $err" "0 " "$language: measured under $*"
}

# alike NAME LANGUAGE TESTS PROGRAM WORD...: the counts are the same with these words, but for the
# field $moved, if it is set.
alike() {
	alike=$1
	shift
	command -v "$3" >/dev/null || {
		skip "$alike" "there is no $3"
		return
	}
	of plain "$1" "$2" "$3" env TMPDIR=/tmp
	of other "$@"
	is "$("$here/difference" saved/plain.json saved/other.json | grep -v " ${moved:-none} ")" \
		"$("$here/difference" saved/plain.json saved/plain.json)" "$alike"
}

mkdir -m 1777 saved
mkdir -p d/e/e/p/e/r
# See cgbench-reproducibility(7).
tcl() {
	moved=COND_m
	alike "Tcl, with a deeper TMPDIR" tcl '/^(arith::float|call::proc)$/' tclsh env TMPDIR="$work/d/e/e/p/e/r"
	moved=
}
cat >at-terminal <<'END'
#!/bin/sh
for word; do quoted="$quoted '$word'"; done
exec script -qec "$quoted" /dev/null </dev/null >/dev/null
END
terminal() {
	command -v script >found || {
		skip "bash, at a terminal" "there is no script"
		return
	}
	alike "bash, at a terminal" shell '/^(arith::gcd|string::quotes|io::read)$/' bash sh ./at-terminal
}
become="setpriv --reuid=65534 --regid=65534 --clear-groups"
user() {
	if [ "$(id -u)" != 0 ]; then
		skip "bash, of another user" "only root can become one"
	elif ! $become test -r "$copy/bin/cgbench" 2>/dev/null; then
		skip "bash, of another user" "setpriv cannot give another user access to $work"
	else
		alike "bash, of another user" shell '/^(function|words)::/' bash $become
	fi
}

# modules: a module's files that have not been read since they were written.
modules() {
	command -v /usr/bin/python3 >found || {
		skip "Python" "not installed"
		return
	}
	mkdir modules
	echo 'def one(): return 1' >modules/unread.py
	cat >python.bench <<-END
		language = python
		preamble =
		    import sys
		    sys.path.insert(0, "$work/modules")
		    import unread
		[module::call]
		code = unread.one()
	END
	touch -a -d 2020-01-01 modules modules/unread.py
	for name in unread read; do
		run "$CGBENCH" --benchfile=python.bench --write=$name.json -- /usr/bin/python3
		is "$status $err" "0 " "$name: measured"
	done
	is "$("$here/difference" unread.json read.json)" "1 cells" "Python, a module that is read for the first time"
}

in_turn 1 <<'END' >chosen
terminal
modules
user
tcl
END
while read -r condition; do
	$condition
done <chosen

# The C library reads /proc/self/maps, and the length of the paths there moves Guile's heap.
cat >maps.bench <<'END'
language = shell
preamble =
    while read -r line; do
    	case $line in *libcgbench*) path=${line##* } ;; esac
    done </proc/self/maps
[path]
code = [ "$path" = "${PWD%/*}/libcgbench-forkserver.so" ] || exit 3
END
run "$CGBENCH" --benchfile=maps.bench -- bash
is "$status $err" "0 " "preloaded libraries are where the other paths of a run are"

done_testing
