#!/bin/sh
# Each source of chance of a measured program gives the same in every run, or is left to chance where that is asked for,
# or is noticed.
. "$(dirname "$0")/../tap.sh"

bench=$here/counts/chance/c.bench

run "$CGBENCH" --tables --raw --fields=Ir -e 'BLACK_BOX(BLACK_BOX(6) / 7)' -- gcc
case $err in
*seccomp*)
	skip 'chance' 'this host does not let cgbench pin it'
	done_testing
	exit
	;;
esac

# counts: a line "TEST COUNT" for each test that was printed.
counts() {
	awk '/^[^ ]+ [! ]*[0-9.-]+$/ && $1 != "AVERAGE" { print $1, $NF }' out
}

# twice NAME OPTION...: two runs print the same numbers, none of which is marked; they are in "counted".
twice() {
	name=$1
	shift
	run "$CGBENCH" --tables --raw --fields=Ir "$@"
	is "$status:$err" 0: "$name: everything is measured"
	unlike "$out" ' ! ' "$name: nothing is marked"
	counts >counted
	run "$CGBENCH" --tables --raw --fields=Ir "$@"
	is "$(counts)" "$(cat counted)" "$name: the same in another run"
}

# The first random byte is 60. The first process has the number 4194304, its parent the next one. The time is 10^9
# seconds, whose remainder is 100, and everything else has just begun.
cat >want <<'END'
random::getrandom 60
random::getentropy 60
random::urandom 60
random::slow 60
random::much 12
random::path 60
time::time 101
time::clock 2
time::coarse 100
time::day 3
time::process 6
time::goes-on 7
numbers::process 304
numbers::parent 305
numbers::thread 304
numbers::signal 20
numbers::queued 14
numbers::group 13
numbers::file 11
numbers::link 608
host::processor 8
real::time 10
real::random 10
real::pid 10
END

# turns NAME: the loops, of three instructions beside four or five others, had as many turns as "want" says. One of the
# five may be a jump of the test's loop, which cgbench leaves out where it finds it.
turns() {
	awk 'NR == FNR { want[$1] = 1; next }
		$1 in want { print $1, int(($2 - 4) / 3) }' want counted >turns
	same turns want "$1"
}

pinned='/^(random|time|numbers|host|file|real)::/'
twice 'C' --benchfile="$bench" --tests="$pinned" -- gcc -O1
turns 'C: the values'
printf '%s\n' 'exec@--engine=exec@gcc -O1' 'step@--engine=step@gcc -O1' 'static@-j2@gcc -O1 -static' \
	'qemu@--engine=qemu@gcc -O1' '32 bits@-j2@gcc -O1 -m32' >ways
echo 'int main(void) { return 0; }' >main.c
if ! gcc -m32 main.c -o main 2>said || ! ./main 2>said; then
	sed -i '/^32/d' ways
	skip '32 bits' 'there are no programs of 32 bits here'
fi
if ! can_step 'engine step'; then
	sed -i '/^step/d' ways
fi
if ! command -v qemu-x86_64 >found || ! "$CGBENCH" --action=doctor | grep -q '^qemu *works'; then
	sed -i '/^qemu/d' ways
	skip 'qemu' 'the engine does not work here'
fi
cp want all
while IFS=@ read -r name option put; do
	in_turn 5 <all >want
	# shellcheck disable=SC2086 # the words of the put
	twice "$name" "$option" --benchfile="$bench" --tests="$(cut -d ' ' -f 1 want | paste -sd ,)" -- $put
	turns "$name: the values"
done <ways

# left WHAT TURNS...: what --real leaves to chance is no longer what it was, and the rest is.
left() {
	what=$1
	shift
	run "$CGBENCH" --tables --raw --fields=Ir --benchfile="$bench" --tests='/^real::/' --real="$what" -- gcc -O1
	is "$(counts | awk '{ print int(($2 - 4) / 3) }' | tr '\n' ' ')" "$* " "--real=$what"
}
left time 100 10 10
left random 10 100 10
left pid 10 10 100
left time,random,pid 100 100 100
{
	sed '/^\[/,$d' "$bench"
	sed -n '/^\[real::pid/,/^$/p' "$bench"
	echo 'real = random pid'
} >key.bench
run "$CGBENCH" --tables --raw --fields=Ir --benchfile=key.bench -- gcc -O1
like "$(counts)" '^real::pid 30[45][.]0$' 'the key real'
refused '--real=clock: it must be a list of what is not pinned: time, random or pid' --real=clock -e 1 -- gcc

