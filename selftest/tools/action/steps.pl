#!/usr/bin/perl
# Writes the run: block of each step of an action as NAME.sh, and its environment, from the defaults of the inputs, as
# NAME.env.
use strict;
use warnings;

my ($input, %default, $name, $run);
sub append {
	open my $out, '>>', $_[0] or die;
	print $out $_[1];
}
while (<>) {
	$input = $1 if /^  (\w+):$/;
	$default{$input} = $1 if /^    default: (.*)/;
	$run = 0 if !/^ {8}/;
	($name) = /name: (\w+)/ if /^    - name:/;
	append("$name.env", "$1='" . $default{$2} =~ s/'//gr . "'\n") if /^ {8}(\w+): \$\{\{ inputs\.(\w+) \}\}$/;
	append("$name.sh", s/^ {8}//r) if $run;
	$run = 1 if /^      run: \|$/;
}
