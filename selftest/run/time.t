#!/bin/sh
# --time: a clock beside the counts. No test here reads a real clock: see time/clock.c.
# shellcheck disable=SC2016
. "$(dirname "$0")/../tap.sh"

gcc -shared -fPIC -o clock.so "$here/run/time/clock.c" || exit 1
clock=--env=LD_PRELOAD=$work/clock.so
cat >t.bench <<'END'
[add]
code = BLACK_BOX(BLACK_BOX(3) + 4);

[eight]
ops = 8
code = BLACK_BOX(BLACK_BOX(3) * 5);
END

parts 2 order process trace commands ends compared fails shards languages counts

# timed OPTION...: with the clock in front of what is measured.
timed() {
	run "$CGBENCH" --time=10 --benchfile=t.bench --tables --raw --fields=Ir "$@"
}

# table: what is printed of times.
table() {
	sed -n '/^Time of/,$p' out
}

timed --show --write=all.json --format=json:all.js --format=html:all.html -- \
	gcc "$clock" --env=CLOCK=active=3000000 gcc=near "$clock" --env=CLOCK=active=2980000 \
	gcc=slow "$clock" --env=CLOCK=active=4000000
is "$status $err" '0 ' 'three puts are timed'
table >got
cat >want <<'END'
Time of one operation, in nanoseconds

              median      99 % interval     p90 p99
           --------- ------------------ ------- ---
add   gcc  3042560   3016320 to 3068800 3074240   -
      near 3022560 ~ 2996320 to 3048800 3054240   -
      slow 4042560   4016320 to 4068800 4074240   -
eight gcc   380320     377040 to 383600  384280   -
      near  377820 ~   374540 to 381100  381780   -
      slow  505320     502040 to 508600  509280   -

~ the interval overlaps that of gcc: the difference may be chance
END
same got want 'times are shown as in the golden table'

run "$CGBENCH" --read=all.json --tables --raw --fields=Ir
is "$status $err" '0 ' 'a file that is read'
table >got
same got want 'a file that is read has the same times'
run "$CGBENCH" --read=all.json --tables --raw --fields=Ir --compact=slow
is "$(table | grep -c 'gcc  *[0-9]')" 0 '--compact shows one put'
run "$CGBENCH" --read=all.json --tables --average
unlike "$out" '^Time of' '--average shows no times'

is "$(json all.js 'my $t = $f->{cells}[1]{time};
	join " ", (map { "$_=$t->{$_}" } qw(median least most p90 p99)), $t->{overlap} ? "over" : "apart",
	"[@{$t->{notes}}]"')" 'median=3022560 least=2996320 most=3048800 p90=3054240 p99= over []' 'json has the times'
is "$(json all.json 'my $c = $f->{cgbench}; my $t = $c->{tests}{add}{times}{slow};
	join " ", "@{$t->{turns}}", $t->{step}, scalar @{$t->{samples}} > 8 ? "many" : "few",
	scalar @{$t->{samples}[0]}, $c->{hosts}[0]{cpu} =~ /^\d+$/ ? "cpu" : "",
	exists $c->{hosts}[0]{load} ? "load" : ""')" \
	'1 1 10 many 6 cpu load' 'a saved file has the samples and the host'
is "$(grep -c '<svg class=samples' all.html)" 6 'html has a distribution for each'
like "$(cat all.html)" '<td>3022560<td class=name>~<td>2996320 to 3048800<td>3054240<td>-<td>[0-9]+<td class=name><svg .*</svg>$' \
	'html has the numbers'
sed 's/"step":10,/"step":1000000,/g' all.json >coarse.json
run "$CGBENCH" --read=coarse.json --format=html
is "$(sed -n '/^<p>.*: the clock.s step is more than 1 % of a sample<.p>$/,/^<.ul>/p' out | grep -c '^<li>')" 6 \
	'html has what is noted of each, below the table'
like "$(cat all.html)" 'timed on<td colspan=3>.*load [0-9]' 'html has the host'

