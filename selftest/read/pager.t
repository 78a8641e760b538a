#!/bin/sh
# On a terminal, long text is shown by a pager.
. "$(dirname "$0")/../tap.sh"

escape=$(printf '\033')
unset NO_COLOR COLUMNS LESS LV
export TERM=xterm

rows() {
	awk -v n="$1" 'BEGIN { for (i = 1; i <= n; i++) print "t" i, 100, 100 + i }'
}
rows 40 | perl "$here/saved.pl" old new >many.json
rows 2 | perl "$here/saved.pl" old new >few.json
{ rows 10; echo 'same 1 1'; } | perl "$here/saved.pl" old new >ten.json
{ rows 40 | sed 's/$/ 1/'; echo 'lost 1 - 1'; } | perl "$here/saved.pl" old new third >three.json

# on_terminal COMMAND...: runs the command, as it would be typed, on a terminal of 24 lines. Its
# output is in $out and the file shown, its exit status in $status.
on_terminal() {
	printf 'stty rows 24 cols 80; exec %s\n' "$*" >typed
	status=0
	timeout "$(seconds 30)" script -qec 'exec sh typed' /dev/null </dev/null >typescript 2>&1 || status=$?
	tr -d '\r' <typescript >shown
	out=$(cat shown)
}

# pager NAME: standard input becomes a pager, a program in this directory.
pager() {
	{ echo '#!/bin/sh'; cat; } >"$1"
	chmod +x "$1"
}

pager record <<'END_OF_PAGER'
echo "$# <$1> LESS=$LESS LV=$LV" >told
test -t 1 && echo 'on a terminal' >>told
cat >paged
echo SHOWN
END_OF_PAGER
rm -f paged
# shellcheck disable=SC2089,SC2090 # cgbench splits it
export PAGER="./record 'a b'"

# Paged.
on_terminal "$CGBENCH" --read=many.json --fields=Ir
is "$status:$(sed -n 1p shown)" 0:SHOWN 'a long table goes through PAGER'
is "$(cat told)" '1 <a b> LESS=FRX LV=-c
on a terminal' 'with its arguments, on the terminal, less as git starts it'
cp paged table
like "$(cat table)" "^new against old: 0 better, $escape\\[31m40 worse" 'the summary is in it'
on_terminal "$CGBENCH" --read=many.json --fields=Ir --no-pager
sed '/^cgbench:/,$d' shown >direct
same table direct 'it is what is printed without a pager, with its colours'
like "$(cat direct)" "$escape" 'output without a pager has colours'
printf '%s\n' 'preamble = int x;' 'language = c' >list.bench
awk 'BEGIN { for (i = 0; i < 40; i++) print "[l" i "]\ncode = x++;" }' >>list.bench
for option in '--list --benchfile=list.bench' '--read=many.json --format=csv' \
	'--read=three.json --summary --color=never'; do
	rm -f paged
	on_terminal "$CGBENCH" "$option"
	is "$status:$(sed -n 1p shown)" 0:SHOWN "$option"
	# shellcheck disable=SC2086
	run "$CGBENCH" $option
	same paged out 'the pager gets the whole output'
done
like "$(grep -c . paged)" '^8[0-9]$' 'such as the summary'
on_terminal "$CGBENCH" --history many.json few.json
is "$status:$(grep -c SHOWN shown):$(sed -n 1p paged)" '0:1:History of 2 runs, many to few' 'a history goes through the pager'
LESS=R LV=x
export LESS LV
on_terminal "$CGBENCH" --read=many.json
is "$(sed -n 1p told)" '1 <a b> LESS=R LV=x' 'what the user has set is kept'
unset LESS LV

