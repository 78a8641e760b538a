# predictors TIMES CYCLES BLOCKS: of files of JSON, cgbench's with --time, and those of scripts/cycles without and with
# --blocks, how far each predictor is from times. A cell counts if its time is within 10 % of the median, and a nanosecond
# or more; a pair of puts if their intervals are apart. One scale is free: the one that makes the median of the errors 0.
use strict;
use warnings;
use JSON::PP;

sub read_json {
	open my $in, '<', $_[0] or die "$_[0]: $!\n";
	return decode_json(do { local $/; <$in> });
}
my ($times, $cycles, $blocks) = map { read_json($_) } @ARGV;
my %cycles = map { ("$_->{test}\0$_->{label}" => $_->{cycles} // {}) } @{$cycles->{cells}};
for my $cell (@{$blocks->{cells}}) {
	$cycles{"$cell->{test}\0$cell->{label}"}{"$_, blocks"} = $cell->{cycles}{$_} for keys %{$cell->{cycles} // {}};
}
my @models = map { ($_, "$_, blocks") } @{$cycles->{cpus}};
my (@cells, %of);
for my $cell (@{$times->{cells}}) {
	my $time = $cell->{time} // next;
	next if !$time->{median} || $time->{median} < 1 || $time->{most} - $time->{least} > 0.2 * $time->{median};
	my $value = $cycles{"$cell->{test}\0$cell->{label}"};
	next if grep { !defined $value->{$_} || $value->{$_} < 0.5 } @models;
	my %v = (%$value, Ir => $cell->{Ir}, time => $time->{median}, least => $time->{least}, most => $time->{most});
	my $first_level = $cell->{Ir_m1} + $cell->{Dr_m1} + $cell->{Dw_m1};
	my $last_level = $cell->{Ir_mm} + $cell->{Dr_mm} + $cell->{Dw_mm};
	$v{'Ir + 10 Bm + 10 L1m + 100 LLm'} =
		$v{Ir} + 10 * ($cell->{COND_m} + $cell->{IND_m}) + 10 * $first_level + 100 * $last_level;
	push @cells, \%v;
	push @{$of{$cell->{test}}}, \%v;
}
my @pairs = grep { @$_ == 2 && ($_->[0]{least} > $_->[1]{most} || $_->[1]{least} > $_->[0]{most}) } values %of;
@cells > 1 && @pairs or die "no times that can be compared: " . @cells . " cells, " . @pairs . " pairs\n";
printf "%d cells, %d pairs; LLVM %s\n", scalar @cells, scalar @pairs, $cycles->{llvm};
printf "  %-30s %6s %6s %18s %6s\n", 'predictor', 'error', 'tau', 'error of the ratio', 'sign';
for my $name ('Ir', 'Ir + 10 Bm + 10 L1m + 100 LLm', @models) {
	my @logs = sort { $a <=> $b } map { log($_->{$name} / $_->{time}) } @cells;
	my ($error, $alike, $ratio, $sign) = (0, 0, 0, 0);
	$error += abs(exp($_ - $logs[@logs / 2]) - 1) for @logs;
	for my $i (0 .. $#cells) {
		$alike += ($cells[$i]{$name} <=> $cells[$_]{$name}) * ($cells[$i]{time} <=> $cells[$_]{time}) for 0 .. $i - 1;
	}
	for my $pair (@pairs) {
		my ($predicted, $time) = map { my $of = $_; log($pair->[1]{$of} / $pair->[0]{$of}) } $name, 'time';
		$ratio += abs(exp($predicted - $time) - 1);
		$sign += $predicted * $time > 0;
	}
	printf "  %-30s %4.0f %% %6.2f %16.0f %% %6s\n", $name, 100 * $error / @cells, $alike / (@cells * (@cells - 1) / 2),
		100 * $ratio / @pairs, "$sign/" . @pairs;
}
