# The programs that say why a count is as it is share their command lines and how they call cgbench. For flags and
# pass a test is compiled by one compiler with many more arguments, and one program of each object file that differs is
# measured. Programs of the same object file have the same counts.
package variants;
use strict;
use warnings;
use Cwd qw(abs_path);
use Digest::SHA;
use File::Glob qw(:bsd_glob);
use File::Temp qw(tempdir);
use JSON::PP ();

our ($name, $test, %own, @options, @words, @puts, $dir);
our $any; # whether more tests than one may be measured
our %plain; # what is shown in errors in place of an option of cgbench
my $bases = 0;
(my $here = abs_path($0)) =~ s,/[^/]*$,,;
($name) = $0 =~ m,([^/]*)$,;
$SIG{HUP} = $SIG{INT} = $SIG{TERM} = sub { exit 130 };

sub fail {
	my ($why, $status) = @_;
	print STDERR "$name: $why\n";
	exit($status // 129);
}

# Prints the comment at the beginning of the program, with the name by which it was called.
sub help {
	my ($caller) = @_;
	my ($plain) = $name =~ /(\w+)$/;
	open my $in, '<', $caller or fail("cannot read $caller: $!", 128);
	while (<$in>) {
		next if $. == 1;
		last unless s/^# ?//;
		print s/^    \K$plain /$name /r;
	}
	exit 0;
}

# Takes the command line apart: options of %own, which has their defaults, undef if they have no value, those of cgbench,
# the test, and puts, each a list of the executable and its arguments; @words are the puts as given. Before '--' an option
# of cgbench and its value are one word, except a benchfile's.
sub parse {
	my ($caller, %defaults) = @_;
	%own = (field => 'Ir', format => 'text', %defaults);
	while (@ARGV) {
		my $word = shift @ARGV;
		$word .= '=' . (shift @ARGV // fail("$word needs a value"))
			if $word =~ /^--([a-z-]+)$/ && ($1 eq 'benchfile' || defined $own{$1});
		if ($word eq '--') {
			last;
		} elsif ($word =~ /^(-h|--help)$/) {
			help($caller);
		} elsif ($word =~ /^--([a-z-]+)=(.*)$/s && defined $own{$1}) {
			$own{$1} = $2;
		} elsif ($word =~ /^--([a-z-]+)$/ && exists $own{$1} && !defined $own{$1}) {
			$own{$1} = 1;
		} elsif ($word =~ /^--(keep|write|read|baseline|history|explain|fail-above|bisect|check|resume|action)\b/) {
			fail("--$1 is not for this program; it measures one test itself");
		} elsif ($word =~ /^-e/) {
			push @options, $word eq '-e' ? ($word, shift @ARGV // fail('-e needs code')) : $word;
			$test = 'e';
		} elsif ($word =~ /^-/) {
			push @options, $word;
		} elsif (defined $test) {
			fail("'$word' is a second test; name one, and compilers after '--'; the value of an option follows '='");
		} else {
			$test = $word;
			push @options, "--tests=$word";
		}
	}
	$own{format} =~ /^(text|json)$/ or fail("--format: '$own{format}' is not text or json");
	$own{field} =~ /^\w+$/ or fail("--field: '$own{field}' is not a field, such as Ir");
	@words = @ARGV;
	for my $word (@words) {
		if ($word !~ /^-/) {
			push @puts, [$word =~ s/=.*//sr];
		} elsif (@puts) {
			push @{$puts[-1]}, $word;
		} else {
			fail("'$word' has no compiler before it, as in: $name TEST -- gcc $word");
		}
	}
	defined $test || $any or fail("name a test, as in: $name TEST -- gcc");
	@puts || ($own{read} // '') ne '' or fail("name a compiler after '--', as in: $name TEST -- gcc");
	$dir = tempdir('cgbench-why-XXXXXX', TMPDIR => 1, CLEANUP => 1);
}

# Calls cgbench with more options and puts, and returns its JSON.
sub cgbench {
	my ($more, @words) = @_;
	my ($own) = grep { -f && -x } "$here/cgbench", "$here/../cgbench";
	my $program = $ENV{CGBENCH} // $own // 'cgbench';
	my $child = open(my $out, '-|') // fail("cannot start a process: $!", 128);
	if (!$child) {
		open STDERR, '>', "$dir/stderr";
		open STDIN, '<', '/dev/null';
		exec $program, @options, '--format=json', "--fields=$own{field}", @$more, '--', @words or
			do { print STDERR "$name: cannot start $program: $!; set CGBENCH to its path\n"; exit 127 };
	}
	my $text = do { local $/; <$out> };
	close $out;
	my $status = $? >> 8;
	# Bytes stay bytes, so that what is printed is UTF-8 as cgbench wrote it.
	my $json = eval { JSON::PP->new->decode($text) };
	return $json if $json && ($status <= 1 || $status == 128);
	return cgbench($more, @words) if $status == 129 && grep { $_ = delete $plain{$_} if exists $plain{$_} } @options;
	show_errors();
	exit($status == 129 ? 129 : 128);
}

# Shows the last messages of cgbench.
sub show_errors {
	open my $in, '<', "$dir/stderr" or return;
	print STDERR <$in>;
}

# Measures a put as it is, and returns what is known of it: its words, count and verdicts, and the commands that compile
# it, which write to "$out" and take more arguments at their end.
sub base {
	my ($put) = @_;
	my %base = (words => $put, text => join(' ', @$put));
	my ($exe, @args) = @$put;
	$base{more} = sub { my ($label, @more) = @_; return ("$exe=$label", @args, @more) };
	my $keep = "$dir/keep" . ++$bases;
	my $json = cgbench(["--keep=$keep"], $base{more}->('base'));
	my @cells = @{$json->{cells}};
	@cells == 1 or fail("'$test' matches " . @cells . ' tests; name one: ' . join(', ', map { $_->{test} } @cells));
	$test = $cells[0]{test};
	if (!valued($cells[0])) {
		show_errors();
		fail("$test on $base{text} cannot be measured: " . why($cells[0]), 128);
	}
	@base{qw(count verdicts)} = ($cells[0]{$own{field}}, $cells[0]{verdicts});
	($base{source}) = glob("$keep/base/*/test.c*");
	my ($script) = glob("$keep/base/*/commands.sh");
	open my $in, '<', $script // '' or fail("$base{text} does not compile $test; name a compiler");
	$base{commands} = '';
	my $unit = 0;
	while (<$in>) {
		next if !/ -c / || !s/ -o (?:'[^']*'|\S)+(.*) \|\| exit$/ -o "\$out.$unit"$1 "\$@" || exit/;
		$base{commands} .= $_;
		$unit++;
	}
	close $in;
	$unit or fail("$base{text} does not compile $test; name a compiler");
	return \%base;
}

sub valued { my ($cell) = @_; return defined $cell->{$own{field}} }
sub why { my ($cell) = @_; return $cell->{why} // "it has no $own{field}" }

# Runs the commands that compile with more arguments, and returns what they printed; undef if they failed.
sub compile {
	my ($base, $out, @more) = @_;
	unlink glob("$out.*");
	my $child = open(my $said, '-|') // fail("cannot start a process: $!", 128);
	if (!$child) {
		open STDERR, '>&', \*STDOUT;
		$ENV{out} = $out;
		# clang leaves files there when it crashes.
		$ENV{TMPDIR} = $dir;
		exec 'timeout', '60', 'sh', '-c', $base->{commands}, 'sh', @more or exit 127;
	}
	my $text = do { local $/; <$said> } // '';
	close $said;
	return $? ? undef : $text;
}

# Calls $do->($i) for each i below count, on all processors, and returns the lines that it returns; undef where it returns
# none.
sub on_all_processors {
	my ($count, $do) = @_;
	chomp(my $jobs = `nproc`);
	my (@handles, @lines);
	for my $job (0 .. $jobs - 1) {
		my $child = open(my $out, '-|') // fail("cannot start a process: $!", 128);
		push @handles, $out;
		next if $child;
		$SIG{$_} = 'DEFAULT' for qw(HUP INT TERM);
		for (my $i = $job; $i < $count; $i += $jobs) {
			my $line = $do->($i, $job) // next;
			print "$i $line\n";
		}
		close STDOUT;
		require POSIX;
		POSIX::_exit(0);
	}
	for my $out (@handles) {
		while (<$out>) {
			$lines[$1] = $2 if /^(\d+) (.*)$/;
		}
		close $out;
	}
	return @lines[0 .. $count - 1];
}

# Compiles with each list of arguments, and returns the digests of each one's object files, with commas between them; undef
# where the compiler refused.
sub digests {
	my ($base, @lists) = @_;
	return on_all_processors(scalar @lists, sub {
		my ($i, $job) = @_;
		defined compile($base, "$dir/out$job", @{$lists[$i]}) or return;
		my @files = glob("$dir/out$job.*");
		return @files ? join(',', map { Digest::SHA->new(256)->addfile($_)->hexdigest } @files) : undef;
	});
}

# Returns a cell for each list of arguments, to which digests belong; undef where the compiler refused. One put is
# measured for each digest that is not that of the base.
sub measure {
	my ($base, $digests, @lists) = @_;
	my ($own, @digests) = @$digests;
	my (%first, @words);
	my $plain = {$own{field} => $base->{count}, verdicts => $base->{verdicts}};
	for my $i (0 .. $#lists) {
		my $digest = $digests[$i] // next;
		next if defined $own && $digest eq $own || exists $first{$digest};
		$first{$digest} = "v$i";
		push @words, $base->{more}->("v$i", @{$lists[$i]});
	}
	my %cell;
	%cell = map { $_->{label} => $_ } @{cgbench([], @words)->{cells}} if @words;
	return map { !defined ? undef : $cell{$first{$_} // ''} // $plain } @digests;
}

# How a cell is shown: its count with verdicts, which say that it means less than it seems.
sub shown {
	my ($cell) = @_;
	my @verdicts = @{$cell->{verdicts} // []};
	return sprintf('%.1f', $cell->{$own{field}}) . (@verdicts ? ' ! ' . join(', ', @verdicts) : '');
}

# The change of a count, and in percent unless it was 0.
sub change {
	my ($from, $to) = @_;
	return sprintf('%+.1f', $to - $from) . ($from ? sprintf(' (%+.2f %%)', ($to - $from) / $from * 100) : '');
}

# Prints rows with their columns aligned: the first one to the left, others to the right, the last one as it is.
sub rows {
	my (@rows) = @_;
	my @width;
	for my $row (@rows) {
		for my $i (0 .. $#$row - 1) {
			$width[$i] = length $row->[$i] if length $row->[$i] > ($width[$i] // 0);
		}
	}
	for my $row (@rows) {
		my @cells = map { sprintf($_ ? '%*s' : '%-*2$s', $_ ? ($width[$_], $row->[$_]) : ($row->[$_], $width[$_])) }
			0 .. $#$row - 1;
		print join('  ', @cells, $row->[-1]) =~ s/ +$//r, "\n";
	}
}

sub print_json { print JSON::PP->new->canonical->pretty->encode($_[0]) }

1;
