# Every count of the four measurements in turn becomes each value. The file is the norm of a gate,
# and the put that it judges. Prints how many were refused, how many had a gate fail, and what passed.
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
