#!/usr/bin/perl
# Measures Perl's own benchmark suite with Perl's Porting/bench.pl and with cgbench, both engines,
# and compares every count. Exits with 0 where all agree that bench.pl itself reproduces.

use strict;
use warnings;
use Cwd qw(abs_path getcwd);
use File::Basename qw(dirname);
use File::Path qw(make_path remove_tree);
use File::Temp qw(tempdir);
use Getopt::Long qw(:config no_auto_abbrev bundling);
use JSON::PP qw(decode_json);
use Time::HiRes qw(time);

my $USAGE = <<'EOF';
usage: parity-with-bench.pl [OPTION]...
  --all             every test of the suite; else every seventh
  --tests=REGEX     those tests
  --perl=EXE        a perl to measure, twice; else the one in $PATH and one built without
                    optimisation from its source
  --source=DIR      unpacked source of perl; else fetched with apt-get source into --cache
  --cache=DIR       where what was fetched and built stays (~/.cache/cgbench-parity)
  --cgbench=FILE    the program (./cgbench beside scripts)
  -j N              measurements at once (2)
  --keep=DIR        leave the saved files there
EOF

my @FIELDS = qw(Ir Dr Dw COND IND COND_m IND_m Ir_m1 Dr_m1 Dw_m1 Ir_mm Dr_mm Dw_mm);
my @EXACT = @FIELDS[0 .. 4];
# Simulated caches and valgrind itself as cgbench sets them.
my @GRIND = qw(--vex-guest-chase=yes);
my @SAME = ('--command-line-only=yes', '--I1=32768,8,64', '--D1=32768,8,64',
	'--LL=8388608,16,64', '--vgdb=no', '--max-threads=2');

my $top = abs_path(dirname($0) . '/..');
my %o = (
	cache => ($ENV{XDG_CACHE_HOME} || ($ENV{HOME} || '/tmp') . '/.cache') . '/cgbench-parity',
	cgbench => "$top/cgbench",
	jobs => 2,
	perl => [],
);
GetOptions(\%o, 'all', 'tests=s', 'perl=s@', 'source=s', 'cache=s', 'cgbench=s', 'jobs|j=i',
	'keep=s') && !@ARGV or die $USAGE;

sub run {
	my (@command) = @_;

	system(@command) == 0 or die "@command: failed\n";
}

sub output {
	my (@command) = @_;

	open my $pipe, '-|', @command or die "$command[0]: $!\n";
	my @lines = <$pipe>;
	close $pipe;
	return @lines;
}

# Debian's source package, by a list of sources of its own: the system's stays as it is.
sub fetch_source {
	my $dir = "$o{cache}/perl-source";
	my @found = glob "$dir/perl-*/Porting/bench.pl";
	my @apt = ('-o', "Dir::Etc::sourcelist=$dir/sources.list", '-o', 'Dir::Etc::sourceparts=-',
		'-o', "Dir::State::lists=$dir/lists", '-o', "Dir::Cache=$dir/cache",
		'-o', 'APT::Sandbox::User=root');

	return dirname(dirname($found[0])) if @found;
	make_path("$dir/lists", "$dir/cache");
	my ($codename) = map { /^VERSION_CODENAME=(\w+)/ ? $1 : () } output('cat', '/etc/os-release');
	open my $list, '>', "$dir/sources.list" or die "$dir/sources.list: $!\n";
	print $list "deb-src http://deb.debian.org/debian $codename main\n";
	close $list;
	run('apt-get', @apt, '-qq', 'update');
	my ($version) = map { /^Version: (\S+)/ ? $1 : () }
		output('apt-cache', @apt, 'showsrc', '--only-source', 'perl');
	die "the mirror has no source package of perl\n" unless $version;
	chdir $dir or die "$dir: $!\n";
	run('apt-get', @apt, '-qq', 'source', "perl=$version");
	@found = glob "$dir/perl-*/Porting/bench.pl" or die "perl=$version: no Porting/bench.pl\n";
	return dirname(dirname($found[0]));
}

# A second perl, as different as can be: not optimised, without threads.
sub build_perl {
	my ($source) = @_;
	my $dir = "$o{cache}/perl-O0";

	return "$dir/perl" if -x "$dir/perl";
	print STDERR "building a perl without optimisation in $dir, some minutes\n";
	make_path($o{cache});
	remove_tree($dir);
	run('cp', '-r', $source, $dir);
	run('sh', '-c', 'cd "$0" && { ./Configure -des -Doptimize=-O0 -Uusethreads -Dman1dir=none '
		. '-Dman3dir=none && make -j"$1" perl; } >build.log 2>&1', $dir, $o{jobs});
	return "$dir/perl";
}

