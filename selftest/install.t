#!/bin/sh
# make install and uninstall; the installed program works on its own.
. "$(dirname "$0")/tap.sh"

root=$work/root
server=${PRELOAD%/*}/libcgbench-compilerserver.so
timer=${PRELOAD%/*}/cgbench-timer
made() {
	MAKEFLAGS='' make -s -C "$top" -o "$CGBENCH" program="$CGBENCH" -o "$PRELOAD" library="$PRELOAD" \
		-o "$server" compiler_server="$server" -o "$timer" timer="$timer" \
		DESTDIR="$root" PREFIX=/opt/bench "$@"
}
installed() {
	find "$root" ! -type d | sed "s|^$root||" | sort
}
alone() {
	(cd / && env -i PATH="$PATH" "$root/opt/bench/bin/cgbench" "$@")
}

run made install
is "$status" 0 'make install'
is "$err" '' 'says nothing on stderr'

{
	echo /opt/bench/bin/cgbench
	echo /opt/bench/include/cgbench/Blackhole.hpp
	echo /opt/bench/include/cgbench/cgbench.h
	echo /opt/bench/libexec/cgbench/cgbench-timer
	echo /opt/bench/libexec/cgbench/libcgbench-forkserver.so
	echo /opt/bench/libexec/cgbench/libcgbench-compilerserver.so
	echo /opt/bench/libexec/cgbench/libcgbench-qemu.so
	echo /opt/bench/share/bash-completion/completions/cgbench
	echo /opt/bench/share/fish/vendor_completions.d/cgbench.fish
	echo /opt/bench/share/zsh/site-functions/_cgbench
	for file in "$top"/man/*.[157]; do
		echo "/opt/bench/share/man/man${file##*.}/${file##*/}"
	done
	for file in "$top"/benchfiles/*.bench; do
		echo "/opt/bench/share/cgbench/benchfiles/${file##*/}"
	done
} | sort >want
installed >got
same got want 'the program, its libraries, headers, manual, completions and benchfiles are installed, and nothing else'
is "$(find "$root" ! -type d -perm /111 | sed 's|.*/||' | sort | xargs)" 'cgbench cgbench-timer' \
	'only programs are executable'
is "$(find "$root" ! -perm -444)" '' 'everybody may read all of it'

run alone --version
is "$status" 0 '--version, with no environment but PATH and in another directory'
like "$out" "^cgbench $(cat "$top/VERSION")" 'prints the version'
mkdir annotated
printf '%s\n' '#include "Blackhole.hpp"' '//@@Benchmark' \
	'void f(harness_utils::Blackhole &hole) { hole.consume(1); }' >annotated/f.cpp
run alone --raw --fields=Ir --benchfile="$PWD/annotated/f.cpp" -- g++
is "$status $(grep -c FAIL out)" '0 0' 'annotated sources find the installed headers'
gcc -shared -fPIC -o clock.so "$here/time/clock.c"
run alone --command --time=0.01 --raw --fields=Ir "LD_PRELOAD=$PWD/clock.so true"
is "$status $(grep -c '^Time of' out)" '0 1' 'cgbench finds the program that times commands'
run alone --action=selftest
is "$status" 0 '--action=selftest, likewise'
like "$out" '^1\.\.[1-9]' 'which runs checks'
first=$(sed -n 's/^\[\(.*\)\]$/\1/p' "$top/benchfiles/c.bench" | head -n 1)
run alone --raw --fields=Ir --tests="$first" -- gcc
is "$status$err" 0 'a measurement, likewise'
like "$out" "^$first  *[0-9.]+$" 'takes its tests from the suite that was installed'

run made uninstall
is "$status" 0 'make uninstall'
is "$(installed)" '' 'leaves nothing'
is "$(find "$root" -name '*cgbench*')" '' 'not even a directory of its own'

done_testing
