#!/usr/bin/perl
# Writes a saved file with made-up counts, for tests of the output.
#
#     saved.pl [--KEY=VALUE]... LABEL... <<EOF
#     NAME VALUE... [KEY=TEXT]...
#     EOF
#
# KEYs of options are date, commit, committed, subject and clean (1 or 0), of when it was measured; exe and args, of all
# puts; loop, the longer one; and traits of their fingerprints, which they lack otherwise. A value is a count of Ir (Dr
# is twice that, all others are 0), "-" if not tried, or FAIL. "/VALUE" after it is the count in another memory layout,
# "~" means another text, and "!" adds a verdict. KEYs after the values are the test's.
use strict;
use warnings;
use JSON::PP;

my @fields = qw(Ir Dr Dw COND IND COND_m IND_m Ir_m1 Dr_m1 Dw_m1 Ir_mm Dr_mm Dw_mm);
my %set = (exe => 'put', args => '', loop => 20);
while (@ARGV && $ARGV[0] =~ /^--(\w+)=(.*)/s) {
	$set{$1} = $2;
	shift;
}
my %measured = map { defined $set{$_} ? ($_ => delete $set{$_}) : () } qw(date commit committed subject clean);
$measured{clean} = $measured{clean} ? JSON::PP::true : JSON::PP::false if exists $measured{clean};
my ($exe, $args, $loop) = delete @set{qw(exe args loop)};
my @traits = qw(cgbench valgrind kernel libc cpu engine caches grindargs pins language path version env);
my $fingerprint = %set ? { (map { $_ => '' } @traits), sha256 => '0' x 64, args => $args, %set } : undef;
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
	return [ [ counts(100, 0), counts(200, 0) ], [ counts(1000, 0), counts(1100, $value * ($loop - 10) / 10) ] ];
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
	version => 1, loop_counts => [ 10, $loop ], order => \@order, tests => \%tests,
	perls => [ map { [ $exe, $_, {}, $args ] } @labels ],
	results => { map { $_ => $results{$_} || {} } @order },
	cgbench => {
		version => '0', tests => \%own, failures => \@failures,
		$fingerprint ? (fingerprints => [ map { $fingerprint } @labels ], args => [ map { [ split ' ', $args ] } @labels ]) : (),
		%measured ? (measured => [ map { \%measured } @labels ]) : (),
	},
});
