#!/usr/bin/perl
# watch.pl DIR COMMAND...: runs build/bench/cost COMMAND and prints what that prints, followed on the same line by how
# many descriptors the command had open, how many files were below DIR, and how many KiB these had, each at most. It
# looks whenever the command has written some lines to its standard error, as with --debug.
use strict;
use warnings;
use File::Find;
no warnings "File::Find"; # files vanish meanwhile

my ($dir, @command) = @ARGV;
my ($fds, $files, $kib) = (0, 0, 0);

sub look {
	my ($cost) = @_;
	open my $children, '<', "/proc/$cost/task/$cost/children" or return;
	my ($pid) = split ' ', <$children> // '';
	my @open = $pid ? glob "/proc/$pid/fd/*" : ();
	my ($found, $size) = (0, 0);
	find({ no_chdir => 1, wanted => sub { $found++; $size += (lstat)[12] // 0 } }, $dir);
	$fds = @open if $fds < @open;
	$files = $found if $files < $found;
	$kib = $size / 2 if $kib < $size / 2;
}

pipe my $lines, my $err or die "pipe: $!\n";
pipe my $result, my $out or die "pipe: $!\n";
my $cost = fork // die "fork: $!\n";
if (!$cost) {
	open STDERR, '>&', $err;
	open STDOUT, '>&', $out;
	exec 'build/bench/cost', @command or die "cost: $!\n";
}
close $err;
close $out;
while (<$lines>) {
	look($cost) if $. % 200 == 0;
}
my $line = <$result> // '';
waitpid $cost, 0;
chomp $line;
printf "%s %d %d %d\n", $line, $fds, $files, $kib;
exit $? >> 8;