if chosen order; then
	# Order and layouts do not depend on what else is timed.
	timed --write=again.json -- gcc "$clock" --env=CLOCK=active=3000000 gcc=near "$clock" \
		--env=CLOCK=active=2980000 gcc=slow "$clock" --env=CLOCK=active=4000000
	for file in all again; do
		sed 's/"load":"[^"]*"/"load":""/g' "$file.json" >"$file.unloaded"
	done
	same_run again.unloaded all.unloaded 'samples are taken in the same order'
fi

if chosen process; then
	# A timed process reports where it runs: one line for each, with the put, the variant, addresses
	# of stack and heap in a page and of code in a cache line, the processors that it may use, which
	# process forked it, and how often it ran the setup.
	cat >probe.bench <<END
[probe]
preamble =
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <unistd.h>
    static __attribute__((noinline)) void
    probe(void)
    {
        static int probed;
        long n[5] = {0};
        char line[4096];
        FILE *work = fopen("work", "r"), *in, *out;
        int timed = work && fscanf(work, "%ld %ld %ld %ld %ld", n, n + 1, n + 2, n + 3, n + 4) == 5;
        if (work)
            fclose(work);
        probed++;
        if (!timed)
            return;
        in = fopen("/proc/self/status", "r");
        out = fopen("$work/probes", "a");
        fprintf(out, "%d %ld %lu %lu %lu ", PUT, n[1],
            (unsigned long)__builtin_frame_address(0) % 4096, (unsigned long)malloc(64) % 4096,
            (unsigned long)__builtin_return_address(0) % 64);
        while (fgets(line, sizeof line, in))
            if (!strncmp(line, "Cpus_allowed_list:", 18))
                fputs(strtok(line + 18, " \t\n"), out);
        fprintf(out, " %d %d\n", (int)getppid(), probed);
        fclose(in);
        fclose(out);
    }
setup = probe();
code  = BLACK_BOX(1);
END
	run "$CGBENCH" --time=10 --benchfile=probe.bench --write=probe.json -- gcc=one -DPUT=1 "$clock" \
		gcc=two -DPUT=2 "$clock"
	is "$status $err" '0 ' 'a test that looks at its process'
	cpu=$(json probe.json '$f->{cgbench}{hosts}[0]{cpu}')
	is "$(cut -d' ' -f6 probes | sort -u)" "$cpu" 'every process has one processor, which is saved'
	is "$(cut -d' ' -f8 probes | sort -u)" 1 'setup runs once in each'
	is "$(cut -d' ' -f7 probes | uniq -c | awk 'NR > 4 { print $1 }' | sort -u)" 3 \
		'each loop of a sample is in a process of its own, and so is the untimed pass'
	# The first four find the number of iterations.
	awk '!seen[$7]++' probes | sed 1,4d >samples
	ok 'there are many samples' [ "$(wc -l <samples)" -ge 32 ]
	is "$(awk '{ n[$1 " " $2]++ } END { for (i in n) print n[i] }' samples | sort -u | wc -l)" 1 \
		'there are as many samples of each put and variant'
	rounds=$(($(wc -l <samples) / 4))
	for column in 3 4; do
		ok "each round has a layout of its own ($column)" \
			[ "$(cut -d' ' -f$column samples | sort -u | wc -l)" -ge "$rounds" ]
	done
	is "$(cut -d' ' -f5 samples | sort -u | wc -l)" 4 'code is at four places in a cache line'
	ok 'the order within a round changes' [ "$(cut -d' ' -f1,2 samples | paste - - - - | sort -u | wc -l)" -gt 4 ]
	ok 'a round has both variants of both puts in the same layout' \
		[ "$(cut -d' ' -f3 samples | uniq -c | awk '$1 != 4' | wc -l)" = 0 ]
fi

if chosen commands; then
	# Commands are started by a program that has the clock, too.
	cat >command.bench <<'END'
language = command

[whole]
once = yes
code = -c 'exit 0'

[less]
once  = yes
code  = -c 'exit 0'
empty = -c 'exit 0'

