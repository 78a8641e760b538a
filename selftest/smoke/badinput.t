#!/bin/sh
# Impossible runs: one line says why, with the right status; no file is left, and an older saved file is unchanged.
. "$(dirname "$0")/../tap.sh"

mkdir tmp
TMPDIR=$work/tmp
export TMPDIR
gcc=gcc
echo old >old.json

# stops STATUS ERE NAME: the last run printed one matching line and left no file.
stops() {
	is "$status" "$1" "$3: status"
	like "$err" "^cgbench: $2" "$3: message"
	is "$(head -n 1 err | grep -c '^cgbench: ')" 1 "$3: that line is the first"
	is "$(ls -A "$TMPDIR" && cat old.json)" old "$3: nothing is left or lost"
}

grind() {
	run "$CGBENCH" --write=old.json "$@"
}

# A benchfile, as printf writes it, and the message about it.
benchfile() {
	# shellcheck disable=SC2059
	printf "$1" >x.bench
	grind --benchfile=x.bench -- $gcc
	stops 129 ".*x.bench$2\$" "$3"
}

# --- puts

for name in gcc-99:aarch64-linux-gnu gfortran:riscv64-linux-gnu; do
	put=${name#*:}-${name%%:*}
	grind -e 1 -- $gcc -O1 "$put"
	stops 129 "'$put' cannot be run: not in .PATH; install it .Debian: apt-get install ${name%%:*}-${name#*:}.\$" \
		"a cross compiler that is not installed"
done
grind -e 1 -- $gcc -O1 x86_64-linux-gnu-gcc-99
stops 129 "'x86_64-linux-gnu-gcc-99' cannot be run: .*; to pass it to '$gcc'," "a compiler for this host"
grind -e 1 -- "gcc '-O3"
stops 129 "'gcc '-O3' cannot be run: a quote is left open" "a quote that is left open in a put"
grind -e 1 --language=c -- /bin/true=x
stops 129 "'x' does not compile an empty c program: it made no object file" "a put that is no compiler"
printf 'echo "no licence" >&2\nexit 7\n' | executable gcc
grind -e 1 -- ./gcc=x
stops 129 "'x' does not compile an empty c program: exited with status 7" "a put that fails"
like "$err" '^    no licence$' "a put that fails: its own words"
(
	ulimit -f 4000000
	"$CGBENCH" -e 1 -- ./gcc=x >out 2>err
	echo $? >limited
)
is "$(cat limited)" 128 "a put that fails where files are limited: status"
# shellcheck disable=SC2016
printf '#!/bin/sh\nkill -9 $$\n' >gcc
grind -e 1 -- ./gcc=x
stops 128 "'x' does not compile an empty c program: killed by SIGKILL" "a put that a signal kills"
printf '#!/bin/sh\nread x <%s\n' "$work/nobody" >gcc
mkfifo nobody
grind --timeout=1 -e 1 -- ./gcc=x
stops 128 "'x' does not compile an empty c program: not done after 5 seconds" "a put whose time is over"
grind --timeout=1 --language=python -e 1 -- ./gcc=x
stops 128 "'./gcc' .* is a script .* failed: not done after 5 seconds" "a script whose time is over"
rm nobody
printf '#!/no/such/interpreter\n' >gcc
grind -e 1 -- ./gcc=x
stops 129 "'x' does not compile .*: cannot run .*/gcc: No such file" "a put whose interpreter is missing"
grind -e 1 -- $gcc=x --no-such-option
stops 129 "'x' does not compile .*: exited with status 1" "a put's argument that it refuses"
rm gcc

# --- valgrind

mkdir bin
ln -s "$(command -v $gcc)" bin/gcc
run env PATH="$work/bin" "$CGBENCH" --write=old.json -e 1 -- gcc
stops 128 'valgrind is not in .PATH; .*apt-get install valgrind' "no valgrind"
printf '' | executable bin/valgrind
run env PATH="$work/bin" "$CGBENCH" --write=old.json -e 1 -- gcc
stops 128 'cachegrind-amd64-linux is missing near .*/valgrind; set VALGRIND_LIB' "a valgrind without its tools"
mkdir lib
printf 'echo valgrind\n' | executable lib/cachegrind-amd64-linux
run env VALGRIND_LIB="$work/lib" "$CGBENCH" --write=old.json -e 1 -- $gcc
stops 128 '.*/lib/cachegrind-amd64-linux --version fails: it prints no version$' "a broken valgrind"
rm lib/cachegrind-amd64-linux
printf 'exit 3\n' | executable lib/cachegrind-amd64-linux
run env VALGRIND_LIB="$work/lib" "$CGBENCH" --write=old.json -e 1 -- $gcc
stops 128 '.*/lib/cachegrind-amd64-linux --version fails: exited with status 3$' "a valgrind that fails without a word"

# --- benchfiles

grind --benchfile=missing.bench -- $gcc
stops 129 'missing.bench: cannot read: No such file' "a missing benchfile"
grind --benchfile=tmp -- $gcc
stops 129 '--benchfile=tmp: the directory has no benchfile' "a directory without benchfiles"
benchfile '' ": contains no test: a test begins with a line '\\[name\\]'" "an empty benchfile"
benchfile '# only\nlanguage = c\n' ': contains no test: .*' "a benchfile without tests"
benchfile '[a]\ncode = 1;\n\000' ':3:1: a NUL byte; this is not a text file' "a NUL"
benchfile '[a\ncode = 1;\n' ":1:3: the '\\]' is missing" "no closing bracket"
benchfile '\n[a] # x\ncode = 1;\n' ":2:4: text after the '\\]'" "text after a name"
benchfile '[]\n' ':1:2: the name is empty' "an empty name"
benchfile '[1]\ncode = 1;\n' ":1:2: invalid test name '1': .*" "a name that begins with a digit"
benchfile '[a:b]\ncode = 1;\n' ":1:3: invalid test name 'a:b': .*" "a name with one colon"
benchfile '[a::]\ncode = 1;\n' ":1:3: invalid test name 'a::': .*" "a name that ends in colons"
benchfile '[a b]\ncode = 1;\n' ":1:3: invalid test name 'a b': .*" "a name with a blank"
benchfile '[a]\ncode = 1;\n[b]\ncode = 1;\n[a]\ncode = 1;\n' \
	":5:1: test 'a' is defined twice, first on line 1" "a test twice"
benchfile '[a]\ncode = 1;\ncode = 2;\n' ":3:1: key 'code' is given twice, first on line 2" "a key twice"
benchfile '[a]\ncode = 1;\nsetpu = 2;\n' ":3:1: a test has no key 'setpu'; did you mean 'setup'\\?" "an unknown key"
benchfile '[a]\nparam = 1 2\ncode = 1;\n' ":2:1: 'param' lacks a name: write param.n" "a parameter without a name"
benchfile '[a]\ncode = 1;\nlanguage = c\n' \
	":3:1: 'language' applies to all tests: write it above the first" "a key of the top in a test"
benchfile 'code = 1;\n' ":1:1: the top of a benchfile has no key 'code'" "a key above all tests"
benchfile '[a]\nsetup = 1;\n[b]\ncode = 1;\n' ":1:1: test 'a' has no 'code'" "no code"
benchfile '[a]\ncode =\n\n[b]\ncode = 1;\n' ":1:1: test 'a' has no 'code'" "an empty code"
benchfile '[a]\n\tcode = 1;\n' ':2:1: an indented line without a key above it' "a stray indented line"
benchfile '[a]\ncode = 1;\n\n\t2;\n' ":4:1: 'code' has both text after its '=' on line 2 and a block" "text and a block"
benchfile '[a]\ncode =\n#include <x.h>\n\t1;\n' \
	":3:1: '#include' in column 1 is a comment; indent it below its key, as 'preamble ='" "#include in a block"
benchfile '#include <x.h>\n[a]\ncode = 1;\n' ":1:1: '#include' in column 1 is a comment; .*" "#include at the top"
benchfile '[a]\n#define X 1\ncode = X;\n' ":2:1: '#define' in column 1 is a comment; .*" "#define before a key"
benchfile '[a]\ncode\n' ":2:1: expected '\\[name\\]', 'key = text' or an .*" "a key without ="
benchfile '[a]\n= 1;\n' ":2:1: the key before the '=' is missing" "a text without key"
benchfile '[a]\nmy code = 1;\n' ":2:3: a key is one word: 'key = text'" "a key of two words"
benchfile '[a]\ncode = 1;\nstderr = yes\n' ":3:1: stderr = yes: the only value is 'ok'.*" "a value of stderr"
benchfile "[a]\\ncode = 1;\\ncflags = -D'x\\n" ':3:1: cflags: a quote is left open' "an open quote"
benchfile 'ldflags = "\n[a]\ncode = 1;\n' ':1:1: ldflags: a quote is left open' "an open quote at the top"
benchfile '[a]\ncode = 1;\ncflags.c =\n\t-DX\n\t"-DY\n' ':4:1: cflags.c: a quote is left open' \
	"an open quote for one language"
benchfile '[a]\ncode.perl = 1;\n' ":2:1: 'code.perl'" "no code for the put"
printf 'language = command\n[a]\ncode = x\nempty = "y\n' >x.bench
grind --benchfile=x.bench -- /bin/true
stops 129 'x.bench:4:1: empty: a quote is left open' "an open quote in a command line"
benchfile 'language =\n[a]\ncode = 1;\n' ":1:1: 'language' has no text" "no language's name"
printf 'language = perl\n[a]\ncode = 1;\n' >x.bench
grind --benchfile=x.bench -- $gcc
stops 129 "the tests are in perl, but '$gcc' is c" "another language than the put's"

# Odd but valid: CRLF, a BOM, no final newline, tabs and blanks, a very long line.
{
	printf '\357\273\277# comment\r\npreamble =\r\n\t#define ONE 1\r\n[a]\r\ncode =\r\n'
	printf '  \tint x = ONE;\r\n  \t\tBLACK_BOX(x);\r\n\r\n   \r\n[b]\r\ncode = BLACK_BOX(1); /* '
	awk 'BEGIN { for (i = 0; i < 100000; i++) printf "0123456789" }'
	printf ' */\r\n[c]\r\ncode = BLACK_BOX(1);'
} >odd.bench
run "$CGBENCH" --benchfile=odd.bench --tables --fields=Ir -- $gcc
is "$status" 0 "an odd benchfile: status"
is "$err" "" "an odd benchfile: no complaint"
like "$out" '^a ! +1\.0$' "an odd benchfile: its block"
like "$out" '^c ! +1\.0$' "an odd benchfile: its last line"

# --- output files

one="-e BLACK_BOX(1)"
run "$CGBENCH" --debug --write=no/such.json "$one" -- $gcc
stops 128 'no/such.json: cannot make a file in its directory: No such file' "--write: no directory"
unlike "$err" Starting "--write: no directory: seen before anything is measured"
run "$CGBENCH" --debug --write=tmp "$one" -- $gcc
stops 128 'tmp: cannot write: Is a directory' "--write: a directory"
unlike "$err" Starting "--write: a directory: seen before anything is measured"
grind --debug --keep=old.json/keep "$one" -- $gcc
stops 128 '--keep=old.json/keep: Not a directory' "--keep: below a file"
grind --debug --keep=old.json "$one" -- $gcc
stops 128 '--keep=old.json: Not a directory' "--keep: no directory"
unlike "$err" Starting "--keep: no directory: seen before anything is measured"

# full NAME COMMAND...: the disk has room for the sources and programs only.
mkdir full
if mount -t tmpfs -o size=4k none full 2>/dev/null; then
	echo old >full/old.json
	run "$CGBENCH" --write=full/old.json "$one" -- $gcc
	stops 128 'full/old.json: cannot write: No space left on device' "a full disk"
	is "$(ls -A full && cat full/old.json)" "old.json
old" "a full disk: only the older file exists"
	umount full
else
	skip "a full disk" "mount is not allowed"
fi
run "$CGBENCH" --write=/dev/full "$one" -- $gcc
stops 128 '/dev/full: cannot write: No space left on device' "--write=/dev/full"
run sh -c 'ulimit -f 1; exec "$@"' sh "$CGBENCH" --write=old.json "$one" -- $gcc
stops 128 "$TMPDIR/.*: File too large" "a limit of file sizes"

# --- standard descriptors

run sh -c '"$@" >/dev/full' sh "$CGBENCH" "$one" -- $gcc
stops 128 'standard output: No space left on device' "standard output full"
run sh -c '"$@" >/dev/full' sh "$CGBENCH" "$one" -- $gcc $gcc=again
stops 128 'standard output: No space left on device' "standard output full before a summary"
run sh -c '"$@" >&-' sh "$CGBENCH" "$one" -- $gcc
stops 128 'standard output: Bad file descriptor' "standard output closed"
run sh -c '"$@" <&- 2>&-' sh "$CGBENCH" --tables --fields=Ir "$one" -- $gcc
is "$status" 0 "standard input and error closed: status"
like "$out" '^e ! +1\.0$' "standard input and error closed: measured"
run sh -c '"$@" 2>&-' sh "$CGBENCH" -e 'no_such_variable' -- $gcc
is "$status" 128 "standard error closed, a failure: status"
{
	"$CGBENCH" --verbose "$one" -- $gcc 2>&1
	echo $? >status
} | head -n 1 >out
is "$(cat status)" 141 "a reader that goes away: dies of SIGPIPE"
is "$(ls -A "$TMPDIR")" "" "a reader that goes away: nothing is left"

# --- signals

mkfifo never
executable slow <<EOF
case "\$*" in
*slow*)
	sh -c 'echo started >$work/started; read x <$work/never' &
	read x <'$work/never'
	;;
