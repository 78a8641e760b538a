#!/bin/sh
# The fork server's declarations of the kernel, beside the headers of each machine.
. "$(dirname "$0")/../tap.sh"

forkserver=$top/src/inject/forkserver

# same_constants NAME COMPILER...
same_constants() {
	name=$1
	shift
	if echo '#include <signal.h>' | "$@" -c -o found.o - 2>said; then
		"$@" -w -D_GNU_SOURCE -DKERNEL="\"$forkserver/kernel.h\"" -c -o same.o - <"$here/read/kernel/same.c" 2>said
		is "$?:$(cat said)" 0: "$name: the same as in its headers"
	else
		skip "$name: the same as in its headers" 'it has no C library here'
	fi
}
idirafter='-idirafter /usr/include/x86_64-linux-gnu'
same_constants x86-64 gcc -x c
same_constants 'x86-64, C++' g++ -x c++
# shellcheck disable=SC2086
same_constants i386 gcc -m32 $idirafter -x c
same_constants aarch64 aarch64-linux-gnu-gcc -x c
same_constants riscv64 riscv64-linux-gnu-gcc -x c
done_testing