[turns]
ops  = 2
code = -c 'exit 0' @count@
END
	commands() {
		run "$CGBENCH" --time=10 --benchfile=command.bench --tables --raw --fields=Ir "$@"
	}
	commands -- sh "$clock" --env=CLOCK=active=3000000 sh=slow "$clock" --env=CLOCK=active=4000000
	is "$status" 0 'commands are timed without a failure'
	# The untimed pass is between readings 4 and 5. The whole run is between 6 and 7, which are 7 units
	# apart. Of a command that repeats its work, the long loop takes 2 units more than the short one.
	table >got
	cat >want <<'END'
Time of one operation, in nanoseconds

               median        99 % interval      p90 p99
           ---------- -------------------- -------- ---
whole sh   17654231   17574151 to 17725687 17776199   -
      slow 21154231   21074151 to 21225687 21276199   -
less  sh      0.000         0.000 to 0.000    0.000   -
      slow    0.000 ~       0.000 to 0.000    0.000   -
turns sh    2522033     2510065 to 2533473  2539457   -
      slow  3022033     3010065 to 3033473  3039457   -

~ the interval overlaps that of sh: the difference may be chance
END
	same got want 'nothing is subtracted but a run of the empty command'
fi

if chosen trace; then
	# Each run notes its arguments, its input, its padding, and the descriptors that it has. The
	# first ones are counted, the last 8 times 128 timed.
	cat >trace.bench <<END
language = command

[whole]
once  = yes
stdin = one line
code  = -c 'read line; echo "whole \$line \$(echo "\$PAD" | wc -c)" /proc/self/fd/* >>$work/traces'

[turns]
code = -c 'echo "turns \$1" >>$work/traces' name @count@
END
	run "$CGBENCH" --time=0.01 --benchfile=trace.bench --tables --raw --fields=Ir -- sh "$clock" \
		--env=CLOCK=grows,unit=4400,active=0
	is "$status $err" '0 ' 'commands that look at their processes'
	is "$(sed -n 's/turns //p' traces | sort -nu | xargs)" '1 2 4 8 10 16 20 32' \
		'@count@ is doubled until it takes a millisecond'
	is "$(grep '^whole' traces | cut -d' ' -f2,3 | sort -u)" 'one line' 'each run reads the whole input'
	is "$(grep '^whole' traces | cut -d' ' -f4 | uniq -c | awk 'NR > 1 { print $1 }' | xargs)" \
		'128 128 128 128 128 128 128 128' 'each sample has another layout, and as many runs'
	is "$(grep '^whole' traces | tail -n 1024 | cut -d' ' -f5- | sort -u)" \
		'/proc/self/fd/0 /proc/self/fd/1 /proc/self/fd/2 /proc/self/fd/3' 'a timed program has only its standard descriptors'
fi

if chosen fails; then
	# fails WHY CODE: a command that does so if it is not counted.
	fails() {
		printf 'language = command\n[fails]\nonce = yes\ncode = -c %s\n' \
			"'case \$VALGRIND_LIB in ?*) exit 0 ;; esac; $2'" >fails.bench
		run "$CGBENCH" --time=10 --benchfile=fails.bench --tables --raw --fields=Ir -- sh
		is "$status $err" "128 cgbench: --time: no times of 'fails' on 'sh': $1" "$2"
		unlike "$out" '^Time of' 'there are no times'
	}
	fails 'exited with status 3' 'exit 3'
	fails 'killed by SIGTERM' 'kill $$'
	fails 'killed by SIGKILL' 'kill -9 $PPID'
	fails 'wrote to standard error' 'echo trouble >&2'
	printf 'language = command\n[fails]\nonce = yes\nstatus = 3\ncode = -c %s\n' \
		"'test -n \"\$VALGRIND_LIB\" && exit 3; true'" >fails.bench
	run "$CGBENCH" --time=10 --benchfile=fails.bench --tables --raw --fields=Ir -- sh
	is "$status $err" "128 cgbench: --time: no times of 'fails' on 'sh': exited with status 0" \
		'a status that is not the wanted one'
	run "$CGBENCH" --command --time=10 --tables --raw --fields=Ir 'sh -c "exit 3"'
	is "$status $(printf '%s\n' "$err" | grep -c -- --time)" '128 0' 'what was not counted is not timed'
	printf 'language = command\n[same]\ncode = -c "exit 0" @count@\n' >same.bench
	run "$CGBENCH" --time=10 --benchfile=same.bench --tables --raw --fields=Ir -- sh "$clock" --env=CLOCK=unit=1000,active=0
	is "$status $err" "128 cgbench: --time: no times of 'same' on 'sh': twice as many iterations take no longer" \
		'a command that ignores its count'
	run "$CGBENCH" --command --time=10 --tables --raw --fields=Ir "LD_PRELOAD=$work/clock.so CLOCK=steady true"
	is "$status $err" '128 cgbench: --time: the clock stands still: there are no times' \
		'nor is the end of doubling far for a whole run'
