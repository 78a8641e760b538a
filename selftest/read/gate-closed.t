#!/bin/sh
# Gates fail closed: all ways in which a cell, or the norm's, can lack a value that means something, a row
# each. None passes, and one line names the cell, or the put or file if all its cells are lost. What is
# documented to pass is in the same tables, with status 0.
# shellcheck disable=SC2016 # perl's variables
. "$(dirname "$0")/../tap.sh"

traits='--valgrind=3 --caches=c --cpu=v2 --libc=1 --version=1 --exe=cc'

# save LABEL... [OPTION]... : the tests of standard input as a saved file.
save() {
	# shellcheck disable=SC2086
	perl "$here/saved.pl" $traits "$@"
}

# judged STATUS ERE NAME OPTION...: the status is that, and one line of what is said matches.
judged() {
	judged_want=$1
	judged_line=$2
	judged_name=$3
	shift 3
	run "$CGBENCH" --fields=Ir "$@"
	is "$status:$(grep -cE -e "$judged_line" "$work/err")" "$judged_want:1" "$judged_name: $judged_want"
}

# edit FILE EXPRESSION: changes the saved file, which is $f.
edit() {
	perl -MJSON::PP -i -e '
		my $expression = splice @ARGV, 1;
		local $/;
		my $f = decode_json(scalar <>);
		eval "$expression; 1" or die $@;
		print JSON::PP->new->ascii->canonical->encode($f);
	' "$1" "$2"
}

# A cell and the norm's, in one file. Next to it is a test that passes, so that a gate which overlooks the
# cell would pass; no value is above a limit of 1000 %, except on a norm of 0.
# NAME | VALUES | STATUS | GATE | LINE
cat >ways <<'END'
not measured|7 -|128|Ir,1000%|on put: missing, though norm has counts: cell$
failed|7 FAIL|128|Ir,1000%|on put: failed, here or on norm: cell$
failed on the norm|FAIL 7|128|Ir,1000%|on put: failed, here or on norm: cell$
failed on both|FAIL FAIL|128|Ir,1000%|on put: failed, here or on norm: cell$
failed, and new|- FAIL|128|Ir,1000%|on put: failed, here or on norm: cell$
new|- 7|0|Ir,1000%|gates: 1 count judged, 0 above the limit, 1 new$
new, and alone|- 7|128|cell:Ir,1000%|on put: all its tests are new$
measured on neither, and alone|- -|128|/cell/:Ir,1000%|on put: nothing was measured$
measured on neither, and named|- -|128|same,cell:Ir,1000%|on put: named by the gate, but not measured, here or on norm: cell$
another text|7 7~|128|Ir,1000%|on put: not comparable: the text differs from that on norm: cell$
a count on a norm of 0|0 7|1|Ir,1000%|cell on put: Ir is 7.0, on norm 0.0
a quotient without a value|7 0|128|turn,1000%|on put: has no value: cell$
a quotient without a value on the norm|0 7|128|turn,1000%|on put: has no value: cell$
a value that is too large|7 7|128|huge,1000%|on put: has no value: same, cell$
a count that was not saved|7 7|128|calls,1000%|on put: has no value: same, cell$
a size that was not saved|7 7|128|size,1000%|on put: has no value: same, cell$
a name that no test has|7 7|128|same,call:Ir,1000%|gate same,call:Ir,1000% unjudged: no test is named 'call'$
a regex that no test matches|7 7|128|/call/:Ir,1000%|gate /call/:Ir,1000% unjudged: no test matches$
ranges that overlap|7/9 8/7|0|Ir,0|gates: 2 counts judged, 0 above the limit$
a range on one side|7 8/7|1|Ir,0|cell on put: Ir is 8.0, on norm 7.0
END
# The other verdicts of today; a new one needs a row.
sed -n 's/.*X([A-Z]*, "\([a-z]*\)",.*/\1/p' "$top/src/model/verdict.h" >verdicts
while read -r verdict; do
	closed=128
	case $verdict in
	empty | folded | hoisted | shared | unstored | processes) line='measures nothing or only a part .*, unlike on norm: cell$' ;;
	vdso | fenv | signal | syscall | heap | split | machine) line="valgrind's own .*, unlike on norm: cell\$" ;;
	stepped) line='counted in single steps .*, here or on norm: cell$' ;;
	# Counts of these are exact, or the manual says to give them a limit.
	rep | loop | varying | forked) closed=0 line='gates: 2 counts judged, 0 above the limit$' ;;
	*) line='a verdict without a row' ;;
	esac
	cat <<-END
		$verdict|9 9!$verdict|$closed|Dr,1000%|$line
		$verdict on the norm|9!$verdict 9|$closed|Dr,1000%|$line
		$verdict on both|9!$verdict 9!$verdict|0|Dr,1000%|gates: 2 counts judged, 0 above the limit$
		$verdict, which is expected|9 9!$verdict expect=$verdict|0|Dr,1000%|gates: 2 counts judged, 0 above the limit$
	END
