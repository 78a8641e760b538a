#!/bin/sh
# Puts with their own arguments, environments and languages, ad-hoc snippets, and saved files to
# which puts are added. Every snippet is K no-ops, so its Ir is known.
. "$(dirname "$0")/../tap.sh"

parts 2 own strict files broken

nops='__asm__ volatile(".rept " STRING(K) "; nop; .endr")'
string='#define STRING_(x) #x
#define STRING(x) STRING_(x)'

# row FILE: the row of the test e, or of the test named.
row() {
	sed -n "s/^${1:-e} *//p" out | xargs
}

mkdir five six
echo '#define K 5' >five/k.h
echo '#define K 6' >six/k.h
# shellcheck disable=SC2016
printf 'exec gcc "$@"\n' | executable my-compiler

if chosen own; then
	run "$CGBENCH" --tables --raw --fields=Ir -j2 --putargs='-DTHE=1 -DK_H' --perlargs -UK_H --preamble="$string" \
		--preamble='#include <stdlib.h>' --preamble='#include <string.h>' --preamble='#ifndef K
#include <k.h>
#endif' -s 'if (!getenv("NAME") != !WITH || strcmp(WITH ? getenv("NAME") : "", WITH ? "a b" : "")) abort()' \
		-s 'int one = THE; // of --putargs' -s 'BLACK_BOX(one);' -e "$nops; // a comment" -e "$nops" -- \
		gcc=three -DWITH=0 -DK=3 \
		clang=four --args='-DWITH=0 -DB="x y"' --args '-DK=4' --env=HOME=/ \
		"gcc:five:CPATH=$work/five" -DWITH=1 '--env=NAME=other' --env 'NAME=a b' \
		clang=+six -DWITH=0 "--env=CPATH=$work/six" \
		./my-compiler=seven --lang=c -DWITH=0 -DK=7
	is "$status:$err" 0: 'five puts, each with its own arguments and environment'
	is "$(row e1):$(row e2)" '3.0 4.0 5.0 6.0 7.0:3.0 4.0 5.0 6.0 7.0' 'each put is compiled and run with its own arguments'
	like "$out" '^  *three four five clang\+six seven$' 'each put is under its label'
fi

if chosen strict; then
	# Strict standards and strict warnings, which the code around a test must stand too. It declares
	# nothing for the user's code that the standard does not.
	cat >strict.bench <<'END'
preamble =
	#include <stddef.h>
	#include <stdlib.h>
	#if defined __STRICT_ANSI__ && defined __USE_MISC && !defined __cplusplus
	#error the standard is not strict
	#endif

[strict]
param.n  = 5 text
setup    = int a = BLACK_BOX(1);
pre      = int b = a; DO_NOT_OPTIMIZE(b);
code     =
	int c = BLACK_BOX(b);
	__asm__ volatile(".rept 5; nop; .endr");
	DO_NOT_OPTIMIZE(c);
	CLOBBER_MEMORY();
post     = int d = BLACK_BOX(a); BLACK_BOX(d);
teardown = int e = BLACK_BOX(a); BLACK_BOX(e);
END
	all='-pedantic-errors -Wall -Wextra -Werror -Wconversion -Wshadow -Wcast-qual'
	# Rows: the count, and a put.
	in_turn 3 >rows <<END
5.0 gcc
5.0 gcc=89 -std=c89 $all
9.0 tcc
5.0 gcc=ansi -ansi $all
5.0 clang=c89 -std=c89 $all
5.0 gcc=99 -std=c99 $all
9.0 tcc=t99 -std=c99 -Wall -Werror
5.0 gcc=11 -std=c11 $all -Wundef
5.0 clang=c11 -std=c11 $all
5.0 gcc=17 -std=c17 $all -D_POSIX_C_SOURCE=199309L
END
	# shellcheck disable=SC2046
	run "$CGBENCH" --benchfile=strict.bench --tables --raw --fields=Ir -- $(cut -d' ' -f2- rows)
	is "$status:$err" 0: 'strict C compiles'
	is "$(row 'strict.n=5')" "$(cut -d' ' -f1 rows | xargs)" 'strict C costs the same in each standard'
	is "$(row 'strict.n=text')" "$(row 'strict.n=5')" 'strict C costs the same with a parameter that is text'
	in_turn 1 >rows <<END
