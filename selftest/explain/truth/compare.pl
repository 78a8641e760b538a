# compare.pl JSON STEP KEPT: prints how many instructions the explanation of each cell has in functions of the test's own
# object file, and what differs in them. Where functions are in the program does not matter, as a kept program has one
# test.
use strict;
use JSON::PP;

my ($explained, $step, $kept) = @ARGV;

sub slurp { local $/; open my $in, '<', $_[0] or die "$_[0]: $!\n"; <$in> }

# The functions of the test, from their symbols: [start, end, name].
sub functions {
	my $dir = shift;
	my %own = map { /^\S* *[TtWw] (.*)/ ? ($1 => 1) : () } `nm '$dir/test.o'`;
	my @functions;
	for (`nm -S '$dir/program'`) {
		my ($start, $size, $name) = /^(\S+) (\S+) [TtWw] (.*)/ or next;
		push @functions, [hex $start, hex($start) + hex $size, $name] if $own{$name};
	}
	return @functions;
}

sub demangled {
	my $name = shift;
	return 'snippet' if $name =~ /^cgbenchtest/;
	$name =~ s/\.cgbenchtest\d+$//;
	chomp($name = `c++filt '$name'`);
	return $name;
}

# From the pairs of step: by function, {calls, steps => {offset => "runs Ir"}}; offsets are from the
# first instruction that is executed.
sub stepped {
	my ($dir, $turns) = @_;
	my @functions = functions($dir);
	my ($test) = grep { $_->[2] =~ /^cgbenchtest\d+$/ } @functions;
	my $in = sub { my $at = shift; (grep { $_->[0] <= $at && $at < $_->[1] } @functions)[0] };
	my (%runs, %ir, %calls, %by_name);
	my $command = sprintf "'%s' '%s/program' %x %s pairs <one", $step, $dir, $test->[0], $turns;
	for (`$command`) {
		my ($from, $to, $kind, $runs, $ir) = split;
		($from, $to) = (hex $from, hex $to);
		$runs{$from} += $runs;
		$ir{$from} += $ir;
		my ($caller, $callee) = ($in->($from), $in->($to));
		# A jump to another function is a call, too.
		$calls{$callee->[0]} += $ir if $callee && ($kind eq 'call' ||
			($callee->[0] == $to && (!$caller || $caller != $callee)));
	}
	for my $function (@functions) {
		my @at = sort { $a <=> $b } grep {
			$function->[0] <= $_ && $_ < $function->[1] && ($runs{$_} || $ir{$_})
		} keys %runs or next;
		$by_name{demangled($function->[2])} = {
			calls => $calls{$function->[0]} || 0,
			steps => {map { ($_ - $at[0] => "$runs{$_} $ir{$_}") } @at},
		};
	}
	return \%by_name;
}

# Reads the same from a side of an explanation; its counts are of several turns.
sub explained {
	my ($explanation, $side) = @_;
	my $turns = $explanation->{sides}[$side]{divisor} / $explanation->{ops};
	my %by_name;
	for my $function (@{$explanation->{functions}}) {
		my $of = $function->{sides}[$side] or next;
		my %at;
		for my $instruction (map { @{$_->{instructions}} } @{$function->{blocks}}) {
			my $counted = $instruction->{sides}[$side] or next;
			$at{$counted->{address}} = join ' ',
				map { $_ / $turns } $counted->{runs}, $counted->{total}{Ir} || 0;
		}
		my ($first) = sort { $a <=> $b } keys %at;
		$by_name{$of->{name}} = {
			calls => $of->{calls} / $turns,
			steps => {map { ($_ - $first => $at{$_}) } keys %at},
		};
	}
	return \%by_name;
}

sub differences {
	my ($stepped, $explained) = @_;
	my @differences;
	for my $name (sort keys %$stepped) {
		my ($want, $got) = ($stepped->{$name}, $explained->{$name});
		push @differences, "$name: is missing" and next if !$got;
		push @differences, "$name: calls: $got->{calls}, not $want->{calls}"
			if $got->{calls} != $want->{calls};
		my %all = (%{$want->{steps}}, %{$got->{steps}});
		for my $at (sort { $a <=> $b } keys %all) {
			my ($w, $g) = map { $_->{steps}{$at} || 'none' } $want, $got;
			push @differences, sprintf '%s+%#x: %s, not %s', $name, $at, $g, $w if $w ne $g;
		}
	}
	return @differences;
}

my $data = decode_json(slurp($explained));
my %ops = map { ("$_->{test} $_->{label}" => $_->{ops}) } @{$data->{cells}};
for my $explanation (@{$data->{explanations}}) {
	for my $side (0 .. $#{$explanation->{sides}}) {
		my ($test, $label) = ($explanation->{test}, $explanation->{sides}[$side]{label});
		$explanation->{ops} = $ops{"$test $label"};
		my $stepped = stepped("$kept/$label/$test", '1 2');
		my $count = 0;
		$count += keys %{$_->{steps}} for values %$stepped;
		my @differences = differences($stepped, explained($explanation, $side));
		print "$label $test $count ", join('; ', @differences), "\n";
	}
}
