#!/bin/sh
# Histories of saved runs with made-up counts: what they show, in which order, where they break, and what they refuse.
# shellcheck disable=SC2016 # expressions of Perl
. "$(dirname "$0")/../tap.sh"

export LC_ALL=C
unset COLUMNS

# saved FILE [OPTION]... LABEL...: writes a run of the rows on standard input.
saved() {
	file=$1
	shift
	perl "$here/saved.pl" "$@" >"$file"
}

# at N: the options of a run at the N-th commit, on the N-th day.
at() {
	echo "--commit=$(printf '%d%039d' "$1" 0) --committed=2026-11-0$1T12:00:00Z" \
		"--date=2026-11-2$1T12:00:00Z --subject=change-$1"
}

mkdir runs
n=0
for row in '10 100' '10 110' '- 110' 'FAIL 104.5' '12 104.5'; do
	n=$((n + 1))
	# shellcheck disable=SC2046,SC2086
	printf 'up %s\ndown %s\nsame 5 5\nzero %s 0\n' "$row" "${row#* } 7" $((n / 3)) |
		saved runs/$n.json $(at $n) --clean=$((n != 4)) --libc=2.36 a b
done
run "$CGBENCH" --history runs/*.json
is "$status $err" '0 ' 'a history is shown'
cat >want <<'END2'
History of 5 runs, 1000000 (2026-11-01) to 5000000 (2026-11-05)

Results for field Ir, each on its own scale, and the largest step

              first  last   change
              ----- ----- --------
up   a  __ x^  10.0  12.0 +20.00 %  +20.00 % at 5000000 (2026-11-05) after a gap
up   b  _^^-- 100.0 104.5  +4.50 %  +10.00 % at 2000000 (2026-11-02), the largest of 2
down a  _^^-- 100.0 104.5  +4.50 %  +10.00 % at 2000000 (2026-11-02), the largest of 2
down b  _____   7.0   7.0  +0.00 %
same a  _____   5.0   5.0  +0.00 %
same b  _____   5.0   5.0  +0.00 %
zero a  __^^^   0.0   1.0        -  +1.0 at 3000000 (2026-11-03)
zero b  _____   0.0   0.0  +0.00 %
END2
same out want 'with the ends, the change and the largest step of each series'
run env LC_ALL=C.UTF-8 "$CGBENCH" --history --tests=up,same --label=b runs/*.json
is "$(sed -n '7,$p' out)" "up    ▁██▄▄ 100.0 104.5 +4.50 %  +10.00 % at 2000000 (2026-11-02), the largest of 2
same  ▁▁▁▁▁   5.0   5.0 +0.00 %" 'in bars if the locale has them'
like "$out" '^Results for field Ir on b, each on' 'of one label, named above'
run "$CGBENCH" --history --sort=change runs/*.json
is "$(sed -n '7,$p' out | cut -c 1-6 | tr '\n' ,)" 'zero a,zero b,up   a,up   b,down a,down b,same a,same b,' \
	'--sort=change sorts by the largest change'
run "$CGBENCH" --history --changed=10 --fields=Ir,Dr runs/*.json
is "$(grep -cE '^(up|zero) ' out) $(grep -cE '^(down|same) ' out)" '8 0' '--changed shows larger steps, in each field'
run "$CGBENCH" --history --changed --tests=same runs/1.json runs/2.json
is "$status $(tail -n 1 out)" '0 No test changed in Ir' 'and says if there are none'

run "$CGBENCH" --history --tests=same,up --label=b --derive=per=Ir/COND --fields=per runs/*.json
is "$(sed -n '7p' out | tr -s ' ')" 'up - -' 'a measured value may be unknown'

run "$CGBENCH" --history --tests=up runs/*.json
cat >want <<'END2'
History of 5 runs, 1000000 (2026-11-01) to 5000000 (2026-11-05)

up on a

                     Ir step   change
                   ---- ---- --------
1000000 2026-11-01 10.0                change-1
2000000 2026-11-02 10.0                change-2
3000000 2026-11-03                     not in this run; change-3
4000000 2026-11-04 FAIL                compile: exited with status 1; change-4 (not clean)
5000000 2026-11-05 12.0 +2.0 +20.00 %  change-5

up on b

                      Ir  step   change
                   ----- ----- --------
1000000 2026-11-01 100.0                 change-1
2000000 2026-11-02 110.0 +10.0 +10.00 %  change-2
3000000 2026-11-03 110.0                 change-3
4000000 2026-11-04 104.5  -5.5  -5.00 %  change-4 (not clean)
5000000 2026-11-05 104.5                 change-5
END2
same out want 'one test is shown run by run'

# One thing changes from each run to the next.
mkdir breaks
broken() {
	echo "t $1" | saved "breaks/$2.json" --exe="${5:-gcc}" --libc="$3" --version="$4" --loop="${6:-20}" \
		--valgrind="${7:-3}" a
}
broken 10 1 2.36 12
broken 20 2 2.37 12
broken 30 3 2.37 13
broken 40 4 2.37 13 ./gcc
broken 50 5 2.37 14 ./gcc
broken 60 6 2.37 14 ./gcc 30
broken 70~ 7 2.37 14 ./gcc 30
broken 80~ 8 2.37 14 ./gcc 30 4
broken 80~ 9 2.37 14 ./gcc 30 4
run "$CGBENCH" --history=breaks
is "$(sed -n '/break/p' out | sed 's/^ *//')" "break: the C library ('2.36', '2.37')
break: the version of the program ('12', '13')
break: the loops ('10,20', '10,30')
break: the text of the test
break: the version of valgrind ('3', '4')" 'what counts depend on breaks a series'
is "$(awk '$3 == "+10.0" { print $1 }' out | tr '\n' ' ')" '4 5 ' 'and is never compared; a program with a path is what changes'
like "$out" "^    6: the loops \('10,20', '10,30'\): t on a$" 'breaks are listed with what changed'
like "$out" "^    4: a: './gcc', before 'gcc'$" 'and so are other commands'
"$CGBENCH" --history=breaks --format=json:breaks.json --format=csv:breaks.csv --format=markdown:breaks.md >/dev/null
is "$(json breaks.json 'map { "@$_" } @{ $f->{history}{series}[0]{of}[0]{breaks} }' | tr '\n' ,)" '1 0,2 1,5 2,6 3,7 4,' 'JSON has the breaks of a series'
is "$(json breaks.json '@{ $f->{history}{breaks} }' | tail -n 2)" "the text of the test
the version of valgrind ('3', '4')" 'and why they are there'
is "$(json breaks.json '@{ $f->{history}{series}[0]{of}[0]{steps}{Ir} }' | tr '\n' ' ')" '3 4 ' 'and steps only between them'
is "$(json breaks.json 'map { "@$_" } @{ $f->{history}{series}[0]{of}[0]{values}{Ir} }' | tr '\n' ,)" \
	'0 10,1 20,2 30,3 40,4 50,5 60,6 70,7 80,' 'and each value once'
