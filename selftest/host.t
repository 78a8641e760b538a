#!/bin/sh
# The machines that cgbench runs on: on another one the build stops, and says so in one line.
. "$(dirname "$0")/tap.sh"

printf '#!/bin/sh\necho riscv64-linux-gnu\n' >cc
chmod +x cc
run env -u MAKEFLAGS -u MAKELEVEL make -s -C "$top" build="$work/build" CC="$work/cc" all
is "$status" 2 'a compiler for another machine: the build stops'
like "$err" "^Makefile:[0-9]*: [*]{3} $work/cc compiles for riscv64, but cgbench runs on hosts of x86_64 aarch64" \
	'and says why'
is "$(echo "$err" | wc -l)$out" 1 'in one line'
ok 'before it makes anything' [ ! -e build ]

done_testing