# The library that cgbench has preloaded went with its temporary directory: a copy in another one
# whose path is as long, and which cgbench does not take for one that it has left behind.
sub keep_library {
	my ($shown) = @_;
	my ($gone) = $shown =~ m{LD_PRELOAD=(\S+)/libcgbench-forkserver\.so} or die "no library in: $shown";
	my $bin = dirname($o{cgbench});
	my ($library) = grep { -e } map { "$bin/$_/libcgbench-forkserver.so" } '../libexec/cgbench', 'build', '.', '..';
	my $stays = tempdir(substr($gone =~ s{/cgbench-}{/parity--}r, 0, -6) . 'XXXXXX', CLEANUP => 1);

	run('cp', $library, $stays);
	return $shown =~ s/\Q$gone\E/$stays/gr;
}

# A "valgrind" that gives the perl the environment that cgbench gives it, byte for byte, and the
# words in $PARITY_ENV beyond it.
sub write_valgrind {
	my ($dir) = @_;
	my ($shown) = grep { /cachegrind-amd64-linux.*--log-fd/ }
		output('sh', '-c', '"$0" --debug --engine=exec --raw -e1 -- "$1" 2>&1', $o{cgbench}, $o{perl}[0]);
	die "cgbench --debug shows no command of a measurement\n" unless $shown;
	$shown = keep_library($shown);
	my ($env, $tool) = $shown =~ /env -i (.*?) (\S*cachegrind-amd64-linux) / or die "no environment in: $shown";

	open my $script, '>', "$dir/valgrind" or die "$dir/valgrind: $!\n";
	print $script "#!/bin/sh\nexec setarch -R env -i $env \$PARITY_ENV $tool \"\$@\"\n";
	close $script;
	chmod 0755, "$dir/valgrind";
}

# bench.pl with the count in its script, as cgbench has it, instead of an argument.
sub write_variant {
	my ($source, $to) = @_;
	open my $in, '<', "$source/Porting/bench.pl" or die "$source/Porting/bench.pl: $!\n";
	my $text = do { local $/; <$in> };

	$text =~ s/- \$counts->\[\$j\] 2>&1/- 2>&1/ && $text =~
		s/(prog +=> \$prog\[\$i\])/$1 =~ s{\\\$ARGV\\[0\\]}{\$counts->[\$j]}r/
		or die "$source/Porting/bench.pl: is not the one that is known here\n";
	open my $out, '>', $to or die "$to: $!\n";
	print $out $text;
	close $out;
}

