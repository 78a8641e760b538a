# Runs cgbench over and over in the current directory, each time with another fault of torture.c:
#     torture.pl [OPTION...] -- CGBENCH ARGUMENT...
#         --library=FILE   that which torture.c became
#         --most=N         at most so many faults of each kind, evenly taken; 0: all
#         --signals        raises signals in place of faults
#         --full           the disk is full from some moment on, in place of faults
#         --verbose        prints each run
# Each run must end as the first one, which is undisturbed; or with a status that the manual documents,
# after a line that says why. $TMPDIR is then empty, no process is left, and a file that the run writes
# is the old one or whole. Prints "ok NAME" or "not ok NAME" for each kind.
use strict;
use warnings;
use Errno;
use Getopt::Long;
use JSON::PP;
use POSIX ();

my %o = (most => 0);
GetOptions(\%o, qw(library=s most=i signals full verbose name=s)) or exit 2;
my @command = @ARGV;
my ($target) = map { /^--write=(.*)/ || /^--format=[a-z]+:(.*)/ ? $1 : () } @command;
my %errors = (
	memory => ['ENOMEM'], open => ['EMFILE'], read => [qw(EIO EINTR SHORT)],
	write => [qw(ENOSPC EINTR EIO SHORT)], rename => [qw(ENOSPC EIO)], fork => ['EAGAIN'], pipe => ['EMFILE'],
	mmap => ['ENOMEM'], sync => [qw(EIO ENOSPC)], wait => ['EINTR'],
);
# Faults that last, unlike an interruption.
my %lasting = (memory => ['ENOMEM'], open => ['EMFILE'], write => ['ENOSPC'], fork => ['EAGAIN'], pipe => ['EMFILE']);
my @signals = (HUP => 1, INT => 2, QUIT => 3, KILL => 9, TERM => 15);
# A run takes less than two seconds. The last figure is how long processes may need to see that their
# parent has been killed.
my ($limit, $patience) = (300, 60);

# The C library takes a locale for missing that it has no memory for.
$ENV{LC_ALL} = 'C';

# Orphans become children of this process: prctl(PR_SET_CHILD_SUBREAPER, 1).
syscall(157, 36, 1, 0, 0, 0) == 0 or die "prctl: $!\n";

sub slurp
{
	open my $in, '<:raw', $_[0] or return undef;
	local $/;
	return scalar <$in>;
}

sub spew
{
	my ($path, $text) = @_;
	open my $out, '>:raw', $path or die "$path: $!\n";
	print $out $text;
	close $out or die "$path: $!\n";
}

sub children
{
	return split ' ', slurp("/proc/$$/task/$$/children") // '';
}

# Waits for one child, or for all of them with -1. Returns 1 if none is left before the time is up.
sub wait_for
{
	my ($pid, $seconds, $status) = @_;
	return eval {
		local $SIG{ALRM} = sub { die "late\n" };
		alarm $seconds;
		while (1) {
			my $got = waitpid $pid, 0;
			last if $got < 0;
			$$status = $? if $got == $pid;
			last if $got == $pid;
		}
		alarm 0;
		1;
	};
}

sub kill_all
{
	while (my @children = children()) {
		kill 'KILL', @children;
		waitpid $_, 0 for @children;
	}
}

# A date, a commit and the hash of what differs by them are not compared.
sub undated
{
	return defined $_[0] ? $_[0] =~ s/"measured":\[[^]]*\],//r : undef;
}