done <verdicts >>ways
large=1$(printf '%0300d' 0)
while IFS='|' read -r name values want gate line; do
	printf 'same 5 5\ncell %s\n' "$values" | save norm put >cell.json
	judged "$want" "$line" "$name" --read=cell.json --derive='turn=2*Ir/Ir' --derive="huge=Ir*$large*$large" \
		--fail-above="$gate"
done <ways
printf 'same 5 5\ncell 9 9!split\n' | save norm put >cell.json
judged 0 'gates: 2 counts judged, 0 above the limit$' 'split, in another field' --read=cell.json --fail-above=Ir,1000%

# Damage to a file: a part of a cell is lost, or nothing of the file can be read.
# NAME | EXPRESSION | STATUS | GATE | LINE
while IFS='|' read -r name change want gate line; do
	printf 'same 5 5\ncell 7 7\n' | save norm put >cell.json
	edit cell.json "$change"
	judged "$want" "$line" "$name" --read=cell.json --fail-above="$gate"
done <<'END'
nothing is lost|1|0|Ir,1000%|gates: 2 counts judged, 0 above the limit$
less than nothing|$_ -= 90 for @{$f->{results}{cell}{put}[1][1]}{grep /^Ir/, keys %{$f->{results}{cell}{put}[1][1]}}|128|Ir,1000%|on put: measures nothing or only a part .*: cell$
a put|pop @{$f->{perls}}|128|Ir,1000%|cell.json: .*put
END
# Cut off anywhere, a file is refused.
printf 'same 5 5\ncell 7 7\n' | save norm put >cell.json
size=$(wc -c <cell.json)
for part in 0 1 2 3 4 5 6 7; do
	head -c "$((size * part / 8))" cell.json >cut.json
	judged 128 "cut.json:" "a file, cut off after $part eighths" --read=cut.json --fail-above=Ir,1000%
done

# Two runs: what they must share. The first is the baseline, or with --read the norm.
# NAME | TRAITS | STATUS | OPTIONS | LINE
printf 'same 5\ncell 7\n' | save norm >old.json
while IFS='|' read -r name other want options line; do
	# shellcheck disable=SC2086
	printf 'same 5\ncell 7\n' | save $other put >new.json
	# shellcheck disable=SC2086
	judged "$want" "$line" "$name" $options --read=new.json --fail-above=Ir,1000%
done <<'END'
nothing differs||0|--baseline=old.json|gates: 2 counts judged, 0 above the limit$
another valgrind|--valgrind=4|128|--baseline=old.json|differ in the version of valgrind .*: not comparable
the same by force|--valgrind=4|128|--baseline=old.json --force|unjudged on put: .* differ in the version of valgrind
another C library|--libc=2|128|--baseline=old.json|unjudged on put: .* differ in the C library
the same of two files|--libc=2|0|--read=old.json|gates: 2 counts judged, 0 above the limit$
other loops|--loop=30|129|--baseline=old.json|old.json was measured with --loops=10,20, the programs to compare with 10,30$
the same of two files|--loop=30|128|--read=old.json|loop
END
printf 'same 5\ncell 7\n' | perl "$here/saved.pl" put >new.json
judged 128 "unjudged on put: 'put' has no fingerprint" 'no fingerprint' --baseline=old.json --read=new.json --fail-above=Ir,1000%
printf 'same 5\ncell 7\n' | save --valgrind='qemu 7' --cpu='aarch64 a' put >new.json
judged 128 'unjudged on put: .* differ in the machine' 'another machine' --baseline=old.json --read=new.json --fail-above=Ir,1000%
judged 0 'gates: 2 counts judged, 0 above the limit$' 'which is meant without a baseline' --read=old.json --read=new.json \
	--fail-above=Ir,1000%

# Two runs: what is missing in one.
mkdir runs
cp old.json runs
# NAME | TESTS | STATUS | OPTIONS | LINE
printf 'same 5 5\ncell 7 7\n' | save norm other >two.json
while IFS='|' read -r name tests want options line; do
	# shellcheck disable=SC2059
	printf "$tests" | save put >new.json
	# shellcheck disable=SC2086
	judged "$want" "$line" "$name" $options --fail-above=Ir,1000%
