#!/usr/bin/perl
# page.pl DIRECTORY NAME: loads a page in a browser and sorts and filters its table. Prints a line
# each: how many milliseconds until the table is laid out again, and what was done.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/..";
use browser;

my ($directory, $name) = @ARGV;
my $browser = browser->start(directory => $directory);
$browser->size(1400, 900);
$browser->visit("plain/$name");
my $loaded = $browser->run('return performance.getEntriesByType("navigation")[0].loadEventEnd');
printf "%.0f the page is loaded\n", $loaded;

# Does it and lays out the page, after what was done before it has been painted.
sub measure {
	my ($what, $script) = @_;
	$browser->run('return new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
	my $time = $browser->run("const start = performance.now(); $script;
		document.body.getBoundingClientRect(); return performance.now() - start");
	printf "%.0f %s\n", $time, $what;
}

my $filter = 'const filter = document.getElementById("filter"); filter.value = "%s";
	filter.dispatchEvent(new Event("input", { bubbles: true }))';
my $sort = 'document.querySelectorAll("#table thead button")[%d].click()';
measure('sorted by name', sprintf $sort, 0);
measure('sorted by value', sprintf $sort, 1);
measure('sorted by change', sprintf $sort, 2);
measure('filtered by text', sprintf $filter, 'find');
measure('filtered by a regular expression', sprintf $filter, '/map|find/');
measure('all tests', sprintf $filter, '');
undef $browser;
