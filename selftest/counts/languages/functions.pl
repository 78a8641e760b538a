# functions.pl FILE FIELD,...: prints "sums" if the functions sum to the table in every field, and
# then each function's name.
use strict;
use warnings;
use JSON::PP;
binmode STDOUT, ':utf8';
my ($path, $fields) = @ARGV;
open my $file, '<', $path or die;
local $/;
my $j = JSON::PP->new->utf8->decode(<$file>);
my ($e) = @{$j->{explanations}} or die "not explained\n";
my $whole = $e->{sides}[0];
for my $f (split /,/, $fields) {
	my $sum = 0;
	$sum += $_->{sides}[0]{total}{$f} || 0 for @{$e->{functions}};
	my $cell = $j->{cells}[0]{$f};
	die "$f: $sum / $whole->{divisor} is not $cell\n" if $sum / $whole->{divisor} != $cell;
}
print "sums\n", map { "$_->{name}\n" } @{$e->{functions}};
