#!/usr/bin/perl
# Measures Perl's own benchmark suite with Perl's Porting/bench.pl and with both engines of cgbench,
# and compares every count. Exits with 0 if both engines always agree, and agree with bench.pl
# except for two kinds of cells, which are listed:
# - bench.pl gives cgbench's counts if its script contains the number of iterations, instead of
#   getting it as an argument;
# - bench.pl itself gives other counts with one more variable in the environment.

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
  --keep=DIR        leave the saved files there, and measure no more what an earlier run with
                    the same options has left
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

# Debian's source package, from a separate list of sources: the system's list is not changed.
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

# A second perl, as different as possible: not optimised, without threads.
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

# A "valgrind" that gives perl the environment that cgbench gives it, byte for byte, plus the words
# in $PARITY_ENV. Paths in the environment are relative to the working directory, which contains
# "valgrind" and the library that cgbench preloads.
sub write_valgrind {
	my ($dir) = @_;
	my ($shown) = grep { /cachegrind-amd64-linux.*--log-fd/ }
		output('sh', '-c', '"$0" --debug --engine=exec --tables --raw -e1 -- "$1" 2>&1', $o{cgbench}, $o{perl}[0]);
	die "cgbench --debug shows no command of a measurement\n" unless $shown;
	my ($env, $tool) = $shown =~ /env -i (.*?) (\S*cachegrind-amd64-linux) / or die "no environment in: $shown";
	my $bin = dirname($o{cgbench});
	my ($library) = grep { -e } map { "$bin/$_/libcgbench-forkserver.so" } '../libexec/cgbench', 'build', '.', '..';

	make_path("$dir/run");
	run('cp', $library, $dir);
	run('ln', '-sfn', dirname($tool), "$dir/run/valgrind");
	open my $script, '>', "$dir/valgrind" or die "$dir/valgrind: $!\n";
	print $script "#!/bin/sh\ncd '$dir/run' && exec setarch -R env -i $env \$PARITY_ENV $tool \"\$@\"\n";
	close $script;
	chmod 0755, "$dir/valgrind";
}

# bench.pl with the count in its script, as in cgbench, instead of an argument.
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

# Runs a command that writes that file. Returns the double differences in it, and the wall and CPU
# seconds of the command.
sub measure {
	my ($file, @command) = @_;
	my ($start, @before) = (time, (times)[2, 3]);

	unless (-e "$file.seconds") {
		run(@command);
		my @after = (times)[2, 3];
		open my $out, '>', "$file.seconds" or die "$file.seconds: $!\n";
		printf $out "%.1f %.1f\n", time - $start, $after[0] + $after[1] - $before[0] - $before[1];
		close $out;
	}
	return counts($file), (output('cat', "$file.seconds"))[0] =~ /\S+/g;
}

sub bench {
	my ($source, $dir, $program, $name, $tests, $more) = @_;

	local $ENV{PATH} = "$dir:$ENV{PATH}";
	local $ENV{PARITY_ENV} = $more;
	chdir $source or die "$source: $!\n";
	return measure("$dir/$name.json", $^X, $program, "--jobs=$o{jobs}", "--grindargs=@SAME @GRIND",
		'--benchfile=t/perf/benchmarks', '--tests=' . join(',', @$tests), "--write=$dir/$name.json",
		map { "$o{perl}[$_]=p$_" } 0 .. $#{ $o{perl} });
}

sub cgbench {
	my ($source, $dir, $engine, $tests) = @_;

	return measure("$dir/$engine.json", $o{cgbench}, "--engine=$engine", '-j', $o{jobs}, "--grindargs=@GRIND",
		"--benchfile=$source/t/perf/benchmarks", '--tests=' . join(',', @$tests),
		"--write=$dir/$engine.json", '--', map { "$o{perl}[$_]=p$_" } 0 .. $#{ $o{perl} });
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

# The fields that differ.
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
my (%of, %clock, %processors);

write_valgrind($dir);
($of{fork}, $clock{fork}, $processors{fork}) = cgbench($source, $dir, 'fork', \@tests);
($of{'bench.pl'}, $clock{'bench.pl'}, $processors{'bench.pl'}) =
	bench($source, $dir, 'Porting/bench.pl', 'bench', \@tests, '');
($of{exec}, $clock{exec}, $processors{exec}) = cgbench($source, $dir, 'exec', \@tests);

# Returns whether one of the engines differs in that cell.
sub disagrees {
	my ($cell, $counts) = @_;
	my ($test, $label) = @$cell;

	return grep { differing($counts->{$test}{$label}, $of{$_}{$test}{$label}, @EXACT) } qw(exec fork);
}

sub names {
	my %seen;

	return [grep { !$seen{$_}++ } map { $_->[0] } @_];
}

my @cells = map { my $test = $_; map { [$test, "p$_"] } 0 .. $#{ $o{perl} } } @tests;
my @apart = grep { disagrees($_, $of{'bench.pl'}) } @cells;
my (%again, $scripted, @counted, @moved, @differ, @engines);

write_variant($source, "$dir/bench.pl");
($scripted) = bench($source, $dir, "$dir/bench.pl", 'scripted', names(@apart), '') if @apart;
push @{ disagrees($_, $scripted) ? \@differ : \@counted }, $_ for @apart;
# The environment moves the heap, and with it the beginnings of strings.
for my $length (1, 9, 33, 70, 150, 300, 600, 1100, 1900, 2500) {
	last unless @differ;
	($again{$length}) =
		bench($source, $dir, 'Porting/bench.pl', "again$length", names(@differ), 'P=' . 'x' x $length);
	my @left;
	for my $cell (@differ) {
		my ($test, $label) = @$cell;
		my $moves = differing($of{'bench.pl'}{$test}{$label}, $again{$length}{$test}{$label}, @EXACT);
		push @{ $moves ? \@moved : \@left }, $cell;
	}
	@differ = @left;
}
@engines = grep { differing($of{exec}{$_->[0]}{$_->[1]}, $of{fork}{$_->[0]}{$_->[1]}, @EXACT) } @cells;

print "Perls: ", join(', ', map { "p$_ = $o{perl}[$_]" } 0 .. $#{ $o{perl} }), "\n";
printf "%d tests, %d cells. Number of cells that are equal to the last digit:\n\n", scalar @tests, scalar @cells;
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

list('With the count in its script instead of an argument, bench.pl gives the counts of cgbench (in script)', @counted);
list('With one more variable in the environment, bench.pl itself gives other counts (+LENGTH)', @moved);
list('Different', @differ);
list('The engines differ', @engines);
print "\nSeconds with -j $o{jobs}, wall and CPU:\n\n";
printf "%-8s %9.1f %9.1f\n", $_, $clock{$_}, $processors{$_} for 'bench.pl', 'exec', 'fork';
printf "\nfork is %.1f times faster than bench.pl in wall time, %.1f times in CPU time\n",
	$clock{'bench.pl'} / $clock{fork}, $processors{'bench.pl'} / $processors{fork};
exit(@differ || @engines ? 1 : 0);
