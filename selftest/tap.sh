# TAP for the shell tests; a test is a sh script that begins with
#     . "$(dirname "$0")/../tap.sh"
# and ends with done_testing. It runs in its own empty directory, $work, which is removed at the end;
# $here is selftest/, $top the project, $CGBENCH the program, $UNITS the unit tests and $PRELOAD the
# library (make check sets them). Other variables, which scripts/check sets:
#     CGBENCH_TEST_SEED    the rows of a matrix that in_turn chooses
#     CGBENCH_TEST_WHOLE   the tests that run all their rows, such as "run/puts counts/cpu", or "all"
#     CGBENCH_TEST_ALL     if not empty, what takes hours runs, too
#     CGBENCH_TEST_SLOW    how many times slower than an idle one the host is
# shellcheck shell=sh

set -u
here=$(cd "$(dirname "$0")/.." && pwd)
top=${here%/*}
: "${CGBENCH:=$top/cgbench}"
: "${UNITS:=$top/build/unit}"
: "${PRELOAD:=$top/build/libcgbench-forkserver.so}"
export CGBENCH
# No pager waits for a key.
export PAGER=cat
# Under make -j, rustc would warn that it cannot use the jobs of make.
unset MAKEFLAGS MFLAGS
work=$(mktemp -d "${TMPDIR:-/tmp}/cgbench-test.XXXXXX")
trap 'cd / && rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cd "$work" || exit 1
tap_run=0
: "${CGBENCH_TEST_SEED:=$(od -An -N2 -tu2 /dev/urandom | tr -d ' ')}"
# The load is the larger of what waits for a processor now and did in the last minute.
: "${CGBENCH_TEST_SLOW:=$(awk -v processors="$(nproc)" '{
	split($4, now, "/")
	load = $1 > now[1] ? $1 : now[1]
	print 1 + int(load / (processors + 1))
}' /proc/loadavg)}"
export CGBENCH_TEST_SEED CGBENCH_TEST_SLOW

# seconds N: the limit of time, in seconds, for what an idle host does in N. Every limit in a test is one of these.
seconds() {
	echo $(($1 * CGBENCH_TEST_SLOW))
}

# whole: true if every row of this test is to run.
whole() {
	tap_test=${0##*selftest/}
	case " ${CGBENCH_TEST_ALL:+all} ${CGBENCH_TEST_WHOLE:-} " in
	*" ${tap_test%.t} "* | *' all '*) ;;
	*) return 1 ;;
	esac
}

# in_turn COUNT: prints as many of the lines of standard input, in their order, or all if the test runs whole. With
# consecutive seeds each line has its turn, at least every tenth time.
in_turn() {
	awk -v count="$1" -v seed="$CGBENCH_TEST_SEED" -v all="$(! whole || echo 1)" '
		{ row[NR - 1] = $0 }
		END {
			count = all || count > NR ? NR : count < NR / 10 ? int((NR + 9) / 10) : count
			first = NR ? seed * count % NR : 0
			for (i = 0; i < NR; i++)
				if ((i - first + NR) % NR < count)
					print row[i]
		}'
}

# ok NAME COMMAND...: the command succeeds.
ok() {
	tap_name=$1
	shift
	tap_run=$((tap_run + 1))
	if "$@"; then
		echo "ok $tap_run - $tap_name"
	else
		echo "not ok $tap_run - $tap_name"
		echo "# with CGBENCH_TEST_SEED=$CGBENCH_TEST_SEED"
		return 1
	fi
}

# is GOT WANT NAME
is() {
	ok "$3" [ "$1" = "$2" ] || {
		printf '%s\n' "$1" | sed 's/^/#  got: /'
		printf '%s\n' "$2" | sed 's/^/# want: /'
	}
}

# like TEXT ERE NAME, unlike TEXT ERE NAME: one line of the text matches, none does.
like() {
	tap_grep() { printf '%s\n' "$1" | grep -Eq -e "$2"; }
	ok "$3" tap_grep "$1" "$2" || printf '%s\n' "$1" "  does not match: $2" | sed 's/^/# /'
}

unlike() {
	tap_grep_not() { ! printf '%s\n' "$1" | grep -Eq -e "$2"; }
	ok "$3" tap_grep_not "$1" "$2" || printf '%s\n' "$1" "  matches: $2" | sed 's/^/# /'
}

# same FILE FILE NAME: equal to the byte; shows the difference.
same() {
	ok "$3" cmp -s "$1" "$2" || diff -u "$2" "$1" | head -n 40 | sed 's/^/# /'
}

# same_run FILE FILE NAME: so are two saved files but for when and at which commit they were measured.
same_run() {
	for tap_file in "$1" "$2"; do
		sed 's/"measured":\[[^]]*\],//' "$tap_file" >"$tap_file.undated"
	done
	same "$1.undated" "$2.undated" "$3"
	rm "$1.undated" "$2.undated"
}

tap_summary=' against .*: [0-9]* better, [0-9]* worse, [0-9]* same'
tap_ldconfig='^cgbench: /etc/ld.so.cache changed during the run: measuring .* again$'

# run COMMAND...: puts its standard output in $out and the file out, its standard error in the file err, the summary of
# a comparison in $summary, standard error in $err, and its exit status in $status.
# shellcheck disable=SC2034
run() {
	status=0
	"$@" >"$work/out" 2>"$work/err" </dev/null || status=$?
	out='' err='' summary=''
	[ ! -s "$work/out" ] || out=$(cat "$work/out")
	case $out in *' against '*) summary=$(grep "$tap_summary" "$work/out") ;; esac
	[ ! -s "$work/err" ] || err=$(cat "$work/err")
	# Somebody else may install a library meanwhile.
	case $err in *'ld.so.cache changed'*) err=$(grep -v "$tap_ldconfig" "$work/err") ;; esac
}

# refused [-s STATUS] [-p PROGRAM] ERE ARGUMENT...: the program, which is cgbench unless -p gives the path of another,
# prints nothing but one line, "NAME: ERE", and ends with STATUS, which is 129 unless -s says so.
refused() {
	tap_status=129
	tap_program=$CGBENCH
	while :; do
		case $1 in
		-s) tap_status=$2 ;;
		-p) tap_program=$2 ;;
		*) break ;;
		esac
		shift 2
	done
	tap_why=$1
	shift
	run "$tap_program" "$@"
	case $err in
	*"
"*) err="$err (and more than this line)" ;;
	esac
	like "$status:$out:$err" "^$tap_status::${tap_program##*/}: $tap_why\$" "refused in one line: $*"
}