g++=11 -std=c++11 $all -Wold-style-cast -Wuseless-cast
clang++ -std=c++11 $all
g++=20 -std=c++20 $all
END
	while read -r put; do
		# shellcheck disable=SC2086
		run "$CGBENCH" --benchfile=strict.bench --language=c++ --tables --raw --fields=Ir -- $put
		is "$status:$err:$(row 'strict.n=5')" '0::5.0' "strict C++ compiles and costs the same: ${put%% *}"
	done <rows
	cat >hoisted.bench <<'END'
[hoisted]
setup = int a = BLACK_BOX(3);
pre   = int b = BLACK_BOX(1); BLACK_BOX(b);
code  = int c = a * 77 / 5 % 9; BLACK_BOX(c);
END
	run "$CGBENCH" --benchfile=hoisted.bench --verify --tables --raw --fields=Ir -- gcc -std=c89 -pedantic-errors
	like "$out" '^hoisted: ' '--verify finds hoisted code in strict C89'
	run "$CGBENCH" -e 1 -- g++ -ansi
	is "$status:$(head -n 1 err)" \
		"129:cgbench: 'g++' does not compile an empty c++ program: exited with status 1" 'C++98 is refused'
	like "$err" 'error: #error "cgbench needs C\+\+11 or later' 'the message about C++98 is that of the header'
fi

if chosen files; then
	# Writing and reading.
	cat >nops.bench <<'END'
language = c
preamble =
	#define STRING_(x) #x
	#define STRING(x) STRING_(x)

[some::nops]
code = __asm__ volatile(".rept " STRING(K) "; nop; .endr");

[more::nops]
desc = ein Befehl, zwölfmal
cflags = -DM=12
code = __asm__ volatile(".rept " STRING(M) "; nop; .endr");
END
	run "$CGBENCH" --benchfile=nops.bench --loops=5,7 --write=a.json gcc=a -DK=3
	is "$status:$out$err" 0: 'a put is measured and saved without a message'
	like "$(cat a.json)" '"loop_counts":\[5,7\]' '--write keeps the loop counts'
	run "$CGBENCH" --read=a.json --tables --fields=Ir
	is "$(row some::nops):$(row more::nops)" 3.0:12.0 'the tests are measured with the loop counts of the file'
	like "$out" '^The numbers represent raw counts' 'which is raw, as there is one put'

	run "$CGBENCH" -r a.json --write=b.json --show --tables --raw --fields=Ir -- clang=b -DK=4
	is "$status:$err" 0: '--read with a new put'
	is "$(row some::nops):$(row more::nops)" '3.0 4.0:12.0 12.0' \
		'measures it on the tests of the file, with its loop counts'
	run "$CGBENCH" -r b.json --tables --raw --fields=Ir
	is "$(row some::nops):$(row more::nops)" '3.0 4.0:12.0 12.0' '--write keeps both puts'

	# The file as bench.pl rewrites it: only its own keys, with UTF-8 encoded twice.
	perl -MJSON::PP -e '
	local $/;
	open my $in, "<:encoding(UTF-8)", "a.json" or die;
	my $all = decode_json(scalar <$in>);
	my %own = map { $_ => $all->{$_} } qw(version loop_counts perls results tests order);
	open my $out, ">:encoding(UTF-8)", "pl.json" or die;
	print $out encode_json(\%own);