fi

if chosen compared; then
	# Runs that are compared.
	timed --write=slow.json -- gcc=slower "$clock" --env=CLOCK=active=3010000
	# against FILE: measures beside it.
	against() {
		run "$CGBENCH" --time=10 --read="$1" --tables --raw --fields=Ir --format=html:page.html --show \
			--format=json:page.js -- gcc "$clock" --env=CLOCK=active=3000000
	}
	against slow.json
	like "$(table)" '^Timed before or after slower, .*: gcc$' 'times of another run are named'
	like "$(table)" '^ *gcc .* ~ ' 'times of another run are compared'
	sed 's/"clock":"/"clock":"other-/' slow.json >elsewhere.json
	against elsewhere.json
	like "$(table)" '^Timed on another host than slower, and not compared: gcc$' 'times of another host are named'
	unlike "$(table)" '~' 'times of another host are not compared'
	is "$(json page.js 'defined $f->{cells}[1]{time}{overlap} ? "compared" : "null"')" null 'times of another host are not compared in JSON'
	like "$(cat page.html)" 'Timed on another host than slower, and not compared: gcc<.p>' 'the page says that another host is not compared'
fi

if chosen shards; then
	# Shards that were timed on two hosts.
	cat >two.bench <<'END'
[one]
code = BLACK_BOX(BLACK_BOX(3) + 4);
[two]
code = BLACK_BOX(BLACK_BOX(3) + 5);
END
	for i in 1 2; do
		"$CGBENCH" --time=10 --benchfile=two.bench --shard=$i/2 --write=shard$i.json -- \
			gcc "$clock" --env=CLOCK=active=3000000 gcc=near "$clock" --env=CLOCK=active=2980000
	done
	sed -i 's/"clock":"/"clock":"other-/g' shard2.json
	run "$CGBENCH" --read=shard1.json --read=shard2.json --tables --raw --fields=Ir --write=joined.json --show
	is "$(table | grep -c '^ *near .* ~ ')" 2 'shards of two hosts: puts are compared in each test'
	is "$(json joined.json '$f->{cgbench}{hosts}[0]{clock}')" several 'a saved file says that they are of two'
	run "$CGBENCH" --read=joined.json --columns=tests --tables --raw --fields=Ir
	like "$(table)" '^Timed on another host than one, and not compared: two$' 'nor are tests with each other'
	run "$CGBENCH" --read=all.json --columns=tests --tables --raw --fields=Ir
	like "$(table)" '^Timed before or after add, .*: eight$' 'tests of one host take no turns'
	run "$CGBENCH" --time=10 --read=joined.json --tables --raw --fields=Ir -- gcc=now "$clock"
	like "$(table)" '^Timed on another host than gcc, and not compared: now$' 'no other run is compared with them'
fi

if chosen counts; then
	# Counts are those without times.
	"$CGBENCH" --benchfile=t.bench --write=plain.json -- gcc "$clock" --env=CLOCK=active=3000000
	timed --write=timed.json -- gcc "$clock" --env=CLOCK=active=3000000
	sed 's/,"times":{"gcc":{[^{}]*}}//g; s/"hosts":\[[^]]*\],//' timed.json >untimed.json
	same_run untimed.json plain.json 'all else in the file is what it is without --time'
	is "$(grep -c '"times":\|"hosts":' plain.json)" 0 'which has neither times nor hosts'
