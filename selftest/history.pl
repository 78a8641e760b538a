#!/usr/bin/perl
# Writes saved files with made-up counts, as runs of one suite over time leave them, for tests of
# histories and of the size and speed of what is made of them.
#
#     history.pl DIR RUNS TESTS PUTS [fail]
#
# DIR/0001.json is the oldest. The same numbers give the same files. Every series has some five steps per 50 runs; every
# 97th test fails on one put from some run on, every 50th is missing in one run, every 40th has a verdict, the text of
# every 100th changes; the C library changes halfway, and the last put is missing in one run. With 'fail', each test fails
# in each run on the first put, each time for another reason.
use strict;
use warnings;

my ($dir, $runs, $tests, $puts, $fail) = @ARGV;
my @fields = qw(Ir Dr Dw COND IND COND_m IND_m Ir_m1 Dr_m1 Dw_m1 Ir_mm Dr_mm Dw_mm);
my @areas = qw(array call cast container copy float heap integer loop string);
my @things = qw(alloc append bounds concat copy divide find hash insert iterate join map merge
	multiply parse print read reverse rotate scan search slice sort split walk write);
my @puts = map { { label => $_ < 2 ? (qw(gcc clang))[$_] : "gcc-" . (9 + $_), index => $_ } } 0 .. $puts - 1;

# Numbers below n, the same on every machine.
my $state = 1;
sub random {
	my ($n) = @_;
	$state = ($state * 1103515245 + 12345) & 0x7fffffff;
	return ($state >> 8) % $n;
}

# Returns what one iteration costs.
sub costs {
	my ($ir) = @_;
	my $reads = int($ir * (20 + random(20)) / 100);
	my $branches = int($ir / 6);
	return (Ir => $ir, Dr => $reads, Dw => int($reads / 2), COND => $branches,
		COND_m => int($branches / (20 + random(20))), IND => $ir % 3 == 0 ? 1 : 0,
		Dr_m1 => $ir > 5000 ? random(9) : 0);
}

# The JSON of the four raw counts of a cell, in the two lengths and with and without its code.
my %start = (Ir => 163_311, Dr => 41_207, Dw => 17_530, COND => 24_119, IND => 2_417, COND_m => 3_121,
	IND_m => 310, Ir_m1 => 1_210, Dr_m1 => 1_804, Dw_m1 => 812, Ir_mm => 1_190, Dr_mm => 1_590, Dw_mm => 760);
my %turn = (Ir => 4, Dr => 1, Dw => 1, COND => 1);
sub cell {
	my ($of) = @_;
	my @variants = map {
		my $code = $_;
		join ',', map {
			my $turns = $_;
			'{' . join(',', map {
				my $count = $start{$_} + $turns * ($turn{$_} || 0);
				$count += 17 + $turns * ($of->{$_} || 0) if $code;
				"\"$_\":\"$count\""
			} @fields) . '}'
		} 10, 20
	} 0, 1;
	return "[[$variants[0]],[$variants[1]]]";
}

sub quoted { join ',', map { "\"$_\"" } @_ }

# Puts differ by less than half from each other; every fifth costs what the one before it does.
sub series_of {
	my ($test) = @_;
	my $base = 20 + random(20_000);
	my @irs;
	push @irs, @irs && ($test + @irs) % 5 == 0 ? $irs[-1] : int($base * (80 + random(40)) / 100) for @puts;
	return [ map { { ir => $_ } } @irs ];
}

my @suite = map {
	my $name = sprintf '%s::%s::%d', $areas[$_ % @areas], $things[int($_ / @areas) % @things], $_;
	{
		name => $name,
		lines => join('\n', map { "    sum += values[$_] * " . random(1000) . ';' } 0 .. random(6)),
		series => series_of($_),
	}
} 0 .. $tests - 1;

sub is_missing { my ($test, $run) = @_; $test % 50 == 49 && $run == $test % ($runs - 1 || 1) }
sub has_failed { my ($test, $put, $run) = @_; $put == 0 && ($fail || $test % 97 == 96 && $run > $runs / 2) }

# A series moves on by a run.
sub advance {
	my ($series, $run) = @_;
	if (!$series->{cell} || random(10) == 0) {
		my $most = int($series->{ir} / 20) + 2;
		$series->{ir} += (random($most) + 1) * (random(2) ? 1 : -1) if $series->{cell};
		$series->{ir} = 1 if $series->{ir} < 1;
		$series->{cell} = cell({ costs($series->{ir}) });
	}
}