done <<'END'
a removed test|same 5\n|128|--baseline=old.json --read=new.json|unjudged on put: missing, though baseline has counts: cell$
a renamed test|same 5\ncall 7\n|128|--baseline=old.json --read=new.json|unjudged on put: missing, though baseline has counts: cell$
all tests renamed|sane 5\ncall 7\n|128|--baseline=old.json --read=new.json|old.json has no test in common with .* is 'sane'$
a removed test that is not chosen|same 5\n|0|--baseline=old.json --read=new.json --tests=same|gates: 1 count judged, 0 above the limit$
a chosen test that no file has|same 5\n|129|--baseline=old.json --read=new.json --tests=call|--tests: unknown test 'call'
a choice without a test|same 5\n|129|--baseline=old.json --read=new.json --tests=/call/|--tests: no test matches /call/$
a gate on a test that is not chosen|same 5\ncell 7\n|128|--baseline=old.json --read=new.json --tests=same --fail-above=cell:Ir,0|gate cell:Ir,0 unjudged: no test is named 'cell'$
no put but the norm|same 5\n|129|--read=new.json|--fail-above compares columns: it needs at least two
a norm that is no put|same 5\n|129|--read=old.json --read=new.json --norm=lost|--norm: unknown column 'lost'
a renamed label|same 5\ncell 7\n|129|--baseline=two.json --read=new.json|two.json has 2 columns, none labelled 'put'
the baseline|same 5\n|128|--baseline=lost.json --read=new.json|lost.json: cannot read
the run|same 5\n|128|--baseline=old.json --read=lost.json|lost.json: cannot read
all runs but one|same 5\n|129|--history=runs|--fail-above cannot be combined with it$
END

# A gate beside what judges nothing, or beside another that would replace it.
# NAME | OPTIONS | LINE
while IFS='|' read -r name options line; do
	# shellcheck disable=SC2086
	judged 129 "$line" "$name" $options
done <<'END'
a list of languages|--fail-above=Ir,0 --baseline=old.json --read=new.json --action=languages|--fail-above judges counts: it cannot
the doctor|--action=doctor --check -- gcc|--check judges counts: it cannot
a range, and the samples|--bisect=Ir,1,2 --action=selftest|--bisect judges counts: it cannot
a script for a shell|--fail-above=Ir,0 --completion=bash|--fail-above judges counts: it cannot
a list of tests|--fail-above=Ir,0 --read=old.json --list|--list prints the tests and no counts
a second baseline|--baseline=old.json --baseline=new.json --read=new.json --fail-above=Ir,0|--baseline is given twice
a second range|--bisect=Ir,1,2 --read=new.json --bisect=Ir,0,100|--bisect is given twice
a second limit of --check|--check --check=100 -- gcc|--check is given twice
END

# A directory of runs with what has the name of a run, but is none.
mkdir runs/directory.json
ln -s nowhere runs/link.json
run "$CGBENCH" --history=runs
is "$status" 128 'a history with a link that leads nowhere: status'
like "$err" '^cgbench: --history=runs: runs/link.json: No such file or directory$' 'and the reason'
rm runs/link.json
mkfifo "runs/$(printf '%040d' 7).failed"
run "$CGBENCH" --history=runs
is "$status" 0 'a history with a directory and a pipe among the runs: status'
is "$(grep -c '^cgbench: --history=runs: skips runs/[^ ]*, which is not a regular file$' "$work/err")" 2 'both are named'

# Shards: a run of two, of which one is missing, or is there twice.
for shard in 1 2; do
	printf 'test%s 5 5\n' "$shard" | save norm put >"shard$shard.json"
	edit "shard$shard.json" '$f->{cgbench}{shard} = {number => '"$shard"', count => 2, tests => 2, selection => "0" x 16}'
done
judged 128 'shard 2 of 2 of the run with shard1.json is missing' 'a missing shard' --read=shard1.json --fail-above=Ir,1000%
judged 128 '--fail-above needs a whole run' 'the same by force' --read=shard1.json --fail-above=Ir,1000% --force
judged 128 'shard1.json' 'the same shard twice' --read=shard1.json --read=shard1.json --fail-above=Ir,1000%
judged 128 'shard1.json: is shard 1 of 2' 'a shard as the baseline' --baseline=shard1.json --read=new.json --fail-above=Ir,1000%

# The gate of a repository: cgbench that is missing, or killed, is no pass.
mkdir bench
cp "$top/scripts/gate" bench
: >bench/tests.bench
printf '#!/bin/sh\nkill -9 $$\n' >killed
chmod +x killed
for program in "$work/lost" "$work/killed"; do
	run env CGBENCH="$program" bench/gate
	ok "scripts/gate with ${program##*/}: no pass" [ "$status" -gt 1 ]
	like "$err" '^gate: not judged, which is not a pass' 'a gate that is not judged says so'
done

done_testing
