#!/bin/sh
# Tests that are linked together share nothing: each checks its own definitions and aborts if it
# finds another test's. Tests that cannot be combined still run.
# shellcheck disable=SC2086 # the words of a put
. "$(dirname "$0")/../tap.sh"

isolation=$here/counts/isolation

gcc=gcc gxx=g++ clang=clang

# passes NAME SUITE TESTS PUT...: every cell is measured.
passes() {
	name=$1 suite=$2 tests=$3
	shift 3
	run "$CGBENCH" -j2 --benchfile="$isolation/$suite.bench" --tests="$tests" --write=cells.json -- "$@"
	is "$status $err" "0 " "$name"
}

# suites: a line "NAME@SUITE@TESTS@PUT..." for each put. Link-time optimisation and sanitizers need a program for each
# test, which can have only one main.
suites() {
	some='/^(names::(one|two)|weak|common|constructor::(two|none)|library::malloc)/'
	few='/^(names::(one|two)|constructor::(two|none))/'
	cat <<-END
		C, gcc@c@/./@gcc
		C++, clang@c++@/./@clang++
		link-time optimisation@c@$few@gcc -flto
		indirect functions, versions, gcc@gnu@/./@gcc
		position-dependent, all debug information@c@/./@gcc -fno-pie -no-pie -g3 -O0
		C++, gcc@c++@/./@g++
		undefined behaviour@c@$few@gcc -fsanitize=undefined
		C, clang@c@/./@clang
		C++, static@c++@/./@g++ -static
		bound at once, exported@c@$some@gcc -Wl,-z,now -rdynamic
		static, -fcommon@c@/./@gcc -static -fcommon
		C++, link-time optimisation@c++@/^(struct|static::(one|two))/@g++ -flto
		indirect functions, versions, clang@gnu@/./@clang
		sections collected@c@/./@gcc -ffunction-sections -fdata-sections -Wl,--gc-sections
	END
	if command -v ld.lld >found; then
		echo 'sections collected by lld@c@/^(?!gathered)/@clang -fuse-ld=lld -ffunction-sections -Wl,--gc-sections'
		echo 'C++, lld@c++@/./@clang++ -fuse-ld=lld -Wl,--gc-sections'
	fi
	# tcc supports fewer attributes, and links by itself.
	! command -v tcc >found || echo 'tcc@c@/^(names|label|visibility|library|flags::(?!wrap))/@tcc'
	! can_32_bits || echo "32 bits@c@$some@gcc -m32"
}

can_32_bits() {
	printf '#include <stdio.h>\nint main(void) {}\n' | "$gcc" -m32 -x c - -o 32 2>said && runs_32_bits
}

command -v ld.lld >found || skip 'lld' 'there is no ld.lld'
command -v tcc >found || skip 'tcc' 'there is no tcc'
can_32_bits || skip '32 bits' "$gcc -m32 links no program, or this kernel runs none"
suites | in_turn 4 >chosen
while IFS=@ read -r name suite tests put; do
	passes "$name" "$suite" "$tests" $put
done <chosen

# Calls of shared libraries go through what each test has for itself.
cat >calls.bench <<'EOF'
language = c
preamble =
    #include <stdio.h>
    #include <stdlib.h>
[calls]
code = BLACK_BOX(getenv("A")); fflush(NULL);
[address]
code = BLACK_BOX(getenv); BLACK_BOX(getenv("A")); fflush(NULL);
EOF

# owns NAME WANT TEST PUT...: the calls of the test go to these stubs, or through places there in a page.
owns() {
	name=$1 want=$2 test=$3
	shift 3
	rm -rf kept
	run "$CGBENCH" --benchfile=calls.bench --tests="$test" --keep=kept --tables --fields=Ir -- "$@"
	is "$status $(objdump -d kept/*/"$test"/program |
		sed -n 's/.*call.*<cgbenchtest[0-9]*\.\([^>]*\)>.*/\1/p
			s/.*call.* [0-9a-f]*\([0-9a-f]\{3\}\) <\(getenv\|fflush\)@G.*/place \1/p' |
		sort -u | xargs)" "0 $want" "$name"
}

# callers: a line "NAME|WANT|TEST|PUT..." for each way of calling.
callers() {
	cat <<-END
		position-independent|stubs+0x18 stubs+0x8|calls|gcc
		branch tracking|stubs+0x18 stubs+0x8|calls|gcc -fcf-protection=full -Wl,-z,now,-z,ibtplt
		position-dependent|stubs+0x18 stubs+0x8|calls|gcc -fno-pie -no-pie
		without stubs|place 000 place 008|calls|gcc -fno-pie -no-pie -fno-plt
		not of a stub that is an address|stubs+0x8|address|gcc -fno-pie -no-pie
	END
	for linker in gold lld; do
		! command -v ld.$linker >found || echo "$linker|stubs+0x18 stubs+0x8|calls|clang -fuse-ld=$linker"
	done
}