# json FILE EXPRESSION: the value of a Perl expression in which $f is the file; a list is printed as lines.
# shellcheck disable=SC2016
json() {
	perl -MJSON::PP -e '
		local $/;
		open my $in, "<", $ARGV[0] or die;
		my $f = decode_json(<$in>);
		print map { "$_\n" } eval $ARGV[1];
		die $@ if $@;
	' "$@"
}

# version NAME: that of a compiler, such as 12.
version() {
	"$1" -dumpversion | sed 's/[.].*//'
}

# others NAME: the compilers in $PATH that are called NAME-VERSION, oldest first, without the one that is
# called NAME. Tests use gcc, g++, clang and clang++, whatever their version is, and take others from here.
others() {
	tap_version=$(version "$1")
	echo "$PATH" | tr : '\n' | while IFS= read -r tap_dir; do
		for tap_file in "$tap_dir/$1-"*; do
			echo "${tap_file##*/}"
		done
	done | grep -Ex "$(echo "$1" | sed 's/+/[+]/g')-[0-9]+" | grep -vxF "$1-$tap_version" | sort -uV
}

# runs_32_bits: true if the kernel runs valgrind's tool for 32 bits, as one without IA32_EMULATION does not. Of the
# shells bash says so; others take the tool for a script.
runs_32_bits() {
	bash -c "$("$top/scripts/valgrind-tools")/cachegrind-x86-linux" >runs_32_bits 2>&1
	[ $? != 126 ]
}

# executable PATH: makes a script of sh that does what standard input says.
executable() {
	{ echo '#!/bin/sh' && cat; } >"$1"
	chmod +x "$1"
}

# can_step CHECK: true if $UNITS/step can count the single steps of a program; otherwise the check is skipped. Leaves
# the file "one", which asks it for one measurement of one iteration.
can_step() {
	echo 0 0 1 >one
	"$UNITS/step" /bin/true 1 1 2 <one >/dev/null 2>&1
	case $? in
	77) skip "$1" 'ptrace is refused' ;;
	127) skip "$1" 'the stepper is one of x86-64' ;;
	*) return 0 ;;
	esac
	return 1
}

# report FILE: takes the tests that another program printed, "ok NAME" or "not ok NAME", and shows what else it said.
report() {
	while IFS= read -r tap_line; do
		case $tap_line in
		'ok '*) ok "${tap_line#ok }" true ;;
		'not ok '*) ok "${tap_line#not ok }" false ;;
		*) printf '# %.2000s\n' "${tap_line#\# }" ;;
		esac
	done <"$1"
}

# repository: makes an empty repository of that name. From now on git reads no settings but those of repositories, and
# knows an author.
repository() {
	export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
	export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
	git init -q -b main repository
}

# skip NAME REASON: counts as passed, and reports the reason.
skip() {
	tap_run=$((tap_run + 1))
	echo "ok $tap_run - $1 # SKIP $2"
}

# parts COUNT NAME...: chooses as many of these parts of a test, in turn. chosen NAME: true if the part is one of them.
parts() {
	tap_parts=$1
	shift
	tap_parts=$(printf '%s\n' "$@" | in_turn "$tap_parts")
}

chosen() {
	printf '%s\n' "$tap_parts" | grep -qxF "$1"
}

done_testing() {
	echo "1..$tap_run"
}