# noted NAME TEST WHY OPTION...: such a cell is measured again, and is varying because of that.
noted() {
	name=$1 test=$2 why=$3
	shift 3
	run "$CGBENCH" --tables --raw --fields=Ir --benchfile="$bench" --tests="$test" --write=noted.json --show "$@"
	like "$out" "^    $test on gcc \([0-9.]+ to [0-9.]+, [0-9.]+ %$why\)$" "$name: marked, with both counts"
	cp out first
	run "$CGBENCH" --tables --raw --fields=Ir --read=noted.json
	is "$(sed -n '/^!/,$p' out)" "$(sed -n '/^!/,$p' first)" "$name: a saved file has that"
}
for engine in fork exec; do
	noted "the name of the directory, $engine" noted::directory '; it depends on the name of its directory' \
		--engine=$engine -- gcc -O1
done
# Only the reads of this one differ.
run "$CGBENCH" --tables --raw --benchfile="$bench" --tests=noted::reads --show -- gcc -O1
like "$out" '^    noted::reads on gcc \(in other fields than Ir; it depends on the name of its directory\)$' 'reads alone differ: marked'
is "$("$CGBENCH" --read=noted.json --format=json | grep -o '"reads":[^]]*]')" '"reads":["directory"]' 'as JSON'
noted 'a file of the kernel' noted::host '; it depends on what the kernel tells about the host' -- gcc -O1
noted 'a link of the kernel' noted::link '; it depends on what the kernel tells about the host' -- gcc -O1
noted 'a number of a file' noted::files '; it depends on numbers and times of files that it changes' -- gcc -O1
noted 'a link to the directory' noted::path '; it depends on the name of its directory' -- gcc -O1
noted 'the rest of a wait' noted::wait '; it depends on the time' -- gcc -O1
noted 'the time of a child' noted::child '; it depends on the time, processes that it starts' -- gcc -O1
noted 'any other call' noted::call '; it depends on what the kernel tells about the host' -- gcc -O1
noted 'a fraction' fraction::file '; it depends on numbers and times of files that it changes' -- gcc -O1 --env=GROWING="$work/growing"
noted 'a timer' noted::timer '; it depends on the time, numbers and times of files that it changes' -- gcc -O1 --env=GROWING="$work/grown"
run "$CGBENCH" --tables --raw --fields=Ir --benchfile="$bench" --tests=noted::network -v -- gcc -O1
like "$(counts)" '^noted::network 3[12][.]0$' 'the network: not marked if the second count is the same'

gcc "$here/counts/chance/refuse.c" -o refuse
run ./refuse "$CGBENCH" --tables --raw --fields=Ir --benchfile="$bench" --tests='/^real::/' --write=refused.json --show -- gcc -O1
like "$err" '^cgbench: this kernel or container does not let cgbench answer system calls' 'refused: one line says so'
is "$(counts | awk '{ print int(($2 - 4) / 3) }' | tr '\n' ' ')" '100 100 100 ' 'refused: nothing is pinned'
# shellcheck disable=SC2016 # an expression of Perl
like "$(json refused.json '$f->{cgbench}{fingerprints}[0]{pins}')" '^chance=real ' 'refused: the fingerprint says so'

if grep -q '^qemu' ways; then
	cat >ticks.bench <<'END'
language = c
[ticks]
setup = int n = (int)((__builtin_ia32_rdtsc() >> 10) % 20000);
code = for (int i = BLACK_BOX(n); i > 0; i--) __asm__ volatile("nop");
END
	run "$CGBENCH" --tables --raw --fields=Ir --benchfile=ticks.bench --engine=qemu -- gcc -O1
	like "$out" '^    ticks on gcc \(.*; it depends on the time\)$' 'qemu, a counter of the processor: noted'