is "$(sed -n '4,6p;8p' breaks.csv)" "t,a,3,breaks/3.json,,,,,Ir,30,,\"the version of the program ('12', '13')\",
t,a,4,breaks/4.json,,,,,Ir,40,10,,
t,a,5,breaks/5.json,,,,,Ir,50,10,,
t,a,7,breaks/7.json,,,,,Ir,70,,the text of the test," 'csv has a line for each point'
like "$(cat breaks.md)" '^\| `4` \|  \| 40\.0 \| \+10\.0 \| \+33\.33 % \|  \|$' 'markdown has a table'
like "$(cat breaks.md)" '^- `7: the text of the test: t on a`$' 'markdown lists breaks'
mkdir ops
for n in 10 1; do
	echo "t 41 ops=$n" | saved "ops/$n.json" "--date=2026-11-0$((n > 1 ? 1 : 2))T12:00:00Z" a
done
run "$CGBENCH" --history=ops
like "$out" "break: the text of the test \(ops '10', '1'\)$" 'so does the number of operations'
unlike "$out" '\+' 'by which a count is divided'
rm breaks/[2-8].json
run "$CGBENCH" --history=breaks
unlike "$out" '\+' 'there is no step from the first run to the last'
like "$out" "break: the version of valgrind \('3', '4'\), the C library .*, the loops .*, the text of the test" \
	'and all that changed is told'

