#!/bin/sh
# --bisect: its output line and exit statuses, and git bisect run finds the commit that made a function slower.
. "$(dirname "$0")/../tap.sh"

# judged STATUS STDOUT ARGUMENT...
judged() {
	judged_status=$1
	judged_out=$2
	shift 2
	run "$CGBENCH" "$@"
	is "$status:$out" "$judged_status:$judged_out" "exit status $judged_status: $*"
}

# A saved file: the output. The ends of the range are in unit/bisect.c. args3 took 1293 instructions.
cp "$here/read/golden/t_1_j1.json" .
args3='--read=t_1_j1.json --tests=call::sub::args3'
# shellcheck disable=SC2086
judged 0 'Bisect: Ir had the value 1293' $args3 --bisect=Ir,1293,1293
is "$err" '' 'nothing but the value is told'
# shellcheck disable=SC2086
judged 1 'Bisect: Ir had the value 1293' $args3 --bisect=Ir,0,1292
judged 1 'Bisect: COND_m had the value -0.1' --read=t_1_j1.json --tests=expr::array::lex_2var --bisect=COND_m,0,1

# git skips what could not be built or run.
judged 125 '' -e 'nonsense' --write=failed.json --bisect=Ir,1,2 gcc
like "$err" '^cgbench: e on gcc: -e:1:1: error: ' 'a snippet that does not compile has the message of its compiler'
like "$err" '^cgbench: --bisect: e on gcc has no counts' 'a snippet that does not compile has no counts'
judged 125 '' --read=failed.json --bisect=Ir,1,2
judged 125 '' -e '__builtin_trap()' --bisect=Ir,1,2 gcc
# Neither does a count that means less than it seems say anything about the commit.
cat >marked.bench <<'END'
[known]
code = BLACK_BOX(6 * 7);

[expected]
code   = BLACK_BOX(6 * 7);
expect = folded

[filled]
preamble = #include <string.h>
setup    = static char to[4096];
code     = __asm__ volatile("rep stosb" :: "D"(to), "c"(BLACK_BOX(64ul)), "a"(0) : "memory");
END
judged 125 '' --benchfile=marked.bench --tests=known --bisect=Ir,0,9 gcc
is "$err" "cgbench: --bisect: known on gcc is not judged, because its verdict is folded: the code only \
moves values known beforehand; if that is intended, write 'expect = folded' in the test" \
	'a test with a verdict is not judged'
judged 0 'Bisect: Ir had the value 1' --benchfile=marked.bench --tests=expected --bisect=Ir,0,9 gcc
judged 0 'Bisect: Dw had the value 64' --benchfile=marked.bench --tests=filled --bisect=Dw,0,99 gcc
mkdir bin
printf 'echo broken >&2\nexit 1\n' | executable bin/gcc
judged 125 '' -e ';' --bisect=Ir,1,2 bin/gcc
like "$err" "^cgbench: 'bin/gcc' does not compile" 'a put that does not compile at all is told'
# A wrong command line or a failure of cgbench itself stops git.
judged 129 '' -e ';' --bisect=Ir,1,2 ./gone
judged 129 '' --read=t_1_j1.json --tests=call::sub::args3 --bisect=Ir,1
judged 129 '' --read=t_1_j1.json --tests=gone --bisect=Ir,1,2
judged 128 '' --read=gone.json --bisect=Ir,1,2
run env -u VALGRIND_LIB PATH="$work/bin" "$CGBENCH" -e ';' --bisect=Ir,1,2 "$(command -v gcc)"
is "$status:$out" 128: 'exit status 128: no valgrind'

# Relative to the norm, the first of two puts.
perl "$here/saved.pl" old new <<'END' >relative.json
more 1280 1293
less 1293 1280
some 0 5
folded 10!folded 20
emptied 20 10!folded
expected 10!folded 20 expect=folded
lost 7 FAIL
broken FAIL 7
fresh - 7
other 7 7~
END
# compared STATUS OUTPUT TEST LIMIT ARGUMENT...
compared() {
	compared_status=$1
	compared_out=$2
	compared_test=$3
	compared_limit=$4
	shift 4
	judged "$compared_status" "$compared_out" --read=relative.json --tests="$compared_test" \
		--bisect="Ir,$compared_limit" "$@"
}
for limit in 1.1% 1.015625%; do
	compared 0 'Bisect: Ir had the value 1293, on old 1280 (+1.02 %)' more "$limit"
