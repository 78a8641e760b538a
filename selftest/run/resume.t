#!/bin/sh
# A run with --write that is interrupted, and --resume: the file is that of a run which nothing
# interrupts, and what had been measured is not measured again.
. "$(dirname "$0")/../tap.sh"

TMPDIR=$work/tmp
export TMPDIR
mkdir tmp
cat >tests.bench <<'EOF'
preamble =
    #include "value.h"
    #include <later.h>
    #include <path.h>
cflags = -I{dir} -isystem {dir}/later -include {dir}/forced.h

[add]
code = BLACK_BOX(BLACK_BOX(VALUE) + 2)

[mul]
code = BLACK_BOX(BLACK_BOX(VALUE) * 3)

[div]
code = BLACK_BOX(BLACK_BOX(VALUE) / 7)
EOF
mkdir later path
export CPATH="$work/path"
touch later/later.h path/path.h forced.h
echo '#define VALUE 5' >value.h
# Each compiler notes the tests that it compiles. The second one ends the run, once the first one's
# cells have been saved, if the file "stop" names a signal.
for put in first second; do
	mkdir $put
	executable $put/gcc <<EOF
case "\$*" in
*/test.c*)
	echo test >>$work/$put.calls
	if [ $put = second ] && mv $work/stop $work/stopping 2>/dev/null; then
		until [ -e $work/run.json.partial ]; do :; done
		kill -"\$(cat $work/stopping)" "\$(cat $work/pid)"
	fi
	;;
esac
exec gcc "\$@"
EOF
done

limit=$(seconds 60)
# grind OPTION...: measures the tests with both compilers to run.json.
grind() {
	rm -f first.calls second.calls
	# shellcheck disable=SC2016 # of the inner shell
	run sh -c 'echo $$ >pid; exec "$CGBENCH" "$@"' sh --jobs=2 --timeout="$limit" --benchfile=tests.bench \
		--write=run.json "$@" -- first/gcc=first second/gcc=second -O2
}

# calls: how many tests each compiler compiled.
calls() {
	for put in first second; do
		touch $put.calls
		wc -l <$put.calls
	done
}

# interrupt SIGNAL OPTION...
interrupt() {
	signal=$1
	shift
	rm -f run.json
	echo "$signal" >stop
	grind "$@"
	ok "SIG$signal $*: only FILE.partial is left" [ -e run.json.partial ] && ok 'no FILE' [ ! -e run.json ]
}

# resumed NAME CALLS OPTION...: resumes to the file that NAME.json is.
resumed() {
	name=$1 wanted=$2
	shift 2
	rm -f run.json
	grind --resume "$@"
	like "$status:$(calls | paste -sd ' ')" "^0:$wanted\$" "$name: only what is missing is compiled"
	like "$err" "^cgbench: [0-9]+ of [0-9]+ counts had been measured$" "$name: says so"
	[ -s run.json ] && same_run run.json "$name.json" "$name: the file of an undisturbed run"
	ok "$name: FILE.partial is removed" [ ! -e run.json.partial ]
}

grind
cp run.json whole.json
is "$status:$err:$(calls | paste -sd ' ')" '0::3 3' 'a run that nothing interrupts'
ok 'leaves no FILE.partial' [ ! -e run.json.partial ]
grind --resume
is "$status:$err:$(calls | paste -sd ' ')" '0::3 3' 'nothing to resume: a whole run'

interrupt TERM
is "$status" 143 'the status is that of the signal'
is "$("$CGBENCH" --read=run.json.partial --fields=Ir --format=csv 2>/dev/null |
	awk -F, 'NR > 1 && $4 != "" { print $1, $2, 1 }')" 'add first 1
mul first 1
div first 1' 'FILE.partial has the cells of the first compiler'

# Another run.
partial=run.json.partial
cp $partial kept
other() {
	why=$1
	shift
	run "$CGBENCH" --resume --write=run.json --benchfile="$benchfile" "$@"
	is "$status:$out:$(wc -l <err | tr -d ' ')" 129::1 "another run: $why"
	like "$err" "^cgbench: $partial was written by another run: .*$why.*; remove it, or omit --resume\$" "says: $why"
	same $partial kept 'FILE.partial is as it was'
}
benchfile=tests.bench
same="--jobs=2 --timeout=$limit"
puts='first/gcc=first second/gcc=second -O2'
# shellcheck disable=SC2086 # words
{
	other --jobs --jobs=1 --timeout="$limit" -- $puts
	for what in $(printf '%s\n' loops puts arguments engine tests | in_turn 2); do
		case $what in
		loops) other 'loops' $same --loops=10,30 -- $puts ;;
		puts) other 'the programs' $same -- first/gcc=first ;;
		arguments) other "the arguments \\('-O2', '-O1'\\)" $same -- first/gcc=first second/gcc=second -O1 ;;
		engine) other '--engine' $same --engine=exec -- $puts ;;
		tests) other 'the tests' $same --tests=add,mul -- $puts ;;
		esac
	done
	for header in $(printf '%s\n' value.h later/later.h path/path.h forced.h | in_turn 1); do
		cp "$header" before
		echo '#define OTHER' >>"$header"
		other 'files that programs are made of' $same -- $puts
		cp before "$header"
	done
	sed 's/ 7/ 8/' tests.bench >other.bench
	benchfile=other.bench
	other 'the tests' $same -- $puts
}
refused '--resume goes on with a run that --write saves: name the file, as in --write=FILE --resume' \
	--resume -e 'BLACK_BOX(1)' -- gcc
refused "--resume measures: name the programs of the run after '--'" --resume --read=whole.json --write=run.json
resumed whole '0 3'

# Other runs, of which one is tried in turn.
for kind in $(printf '%s\n' kill keep profile shard | in_turn 1); do
	case $kind in
	kill)
		# Nothing can notice it.
		interrupt KILL
		is "$status" 137 'a run that is killed: status'
		rm -rf tmp/*
		resumed whole '0 3'
		;;
	keep)
		# Batches of one, twice interrupted: how many have ended is a matter of time, but not none.
		grind --keep=keep
		cp run.json keep.json
		interrupt TERM --keep=keep
		echo INT >stop
		grind --resume --keep=keep
		is "$status" 130 'a resumed run is interrupted'
		resumed keep '[0-2] [0-3]' --keep=keep
		;;
	profile)
		grind --profile
		cp run.json profile.json
		interrupt HUP --profile
		resumed profile '0 3' --profile
		;;
	shard)
		grind --shard=1/2 --check
		cp run.json shard.json
		interrupt TERM --shard=1/2 --check
		grind --resume --shard=1/2 --check
		same_run run.json shard.json 'a shard with --check: the file of an undisturbed run'
		;;
	esac
done

# A pipe is written to directly, and nothing is kept beside it.
mkfifo pipe
exec 3<>pipe
echo mine >pipe.partial
run "$CGBENCH" --resume --benchfile=tests.bench --write=pipe -- gcc
exec 3>&-
is "$status:$err:$(cat pipe.partial)" 0::mine 'a pipe: nothing is read or removed beside it'

done_testing