# A run that tells nothing of how it was measured connects no others.
mkdir gap
echo 't 10' | saved gap/1.json --libc=2.36 a
echo 't 20' | saved gap/2.json a
echo 't 30' | saved gap/3.json --libc=2.37 a
run "$CGBENCH" --history=gap
is "$status $err" '0 cgbench: gap/2.json was written by bench.pl and has no fingerprint: cannot tell whether the counts of this run are comparable with those of other runs' 'bench.pl tells nothing of how it measured'
is "$(awk '$3 ~ /^[+]/ { print $1 }' out) $(grep -c '^ *break: ' out)" '2 1' 'and is no bridge'

# Orders of a directory.
order() {
	"$CGBENCH" --history="$1" --verbose --format=json 2>"$work/err" >"$work/order.json"
	json "$work/order.json" 'map { $_->{file} } @{ $f->{history}{runs} }' | sed 's/.*\///; s/\.json//' | tr '\n' ' '
	grep ordered "$work/err"
}
mkdir order
# shellcheck disable=SC2046
for n in 1 2 3; do echo 't 1' | saved order/$n.json $(at $((4 - n))) a; done
like "$(order order)" '^3 2 1 cgbench: --history: the runs are ordered by the dates of their commits$' 'by the dates of commits'
# shellcheck disable=SC2046
echo 't 1' | saved order/4.json $(at 2) --date=2026-11-21T00:00:00Z a
like "$(order order)" '^3 4 2 1 ' 'runs of one commit by their own'
echo 't 1' | saved order/5.json --date=2026-11-22T18:00:00Z a
like "$(order order)" '^4 3 2 5 1 cgbench: .* by when they were measured$' 'runs without commits are ordered by date'
echo 't 1' | saved order/6.json a
like "$(order order)" '^1 2 3 4 5 6 cgbench: .* by name$' 'or else by name'
: >order/4.json
run "$CGBENCH" --history=order --force
is "$status" 0 '--force shows a directory with a damaged file'
like "$out" '^4 .*no counts: order/4.json: the file is empty$' 'which it names, in its place'
like "$err" '^cgbench: order/4.json: the file is empty$' '--force names a file that is empty'
run "$CGBENCH" --history=order
is "$status $out$err" '128 cgbench: order/4.json: the file is empty (--force shows the other runs)' 'others end with it'
repository
cd repository || exit
for n in 1 2 3 4; do
	# Clocks of committers may be wrong.
	GIT_COMMITTER_DATE="2026-11-0$((5 - n))T12:00:00Z" git commit -q --allow-empty -m "commit $n"
	echo "t $n" | saved $n.json --commit="$(git rev-parse HEAD)" --subject=s --committed="2026-11-0$((5 - n))T12:00:00Z" \
		--date=2026-11-10T00:00:00Z a
done
like "$(order .)" '^1 2 3 4 cgbench: .* by git$' 'by git, whatever the dates are'
rm 1.json
like "$(order .)" '^2 3 4 cgbench: .* by git$' 'also of some commits'
echo 'no rule to make' >"$(git rev-parse HEAD~1).failed"
mv 3.json third
run "$CGBENCH" --history=. --tests=t
is "$(sed -n '5,$s/^[0-9a-f]* 2026-11-0. *//p' "$work/out" | sed '3q;s/measured; .*/measured/' | tr -s ' \n' ' ,')" \
	'2.0 s (not clean),commit 3; no counts: the commit could not be measured,4.0 +2.0 +100.00 % s (not clean),' \
	'a commit that could not be measured is a gap'
mv third 3.json
cd ..
like "$(order repository)" '^4 3 2 cgbench: .* the dates of their commits$' 'but not if it does not know them'

run "$CGBENCH" --history order/1.json order/2.json
is "$(head -n 1 err)" 'cgbench: --history: order/2.json is older than order/1.json before it; runs are shown as they are named, but --history=DIR orders them' \
	'the order of the command line may be the wrong one'

