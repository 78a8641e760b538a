#!/bin/sh
# The command line: the meaning of each option in each spelling, and what is refused. Nothing is
# measured; the results are saved files of bench.pl.
. "$(dirname "$0")/../tap.sh"

cp "$here"/read/golden/*.json .
two=--read=t_532_j2.json
one=--read=t_1_j1.json

# shows ERE ARGUMENT...: status 0, nothing on stderr, one line of stdout matches.
shows() {
	shows_what=$1
	shift
	run "$CGBENCH" "$@"
	is "$status:$err" 0: "accepted: $*"
	like "$out" "$shows_what" "shown: $*"
}

# alike "WORDS" "WORDS"...: all print the same, and the first prints something.
alike() {
	# shellcheck disable=SC2086
	run "$CGBENCH" $1
	is "$status:$err" 0: "accepted: $1"
	alike_first=$1
	mv out first
	shift
	for alike_words; do
		# shellcheck disable=SC2086
		run "$CGBENCH" $alike_words
		same out first "$alike_words is $alike_first"
	done
}

# differ "WORDS" "WORDS": the option has an effect.
differ() {
	# shellcheck disable=SC2086
	"$CGBENCH" $1 >first 2>err
	# shellcheck disable=SC2086
	"$CGBENCH" $2 >second 2>err
	ok "$1 is not $2" [ "$(cksum <first)" != "$(cksum <second)" ]
}

# Spellings.
alike "$two --fields=Ir --raw" "--read t_532_j2.json --fields Ir --raw" \
	"-r t_532_j2.json --raw --fields Ir" "-rt_532_j2.json --raw --fields=Ir" \
	"-r=t_532_j2.json --raw --fields=Ir" "$two --fields=Ir --raw --raw" \
	"$two --fields=Dr --fields=Ir --raw" "$two --fields=Ir,Ir --raw" "$two --fields=Ir --raw --" \
	"$two --fields=Ir --raw --debug --engine=exec -j 2" "$two -j2 --fields=Ir --raw" \
	"$two -j=2 --fields=Ir --raw" "$two --jobs 2 --fields=Ir --raw" \
	"-vj2 $two --fields=Ir --raw" "$two --timeout=1 --loops=10,20 --raw --fields=Ir" \
	"$two --timeout 1000000 --loops 10,20 --raw --fields=Ir" \
	"$two --action=grind --raw --fields=Ir" "$two --putargs=-O3 --grindargs=-v --raw --fields=Ir" \
	"$two --perlargs -O3 --grindargs -v --raw --fields=Ir" "$two --show --raw --fields=Ir" \
	"$two --raw --fields=Ir --norm=0"
alike "$two --fields=Ir --norm=-1" "$two --fields=Ir --norm=p532"
refused 'unknown option -raw; did you mean --raw\? A long option has two dashes' -raw "$two"
refused 'unknown option -Fields; did you mean --fields\? .*' -Fields=Ir "$two"
refused 'unknown option -verb; did you mean --verbose\? .*' -verb "$two"
refused 'unknown option --verb; did you mean --verbose\?' --verb "$two"
refused 'unknown option --RAW; did you mean --raw\?' --RAW "$two"
refused 'unknown option --RAWS; did you mean --raw\?' --RAWS "$two"
refused 'unknown option --red; did you mean --read\?' --red=t_532_j2.json
refused 'unknown option --bench-file; did you mean --benchfile\?' --bench-file x
refused 'unknown option --bogus; cgbench --help lists them' --bogus
refused 'unknown option --e; did you mean -e\?' --e 1 gcc
refused 'unknown option --; cgbench --help lists them' --=x
refused "unknown option -z in -vz; a compiler's options follow it, as in 'gcc -vz'; cgbench --help lists cgbench's" -vz
refused 'option --raw takes no value' "$two" --raw=1
refused 'option -v takes no value' "$two" -v=1
for option in action benchfile bisect compact engine fields format grindargs jobs keep language loops norm \
	perlargs preamble putargs read sort sources tests timeout write; do
	refused "option --$option needs a value" "--$option="
	refused "option --$option needs a value" "--$option"
	refused "option --$option needs a value" "--$option" ''
done
for letter in e j r s w; do
	refused "option -$letter needs a value" "-$letter"
	refused "option -$letter needs a value" "-$letter="
done

# A forgotten value does not swallow the next option.
refused "option --compact needs a value, but '-e' follows; if that is the value, write --compact=-e" \
	--compact -e 'BLACK_BOX(1)' gcc
refused "option --tests needs a value, but '--raw' follows; .*" "$two" --tests --raw
refused "option --norm needs a value, but '--sort=change' follows; .*" "$two" --norm --sort=change
refused "option -w needs a value, but '--' follows; .*" "$two" -w --
run "$CGBENCH" "$two" --compact=-e
like "$err" "^cgbench: --compact: unknown column '-e'; .*" 'an attached value may look like one'
alike "$two --compact=-1 --fields=Ir" "$two --compact -1 --fields=Ir"
shows '.' "$two" --putargs -v --raw

# Nothing to do, and impossible combinations.
refused 'nothing to do: .*'
refused 'nothing to do: .*' --raw
refused '--read has its own tests: --benchfile .*' "$two" --benchfile=x
refused '--read has its own tests: -e .*' "$two" -e x
refused '-e replaces the benchfile: --benchfile .*' -e x --benchfile=y gcc
refused '-s needs -e CODE or --command' -s x gcc
refused '--preamble needs -e CODE' --preamble=x gcc

# Snippets.
refused "--snippet: '(x|x=)' is not of the form NAME=CODE, .*" --snippet=x gcc
refused "--snippet: '(x|x=)' is not of the form NAME=CODE, .*" --snippet=x= gcc
refused "--snippet: invalid test name '1': .*" --snippet=1=x gcc
refused "--snippet: invalid test name '': .*" --snippet==x gcc
refused "two snippets are named 'e1': give each its own name, .*" -e 1 -e 2 --snippet=e1=3 gcc
refused '-e replaces the benchfile: .*' --snippet=x=y --benchfile=y gcc
run "$CGBENCH" -s 'unsigned x = BLACK_BOX(9u)' -e 'BLACK_BOX(x % 7)' -e 'x=1; BLACK_BOX(x = BLACK_BOX(x) * 3)' \
	--snippet='sh::ift=BLACK_BOX(BLACK_BOX(x) == 3)' --raw --fields=Ir -- gcc
is "$status$err" 0 'several snippets are measured'
is "$(awk '/^(e|sh)/ { print $1 }' out | xargs)" 'e1 e2 sh::ift' 'each snippet is a test; x=1 is not a name'
run "$CGBENCH" -e 'BLACK_BOX(BLACK_BOX(1))' --snippet=x='BLACK_BOX(1 != 2)' --raw --fields=Ir -- gcc
is "$(awk '/^[ex]/ { print $1 }' out | xargs)" 'e x' 'a single -e is still e'

# Actions.
shows "^cgbench $(cat "$top/VERSION")( \\([0-9a-f]{40}(-dirty)?\\))?\$" --version
refused "--action: invalid value 'foo'; use grind, check, languages, doctor or selftest" --action=foo
shows '^ok 1 ' --action=selftest
refused '--action=selftest takes no puts' --action=selftest gcc
refused '--engine: .*' --engine=nope "$two"
shows '.' --help
is "$("$CGBENCH" -h)" "$out" '-h is --help'
alike --help=fields "--help fields"
refused "--help has no topic 'nope'; .*" --help=nope

# Numbers.
for bad in 0 -1 +1 x 1x 1.5 1025 99999999999999999999 ' 1'; do
	refused "--jobs: '.*' is not a whole number from 1 to 1024" --jobs "$bad"
done
refused "--timeout: '0' is not a whole number from 1 to 1000000" --timeout=0
refused '--timeout: .*' --timeout=1000001
refused "--loops: '5' is not of the form SHORT,LONG, .*" --loops=5
refused "--loops: '' is not a whole number .*" --loops=5,
refused "--loops: '6,7' is not a whole number .*" --loops=5,6,7
refused '--loops: SHORT \(20\) must be less than LONG \(20\)' --loops=20,20
refused '--loops=5,6: the file was measured with --loops=10,20: use .*' "$two" --loops=5,6

# --fields: bench.pl's order, regardless of the order given.
alike "$two --fields=Ir,Dr,COND_m" "$two --fields=COND_m,Dr,Ir" "$two --fields=Dr,COND_m,Dr,Ir,Ir"
refused "--fields: unknown field 'Ir_m', perhaps 'Ir_m1'; the fields are Ir Dr .* Dw_mm size .* CEst" --fields=Ir,Ir_m
refused "--fields: unknown field 'ir', perhaps 'Ir'; .*" --fields=ir
refused "--fields: unknown field ''; .*" --fields=Ir,,Dr

# Puts by number, from the right, by label, by executable.
"$CGBENCH" "$two" --fields=Ir >zero 2>err
alike "$two --fields=Ir" "$two --fields=Ir --norm=0" "$two --fields=Ir --norm=-2" "$two --fields=Ir --norm=p536"
alike "$two --norm=1" "$two --norm=-1" "$two --norm=p532" "$two --norm=/opt/p532/bin/perl"
differ "$two --norm=1" "$two"
alike "$two --compact=0" "$two --compact=-2" "$two --compact=p536" "$two --compact perl"
differ "$two --compact=0" "$two --compact=1"
alike "$two --sort=Ir:1" "$two --sort=Ir:-1" "$two --sort=Ir:p532" "$two --sort Ir:/opt/p532/bin/perl"
differ "$two --sort=Ir:1" "$two"
for who in --norm= --compact= --sort=Ir:; do
	option=${who%%=*}
	refused "$option: no column has number 2; use 0 to 1, or -1 to -2 from the right" "$two" "${who}2"
	refused "$option: no column has number -3; .*" "$two" "${who}-3"
	refused "$option: no column has number -0; .*" "$two" "${who}-0"
	refused "$option: no column has number 99999999999999999999; .*" "$two" "${who}99999999999999999999"
	refused "$option: 'perl' names several columns; name one by its label" --read=w12.json "${who}perl"
	run "$CGBENCH" "$two" "${who}zz"
	is "$status:$out" 129: "refused: ${who}zz"
	is "$err" "cgbench: $option: unknown column 'zz'; the columns are:
    p536  perl
    p532  /opt/p532/bin/perl" "$option: an unknown put is refused with the puts"
done
sed 's/"p532"/"0"/g' t_532_j2.json >zero.json
refused "--norm: '0' is the label of one column and the number of another; .* from the right" --read=zero.json --norm=0
shows '^0 at 100.0%' --tables --read=zero.json --norm=-1
sed 's/"p532"/"7"/g' t_532_j2.json >seven.json
shows '^7 at 100.0%' --tables --read=seven.json --norm=7
refused "--sort: invalid value 'Ir'; use FIELD:PUT, .*" "$two" --sort=Ir
refused "--sort: invalid value 'Ir:'; use FIELD:PUT, .*" "$two" --sort=Ir:
refused "--sort: unknown field 'Foo'; .*" "$two" --sort=Foo:0

# --tests.
tests() {
	"$CGBENCH" "$@" --tables --fields=Ir --raw 2>err | sed -n 's/^\([^ ]*::[^ ]*\) .*/\1/p' | xargs
}
all='call::sub::args3 expr::array::lex_2var expr::hash::lex_2var expr::aassign::3m_3c'
like "$(tests "$two")" "^$all " 'all tests, in the order of the file'
is "$(tests "$two" --tests=call::sub::args3)" call::sub::args3 '--tests chooses one test by its name'
is "$(tests "$two" --tests=expr::hash::lex_2var,call::sub::args3,expr::hash::lex_2var)" \
	'call::sub::args3 expr::hash::lex_2var' 'a list: the order of the file, each once'