# Returns what is left of a run.
sub run
{
	my ($torture) = @_;
	my %run = (what => $torture);
	spew($target, "old\n") if $target;
	my $pid = fork // die "fork: $!\n";
	if (!$pid) {
		open STDIN, '<', '/dev/null';
		open STDOUT, '>', '../out';
		open STDERR, '>', '../err';
		$SIG{$_} = 'DEFAULT' for qw(HUP INT QUIT TERM PIPE);
		@ENV{qw(TORTURE LD_PRELOAD)} = ($torture, $o{library}) if $torture;
		exec @command or POSIX::_exit(99);
	}
	if (!wait_for($pid, $limit, \$run{status})) {
		$run{late} = 1;
		kill_all();
	}
	if (!wait_for(-1, $patience)) {
		$run{orphans} = join ', ', map { (slurp("/proc/$_/cmdline") // '') =~ tr/\0/ /r } children();
		kill_all();
	}
	$run{out} = slurp('../out');
	$run{err} = slurp('../err');
	$run{target} = undated(slurp($target)) if $target;
	opendir my $dir, $ENV{TMPDIR} or die;
	$run{left} = join ' ', grep { !/^\.\.?$/ } readdir $dir;
	system 'rm', '-rf', glob "$ENV{TMPDIR}/*" if $run{left};
	opendir $dir, '.' or die;
	$run{files} = join ' ', sort grep { !/^\.\.?$/ } readdir $dir;
	for my $file (grep { /^\.cgbench-/ } split ' ', $run{files}) {
		unlink $file;
	}
	return \%run;
}

sub ended
{
	my ($run) = @_;
	return 'hangs' if $run->{late};
	my $status = $run->{status};
	return $status & 127 ? 'signal ' . ($status & 127) : 'status ' . ($status >> 8);
}

# Lines with a count that the undisturbed run does not print.
sub wrong_counts
{
	my ($run, $reference) = @_;
	my %right = map { $_ => 1 } split /\n/, $reference->{out};
	return if !grep { /^--format=csv$/ } @command;
	return grep { !$right{$_} && /^([^,]*,){3}[0-9]/ } split /\n/, $run->{out};
}

# Returns the place at which two texts begin to differ.
sub difference
{
	my ($got, $want) = @_;
	my ($same) = ($got ^ $want) =~ /^(\0*)/;
	my $from = length $same > 30 ? length($same) - 30 : 0;
	return substr($got, $from, 90) =~ tr/\n/ /r . ' in place of ' . substr($want, $from, 90) =~ tr/\n/ /r;
}

# A saved run without one of its files or traits is whole, if its counts are there.
sub is_whole
{
	my ($run, $reference, $complete) = @_;
	return 1 if $run->{target} eq $reference->{target};
	return 0 if !eval { decode_json($run->{target}); 1 };
	return !$complete || counts_of($run->{target}) eq counts_of($reference->{target});
}

sub counts_of
{
	spew('../saved.json', $_[0]);
	return scalar `'$command[0]' --read=../saved.json --tables --raw --format=csv 2>&1`;
}

# A sentence for each thing that is wrong.
sub faults
{
	my ($run, $reference, $signal) = @_;
	my $end = ended($run);
	my %usual = map { $_ => 1 } split /\n/, $reference->{err};
	my @lines = grep { !/^    / && !$usual{$_} } split /\n/, $run->{err};
	my @wrong;
	push @wrong, "processes are left: $run->{orphans}" if $run->{orphans};
	push @wrong, "files are left in TMPDIR: $run->{left}" if $run->{left} && ($signal // 0) != 9;
	# Measured cells are kept for --resume.
	$run->{files} =~ s/ out\.json\.partial// if $end ne 'status 0';
	push @wrong, "files are left: $run->{files}"
		if $run->{files} ne $reference->{files} && ($signal // 0) != 9;
	my $same = $end eq 'status 0' && $run->{out} eq $reference->{out};
	if (defined $signal) {
		push @wrong, $end if $end ne "signal $signal" && !$same;
	} elsif ($end eq 'status 0') {
		push @wrong, 'another output' if !$same && !@lines;
	} elsif ($end =~ /^status (128|129|125|1)$/) {
		push @wrong, 'no line says why' if !@lines;
		push @wrong, 'another line: ' . (grep { !/^cgbench: ./ } @lines)[0] if grep { !/^cgbench: ./ } @lines;
		push @wrong, scalar(@lines) . ' lines' if @lines > 4;
	} else {
		push @wrong, $end;
	}
	if (!defined $signal) {
		push @wrong, map { "a wrong count: $_" } wrong_counts($run, $reference);
	}
	return @wrong if !$target;
	if (!defined $run->{target}) {
		push @wrong, 'the file is gone';
	} elsif ($end eq 'status 0' || $run->{target} ne "old\n") {
		push @wrong, 'the file is torn or another: ' . difference($run->{target}, $reference->{target})
			if !is_whole($run, $reference, $end eq 'status 0');
	}
	return @wrong;
}

sub evenly
{
	my ($most, @all) = @_;
	return @all if !$most || @all <= $most;
	return map { $all[int(($_ + 0.5) * @all / $most)] } 0 .. $most - 1;
}

sub number_of
{
	return $_[0] eq 'SHORT' ? 0 : do { no strict 'refs'; &{"Errno::$_[0]"}() };
}

my $reference = run();
my $counted = run("count $ENV{TMPDIR}/../counts");
for my $run ($reference, $counted) {
	next if ended($run) eq 'status 0' && !faults($run, $reference);
	print "not ok $o{name}: undisturbed\n# ", ended($run), "\n# ", join("\n# ", faults($run, $reference)), "\n",
		$run->{err} =~ s/^/# /gmr;
	exit;
}

my (%calls, %first, $moments);
for (split /\n/, slurp("$ENV{TMPDIR}/../counts")) {
	$moments = $1 if /^moments (\d+)/;
	$calls{$1} = $2 if /^([a-z-]+) (\d+)$/ && $1 ne 'moments';
	push @{ $first{$1} }, $2 if /^([a-z-]+) (\d+) first$/;
}

# Takes the first call for memory of each stack: a loop makes thousands that are alike.
my %tasks;
if ($o{signals}) {
	my $i = 0;
	for my $moment (evenly($o{most}, 1 .. $moments)) {
		my ($name, $number) = @signals[ 2 * ($i % 5), 2 * ($i % 5) + 1 ];
		push @{ $tasks{signals} }, ["raise $number $moment", $number];
		$i++;
	}
} else {
	for my $kind (sort keys %calls) {
		my $errors = ($o{full} ? \%lasting : \%errors)->{ $kind =~ s/^child-//r } || [];
		$errors = [] if $o{full} && $kind =~ /^child-/;
		my @numbers = sort { $a <=> $b } $kind =~ /memory/ || $o{most} || $o{full} ? @{ $first{$kind} || [] } : 1 .. $calls{$kind};
		my @all = map { my $number = $_; map { [ $number, $_ ] } @$errors } @numbers;
		push @{ $tasks{$kind} }, [ "fail $kind $_->[0] " . number_of($_->[1]) . ($o{full} ? ' on' : '') ]
			for evenly($o{most}, @all);
	}
}

for my $kind (sort keys %tasks) {
	my @bad;
	for my $task (@{ $tasks{$kind} }) {
		my $run = run($task->[0]);
		my @wrong = faults($run, $reference, $task->[1]);
		print "# $task->[0]: ", ended($run), ' ', ($run->{err} =~ /^([^\n]*)/)[0], "\n" if $o{verbose};
		push @bad, "# $task->[0]: " . join('; ', @wrong) . "\n" . $run->{err} =~ s/^/#     /gmr if @wrong;
	}
	print @bad ? 'not ok' : 'ok', " $o{name}: $kind: ", scalar @{ $tasks{$kind} }, "\n", @bad;
}
