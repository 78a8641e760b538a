#!/usr/bin/perl
# page.pl DIRECTORY NAME: loads a page in a browser, and sorts, filters and recalculates its table. Prints a line each:
# how many milliseconds of CPU its script, its styles and its layout took, and what was done.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/..";
use browser;

my ($directory, $name) = @ARGV;
my $browser = browser->start(directory => $directory);
$browser->size(1400, 900);
$browser->visit("plain/$name");
$browser->devtools('Performance.enable', timeDomain => 'threadTicks');

sub spent {
	my $metrics = $browser->devtools('Performance.getMetrics')->{metrics};
	my $sum = 0;
	$sum += $_->{value} for grep { $_->{name} =~ /^(Script|RecalcStyle|Layout)Duration$/ } @$metrics;
	return $sum * 1000;
}

# Does it and lays out the page, after what was done before it has been painted.
sub measure {
	my ($what, $script) = @_;
	$browser->run('return new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
	my $before = spent();
	$browser->run("$script; document.body.getBoundingClientRect()");
	printf "%.0f %s\n", spent() - $before, $what;
}

my $choose = 'const control = document.getElementById("%s"); control.value = "%s";
	control.dispatchEvent(new Event("input", { bubbles: true }))';
my $sort = 'document.querySelectorAll("#table thead button")[%d].click()';
measure('sorted by name', sprintf $sort, 0);
measure('sorted by value', sprintf $sort, 1);
measure('sorted by change', sprintf $sort, 2);
measure('filtered by text', sprintf $choose, 'filter', 'find');
measure('filtered by a regular expression', sprintf $choose, 'filter', '/map|find/');
measure('all tests', sprintf $choose, 'filter', '');
measure('against another norm', sprintf $choose, 'norm', 1);
measure('as ratios', sprintf $choose, 'show', 'ratios');