is "$(tests "$two" --tests '/array|^call/')" 'call::sub::args3 expr::array::lex_2var' '--tests chooses tests by a pattern'
is "$(tests "$two" '--tests=/\d[a-z]_\d\w$/')" 'expr::aassign::3m_3c' "the pattern of --tests is in Perl's syntax"
is "$(tests "$two" --tests=//)" "$(tests "$two")" 'an empty pattern is all'
refused '--tests: no test matches /zzz/' "$two" --tests=/zzz/
refused '--tests: no test matches /CALL/' "$two" --tests=/CALL/
refused "--tests: '/zzz' does not end in '/', .*" "$two" --tests=/zzz
refused "--tests: missing closing parenthesis .*" "$two" '--tests=/(/'
printf '[%050d]\ncode = 1\n' 0 | tr 0 a >long.bench
refused "the regular expression /\^.*\[bc\]\\$/ cannot be matched with 'a+': match limit exceeded; .*" \
	--benchfile=long.bench '--tests=/^(\w+\w?)+[bc]$/' -- gcc
refused "--tests: unknown test 'nosuch'; --verbose lists them" "$two" --tests=nosuch
refused "--tests: unknown test ''; --verbose lists them" "$two" --tests=call::sub::args3,
refused "--tests: unknown test 'expr::a'; did you mean --tests=/expr::a/ \(4 tests\)\?; .*" "$two" --tests=expr::a
refused "--tests: unknown test 'sub::args3'; did you mean --tests=/sub::args3/ \(1 test\)\?; .*" \
	"$two" --tests=sub::args3
