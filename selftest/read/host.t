#!/bin/sh
# The machines that cgbench runs on: on another one the build stops, and says so in one line. Files that were saved
# on each are read on all, and compared as what they are.
. "$(dirname "$0")/../tap.sh"

printf '#!/bin/sh\necho riscv64-linux-gnu\n' >cc
chmod +x cc
run env -u MAKEFLAGS -u MAKELEVEL make -s -C "$top" build="$work/build" CC="$work/cc" all
is "$status" 2 'a compiler for another machine: the build stops'
like "$err" "^Makefile:[0-9]*: [*]{3} $work/cc compiles for riscv64, but cgbench runs on hosts of x86_64 aarch64" \
	'a compiler for another host: make says why it stops'
is "$(echo "$err" | wc -l)$out" 1 'a compiler for another host: make says so in one line'
ok 'before it makes anything' [ ! -e build ]

# machine/HOST.json was saved there: cgbench -e 'BLACK_BOX(BLACK_BOX(6) / 7)' --write=HOST.json -- gcc=HOST
x86=$here/counts/machine/x86_64.json arm=$here/counts/machine/aarch64.json
says='Machines: x86_64 on x86_64 (valgrind); aarch64 on aarch64 (valgrind).
Counts of different machines also compare their instruction sets.'
run "$CGBENCH" --read="$x86" --read="$arm" --write=both.json
is "$status $err" '0 ' 'files of two hosts are read together'
run "$CGBENCH" --read=both.json --tables --raw --fields=Ir,COND_m
is "$status $err$(sed -n '/^Machines/,$p' out)" "0 $says" 'and compared, and their machines told'
like "$out" '^COND_m +0\.0 +0\.0$' 'files of two hosts are shown with all fields'
run "$CGBENCH" --read=both.json --fields=Ir --format=csv
is "$(sed 1d out | cut -d, -f2,10)" 'x86_64,x86_64
aarch64,aarch64' 'CSV names the machine of each cell'
for pair in "$x86 $arm" "$arm $x86"; do
	run "$CGBENCH" --read="${pair% *}" --baseline="${pair#* }" --fields=Ir --fail-above=Ir,1000%
	is "$status" 128 'a gate does not judge a baseline of another host'
	like "$err" ': unjudged on .* differ in the machine \(' 'a gate does not judge other machines, and says so'
done
sed 's/page=4096/page=65536/; s/"aarch64"/"pages"/g' "$arm" >pages.json
run "$CGBENCH" --read="$arm" --read=pages.json
is "$status" 128 'a host of the same machine that programs see otherwise is refused'
like "$err" '^cgbench: .* differ in the processor valgrind shows \(.*page=4096.*page=65536.*--force' 'and that is the reason'

done_testing
