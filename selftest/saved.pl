#!/usr/bin/perl
# Writes a saved file with made-up counts, for tests of the output.
#
#     saved.pl LABEL... <<EOF
#     NAME VALUE... [KEY=TEXT]...
#     EOF
#
# A value is a count of Ir (Dr is twice that, all others are 0), "-" if not tried, or FAIL. "/VALUE"
# after it is the count in another memory layout, "~" means another text, and "!" adds a verdict. KEYs
# are the test's.
use strict;
use warnings;
use JSON::PP;

my @fields = qw(Ir Dr Dw COND IND COND_m IND_m Ir_m1 Dr_m1 Dw_m1 Ir_mm Dr_mm Dw_mm);
my @labels = map { utf8::decode(my $label = $_); $label } @ARGV;
my (@order, %tests, %results, %own, @failures);

sub counts {
	my ($base, $value) = @_;
	my %of = (Ir => $value, Dr => 2 * $value);
	return { map { $_ => sprintf '%.0f', $base + ($of{$_} || 0) * 10 } @fields };
}

# The four raw counts of a cell.
sub cell {
	my ($value) = @_;
	return [ [ counts(100, 0), counts(200, 0) ], [ counts(1000, 0), counts(1100, $value) ] ];
}

binmode STDIN, ':encoding(UTF-8)';
while (<STDIN>) {
	my ($name, @words) = split;
	my @texts;
	push @order, $name;
	$tests{$name} = { desc => "of $name", code => '1', map { /(.*?)=(.*)/ } grep { /=/ } @words };
	$own{$name} = { line => 1, lines => { map { $_ => 1 } keys %{ $tests{$name} } }, texts => \@texts };
	for my $label (@labels) {
		my ($value, $moved, $mark, $verdict) =
			shift(@words) =~ m{^([^/~!]*)(?:/([\d.]+))?(~?)!?(.*)};
		push @texts, $mark ? '00000000000000ff' : '0000000000000001';
		$own{$name}{verdicts}{$label} = [$verdict] if $verdict;
		push @failures, {
			test => $name, label => $label, stage => 'compile', command => 'cc x',
			why => 'exited with status 1', output => 'no, "never"',
		} if $value eq 'FAIL';
		next if $value eq 'FAIL' || $value eq '-';
		$results{$name}{$label} = cell($value);
		$own{$name}{jitter}{$label} =
			[ { stack => 16, heap => 0, code => 0, counts => cell($moved) } ] if defined $moved;
	}
}
print JSON::PP->new->ascii->canonical->encode({
	version => 1, loop_counts => [ 10, 20 ], order => \@order, tests => \%tests,
	perls => [ map { [ 'put', $_, {}, '' ] } @labels ],
	results => { map { $_ => $results{$_} || {} } @order },
	cgbench => { version => '0', tests => \%own, failures => \@failures },
});