# Not paged.
unpaged() {
	unpaged_name=$1
	shift
	rm -f paged told
	on_terminal "$@"
	ok "$unpaged_name" test ! -e told
	like "$out$(cat other 2>/dev/null)" 'geometric mean|^usage|^cgbench [0-9]' 'what is short is printed without a pager'
	is "$status" 0 'what is short ends with 0'
	rm -f other
}
unpaged 'not a short one' "$CGBENCH" --read=few.json --fields=Ir
unpaged 'not with --no-pager' "$CGBENCH" --read=many.json --fields=Ir --no-pager
unpaged 'not in a file' "$CGBENCH" --read=many.json --fields=Ir '>other'
unpaged 'not in a pipe' "$CGBENCH" --read=many.json --fields=Ir '| cat'
unpaged 'not a page of help' "$CGBENCH" --help
unpaged 'not the version' "$CGBENCH" --version
unpaged 'PAGER=cat' env PAGER=cat "$CGBENCH" --read=many.json --fields=Ir
unpaged 'no PAGER' env PAGER= "$CGBENCH" --read=many.json --fields=Ir
unpaged 'in the background' sh -mc "'\"$CGBENCH\" --read=many.json --fields=Ir & wait'"
unpaged 'on a dumb terminal' env TERM=dumb "$CGBENCH" --read=many.json --fields=Ir
run "$CGBENCH" --read=many.json
like "$out" 'geometric mean' 'without a terminal no pager is begun'

# Without PAGER, it is less.
mkdir bin
cp record bin/less
on_terminal env -u PAGER PATH="$work/bin:$PATH" "$CGBENCH" --read=many.json
is "$(sed -n 1p told)" '0 <> LESS=FRX LV=-c' 'less is the default'
# The path to itself is all that there is.
on_terminal env -u PAGER PATH=/nowhere "$CGBENCH" --read=many.json --fields=Ir
is "$status:$(sed '/^cgbench:/,$d' shown | cmp - direct && echo equal)" 0:equal 'it may be missing'

# Pagers that fail.
# fails PAGER MESSAGE: the table is printed once.
fails() {
	on_terminal env PAGER="'$1'" "$CGBENCH" --read=many.json --fields=Ir
	is "$status:$(grep -c 'geometric mean' shown)" 0:1 "PAGER=$1: the table is printed"
	is "$(grep '^cgbench: PAGER' shown)" "$2" "$1: what it says"
}
fails ./none "cgbench: PAGER: cannot run './none': No such file or directory"
fails 'a " b' 'cgbench: PAGER: a quote is left open in: a " b'
fails ./bin "cgbench: PAGER: cannot run './bin': Is a directory"
fails false ''
pager empty </dev/null
printf '\177ELF' >empty
fails ./empty ''

# Pagers that end early.
pager early <<'END_OF_PAGER'
read -r line
echo "EARLY $line"
exit "$1"
END_OF_PAGER
for code in 0 1; do
	on_terminal env PAGER="'./early $code'" "$CGBENCH" --read=many.json --tables --fail-above=t3:Ir,1%
	is "$status:$(sed -n 1p shown):$(grep -c AVERAGE shown)" '1:EARLY Key::0' \
		"a pager that ends early with $code changes no status"
	like "$out" '^cgbench: gates: 1 count judged' 'the gates are printed after the pager'
done

# Interrupts are for the pager.
pager interrupted <<'END_OF_PAGER'
trap 'echo INTERRUPTED' INT
kill -INT 0
cat >/dev/null
echo ENDED
END_OF_PAGER
on_terminal env PAGER=./interrupted "$CGBENCH" --read=many.json --fields=Ir
is "$status:$(head -n 2 shown | xargs)" '0:INTERRUPTED ENDED' 'a pager may survive an interrupt'
pager killed <<'END_OF_PAGER'
read -r line
kill -INT 0
END_OF_PAGER
on_terminal env PAGER=./killed "$CGBENCH" --read=many.json --fields=Ir
is "$status:$(grep -c against shown)" 130:0 'if it dies of one, so does cgbench'
mkfifo never
pager terminated <<'END_OF_PAGER'
trap 'kill $!; echo RESTORED; exit 0' TERM
cat never &
kill -TERM "$PPID"
wait
END_OF_PAGER
on_terminal env PAGER=./terminated "$CGBENCH" --read=many.json --fields=Ir
is "$status:$(xargs <shown)" 143:RESTORED 'other signals end the pager first'

# A table ends with the summary.
PAGER='cat'
on_terminal "$CGBENCH" --read=many.json --fields=Dr,Ir
like "$out" '^new against old: .*0 better.*40 worse.*geometric mean of Ir \+19.94 %' 'the summary follows the table, whatever the pager'
on_terminal "$CGBENCH" --read=many.json --summary
is "$(grep -c '^t40' shown):$(grep -c '^cgbench' shown)" 1:0 'nothing twice with --summary'
done_testing