printf '[a]\ncode = 1\n[x::c++]\ncode = 1\n' >plus.bench
refused "--tests: unknown test 'c\+\+'; did you mean --tests=/c\[\+\]\[\+\]/ \(1 test\)\?; .*" \
	--benchfile=plus.bench --tests=c++ gcc
refused "--tests: unknown test 'b'; --verbose lists them" --benchfile=plus.bench --tests=b gcc
refused "--tests: unknown test 'call::sub::arg3'; did you mean 'call::sub::args3'\?; .*" "$two" --tests=call::sub::arg3
run "$CGBENCH" "$two" -v --tests=foo
is "$status:$out" 129: '--verbose --tests=foo: refused'
is "$(grep -c '^    [a-z:]*[^ ]*$' err):$(wc -l <err)" 12:13 '--verbose lists all twelve tests'

# Reading, merging, writing.
refused "label 'one' is used in the file that is read too: .*" --read=w12.json gcc=one
run "$CGBENCH" --read=w12.json --read=w12.json
is "$status" 128 'the same file twice: fails'
like "$err" "^cgbench: w12.json: .*'one'.*" 'the labels of the same file twice clash'
for file in nofile.json no.json empty.json new.json; do
	case $file in
	no.json) echo 'not json' >no.json ;;
	empty.json) echo '{"version":1,"loop_counts":[10,20],"perls":[],"results":{},"tests":{},"order":[]}' >empty.json ;;
	new.json) sed 's/"version":1/"version":2/' w12.json >new.json ;;
	esac
	refused -s 128 "$file:.*" "--read=$file"