'
	unlike "$(cat pl.json)" cgbench 'bench.pl reads it, writes it, and leaves our key out'
	sed 's/"a"/"p"/g' pl.json >p.json
	run "$CGBENCH" -r p.json --tables --compact=p
	like "$out" '  more::nops   ein Befehl, zwölfmal$' 'what it made of ö is ö again'
	run "$CGBENCH" -r b.json -r p.json --tables --raw --fields=Ir --tests=some::nops gcc=c -DK=5
	note='cgbench: p.json was written by bench.pl and has no fingerprint: cannot tell whether its counts are comparable'
	is "$status:$err" "0:$note" 'two files and a new put, with a note'
	is "$(row some::nops)" '3.0 4.0 3.0 5.0' 'two files and a new put are side by side'
	mkdir named
	ln -s "$(command -v gcc)" named/gcc-12
	PATH=$PATH:$work/named
	run "$CGBENCH" -r p.json --fields=Ir --tables --raw --tests=/more/ --autolabel gcc-12 -DK=1
	is "$status:$err" "0:$note" 'a new put on what bench.pl wrote, which names no language'
	is "$(row more::nops)" '12.0 12.0' 'a new put is measured on what bench.pl wrote'
	like "$out" '^  *p  p12$' 'under the label of --autolabel'
	run "$CGBENCH" -r b.json --autolabel --norm=a-0 gcc=x --lang=nope
	is "$status" 129 'an unknown language: refused'

	run "$CGBENCH" -r "$here/read/golden/t_1_j1.json" --tests=call::sub::args3 --fields=Ir --tables --raw gcc=c
	is "$status" 128 "Perl's tests on a C compiler: fails"
	like "$err" '^cgbench: call::sub::args3 on c: .*: error: ' "Perl's tests on a C compiler: the message is the compiler's"
	like "$(row call::sub::args3)" '^1[0-9]*\.[0-9] FAIL$' 'the saved results are shown beside a put that fails'
fi

if chosen broken; then
	# Not a compiler.
	run "$CGBENCH" -e 1 -- gcc -fnonsense
	is "$status:$out" 129: 'a put that does not compile at all: refused'
	like "$err" "^cgbench: 'gcc' does not compile an empty c program: " 'a put that cannot compile is named'
	run "$CGBENCH" --tables --raw --fields=Ir -e 'BLACK_BOX(1)' -- gcc=bad -fnonsense gcc
	is "$status:$(row 'e !')" '128:FAIL 1.0' 'beside another put it fails, and the other is measured'
	like "$err" "^cgbench: e on bad: compile: does not compile an empty c program: exited with status 1$" \
		'a test names the put that cannot compile'
	like "$err" '^    gcc: error: .*-fnonsense' 'the message has the words of a put that does not compile'
	run "$CGBENCH" --tables --raw --fail-above=Ir,0 -e 'BLACK_BOX(1)' -- gcc gcc=bad -fnonsense
	is "$status" 128 'a gate on it cannot be evaluated'
	run "$CGBENCH" --write=one.json -e 'BLACK_BOX(1)' -- gcc=bad -fnonsense gcc
	is "$status" 128 'the results of the others are saved'
	run "$CGBENCH" --fail-above=Ir,0 --baseline=one.json -- gcc -fnonsense
	is "$status" 129 'no put is left to judge: refused'
	run "$CGBENCH" --bisect=Ir,0 -e 'BLACK_BOX(1)' -- gcc gcc=bad -fnonsense
	is "$status" 125 '--bisect skips a put that cannot compile'
fi

# Words before those that the language adds: a toolchain, and what a wrapper is given up to its compiler.
real=$(command -v gcc)
mkdir -p tools
# shellcheck disable=SC2016 # the script's own
printf '#!/bin/sh\n[ "$1" = +kept ] || { echo "$1 is first" >&2; exit 1; }\nshift\nexec %s "$@"\n' "$real" >tools/gcc
chmod +x tools/gcc
run env PATH="$PWD/tools:$PATH" "$CGBENCH" --fields=Ir --tables --raw -e 'BLACK_BOX(BLACK_BOX(7) / 3)' --putargs=-DX -- \
	'gcc +kept' gcc=b +kept -O0 "env $real -O0" "env $real=d" "$real"
row=$(sed -n 's/^e *//p' out)
is "$status:$err:$(echo "$row" | awk '{ print ($1 == $4), ($2 == $3), ($4 == $5), ($1 < $2) }')" '0::1 1 1 1' \
	'toolchains and wrappers in a put'
like "$(sed -n '/^ *gcc +kept/p' out)" "^ *gcc \\+kept +b +env $real -O0 +d +" 'a put with blanks is its label'

done_testing
