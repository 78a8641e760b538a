# sums.pl FILE FIELD,...: compares the sums of all parts of the explanations in the file with the
# counts of its cells. Prints how many sums were right.
use strict;
use warnings;
use JSON::PP;
my ($path, $fields) = @ARGV;
open my $file, '<', $path or die;
local $/;
my $j = JSON::PP->new->utf8->decode(<$file>);
my %cells = map { ("$_->{test} $_->{label}" => $_) } @{$j->{cells}};
my $right = 0;

sub check {
	my ($what, $got, $want) = @_;
	die "$what: $got, not $want\n" if $got != $want;
	$right++;
}

# sum FIELD SIDE ROW...: the total of the rows.
sub sum {
	my ($f, $side, @rows) = @_;
	my $sum = 0;
	$sum += $_->{total}{$f} || 0 for grep { $_ } map { $_->{sides}[$side] } @rows;
	return $sum;
}

for my $e (@{$j->{explanations}}) {
	for my $side (0 .. $#{$e->{sides}}) {
		my $whole = $e->{sides}[$side];
		my $cell = $cells{"$e->{test} $whole->{label}"};
		for my $f (split /,/, $fields) {
			my $total = $whole->{total}{$f} || 0;
			my $what = "$e->{test} $whole->{label} $f";
			check("$what: operation", $total / $whole->{divisor}, $cell->{$f});
			check("$what: table", $whole->{$f}, $cell->{$f});
			check("$what: $_", sum($f, $side, @{$e->{$_}}), $total) for qw(functions kinds files lines);
			for my $function (@{$e->{functions}}) {
				my $spent = sum($f, $side, $function);
				check("$what: blocks", sum($f, $side, @{$function->{blocks}}), $spent);
				check("$what: instructions",
					sum($f, $side, map { @{$_->{instructions}} } @{$function->{blocks}}), $spent);
			}
		}
	}
}
print "$right\n";