# What bench.pl measures of those tests: {test}{label}{field}, and the seconds it took.
sub bench {
	my ($source, $dir, $program, $name, $tests, $more) = @_;
	my $start = time;

	local $ENV{PATH} = "$dir:$ENV{PATH}";
	local $ENV{PARITY_ENV} = $more;
	chdir $source or die "$source: $!\n";
	run($^X, $program, "--jobs=$o{jobs}", "--grindargs=@SAME @GRIND",
		'--benchfile=t/perf/benchmarks', '--tests=' . join(',', @$tests), "--write=$dir/$name.json",
		map { "$o{perl}[$_]=p$_" } 0 .. $#{ $o{perl} });
	return counts("$dir/$name.json"), time - $start;
}

sub cgbench {
	my ($source, $dir, $engine, $tests) = @_;
	my $start = time;

	run($o{cgbench}, "--engine=$engine", '-j', $o{jobs}, "--grindargs=@GRIND",
		"--benchfile=$source/t/perf/benchmarks", '--tests=' . join(',', @$tests),
		"--write=$dir/$engine.json", '--', map { "$o{perl}[$_]=p$_" } 0 .. $#{ $o{perl} });
	return counts("$dir/$engine.json"), time - $start;
}

# The double differences of a saved file.
sub counts {
	my ($path) = @_;
	open my $file, '<', $path or die "$path: $!\n";
	my $results = decode_json(do { local $/; <$file> })->{results};
	my %counts;

	for my $test (keys %$results) {
		while (my ($label, $cell) = each %{ $results->{$test} }) {
			my ($empty, $active) = @$cell;
			$counts{$test}{$label}{$_} = $active->[1]{$_} - $active->[0]{$_}
				- $empty->[1]{$_} + $empty->[0]{$_} for @FIELDS;
		}
	}
	return \%counts;
}

# Those of the fields that differ.
sub differing {
	my ($a, $b, @fields) = @_;

	return grep { !defined $a->{$_} || !defined $b->{$_} || $a->{$_} != $b->{$_} } @fields;
}

sub choose {
	my ($source) = @_;
	my $all = do "$source/t/perf/benchmarks" or die "$source/t/perf/benchmarks: $@$!\n";
	my @names = @$all[map { 2 * $_ } 0 .. @$all / 2 - 1];

	return grep { /$o{tests}/ } @names if defined $o{tests};
	return $o{all} ? @names : @names[map { 7 * $_ } 0 .. $#names / 7];
}

sub value {
	my ($counts, @fields) = @_;

	return join ' ', map { sprintf '%s=%.1f', $_, $counts->{$_} / 10 } @fields;
}

my $source = abs_path($o{source} // fetch_source());
push @{ $o{perl} }, map { chomp; $_ } output('sh', '-c', 'command -v perl') unless @{ $o{perl} };
push @{ $o{perl} }, build_perl($source) if @{ $o{perl} } < 2;
$_ = abs_path($_) for @{ $o{perl} }, $o{cgbench};
my $dir = $o{keep} ? do { make_path($o{keep}); abs_path($o{keep}) } : tempdir(CLEANUP => 1);
my @tests = choose($source);
my (%of, %seconds);

write_valgrind($dir);
($of{fork}, $seconds{fork}) = cgbench($source, $dir, 'fork', \@tests);
($of{exec}, $seconds{exec}) = cgbench($source, $dir, 'exec', \@tests);
($of{'bench.pl'}, $seconds{'bench.pl'}) = bench($source, $dir, 'Porting/bench.pl', 'bench', \@tests, '');

my @cells = map { my $test = $_; map { [$test, "p$_"] } 0 .. $#{ $o{perl} } } @tests;
my (@apart, %again, $scripted);
for my $cell (@cells) {
	my ($test, $label) = @$cell;
	my $want = $of{'bench.pl'}{$test}{$label};
	push @apart, $cell if grep { differing($want, $of{$_}{$test}{$label}, @EXACT) } qw(exec fork);
}
# The layout of the heap moves with the environment; a few sizes find most of what depends on it.
if (@apart) {
	my %names = map { $_->[0] => 1 } @apart;

	write_variant($source, "$dir/bench.pl");
	($scripted) = bench($source, $dir, "$dir/bench.pl", 'scripted', [sort keys %names], '');
	for my $length (1, 9, 33, 70, 300, 1100, 2500) {
		my ($counts) = bench($source, $dir, 'Porting/bench.pl', "again$length", [sort keys %names], 'P=' . 'x' x $length);
		$again{$length} = $counts;
	}
}

my (@moved, @counted, @differ, @engines);
for my $cell (@apart) {
	my ($test, $label) = @$cell;
	my $want = $of{'bench.pl'}{$test}{$label};
	my $moves = grep { differing($want, $_->{$test}{$label}, @EXACT) } values %again;
	my $counted = differing($want, $scripted->{$test}{$label}, @EXACT);
	push @{ $moves ? \@moved : $counted ? \@counted : \@differ }, $cell;
}
@engines = grep { differing($of{exec}{$_->[0]}{$_->[1]}, $of{fork}{$_->[0]}{$_->[1]}, @EXACT) } @cells;

print "Perls: ", join(', ', map { "p$_ = $o{perl}[$_]" } 0 .. $#{ $o{perl} }), "\n";
printf "%d tests, %d cells. Equal to the last digit, in so many of the cells:\n\n", scalar @tests, scalar @cells;
printf "%-8s %15s %15s %15s\n", 'field', 'exec=bench.pl', 'fork=bench.pl', 'fork=exec';
for my $field (@FIELDS) {
	printf "%-8s %15d %15d %15d\n", $field, map {
		my ($a, $b) = @$_;
		scalar grep { !differing($of{$a}{$_->[0]}{$_->[1]}, $of{$b}{$_->[0]}{$_->[1]}, $field) } @cells;
	} ['exec', 'bench.pl'], ['fork', 'bench.pl'], ['fork', 'exec'];
}

sub list {
	my ($title, @list) = @_;

	print "\n$title: ", scalar @list, "\n";
	for my $cell (@list) {
		my ($test, $label) = @$cell;
		my %at = map { $_ => $of{$_}{$test}{$label} } keys %of;
		my %fields = map { $_ => 1 } map { differing($at{'bench.pl'}, $at{$_}, @EXACT) } qw(exec fork);
		$fields{$_} = 1 for differing($at{exec}, $at{fork}, @EXACT);
		my @fields = grep { $fields{$_} } @EXACT;
		print "  $test/$label\n";
		printf "    %-9s %s\n", $_, $at{$_} && %{ $at{$_} } ? value($at{$_}, @fields) : 'failed' for 'bench.pl', 'exec', 'fork';
		printf "    %-9s %s\n", 'in script', value($scripted->{$test}{$label}, @fields) if $scripted;
		for my $length (sort { $a <=> $b } keys %again) {
			my $counts = $again{$length}{$test}{$label};
			printf "    %-9s %s\n", "+$length", value($counts, @fields) if $counts && differing($at{'bench.pl'}, $counts, @EXACT);
		}
	}
}

list('bench.pl itself counts otherwise with another variable in the environment (+LENGTH)', @moved);
list('bench.pl itself counts otherwise with the count in its script, not an argument (in script)', @counted);
list('Different', @differ);
list('The engines differ', @engines);
print "\nSeconds, -j $o{jobs}:";
printf " %s %.1f", $_, $seconds{$_} for 'bench.pl', 'exec', 'fork';
printf "; fork is %.1f times faster than bench.pl\n", $seconds{'bench.pl'} / $seconds{fork};
exit(@differ || @engines ? 1 : 0);
