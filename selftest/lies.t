#!/bin/sh
# Saved files with one count that was not measured: they are refused, or the gate fails.
. "$(dirname "$0")/tap.sh"

run "$CGBENCH" --write=good.json -e 'BLACK_BOX(BLACK_BOX(6) / 7)' -- gcc-12=a
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
while ($counts =~ /"(\w+)":"(\d+)"/g) {
	my ($field, $at, $n, $old) = ($1, $start + $-[2], length $2, $2);
	for my $value (0, 12, '18446744073709551615', -1) {
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
			} elsif (abs($old - $value) > 64 + 3 * $value) {
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

done_testing