done
compared 1 'Bisect: Ir had the value 1293, on old 1280 (+1.02 %)' more 1%
compared 0 'Bisect: Ir had the value 1280, on old 1293 (-1.01 %)' less 0
compared 0 'Bisect: Ir had the value 1280, on new 1293 (-1.01 %)' more 0 --norm=new
compared 1 'Bisect: Ir had the value 5, on old 0' some 1000%
compared 1 'Bisect: Ir had the value 20, on old 10 (+100.00 %)' expected 99%
judged 1 'Bisect: hits had the value 1280, on old 1293 (-1.01 %)' --read=relative.json --tests=less \
	--bisect=hits,1% --derive='hits=Ir, higher is better'
# A fault of the good state stops git, a fault of a commit is skipped.
for test in broken fresh folded other; do
	compared 128 '' "$test" 1%
	like "$err" '^cgbench: --bisect: .*(no counts to judge|is not judged|not judged: the text)' "$test: the reason why it is not judged is told"
done
compared 125 '' lost 1%
compared 125 '' emptied 1%

# Ten commits. The fifth does not build, the seventh is slower.
repository
cat >count.bench <<'END'
language = c

preamble =
	#include <stddef.h>
	#include "count.h"

[str::count]
setup = const char *s = "how many letters are there?";
code = BLACK_BOX(count(BLACK_BOX(s)));
END
for commit in 1 2 3 4 5 6 7 8 9 10; do
	length=count_letters
	[ "$commit" -lt 7 ] || length='count_letters(s) + 0 * count_letters'
	error=
	[ "$commit" -ne 5 ] || error='#error not today'
	cat >repository/count.h <<END
/* Version $commit */
$error
static size_t __attribute__((noinline, noclone))
count_letters(const char *s)
{
	size_t n = 0;

	while (s[n]) {
		__asm__ volatile("");
		n++;
	}
	return n;
}

static size_t
count(const char *s)
{
	return $length(s);
}
END
	git -C repository add count.h
	git -C repository commit -q -m "Version $commit"
done
cd repository || exit 1
git checkout -q HEAD~9
run "$CGBENCH" --benchfile=../count.bench --tests=str::count --bisect=Ir,0,100000 -- gcc -I.
is "$status:$err" 0: 'the first commit passes'
good=${out##* }
is "$out" "Bisect: Ir had the value $good" 'the first commit has a value'
git bisect start main main~9 >../start 2>&1
run git bisect run "$CGBENCH" --benchfile=../count.bench --tests=str::count --bisect="Ir,$good,$good" -- gcc -I.
is "$status" 0 'git bisect run ends with 0'
like "$out" '^[0-9a-f]+ is the first .?bad.? commit$' 'git bisect run comes to an end'
is "$(git log -1 --format=%s refs/bisect/bad)" 'Version 7' 'git bisect run finds the commit'
is "$(git bisect log | grep -c '^git bisect skip')" 1 'git bisect run skips the commit that does not build'
is "$(echo "$out" | grep -c '^Bisect: Ir had the value')" "$(git bisect log |
	grep -c '^git bisect \(good\|bad\)')" 'each commit that builds has its value'
# The bisection works without a number found by hand, too.
git bisect reset 2>../reset
git checkout -q main~9
run "$CGBENCH" --benchfile=../count.bench --write=../good.json -- gcc -I.
is "$status" 0 'the first commit is measured'
git bisect start main main~9 >../start 2>&1
run git bisect run "$CGBENCH" --benchfile=../count.bench --baseline=../good.json --bisect=Ir,+1% -- gcc -I.
is "$status:$(git log -1 --format=%s refs/bisect/bad)" '0:Version 7' '--baseline finds it too'
like "$out" "^Bisect: Ir had the value [0-9.]*, on baseline $good \\(" '--baseline compares with the first commit'
cd "$work" || exit 1
perl -pe 's/"version":"gcc/"version":"gcc of old/' good.json >other.json
judged 128 '' --benchfile=count.bench --baseline=other.json --bisect=Ir,+1% -- gcc -Irepository
like "$err" '^cgbench: --bisect: not judged: .* differ in the version' 'another compiler is not a commit'

done_testing