fi

# Rows: a clock, and what is noted of a time, or why there is none.
printf '%s\n' 'spread=200 wide' 'still stands still' 'noise=30 speed' 'coarse coarse' 'back went back' \
	'active=1500000 hidden' 'steady stands still' | in_turn 2 >clocks
while read -r kind note; do
	timed --format=json:out.js --show --tests=add -- gcc "$clock" --env="CLOCK=$kind"
	case $kind in
	still | back | steady)
		is "$status $err" "128 cgbench: --time: the clock $note: there are no times" "a clock that $note"
		like "$out" '^add  *2\.0$' "a clock that $note: the counts are shown"
		unlike "$out" '^Time of' "a clock that $note: no times are shown"
		continue
		;;
	esac
	is "$status $(json out.js 'join " ", @{$f->{cells}[0]{time}{notes}}')" "0 $note" "notes with a clock of $kind"
	case $kind in
	coarse)
		like "$(table)" '^coarse: the clock.s step is more than 1 % of a sample$' 'a note says what it means'
		like "$(table)" '^    add on gcc$' 'a note says what has it'
		;;
	esac
done <clocks

if chosen ends; then
	cat >leaves.bench <<'END'
[leaves]
setup = static int runs;
code  = if (runs++ > 1) _exit(0);
preamble = #include <unistd.h>
END
	run "$CGBENCH" --time=10 --loops=1,2 --benchfile=leaves.bench --tables --raw --fields=Ir -- gcc "$clock" \
		--env=CLOCK=grows,unit=2000,active=0
	is "$status $err" \
		"128 cgbench: --time: no times of 'leaves' on 'gcc': ended early with status 0, as if by exit(0)" \
		'a test that ends its process where more turns are made'

	# The next loop does not begin with what setup left: a test that cannot be set up twice.
	cat >fills.bench <<'END'
preamble =
    #include <stdlib.h>
    static int table[4], n;
[fills]
setup = for (int i = 0; i < 4; i++) if (n == 4) abort(); else table[n++] = i;
code  = BLACK_BOX(BLACK_BOX(table)[1]);
[crashes]
setup = static int turns;
code  = if (turns++ > 1) abort();
END
	run "$CGBENCH" --time=10 --loops=1,2 --benchfile=fills.bench --tables --raw --fields=Ir -- gcc "$clock" \
		--env=CLOCK=grows,unit=2000,active=0
	like "$(table)" '^fills gcc +[0-9]' 'a test whose setup changes static data'
	is "$err" "cgbench: --time: no times of 'crashes' on 'gcc': killed by SIGABRT" 'the end of a forked process is told'
	# The other thread has said that it runs, and had many turns since, before the first test begins: what it
	# executes is in each count.
	cat >threads.c <<'END'
#include <pthread.h>
#include <sched.h>
#include <unistd.h>
static int ends[2];
static void *wait_long(void *p) { for (write(ends[1], "", 1); ; ) pause(); return p; }
static __attribute__((constructor)) void
start(void)
{
	pthread_t t;
	char c;

	if (pipe(ends) || pthread_create(&t, NULL, wait_long, NULL) || read(ends[0], &c, 1) != 1)
		_exit(1);
	for (int i = 0; i < 100; i++)
		sched_yield();
}
END
	printf 'sources = threads.c\n[threads]\ncode = BLACK_BOX(BLACK_BOX(3) + 4);\n' >threads.bench
	run "$CGBENCH" --time=10 --engine=exec --benchfile=threads.bench --tables --raw --fields=Ir -- gcc "$clock"
	is "$status $err" "128 cgbench: --time: no times of 'threads' on 'gcc': starts threads before it reads its input, so it cannot be forked" \
		'tests of a program that starts threads before them are not timed'

	cat >unlinked.bench <<'END'
[unlinked]
code = BLACK_BOX(3);
END
	executable fails-later <<'END'
