#!/bin/sh
# Saved files with one count that was not measured: they are refused, or the gate fails.
. "$(dirname "$0")/../tap.sh"

run "$CGBENCH" --write=good.json -e 'BLACK_BOX(BLACK_BOX(6) / 7)' -- gcc=a
is "$status" 0 "the benchfile is measured"
sed 's/"a"/"b"/g' good.json >other.json
run "$CGBENCH" --read=good.json --read=other.json --fail-above=Ir,0
is "$status" 0 "equal counts pass"

is "$(perl "$here/read/lies/lies.pl" "$CGBENCH")" 'most are refused, 0 pass' 'no gate passes for a lie'

sed 's/"tests":{"[^"]*":{/&"ops":"0",/' good.json >ops.json
refused -s 128 'ops.json: tests\..*\.ops: is not a whole number from 1 to 999999999' --read=ops.json

# A file of a real run is always read: the empty loop need not be linear, nor cheaper than the active one,
# and a command may have none.
cat >odd.bench <<'EOF'
[square]
setup = unsigned n = 0;
pre = n += 300; for (unsigned i = 0; i < n * n / 100; i++) BLACK_BOX(i);
code = BLACK_BOX(1);
[cached]
setup = unsigned done = 0;
pre = if (!BLACK_BOX(done)) for (unsigned i = 0; i < 100000; i++) BLACK_BOX(i);
code = done = BLACK_BOX(1);
EOF
cat >command.bench <<'EOF'
language = command
[no-empty]
code = -c "i=0; while [ $i -lt @count@ ]; do i=$((i + 1)); done"
[other-empty]
empty = -c "i=0; while [ $i -lt 999 ]; do i=$((i + 1)); done"
code = -c ": @count@"
[once]
once = yes
code = -c :
EOF
run "$CGBENCH" --write=odd.json --benchfile=odd.bench -- gcc
is "$status:$err" "0:" 'odd empty loops are measured'
run "$CGBENCH" --read=odd.json
is "$status:$err" "0:" 'odd empty loops are read'
run "$CGBENCH" --write=command.json --benchfile=command.bench -- /bin/sh --lang=command
is "$status:$err" "0:" 'commands are measured'
run "$CGBENCH" --read=command.json
is "$status:$err" "0:" 'commands are read'

done_testing
