#!/bin/sh
# Several benchfiles, and directories of them, are measured together as each one alone.
# shellcheck disable=SC2016 # variables of Perl
. "$(dirname "$0")/../tap.sh"

mkdir -p dir/below dir/not.bench empty
printf 'int three(void) { return BLACK_BOX(1) + BLACK_BOX(1) + 1; }\n' >dir/b.c
cat >dir/a.bench <<'END_OF_FILE'
language = c
preamble = static unsigned more(unsigned x) { return x + 1; }

[a::more]
desc = one more
param.n = 1 2
code = BLACK_BOX(more(BLACK_BOX((unsigned)n)));
END_OF_FILE
cat >dir/b.bench <<'END_OF_FILE'
preamble = static unsigned more(unsigned x) { return x * x + BLACK_BOX(x) * 3; }
cflags = -DTHREE=3 -I{dir}

[b::more]
code = BLACK_BOX(more(BLACK_BOX(THREE)));
END_OF_FILE
cat >c.bench <<'END_OF_FILE'
[c::first]
param.n = 10
code = for (long i = 0; i < n; i++) BLACK_BOX(i);

[c::last]
code = BLACK_BOX(1);
END_OF_FILE
printf '[below]\ncode = BLACK_BOX(1);\n' >dir/below/d.bench
printf '[hidden]\ncode = BLACK_BOX(1);\n' >dir/.hidden.bench
printf 'not a benchfile\n' >dir/notes.txt

# lists WANT ARGUMENT...: the tests are these.
lists() {
	want=$1
	shift
	run "$CGBENCH" "$@" --list
	is "$status:$err:$(sed '/^$/,$d; s/ .*//' out | xargs)" "0::$want" "tests: $*"
}
all='a::more/n=1 a::more/n=2 b::more'
lists "$all" --benchfile=dir
lists "$all" --benchfile=dir/
lists "b::more a::more/n=1 a::more/n=2" --benchfile=dir/b.bench --benchfile dir/a.bench
lists "c::first/n=10 c::last $all" --benchfile=c.bench --benchfile=dir
lists 'a::more/n=1 a::more/n=2 c::last' --benchfile=dir --benchfile=c.bench --tests='/^a|last/'
run "$CGBENCH" --benchfile=dir --benchfile=c.bench --list
like "$out" '^a::more/n=1 +one more$' 'descriptions are listed'
like "$out" '^b::more +BLACK_BOX\(more' 'code is listed where there is no description'

# The counts, and what is saved with them, are those of each file alone.
puts=$(printf 'gcc\nclang\n' | in_turn 1 | xargs)
# shellcheck disable=SC2086 # words
run "$CGBENCH" --benchfile=dir --benchfile=c.bench --write=all.json -- $puts
is "$status:$err" 0: "several benchfiles are measured together by $puts"
for name in $(printf '%s\n' dir/a dir/b c | in_turn 1); do
	# shellcheck disable=SC2086 # words
	run "$CGBENCH" --benchfile="$name.bench" --write=one.json -- $puts
	is "$status:$err" 0: "$name alone"
	"$here/difference" all.json one.json >differences
	like "$(cat differences)" '^[1-9][0-9]* cells$' "$name: compared with the file alone"
	is "$(sed '$d' differences)" '' "$name: the counts are the same"
	for test in $(json one.json '@{$f->{order}}'); do
		for key in '$f->{tests}{$test}' '$f->{cgbench}{tests}{$test}{texts}' '$f->{cgbench}{tests}{$test}{line}'; do
			json one.json "my \$test = '$test'; JSON::PP->new->canonical->allow_nonref->encode($key)" >one
			json all.json "my \$test = '$test'; JSON::PP->new->canonical->allow_nonref->encode($key)" >together
			same together one "$test: $key is the same"
		done
	done
done

# Their values.
lists 'a::more/n=5 b::more c::first/n=5 c::last' --benchfile=dir --benchfile=c.bench --param=n=5
lists 'a::more/n=-7 a::more/n=64 b::more' --benchfile=dir --param n=-7,64
lists 'a::more/n=7' --benchfile=dir --param=n=7,8 --tests=a::more/n=7
run "$CGBENCH" --benchfile=c.bench --param=n=100 --tables --raw --fields=Ir --write=100.json --show -- gcc
sed 's/param.n = 10/param.n = 100/' c.bench >100.bench
run "$CGBENCH" --benchfile=100.bench --write=edited.json -- gcc
is "$(json 100.json '$f->{tests}{"c::first/n=100"}{"param.n"}, %{$f->{results}{"c::first/n=100"}{"gcc"}[1][1]}{Ir}')" \
	"$(json edited.json '$f->{tests}{"c::first/n=100"}{"param.n"}, %{$f->{results}{"c::first/n=100"}{"gcc"}[1][1]}{Ir}')" \
	'--param measures what a file with these values does'

# Refusals.
# unmeasured WHY ARGUMENT...: a run on gcc ends with that message.
unmeasured() {
	why=$1
	shift
	run "$CGBENCH" "$@" gcc
	is "$status:$out:$err" "129::cgbench: $why" "refused: $*"
}
unmeasured "c.bench:1:1: test 'c::first/n=10' is defined twice, first in c.bench, line 1" \
	--benchfile=c.bench --benchfile=c.bench
printf '[c::last]\ncode = 1;\n' >twin.bench
unmeasured "twin.bench:1:1: test 'c::last' is defined twice, first in c.bench, line 5" \
	--benchfile=c.bench --benchfile=twin.bench
printf 'language = perl\n[p]\ncode = 1;\n' >perl.bench
unmeasured "perl.bench:1:1: its tests are in perl, but the tests before them are in c: measure these benchfiles separately" \
	--benchfile=dir --benchfile=perl.bench
ln -s /dev/null empty/device.bench
unmeasured '--benchfile=empty: the directory has no benchfile: no file in it is named *.bench or is an annotated source' --benchfile=empty
unmeasured 'missing: cannot read: No such file or directory' --benchfile=c.bench --benchfile=missing
unmeasured "--param=m: no test has this parameter; they have n" --benchfile=dir --param=m=1
unmeasured "--param=m: no test has a parameter" --benchfile=dir/b.bench --param=m=1
for other in --read=all.json '-e 1' '--baseline=all.json'; do
	# shellcheck disable=SC2086
	run "$CGBENCH" --param=n=1 $other gcc
	like "$status:$err" "^129:cgbench: --param replaces values of a benchfile: ${other%%[ =]*}( without --benchfile)? cannot be combined with it\$" "refused with $other"
done
cp c.bench dir/page.bench
run "$CGBENCH" --benchfile=dir --format=csv:dir/page.bench -- gcc
like "$status:$err" '^129:.*dir/page.bench' 'no format replaces a benchfile of the directory'
same dir/page.bench c.bench 'a benchfile that a format does not replace stays as it was'
done_testing
