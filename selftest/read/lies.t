#!/bin/sh
# Saved files with one count that was not measured: they are refused, or the gate fails.
. "$(dirname "$0")/../tap.sh"

run "$CGBENCH" --write=good.json -e 'BLACK_BOX(BLACK_BOX(6) / 7)' -- gcc=a
is "$status" 0 "measured"
sed 's/"a"/"b"/g' good.json >other.json
run "$CGBENCH" --read=good.json --read=other.json --fail-above=Ir,0
is "$status" 0 "equal counts pass"

# Every count of the four measurements in turn becomes each value. The file is the norm of a gate,
# and the put that it judges. Prints how many were refused, how many had a gate fail, and what passed.
cat >lies.pl <<'EOF'
use strict;
use warnings;
my ($cgbench) = @ARGV;
open my $in, '<', 'other.json' or die;
my $text = do { local $/; <$in> };
my ($refused, $failed, $other) = (0, 0, 0);
my ($counts) = $text =~ /"results":(.*?),"cgbench"/s or die;
my $start = index $text, $counts;
my %first;
while ($counts =~ /"(\w+)":"(\d+)"/g) {
	my ($field, $at, $n, $old) = ($1, $start + $-[2], length $2, $2);
	my $short = $first{$field} //= $old;
	# One value is the largest that is too far below the empty short loop.
	for my $value (0, 12, $short > 1000 ? int(($short - 65) / 10) : (), '18446744073709551615', -1) {
		my $changed = $text;
		substr $changed, $at, $n, $value;
		open my $out, '>', 'lie.json' or die;
		print $out $changed;
		close $out;
		for my $files ('--read=good.json --read=lie.json', '--read=lie.json --read=good.json') {
			my $said = `$cgbench $files --fields=$field --fail-above=$field,0 2>&1`;
			if ($? >> 8 == 128 && $said =~ /^cgbench: lie\.json: results\.[^\n]*\n\z/) {
				$refused++;
			} elsif ($? >> 8 == 1) {
				$failed++;
			} elsif (abs($old - $value) > 64 + 9 * $value) {
				print "$field $old -> $value, $files: $said";
				$other++;
			}
		}
	}
}
print $refused > 300 ? "most are refused, $other pass\n" : "$refused refused\n";
EOF
is "$(perl lies.pl "$CGBENCH")" 'most are refused, 0 pass' 'no gate passes for a lie'

sed 's/"tests":{"[^"]*":{/&"ops":"0",/' good.json >ops.json
run "$CGBENCH" --read=ops.json
is "$status" 128 'ops of 0: status'
like "$err" '^cgbench: ops.json: tests\..*\.ops: is not a whole number from 1 to 999999999$' 'ops of 0'

# What a run measured is always read: the empty loop need not be linear, nor cheaper than the active one,
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
is "$status:$err" "0:" 'and read'
run "$CGBENCH" --write=command.json --benchfile=command.bench -- /bin/sh --lang=command
is "$status:$err" "0:" 'commands are measured'
run "$CGBENCH" --read=command.json
is "$status:$err" "0:" 'and read'

done_testing