# A compiler that links a test once, and then one copy of it.
case " $* " in
*/test.o*/test.o*" -o "*/program*) exit 3 ;;
*" -o "*/program*) mkdir linked || mkdir copied || exit 3 ;;
esac
exec gcc "$@"
END
	run "$CGBENCH" --time=10 --benchfile=unlinked.bench --tables --raw --fields=Ir -- "$work/fails-later" --lang=c
	is "$status $(printf '%s\n' "$err" | sed -n 2p)" \
		"128 cgbench: unlinked on $work/fails-later: link: exited with status 3" \
		'a test that cannot be linked again is named once'
fi

if chosen languages; then
	cat >c++.bench <<'END'
language = c++
[one]
code = BLACK_BOX(BLACK_BOX(3) + 4);
END
	for put in g++ clang++; do
		run "$CGBENCH" --time=10 --benchfile=c++.bench --tables --raw --fields=Ir -- "$put" "$clock"
		like "$(table)" '^one [^ ]+ +3039840 ' "$put"
	done

	# An annotated source may say how long a test is timed.
	cat >annotated.cpp <<'END'
@Benchmark @Measurement(iterations = 2, time = 15000, timeUnit = TimeUnit.MILLISECONDS)
int longer() { return 3; }
@Benchmark @Warmup(iterations = 2, time = 9) @Measurement(iterations = 5)
int usual() { return 4; }
END
	# samples OPTION: how many there are of both tests.
	samples() {
		run "$CGBENCH" "$1" --benchfile=annotated.cpp --format=json -- g++ "$clock"
		json out 'join " ", map { $_->{time}{samples} } @{$f->{cells}}'
	}
	is "$(samples --time)" '62 8' '--time alone: 30 seconds as annotated, or 1'
	is "$(samples --time=10)" '18 18' 'a number of seconds is for all'
fi

run "$CGBENCH" --time=10 -e 1 --tables --raw --fields=Ir -- perl
is "$status $err" '0 cgbench: --time has no effect on perl: only compiled tests and commands are timed' 'tests of other languages are not timed'

# untimed WHY OPTION...: is refused with that message.
untimed() {
	why=$1
	shift
	run "$CGBENCH" "$@" -e 'BLACK_BOX(1)' -- gcc gcc=other
	is "$status $out$err" "129 cgbench: $why" "refused: $*"
}

no_count() {
	untimed "${1%%=*}: '$2' is not a count: times differ between runs and are only shown; use --time=SECONDS" "$1"
}

no_count --sort=time:0 time
no_count --fail-above=time,5% time
no_count --bisect=median,0,5 median
no_count --fields=p99 p99
run "$CGBENCH" --time=1 --sort=time:0 -e 1 -- gcc
is "$err" "cgbench: --sort: 'time' is not a count: times differ between runs and are only shown" \
	'--time=SECONDS is not suggested where it was given'
for other in --bisect=Ir,0,1 --check '--average --tables'; do
	# shellcheck disable=SC2086 # two words
	untimed "--time shows times, which ${other%%[= ]*} ignores: they cannot be combined" --time=1 $other
done
for n in 0 x 1x -1 +1 0x1 86401 1e9 1e-4 1e nan inf .; do
	untimed "--time: '$n' is not a number of seconds from 0.001 to 86400" "--time=$n"
done
run "$CGBENCH" --time=1 --read=all.json
is "$status $err" \
	"129 cgbench: --time measures: name programs after '--'; the times in a file are shown without it" '--time with a file alone'

# damaged EDIT WHY
damaged() {
	perl -0pe "$1" all.json >damaged.json
	run "$CGBENCH" --read=damaged.json
	is "$status $out$err" "128 cgbench: damaged.json: $2" "$1"
}

place='cgbench.tests.add.times.gcc'
damaged 's/"turns":\[1,1\]/"turns":[1,0]/' "$place.turns[1]: is 0"
damaged 's/"step":10/"stop":10/' "$place.step: is missing"
damaged 's/"samples":\[\[\d+,/"samples":[[/' "$place.samples[0]: is not an array of 6 numbers"

done_testing
