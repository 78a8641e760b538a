# extract.pl FILE DIRECTORY: writes the files of a report, each of which follows its name there, and the commands of each
# test, named by its number. A block ends with the fence that it began with.
use strict;
use warnings;
my ($file, $dir) = @ARGV;
open my $in, "<", $file or die;
my ($name, $fence, $out, $n) = ("", "", undef, 0);
while (<$in>) {
	if ($fence) {
		if ($_ eq "$fence\n") { $fence = ""; undef $out }
		elsif ($out) { print $out $_ }
	} elsif (/^(```+)(.*)$/) {
		$fence = $1;
		$name = "commands" if $2 eq "sh" && !$name;
		next unless $name;
		my $path = "$dir/$n/$name";
		$path =~ s!/[^/]*$!!;
		system("mkdir", "-p", $path);
		open $out, ">", "$dir/$n/$name" or die;
		$name = "";
	} elsif (/^`([^`]*)`:$/) {
		$name = $1;
	} elsif (/^(###|<summary>)/) {
		$n++;
	}
}