fi

# Instructions, where the processor has them.
if [ "$(uname -m)" = x86_64 ] && grep -q rdrand /proc/cpuinfo; then
	for engine in fork exec; do
		twice "instructions, $engine" --engine=$engine --benchfile="$here/counts/chance/x86.bench" -- gcc -O1
		is "$(counts | awk '{ print $1, int(($2 - 4) / 3) }' | tr '\n' ' ')" 'counter 1 counter::twice 476 drawn 60 ' \
			"instructions, $engine: the values"
	done
else
	skip 'instructions' 'this processor has no rdrand'
fi

# Libraries that draw a seed for their hashes, or random numbers.
cat >libraries <<'END'
jansson.h@gcc@-ljansson@json_t *o = json_object(); for (char k[] = "a"; *k < 'u'; ++*k) json_object_set_new(o, k, json_integer(*k)); json_decref(o);
expat.h@gcc@-lexpat@XML_Parser p = XML_ParserCreate(NULL); BLACK_BOX(XML_Parse(p, "<a b='1' c='2'><d e='3' f='4'/></a>", 35, 1)); XML_ParserFree(p);
libxml/parser.h@gcc -I/usr/include/libxml2@-lxml2@xmlFreeDoc(xmlReadMemory("<a b='1' c='2'><d e='3' f='4'/></a>", 35, "x", NULL, 0));
openssl/rand.h@gcc@-lcrypto@unsigned char b; RAND_bytes(&b, 1); for (int i = b; i; i--) BLACK_BOX(i);
random@g++@-lm@std::random_device d; for (unsigned i = d() % 256; i; i--) BLACK_BOX(i);
END
while IFS=@ read -r header put flags code; do
	# shellcheck disable=SC2086 # the words of the put
	if ! printf '#include <%s>\nint main(void) { return 0; }\n' "$header" | $put -x "$([ "$put" = g++ ] && echo c++ || echo c)" - $flags -o main 2>said; then
		skip "$header" 'it is not installed'
		continue
	fi
	for i in 1 2; do
		# shellcheck disable=SC2086 # the words of the put
		run "$CGBENCH" --tables --raw --preamble="#include <$header>" --ldflags="$flags" -e "$code" -- $put
		is "$status:$err" 0: "$header: is measured"
		unlike "$out" '^varying: ' "$header: is not varying"
		cp out "drawn.$i"
	done
	same drawn.2 drawn.1 "$header: the same in another run"
done <libraries
if rustc --version >found 2>&1; then
	for i in 1 2; do
		run "$CGBENCH" --tables --raw -s 'let mut m = std::collections::HashMap::new(); for i in 0..20 { m.insert(i, i); }' \
			-e 'let mut n = 1u32; for x in &m { if x.0 * n % 3 != 0 { n = n.wrapping_mul(7) + x.1; } } black_box(n);' -- rustc
		is "$status:$err" 0: 'HashMap: is measured'
		unlike "$out" '^varying: ' 'HashMap: is not varying'
		cp out "drawn.$i"
	done
	same drawn.2 drawn.1 'HashMap: the same in another run'
else
	skip 'HashMap' 'rustc is not installed'
fi

# Interpreters and commands.
cat >drawn.bench <<'END'
[perl]
setup = my $n = int(rand(300)) + $$ % 100 + time % 100;
code = 1 for 1 .. $n;
END
twice perl --benchfile=drawn.bench -- perl
cat >drawn.bench <<'END'
[python]
setup =
    import os, random, time
    n = random.randrange(300) + os.getpid() % 100 + int(time.time()) % 100 + os.urandom(1)[0]
code = for i in range(n): pass
END
twice python --benchfile=drawn.bench -- "$(python3 -c 'import sys; print(sys.executable)')"
twice command --command 'shuf -i 1-500'

# A report explains what is drawn.
run "$CGBENCH" --explain=all --benchfile="$bench" --tests=random::getrandom -- gcc -O1 clang -O1
is "$status:$err" 0: 'explained'
unlike "$out" 'callgrind counted' 'explained: both tools count the same'
done_testing
