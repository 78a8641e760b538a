#!/bin/sh
# Paths: {dir} and other names in braces, directories and files with odd names, a strict umask.
# shellcheck disable=SC2016 # $ is part of names
. "$(dirname "$0")/../tap.sh"

real=$(pwd -P)

# ir: the numbers in the row of the test t.
ir() {
	sed -n 's/^t *//p' out | xargs
}

mkdir first second
echo '#define NOPS ".rept 3; nop; .endr"' >first/lib.h
echo '#define NOPS ".rept 7; nop; .endr"' >second/lib.h
cat >first/lib.bench <<'END'
cflags   = -I{dir}
preamble = #include "lib.h"

[t]
code = __asm__ volatile(NOPS);
END

# {dir} of a saved run.
cd first || exit
run "$CGBENCH" --benchfile=lib.bench --write=saved.json -- gcc
is "$status:$err" 0: 'a benchfile named relative to its directory'
is "$(json saved.json '$f->{cgbench}{tests}{t}{dir}')" "$real/first" 'its directory is saved'
cd ../second || exit
run "$CGBENCH" --read=../first/saved.json --write=again.json --show --tables --raw --fields=Ir -- gcc=new
cd ..
is "$status:$err:$(ir)" '0::3.0 3.0' 'a new put finds the directory from another one'
is "$(json second/again.json '$f->{cgbench}{tests}{t}{dir}')" "$real/first" 'a new put saves the directory again'
cp first/lib.bench second
(cd second && "$CGBENCH" --baseline=../first/saved.json --tables --raw --fields=Ir -- gcc) >out 2>&1
is "$(ir)" '3.0 7.0' 'a copy of the benchfile that is here is in this directory'
mv first moved
run "$CGBENCH" --read=moved/saved.json -- gcc=new
is "$status:$err" "129:cgbench: test 't': cflags: {dir} is $real/first, which does not exist" \
	'a directory that was removed is named'

# Names in braces.
# braces LINE [PUT]: puts what a benchfile with that line ends with in $err.
braces() {
	printf '%s\n[t]\ncode = __asm__ volatile("nop");\n' "$1" >braces.bench
	shift
	run "$CGBENCH" --benchfile=braces.bench --tables --raw --fields=Ir -- gcc "$@"
}
braces 'cflags = -I{dri}'
is "$status:$err" "129:cgbench: braces.bench:1:1: cflags: {dri} has no meaning in '-I{dri}'; did you mean {dir}?" \
	'a misspelt name in braces is corrected'
braces 'ldflags = -L{build}/lib'
is "$status:$err" "129:cgbench: braces.bench:1:1: ldflags: {build} has no meaning in '-L{build}/lib'; \
the names in braces are {dir}, {include}, {label} and {put}" 'an unknown name in braces is refused'
braces '' '-I{dri}'
is "$status:$err" "129:cgbench: 'gcc': {dri} has no meaning in '-I{dri}'; did you mean {dir}?" \
	'in an argument of a put'
braces 'cflags = -DSET={a} -D "TWO={b}"' '-Wl,-rpath,${ORIGIN}/lib' '-DX={}'
is "$status:$err:$(ir)" '0::1.0' 'code and variables of the linker are left alone'

# A directory for temporary files that looks like placeholders and like shell.
odd="$work/{dir} {put}'\"\$x
line"
mkdir "$odd"
run env "TMPDIR=$odd" "$CGBENCH" --benchfile=second/lib.bench --tables --raw --fields=Ir --keep=kept -- gcc gcc=again -O1
is "$status:$err:$(ir)" '0::7.0 7.0' 'TMPDIR with braces, quotes and a newline'
run env "TMPDIR=$odd" "$CGBENCH" -e 'my $x = 1' --tables --raw --fields=Ir -- perl
is "$status:$err" 0: 'TMPDIR with braces, quotes and a newline: a script'
printf 'match = /^glue$/\nextension = .c\ncompile = {put} -c {source} -o {object}\nmain = @driver@\n' >glue.lang
printf 'link = {put} -Wl,{objects} -o {program}\nrun = {program}\nprogram = int @symbol@;\n\t@code@\n' >>glue.lang
sed -i 's/^program = /program =\n\t/' glue.lang
run env "TMPDIR=$odd" "$CGBENCH" --language-file=glue.lang --language=glue -e 1 -- gcc
like "$status:$err" "^129:cgbench: 'gcc' cannot be measured: the linker of glue cannot use a directory with a blank" \
	'a linker that would split it is not given it'

# The benchfile in a directory, and with a name, of two lines.
two='two
lines'
mkdir "$two"
cp second/lib.* "$two"
cp second/lib.h .
cp second/lib.bench "$two.bench"
run "$CGBENCH" "--benchfile=$two/lib.bench" --tables --raw --fields=Ir "--write=$two.json" --show -- gcc clang
is "$status:$err:$(ir)" '0::7.0 7.0' 'a directory with a newline in its name'
is "$(json "$two.json" '$f->{cgbench}{tests}{t}{dir}')" "$real/$two" 'a directory with a newline in its name is saved'
run "$CGBENCH" "--benchfile=$two.bench" --tables --raw --fields=Ir -- gcc clang tcc
is "$status:$err:$(ir)" '0::7.0 7.0 7.0' 'a benchfile with a newline in its name'
sed -i 's/NOPS);/NOPE);/' "$two.bench"
run "$CGBENCH" "--benchfile=$two.bench" --tables --raw --fields=Ir -- gcc
like "$err" '^cgbench: .*two lines.bench:5:[0-9]*: error: .*NOPE' 'lines of a benchfile with a newline in its name are named'

# Interpreters run in directories of their own, and find what is named relative to the user's.
mkdir -p plib/deep
echo 'package Kept; sub f { 42 } 1' >plib/Kept.pm
echo 'f = lambda: 42' >plib/kept.py
cp "$(perl -e 'print $^X')" ./perl
run "$CGBENCH" --tables --raw --fields=Ir --preamble='use Kept;' -e 'Kept::f() == 42 or die' --write=here.json --show -- \
	perl -Iplib ./perl -Iplib PERL5LIB=none:plib perl=env perl=word --args='-I plib/deep/..'
is "$status:$err:$(sed -n 's/^e *//p' out | xargs -n 1 | wc -l)" 0::4 'directories of modules of Perl, as typed'
is "$(json here.json '$f->{cgbench}{fingerprints}[0]{args}')" -Iplib 'what was typed is saved'
python=$(python3 -c 'import sys; print(sys.executable)')
run "$CGBENCH" --fields=Ir --preamble='import kept' -e 'assert kept.f() == 42' -- PYTHONPATH=plib "$python"
is "$status:$err" 0: 'a directory of modules of Python, as typed'
run "$CGBENCH" -e 1 -- PYTHONPATH=plib
like "$status:$err" "^129:cgbench: 'PYTHONPATH' cannot be run" 'a variable without a put'

for mask in 777 077; do
	run sh -c 'umask $1 && "$CGBENCH" -e "BLACK_BOX(1)" --write=masked.json -- gcc tcc' sh "$mask"
	is "$status:$err:$(stat -c %a masked.json)" 0::600 "umask $mask"
	rm -f masked.json
done

done_testing