esac
exec $gcc "\$@"
EOF
mkfifo started
printf '[a]\ncode = BLACK_BOX(1);\n[b]\ncflags = -Dslow\ncode = BLACK_BOX(1);\n' >slow.bench

# Background children of sh ignore SIGINT; env restores it.
for signal in INT:130 TERM:143 HUP:129 QUIT:131 XCPU:152; do
	env --default-signal="${signal%:*}" "$CGBENCH" -j2 --language=c --write=old.json \
		--benchfile=slow.bench -- ./slow >out 2>err &
	pid=$!
	read -r _ <started
	kill -s "${signal%:*}" $pid
	status=0
	wait $pid 2>/dev/null || status=$?
	is "$status" "${signal#*:}" "SIG${signal%:*}: dies of it"
	is "$(ls -A "$TMPDIR" && cat old.json)" old "SIG${signal%:*}: nothing is left or lost"
	is "$(cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\0' ' ' | grep "[r]ead x <$work")" "" \
		"SIG${signal%:*}: no process is left"
done

# cgbench does not touch children that it inherits, as when a shell executes it.
sh -c '(read x <"$0") & echo $! >child; exec "$@"' "$work/never" "$CGBENCH" "$one" -- $gcc >out 2>err
ok "a child from before: lives" kill "$(cat child)"