callers | in_turn 2 >chosen
while IFS='|' read -r name want test put; do
	owns "calls: $name" "$want" "$test" $put
done <chosen
for linker in gold lld; do
	if command -v ld.$linker >found; then
		echo $linker
	else
		skip "calls: $linker" "there is no ld.$linker"
	fi
done >linkers
in_turn 1 <linkers >chosen
while read -r linker; do
	# gold lets places refer to stubs, which it makes for them.
	run "$CGBENCH" --benchfile=calls.bench --tests=calls --tables --raw --fields=Ir -- \
		"$clang=a" -fno-pie -no-pie -fno-plt "$clang=b" -fno-pie -no-pie -fno-plt "-fuse-ld=$linker"
	is "$(sed -n 's/^calls  *\(.*\.0\)  *\1$/same/p' out)" same "calls: $linker: no jump to a stub more"
done <chosen

# ldflags may be given for one language, and name another file in another directory.
cat >own.bench <<'EOF'
preamble = int value(void);
[small]
ldflags.c = {dir}/small/value.o
code = BLACK_BOX(value());
[large]
ldflags.c = {dir}/large/value.o
code = BLACK_BOX(value());
EOF
for size in small large; do
	mkdir $size
	echo "int value(void) { volatile int n = $size; while (n) n--; return n; }" |
		"$gcc" -Dsmall=0 -Dlarge=99 -xc -O1 -c -o $size/value.o -
	printf 'preamble = int value(void);\n[common]\ncode = BLACK_BOX(BLACK_BOX(1));\n' >$size/a.bench
	printf '[%s]\nldflags = {dir}/value.o\ncode = BLACK_BOX(value());\n' $size >>$size/a.bench
	"$CGBENCH" --benchfile=$size/a.bench --write=$size.json --format=json -- "$gcc=$size" >out
done

# tell_apart NAME: $out has the counts of both.
tell_apart() {
	like "$out" '^small .* [0-9]\.0$' "$1: of the small one"
	like "$out" '^large .* [0-9]{3}\.0$' "$1: of the large one"
}

run "$CGBENCH" --benchfile=own.bench --tables --raw --fields=Ir -- "$gcc"
tell_apart "flags for one language"
run "$CGBENCH" --read=small.json --read=large.json --tables --raw --fields=Ir -- "$gcc=again"
tell_apart "flags that name the directory of either benchfile"

# Go: what a package defines is named after it, unless the user names it.
if command -v gccgo >/dev/null; then
	for count in 1000 2; do
		cat <<-END
			[turns$count]
			preamble =
			    //go:linkname turns turns
			    //go:noinline
			    func turns() int { n := 0; for i := 0; i < $count; i++ { n += blackBox(i) }; return n }
			code = blackBox(turns())
		END
	done >go.bench
	run "$CGBENCH" --benchfile=go.bench --language=go --tables --raw --fields=Ir -- gccgo
	like "$out" '^turns1000 +[0-9]{4}\.0$' "Go: the name of two functions, in the first test"
	like "$out" '^turns2 +[0-9]{1,2}\.0$' "Go: in the second test"
else
	skip "Go" "there is no gccgo"
fi

# A linker that merges or sorts tests is detected.
if command -v ld.gold >/dev/null; then
	run "$CGBENCH" -j2 --benchfile="$isolation/c++.bench" --tests='/^static/' --tables --raw --fields=Ir -- \
		"$gxx" -fuse-ld=gold -Wl,--icf=all
	is "$status" 128 "identical code folded: status"
	like "$err" '^cgbench: static::.*: (.*was another test|usage: )' \
		"identical code folded: no test is measured in another's place"
else
	skip "identical code folded" "there is no ld.gold"
fi

# A second main is an error only of the test that has it.
run "$CGBENCH" --benchfile="$isolation/c.bench" --tests='/^names/' --write=cells.json -- "$gcc" -flto
is "$status" 128 "a second main: status"
is "$(printf '%s\n' "$err" | grep -c '^cgbench: names')" 1 "a second main: one cell fails"
like "$err" "^cgbench: names::main on .*: link: exited with status 1" "a second main: which"
like "$err" 'multiple definition of .main' "a second main: the linker's words"

done_testing
