#!/usr/bin/perl
# cluster.pl DIR LIBRARY CALLER: a Slurm of one node, in the new directory DIR, which belongs to the
# process CALLER and to nobody else. Its daemons have LIBRARY (loopback.c) preloaded; slurm.conf in
# DIR, as SLURM_CONF, leads to them. Prints a line when it has started them. When CALLER or a daemon
# dies, or at SIGTERM, it ends all processes of the cluster, jobs too, and then itself.
use strict;
use warnings;
use IO::Socket::INET;
use POSIX ();

use constant {
	SYS_prctl => 157,
	PR_SET_PDEATHSIG => 1,
	PR_SET_CHILD_SUBREAPER => 36,
};

my ($dir, $library, $caller) = @ARGV;
my ($stopped, %daemons);
$SIG{TERM} = sub { $stopped = 1 };
$SIG{CHLD} = sub { };

# A signal to the group of the caller does not reach this process, which adopts slurmstepd when that leaves its parent.
POSIX::setsid();
syscall(SYS_prctl, PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0 or die "prctl: $!\n";
syscall(SYS_prctl, PR_SET_PDEATHSIG, POSIX::SIGTERM(), 0, 0, 0) == 0 or die "prctl: $!\n";
exit if getppid != $caller;

sub free_ports {
	my @sockets = map { IO::Socket::INET->new(Listen => 1, LocalAddr => '127.0.0.1:0') or die "$@\n" } 1 .. 2;
	return map { $_->sockport } @sockets;
}

sub write_file {
	my ($path, $text) = @_;
	open my $out, '>', $path or die "$path: $!\n";
	print $out $text;
	close $out or die "$path: $!\n";
}

# slurmctld insists on the host's name, but no name is looked up. slurmd insists on a plugin for cgroups, and that for
# v1 looks for none before they are used. With a short MinJobAge, sbatch --wait looks every two seconds.
sub configure {
	my ($host) = (POSIX::uname())[1] =~ /^([^.]*)/;
	my $user = getpwuid $> or die "the user $> has no name\n";
	my ($controller, $node) = free_ports();
	mkdir $_ or die "$_: $!\n" for $dir, "$dir/state", "$dir/spool";
	write_file("$dir/cgroup.conf", "CgroupPlugin=cgroup/v1\n");
	write_file("$dir/slurm.conf", <<END);
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$controller
SlurmdPort=$node
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/none
CredType=cred/none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
SchedulerParameters=batch_sched_delay=0
MinJobAge=4
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool
SlurmctldPidFile=$dir/slurmctld.pid
SlurmdPidFile=$dir/slurmd.pid
MailProg=/bin/true
NodeName=node NodeAddr=127.0.0.1 CPUs=6
PartitionName=all Nodes=ALL Default=YES
END
}

sub start {
	my ($daemon, @options) = @_;
	my $pid = fork // die "fork: $!\n";
	$daemons{$pid} = $daemon;
	return if $pid;
	$ENV{SLURM_CONF} = "$dir/slurm.conf";
	$ENV{LD_PRELOAD} = $library;
	open STDIN, '<', '/dev/null' or die;
	open STDOUT, '>', "$dir/$daemon.log" or die "$dir/$daemon.log: $!\n";
	open STDERR, '>&', \*STDOUT or die;
	exec $daemon, '-D', @options or die "$daemon: $!\n";
}

# All processes below this one, at any depth.
sub descendants {
	my %children;
	for my $file (glob '/proc/[0-9]*/stat') {
		open my $in, '<', $file or next;
		# 1234 (a name) S 1 ...
		push @{$children{$2}}, $1 if (readline($in) // '') =~ /^(\d+) \(.*\) \S (\d+)/s;
	}
	my @found = @{$children{$$} // []};
	push @found, @{$children{$_} // []} for @found;
	return @found;
}

configure();
start('slurmctld');
start('slurmd', '-N', 'node');
$| = 1;
print "started\n";
POSIX::sigprocmask(POSIX::SIG_BLOCK(), POSIX::SigSet->new(POSIX::SIGTERM(), POSIX::SIGCHLD()));
until ($stopped) {
	while ((my $pid = waitpid -1, POSIX::WNOHANG()) > 0) {
		next unless $daemons{$pid};
		print STDERR "$daemons{$pid} has ended\n";
		$stopped = 1;
	}
	POSIX::sigsuspend(POSIX::SigSet->new) unless $stopped;
}
# The children of what dies become children of this process, so wait fails only when nothing is left.
do { kill 'KILL', descendants() } while wait > 0;