# Names.
is "$(json order.json 'map { length $_->{name} } @{ $f->{history}{runs} }' | sort -u)" 7 'a run is named by its commit'
mkdir twice
for n in 1 2; do
	mkdir twice/$n
	# shellcheck disable=SC2046
	echo "t $n" | saved twice/$n/same.json $(at 1) a
done
run "$CGBENCH" --history twice/2/same.json twice/1/same.json
is "$(awk '/^twice/ { print $1 }' out | tr '\n' ' ')" 'twice/2/same.json twice/1/same.json ' 'by its file if others have the commit'
like "$out" '^twice/1/same.json .*change-1 \(commit 1000000\)' 'which is then told'

# Many runs.
mkdir many
for n in $(seq 100 169); do
	echo "t $n
u $((n % 9))" | saved many/"$n".json --libc=2.36 a
done
run "$CGBENCH" --history=many
is "$(awk '$1 == "u" { print length($2) }' out)" 60 'a line has at most sixty runs'
like "$out" '^The lines show the newest 60 of 70 runs\.$' 'that only the newest runs are drawn is told'
run "$CGBENCH" --history=many --width=80
is "$(awk 'length > 80' out)" '' 'and fewer on a narrow terminal'
run "$CGBENCH" --history=many --tests=t
is "$(grep -c '+1\.0' out)" 69 'one test is shown with all runs'

# Pages and explanations have the newest run, of the labels and tests chosen.
run "$CGBENCH" --history --label=a --tests=up,same --format=json runs/*.json
is "$(json out 'map { "$_->{test} $_->{label} $_->{Ir}" } @{ $f->{cells} }' | tr '\n' ,)" 'up a 12,same a 5,' \
	'json has the newest run beside the series'
run "$CGBENCH" --history --tests=up --label=a --format=json runs/[1-3].json
is "$(json out 'map { "$_->{test} $_->{label} $_->{Ir}" } @{ $f->{cells} }') $(json out 'scalar @{ $f->{history}{runs} }')" 'up a 10 3' \
	'or the newest one that has any of them'
is "$(json out 'map { $_ // "null" } map { @$_ } @{ $f->{history}{series}[0]{of}[0]{values}{Ir} }' | tr '\n' ' ')" '0 10 2 null ' \
	'which need not be the newest of all'

run "$CGBENCH" --history runs/1.json
is "$status $err" '0 cgbench: --history: one run has no changes yet; add more runs' 'one run is shown, with a note'
like "$out" '^History of 1 run, 1000000 \(2026-11-01\)$' 'the history of one run has a title'
mkdir empty
echo 'else 1' | saved else.json a
echo 'up 1' | saved other.json c
refused '--history needs saved runs: name files, the oldest first, as in cgbench --history old.json new.json, or their directory with --history=DIR' \
	--history
refused -s 128 '--history=empty: the directory has no saved runs: no file in it is named [*].json' --history=empty
refused -s 128 '--history=no: cannot read the directory: No such file or directory' --history=no
refused "--history=else.json is not a directory; to show files, name them after the options, as in cgbench --history else.json" \
	--history=else.json
refused "'runs' is a directory; to show the runs in it, use --history=runs" --history runs
refused -s 128 'no.json: cannot read: No such file or directory [(]--force shows the other runs[)]' \
	--history else.json no.json
refused "--history: the run './else.json' is given twice, first as 'else.json'" --history else.json ./else.json
refused 'option --raw comes after a file: --history takes options before files' --history else.json --raw
refused "--history=runs shows the runs of that directory: 'gcc' cannot be combined with it" --history=runs gcc
refused -s 128 '--history: the runs have nothing in common: no two of them have the same test with the same label' \
	--history else.json other.json runs/1.json
run "$CGBENCH" --history --label=c other.json runs/1.json
is "$status $err" '0 cgbench: --history: nothing that is chosen is in two runs, so there are no changes yet
cgbench: other.json was written by bench.pl and has no fingerprint: cannot tell whether the counts of this run are comparable with those of other runs' \
	'but a label may be new'
refused "--label: no run has the label 'aa'; did you mean 'a'[?]" --history=runs --label=aa
refused "--tests: unknown test 'upp'; did you mean 'up'[?]; --verbose lists them" --history=runs --tests=upp
refused -s 128 '/no/x: cannot make a file in its directory: No such file or directory' \
	--history=runs --format=csv:/no/x
for format in github-action-benchmark bencher google-benchmark; do
	refused "--format=$format cannot show a history; use one of text, json, csv, markdown, html, svg" \
		--history=runs --format=$format
done
for option in --benchfile=x -ex --preamble=x --inherit-env=PATH --cpu=v2 --host-cache --grindargs=-v --profile --sources=x --command --read=else.json --baseline=else.json --write=x --fail-above=Ir,0 \
	--bisect=Ir,0,1 --check --verify --jitter=1 --keep=x --loops=1,2 --putargs=x --language=c --engine=exec --columns=tests \
	--compact=a --average --summary --verdict=any --autolabel; do
	refused "--history shows saved runs: $(echo "$option" | sed 's/=.*//; s/^-ex/-e/') cannot be combined with it" \
		"$option" --history=runs