# --- surroundings

works() {
	is "$status" 0 "$1: status"
	like "$err" "^${2:-}\$" "$1: what is said"
	like "$out" '^e ! +1\.0$' "$1: measured"
}

# measured_in COMMAND...: the command runs cgbench, which says $said.
measured_in() {
	run env "$@" "$CGBENCH" --tables --fields=Ir "$one" -- $gcc
	works "$surrounding" "$said"
}

# replaced DIR WHY: /tmp is used in place of that TMPDIR.
replaced() {
	said="cgbench: cannot make a directory in $1: $2; set TMPDIR to a writable directory; using /tmp instead"
	measured_in TMPDIR="$1"
}

mkdir real
ln -s real link
long=$work/real/$(printf '%0100d' 0)
mkdir "$long" gone
lib=$("$top/scripts/valgrind-tools")
printf '%s\n' 'TMPDIR is a link' 'TMPDIR is relative' 'TMPDIR has a long name' 'TMPDIR is missing' 'TMPDIR is a file' \
	'TMPDIR is empty' 'no HOME' 'an empty environment' 'VALGRIND_LIB is relative' 'a removed current directory' |
	in_turn 3 >surroundings
# shellcheck disable=SC2016 # of the other shells
while read -r surrounding; do
	said=
	case $surrounding in
	*' link') measured_in TMPDIR="$work/link" ;;
	'TMPDIR is rel'*) measured_in TMPDIR=link ;;
	*' long name') replaced "$long" 'its path has more than 80 characters' ;;
	*' missing') replaced "$work/missing" 'No such file or directory' ;;
	*' file') replaced "$work/old.json" 'Not a directory' ;;
	'TMPDIR is empty') measured_in TMPDIR= ;;
	*HOME) measured_in -i PATH="$PATH" ;;
	*environment)
		run env -i "$CGBENCH" --tables --fields=Ir "$one" -- "$(command -v $gcc)=e"
		works "$surrounding"
		;;
	VALGRIND*)
		if [ "$lib" ]; then
			measured_in sh -c 'cd "${1%/*}" && VALGRIND_LIB=${1##*/} && export VALGRIND_LIB && shift && exec "$@"' sh "$lib"
		else
			skip "$surrounding" 'valgrind is somewhere else'
		fi
		;;
	*directory) measured_in sh -c 'cd gone && rmdir ../gone && exec "$@"' sh ;;
	esac
done <surroundings
rm -rf gone
is "$(ls -A real)" "${long##*/}" "TMPDIR: nothing is left in any"
run sh -c 'mkdir gone && cd gone && rmdir ../gone && exec "$@"' sh "$CGBENCH" --write="$work/old.json" "$one" -- ./gcc
stops 129 "'./gcc' cannot be run: No such file" "a path below a removed directory"
run sh -c 'ulimit -n 200; exec "$@"' sh "$CGBENCH" --write=old.json "$one" -- $gcc
stops 128 'only 200 files may be open at once; raise the limit' "too few descriptors"

done_testing