done
# Two files with different tests, merged by their common tests.
"$CGBENCH" "$two" --tests=/sub/ --write=sub.json
run "$CGBENCH" -r w12.json -r sub.json --tests=call::sub::args3 --tables --fields=Ir
is "$status" 0 'the tests that both have can be merged'
like "$out" '^call::sub::args3( +[0-9.]+){4}$' 'tests of two files are in one table'
is "$err" "cgbench: w12.json and 1 more were written by bench.pl and have no fingerprint: cannot \
tell whether their counts are comparable" 'a note is printed once of two files of bench.pl'
run "$CGBENCH" -r w12.json -r sub.json --fields=Ir
is "$status" 0 'tests that one file has alone can be merged'
"$CGBENCH" "$two" --tests=/expr/ -w some.json --show --raw >shown 2>err
"$CGBENCH" --read some.json --raw >again 2>err
same again shown '--write keeps the tests that were chosen; --show shows them too'
run "$CGBENCH" "$two" --write=x.json
is "$status:$out" 0: '--write alone shows nothing'

# Raw and average.
shows '^The numbers represent raw counts' --tables "$one"
alike "$one" "$one --raw" "$one --norm=0"
alike "$one --tables" "$one --tables --raw"
alike "$one --compact=0" "$one --compact=0 --raw"
shows '^AVERAGE' "$two" --tables --average
is "$("$CGBENCH" "$two" --tables --average 2>err | grep -c ::)" 0 '--average shows no test'
is "$("$CGBENCH" "$two" --tables --average --compact=1 --raw 2>err | tail -n 1 | sed 's/.* //')" AVERAGE \
	'--average --compact: only that line'
is "$("$CGBENCH" "$two" --tables --average --compact=1 --raw 2>err | sed -n '/^ *--/,$p' | wc -l)" 2 '--average --compact shows no other line'

# --bisect.
single="$one --tests=call::sub::args3"
for form in Ir,-5 Ir,+ Ir,% Ir,+1%% Ir,1e2%; do
	refused "--bisect: invalid value '.*'; use FIELD,MIN,MAX .*, or FIELD,LIMIT, .*" "--bisect=$form" "$one"