sub fingerprint {
	my ($put, $run) = @_;
	my %of = (
		cgbench => '0.1', valgrind => '3.19.0', kernel => '6.1.0-18-amd64', cpu => 'avx2', engine => 'fork',
		libc => $run < $runs / 2 ? '2.36' : '2.37', caches => 'I1=32768,8,64 D1=32768,8,64 LL=8388608,16,64',
		grindargs => '', pins => 'randomisation=off stack=8388608', language => 'c',
		path => "/usr/bin/$put->{label}", sha256 => sprintf('%064x', 4711 + $put->{index}),
		version => "$put->{label} (Debian 12.2.0) 12.2.0", args => '-O2', env => '');
	return '{' . join(',', map { "\"$_\":\"$of{$_}\"" } sort keys %of) . '}';
}

# When and at which commit a run was measured: one a day.
sub provenance {
	my ($run) = @_;
	my $time = sprintf '%d-%02d-%02dT', 2026 + int($run / 336), 1 + int($run / 28) % 12, 1 + $run % 28;
	my $commit = sprintf '%08x' x 5, map { $run * 2654435761 % 4294967291 ^ $_ * 40503 } 1 .. 5;
	return "{\"date\":\"${time}03:00:00Z\",\"commit\":\"$commit\",\"committed\":\"${time}02:10:00Z\","
		. "\"subject\":\"$areas[$run % @areas]: $things[$run * 7 % @things] without a copy\",\"clean\":true}";
}

sub test_members {
	my ($i, $run) = @_;
	my $preamble = join '\n', map { "static int helper_$_(int n) { return n * $_; }" } 1 .. 20;
	my $changed = $i % 100 == 99 && $run >= $runs / 3 ? ' + 1' : '';
	return "\"top_preamble\":\"$preamble\",\"desc\":\"what $suite[$i]{name} costs\","
		. "\"setup\":\"int values[64], sum = 0;\",\"code\":\"$suite[$i]{lines}\\n    BLACK_BOX(sum$changed);\"";
}

sub own_members {
	my ($i, $run, @labels) = @_;
	my $text = sprintf '"%016x"', 1000 + $i + ($i % 100 == 99 && $run >= $runs / 3 ? 1 << 40 : 0);
	my $verdict = $i % 40 == 39 ? ",\"verdicts\":{\"$labels[0]\":[\"folded\"]}" : '';
	return '"file":"suite.bench","line":' . (30 + 10 * $i)
		. ',"lines":{"top_preamble":3,"desc":' . (31 + 10 * $i) . ',"setup":' . (32 + 10 * $i) . ',"code":' . (33 + 10 * $i)
		. '},"texts":[' . join(',', map { $text } @labels) . "]$verdict";
}

sub failure {
	my ($i, $run) = @_;
	my $status = $fail ? $run * $tests + $i : 1;
	return "{\"test\":\"$suite[$i]{name}\",\"label\":\"$puts[0]{label}\",\"stage\":\"compile\","
		. '"why":"exited with status ' . $status . '","command":"gcc -O2 -c test.c","output":"test.c:33: error: expected \';\'"}';
}

for my $run (0 .. $runs - 1) {
	my @there = $run == int($runs / 4) && $puts > 1 ? @puts[0 .. $puts - 2] : @puts;
	my @labels = map { $_->{label} } @there;
	my (@rows, @failures);
	my @order = grep { !is_missing($_, $run) } 0 .. $tests - 1;
	for my $i (0 .. $tests - 1) {
		advance($_, $run) for @{ $suite[$i]{series} };
	}
	for my $i (@order) {
		my @measured = grep { !has_failed($i, $_->{index}, $run) } @there;
		push @failures, failure($i, $run) if @measured < @there;
		push @rows, "\"$suite[$i]{name}\":{"
			. join(',', map { "\"$_->{label}\":" . $suite[$i]{series}[$_->{index}]{cell} } @measured) . '}';
	}
	open my $out, '>', sprintf('%s/%04d.json', $dir, $run + 1) or die "$dir: $!\n";
	print $out '{"version":1,"loop_counts":[10,20],"perls":[',
		join(',', map { "[\"$_\",\"$_\",{},\" -O2\"]" } @labels), '],"order":[',
		quoted(map { $suite[$_]{name} } @order), '],"tests":{',
		join(',', map { "\"$suite[$_]{name}\":{" . test_members($_, $run) . '}' } @order), '},"results":{',
		join(',', @rows), '},"cgbench":{"version":"0.1","language":"c","args":[',
		join(',', map { '["-O2"]' } @labels), '],"fingerprints":[',
		join(',', map { fingerprint($_, $run) } @there), '],"measured":[',
		join(',', (provenance($run)) x @there), '],"tests":{',
		join(',', map { "\"$suite[$_]{name}\":{" . own_members($_, $run, @labels) . '}' } @order),
		'},"failures":[', join(',', @failures), "]}}\n";
	close $out or die "$dir: $!\n";
}