done
refused "--sort: a history has the order of its tests; use --sort=change to sort by change" --history=runs --sort=Ir:0
refused '--list prints the tests of one file: name it with --read=FILE instead of --history' --list --history=runs
refused '--label applies to --history; in a comparison, use --compact=PUT' \
	--label=a --read=else.json
cp runs/1.json damaged.json
truncate -s 300 damaged.json
refused -s 128 'damaged.json:1:301: damaged JSON: the file ends early; was it cut off[?] [(]--force shows the other runs[)]' \
	--history runs/1.json damaged.json runs/2.json
run "$CGBENCH" --history --force --label=b runs/1.json damaged.json runs/2.json
is "$status $err" '0 cgbench: damaged.json:1:301: damaged JSON: the file ends early; was it cut off?' 'with --force it is only named'
is "$(sed -n '7p;/^Runs/,$p' out)" 'up    _ ^ 100.0 110.0 +10.00 %  +10.00 % at 2000000 (2026-11-02) after a gap
Runs without counts:
    damaged: damaged.json:1:301: damaged JSON: the file ends early; was it cut off?' 'and is a gap'
run "$CGBENCH" --history --force damaged.json
is "$status $out$err" '128 cgbench: damaged.json:1:301: damaged JSON: the file ends early; was it cut off?
cgbench: --history: none of the runs could be read' 'nothing is shown of damaged files alone'

# The commit of one put is not said of another.
for n in 1 2; do
	# shellcheck disable=SC2046
	echo "m $n" | saved part$n.json $(at $n) --clean=1 --libc=2.36 "$n"
	# shellcheck disable=SC2046
	echo "m $n" | saved same$n.json $(at 1) --clean=$((n == 1)) --libc=2.36 "$n"
done
"$CGBENCH" --read=part1.json --read=part2.json --write=merged.json >/dev/null 2>&1
run "$CGBENCH" --history merged.json part2.json
is "$status $err $(sed -n 1p out)" '0 cgbench: merged.json: its columns were measured at different commits; this run is shown without one History of 2 runs, merged (2026-11-22) to 2000000 (2026-11-02)' \
	'a run of different commits has none'
"$CGBENCH" --read=same1.json --read=same2.json --write=merged.json >/dev/null 2>&1
run "$CGBENCH" --history merged.json part2.json
is "$status $err $(sed -n 1p out)" '0  History of 2 runs, 1000000 (2026-11-01, not clean) to 2000000 (2026-11-02)' \
	'and one of the same is clean if all its puts are'

mkfifo pipe
cat runs/2.json >pipe &
run "$CGBENCH" --history --tests=up --label=b runs/1.json pipe
is "$status $(grep -c '+10\.00 %' out)" '0 1' 'a run may come from a pipe'
"$CGBENCH" --read=runs/2.json --tests=up >fromfile
is "$(gzip <runs/2.json | zcat | "$CGBENCH" --read=/dev/stdin --tests=up 2>&1)" "$(cat fromfile)" \
	'and so may one of --read'

done_testing