done
refused '--bisect=Ir,1% compares with a good state: .*; 1 given' --bisect=Ir,1% "$one"
refused '--bisect=Ir,1,2 is a range by itself: .*' --bisect=Ir,1,2 --baseline=x gcc
refused '--bisect needs exactly one program, or saved counts of one; 2 given' --bisect=Ir,+5 "--baseline=${one#--read=}" gcc clang
refused "--bisect: unknown field 'Foo'; .*" --bisect=Foo,1,2 "$one"
refused '--bisect needs exactly one program, or saved counts of one; 2 given' --bisect=Ir,1,2 "$two"
refused '--bisect needs exactly one program, or saved counts of one; 2 given' --bisect=Ir,1,2 gcc clang
refused '--bisect needs exactly one test; 12 given: .*' --bisect=Ir,1,2 "$one"
# shellcheck disable=SC2086
shows '^Ir +1293' $single --bisect=Ir,0,9999 --show --fields=Ir
is "$(tail -n 1 out | cut -d: -f1)" Bisect '--bisect --show: the value is below'

# Impossible puts.
refused "'./nonexist' cannot be run: No such file or directory; --action=doctor lists what is installed" ./nonexist=a gcc
refused "'nonexist' cannot be run: not in \\\$PATH: .*" nonexist
: >plain
mkdir gcc
refused "'./plain' cannot be run: Permission denied; measure code with -e, .*" ./plain
refused "'./gcc' cannot be run: Is a directory; measure code with -e, .*" ./gcc
refused "no language claims '/bin/ls' by its name; .*" /bin/ls
refused "'=x': the executable before the '=' is missing" =x
refused "'gcc=': the label after the '=' is missing" gcc=
refused "label 'gcc' is used twice: .*" gcc gcc
refused "label 'x' is used twice: .*" gcc=x clang=x
refused '--args=1: the compiler or interpreter before it is missing' -- --args=1 gcc
refused '--args needs a value' gcc --args
refused "--keep measures: name programs after '--'" --keep=kept "$two"
refused "--verify measures: name programs after '--'" --verify "$two"
refused "--args: a quote is left open in: 'a" gcc "--args='a"
refused "--env: 'FOO' is not of the form NAME=VALUE" gcc --env=FOO clang
refused "--env: '1=2' is not of the form NAME=VALUE" gcc --env 1=2
refused '--env needs a value' gcc --env
refused "unknown language 'foo'; .*" gcc --lang=foo
refused "unknown language 'foo'; .*" --language=foo gcc
refused "--raw follows 'gcc': .*" gcc --raw
refused "--norm=1 follows 'gcc': .*" gcc --norm=1
refused "'--' follows 'f.c': .*; measure files of tests with --benchfile, and sources .*" f.c -- clang
refused "'--' follows 'f.c': .*" f.c -e 1 -- clang
refused "'lib.bench' is a benchfile; did you mean --benchfile=lib.bench\?" lib.bench -- gcc
refused "'x.h' cannot be run: .*; to pass it to 'gcc', write --args='-include x.h'" gcc -include x.h
refused "'suite.bench' is a benchfile; did you mean --benchfile=suite.bench\?" suite.bench
echo '@Benchmark int f() { return 1; }' >marked.cpp
refused "'marked.cpp' is a benchfile; did you mean --benchfile=marked.cpp\?" marked.cpp
rm marked.cpp
refused "'gcc' is c and 'g\+\+' is c\+\+: .*" -e 1 gcc g++
refused "'gcc' is c and 'g\+\+' is c\+\+: .*" gcc g++
printf 'language = c\n[a]\ncode = ;\n' >c.bench
refused "the tests are in c, but 'g\+\+' is c\+\+; use --language=c .*" --benchfile=c.bench gcc g++
refused 'nofile: cannot read: .*' --benchfile=nofile gcc

# --grindargs: words, options reserved for cgbench, and options that valgrind rejects.
for word in --tool=memcheck -q --quiet --log-file=x --log-fd=1 --log-socket=x --trace-children=yes \
	--cachegrind-out-file=x --cache-sim=no --branch-sim=no --command-line-only=no --help --version; do
	refused "--grindargs: cgbench sets ${word%%=*}: remove it" --grindargs="-v $word" "$two"
done
refused "--grindargs: 'foo' is not an option of valgrind: .*" --grindargs='-v foo' "$two"
refused "--grindargs: a quote is left open in: '-v" --grindargs="'-v" "$two"
for word in --D1=1,2,3 --nonsense --I1=0,0,0; do
	run "$CGBENCH" --grindargs="$word" -e ';' gcc
	is "$status:$out:$(grep '^cgbench' err | sed 's/ with '"$word"': .*//')" \
		'129::cgbench: --grindargs: valgrind does not run' "refused once: --grindargs=$word"
done

done_testing
