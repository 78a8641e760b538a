#!/bin/sh
# make install and uninstall; the installed program works on its own.
. "$(dirname "$0")/../tap.sh"

root=$work/root
server=${PRELOAD%/*}/libcgbench-compilerserver.so
timer=${PRELOAD%/*}/cgbench-timer
made() {
	MAKEFLAGS='' make -s -C "$top" -o "$CGBENCH" program="$CGBENCH" -o "$PRELOAD" library="$PRELOAD" \
		-o "$server" compiler_server="$server" -o "$timer" timer="$timer" DESTDIR="$root" PREFIX=/opt/bench "$@"
}
installed() {
	find "$root" ! -type d | sed "s|^$root||" | sort
}
alone() {
	(cd / && env -i PATH="$PATH" "$root/opt/bench/bin/cgbench" "$@")
}

run made install
is "$status" 0 'make install ends with 0'
is "$err" '' 'says nothing on stderr'

{
	echo /opt/bench/bin/cgbench
	for script in blame cycles flags gate growth history import pass reduce; do
		echo "/opt/bench/bin/cgbench-$script"
	done
	echo /opt/bench/include/cgbench/Blackhole.hpp
	echo /opt/bench/include/cgbench/benchmark/benchmark.h
	echo /opt/bench/include/cgbench/cgbench.h
	echo /opt/bench/libexec/cgbench/cgbench-timer
	echo /opt/bench/libexec/cgbench/libcgbench-forkserver.so
	echo /opt/bench/libexec/cgbench/libcgbench-compilerserver.so
	echo /opt/bench/libexec/cgbench/libcgbench-qemu.so
	echo /opt/bench/share/cgbench/cgbench.cmake
	echo /opt/bench/share/cgbench/variants.pm
	echo /opt/bench/share/bash-completion/completions/cgbench
	echo /opt/bench/share/pkgconfig/cgbench.pc
	for file in README.md CHANGELOG.md SECURITY.md LICENSE; do
		echo "/opt/bench/share/doc/cgbench/$file"
	done
	for file in "$top"/docs/*.* "$top"/docs/projects/*; do
		echo "/opt/bench/share/doc/cgbench/${file#"$top"/}"
	done
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
same got want 'the programs, libraries, headers, manual, completions, documents and benchfiles are installed, and nothing else'
is "$(find "$root" ! -type d -perm /111 | sed 's|.*/||' | sort | xargs)" 'cgbench cgbench-blame cgbench-cycles cgbench-flags cgbench-gate cgbench-growth cgbench-history cgbench-import cgbench-pass cgbench-reduce cgbench-timer' \
	'only programs are executable'
is "$(find "$root" ! -perm -444)" '' 'everybody may read all of it'

run alone --version
is "$status" 0 '--version, with no environment but PATH and in another directory'
like "$out" "^cgbench $(cat "$top/VERSION")" 'the installed program prints its version'
mkdir annotated
printf '%s\n' '#include "Blackhole.hpp"' '//@@Benchmark' \
	'void f(harness_utils::Blackhole &hole) { hole.consume(1); }' >annotated/f.cpp
run alone --tables --raw --fields=Ir --benchfile="$PWD/annotated/f.cpp" -- g++
is "$status $(grep -c FAIL out)" '0 0' 'annotated sources find the installed headers'
gcc -shared -fPIC -o clock.so "$here/run/time/clock.c"
run alone --command --time=0.01 --tables --raw --fields=Ir "LD_PRELOAD=$PWD/clock.so true"
is "$status $(grep -c '^Time of' out)" '0 1' 'cgbench finds the program that times commands'
run alone --action=selftest
is "$status" 0 '--action=selftest of the installed program ends with 0'
like "$out" '^1\.\.[1-9]' 'the installed program runs its checks'
first=$(sed -n 's/^\[\(.*\)\]$/\1/p' "$top/benchfiles/c.bench" | head -n 1)
run alone --tables --raw --fields=Ir --tests="$first" -- gcc
is "$status$err" 0 'the installed program measures'
like "$out" "^$first  *[0-9.]+$" 'takes its tests from the suite that was installed'

# The scripts find the program beside them.
mkdir gated
printf 'language = c\n[a]\ncode = BLACK_BOX(BLACK_BOX(100u) / 7);\n' >gated/tests.bench
cd gated || exit
run env -u CGBENCH PATH="$root/opt/bench/bin:$PATH" sh -c 'cgbench-gate --renew && cgbench-gate'
is "$status:$err" '0:cgbench: gates: 3 counts judged, 0 above the limit' 'cgbench-gate judges the directory it is called in'
git init -q
git add tests.bench
GIT_CONFIG_GLOBAL=/dev/null git -c user.name=a -c user.email=a@b commit -qm 'Divide'
run env -u CGBENCH "$root/opt/bench/bin/cgbench-history" --benchfile=tests.bench -- gcc
like "$status:$err" '^cgbench-history: 1 commit: 1 measured now' 'cgbench-history measures commits'
cd .. || exit
for script in blame cycles flags gate growth history import pass reduce; do
	run env -u CGBENCH "$root/opt/bench/bin/cgbench-$script" --help
	is "$status:$err" 0: "cgbench-$script finds what it shares with others"
	like "$out" "^    cgbench-$script " "cgbench-$script shows how it is called"
	unlike "$out" "^    $script " "cgbench-$script has its installed name"
done
for script in blame history; do
	run "$root/opt/bench/bin/cgbench-$script" --x
	like "$status:$err" "^129:cgbench-$script: .*; cgbench-$script --help lists them" "as do errors of cgbench-$script"
	run "$root/opt/bench/bin/cgbench-$script"
	like "$status:$err" "^129:cgbench-$script: .*, as in cgbench-$script --" "cgbench-$script gives an example"
done
is "$(sed -n 's/^Version: //p; s/^prefix=//p' "$root/opt/bench/share/pkgconfig/cgbench.pc" | xargs)" \
	"/opt/bench $(cat "$top/VERSION")" 'pkg-config is told where the headers are'

run made help
like "$out" '^make dist ' 'make help lists the targets'

words() {
	tr -s '[:space:],\134' '\n' | grep . | sort
}
is "$(sed -n '/^FROM .* AS build/,/^COPY/p' "$top/Containerfile" | words | grep -- '-dev$\|^debhelper')" \
	"$(sed -n '/^Build-Depends/,/^[^ B]/s/^ \([a-z0-9-]*\).*/\1/p' "$top/debian/control" | sed 's/-compat//' | words | grep -v '^perl\|^valgrind\|ctags')" \
	'Containerfile installs what the package is built with'

run made uninstall
is "$status" 0 'make uninstall ends with 0'
is "$(installed)" '' 'make uninstall leaves nothing'
is "$(find "$root" -name '*cgbench*')" '' 'no directory of cgbench is left'

done_testing
