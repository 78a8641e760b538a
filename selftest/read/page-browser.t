#!/bin/sh
# The page of --format=html in a browser: with its script, which must show the same numbers as
# cgbench, and without it, under the policy of servers that sandbox what they show.
# shellcheck disable=SC2016
. "$(dirname "$0")/../tap.sh"

missing=$(perl -I"$here" -Mbrowser -e 'print browser::missing() || ""')
[ ! "$missing" ] || {
	skip 'the page in a browser' "$missing is not installed"
	done_testing
	exit 0
}

# Every kind of cell, ties in rounding, and one value in common over the memory layouts.
perl "$here/saved.pl" base new 'th<i>rd & "x"' >made.json <<'END'
same 10 10 10
half 20 10 40
more/n=16/kind=up 10 12.5 200
little 1000 1009 1009
tiny 100000 100001 99999
zero 0 0 0
some 0 5 0
lost 7 - 7
found - 8 8
never - - -
broken 9 FAIL 9
mended FAIL 9 10
other 9 9~ 10
both 9 9~ 9~
folded 10 10!folded 11
tie 9 9.4 0.2 ops=4
third 10 10.3 9.7 ops=3
noise 0.1 1 0 ops=20
layout 10/12 11/13 14/15
<b>bold</b> 3 4 5
END

# made FIELD... ARGUMENT...: of these fields, which --derive would add to others.
made() {
	made=
	while [ $# -gt 0 ]; do
		case $1 in
		-*) break ;;
		ratio) set -- "$@" --derive='ratio=Ir/Dr' ;;
		hits) set -- "$@" --derive='hits=Dr, higher is better' ;;
		less) set -- "$@" --derive='less=Dr-3*Ir' ;;
		esac
		made=$made,$1
		shift
	done
	"$CGBENCH" --read=made.json "--fields=${made#,}" "$@" 2>>made.err
}
fields='Ir Dr CEst ratio hits less'

# One choice of a field, as text and as a page of its own.
# shellcheck disable=SC2086
made COND $fields --format=html:made.html >made.txt
for field in $fields; do
	made "$field" --tables --raw "--format=html:choice-$field.html" >"counts-$field"
done
made Ir --tables --raw --sort=Ir:new >sorted
made Ir --tables --raw --sort=change >changed-most
made Ir --tables --raw --changed=10 >changed

# A run with a cell that fails, a verdict and an explanation.
cat >real.bench <<'END'
[sum]
code = int n = BLACK_BOX(6); n *= BLACK_BOX(7); BLACK_BOX(n);

[constant]
code = BLACK_BOX(42);

[gnu]
code =
	#ifdef __clang__
	#error "not for this one"
	#endif
	BLACK_BOX(1);
END
"$CGBENCH" --benchfile=real.bench --fields=Ir,Dr --explain --format=html:real.html -- gcc clang >real.txt 2>real.err

# Four puts in fields with long names.
fields4=Ir,Dr,Dw,COND,IND,COND_m,IND_m,Ir_m1,Dr_m1,Dw_m1,Ir_mm,Dr_mm,Dw_mm
perl "$here/saved.pl" gcc-11 gcc-12 clang-13 clang-14 >four.json <<'END'
arith::div::constant 388 388 634 634
bit::gcd::binary 203 203 211 210
sort::insertion::random 10203 10203 9211.5 8210
END
"$CGBENCH" --read=four.json "--fields=$fields4" --derive='a_ratio=Dr/Ir' --format=html:four.html >/dev/null 2>&1

# A history, and one of many tests.
mkdir few many
perl "$here/history.pl" few 6 8 3
# Names of files may be as long as those of commits.
mv few/0001.json "few/$(printf %060d 1).json"
"$CGBENCH" --history=few --format=html:history.html >/dev/null 2>&1
perl "$here/history.pl" many 2 150 4
"$CGBENCH" --history=many --format=html:many.html >/dev/null 2>&1
for page in made real four history many; do
	ok "$page.html is written" [ -s "$page.html" ]
done

status=0
perl -I"$here" "$here/read/page-browser.pl" "$fields" >report.txt 2>errors || status=$?
report report.txt
is "$status:$(cat errors)" 0: 'every check was made'

done_testing
