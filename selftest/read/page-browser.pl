#!/usr/bin/perl
# The checks of page-browser.t, on the pages that it wrote to this directory. Prints a line "ok NAME"
# or "not ok NAME" for each, and why it failed.
#
#     page-browser.pl 'FIELD...'
use strict;
use warnings;
use utf8;
use Cwd;
use JSON::PP;
use browser;

my @fields = split ' ', $ARGV[0];
my $policy = "Content-Security-Policy: sandbox; default-src 'none'; style-src 'self'";
my $json = JSON::PP->new->canonical->allow_nonref;
binmode STDOUT, ':encoding(UTF-8)';
$| = 1;

# The first argument is a scalar, also where a pattern does not match.
sub check($$@) {
	my ($passes, $name, @why) = @_;
	print $passes ? 'ok' : 'not ok', " $name\n";
	print map { "$_\n" } map { split /\n/ } @why unless $passes;
}

# Compares what JSON would be the same, and shows where it differs first.
sub same {
	my ($got, $want, $name) = @_;
	($got, $want) = map { $json->encode($_) } $got, $want;
	my $equal = 0;
	$equal++ while $equal < length $got && substr($got, $equal, 1) eq substr $want, $equal, 1;
	my $from = $equal > 60 ? $equal - 60 : 0;
	check($got eq $want, $name, map { substr $_, 0, 200 }
		' got: ' . substr($got, $from), 'want: ' . substr $want, $from);
}

sub content {
	my ($path) = @_;
	open my $file, '<:encoding(UTF-8)', $path or die "$path: $!\n";
	local $/;
	return <$file>;
}

my $browser = browser->start(directory => getcwd, headers => { strict => [$policy] });

# --- What is done on a page

# The texts of the rows of the table, in order.
my $rows_of = <<'END';
	const textOf = (cell) => {
		const shown = cell.cloneNode(true);
		for (const hidden of shown.querySelectorAll("[hidden]"))
			hidden.remove();
		return shown.textContent.trim();
	};
	const rowsOf = (page) => [...page.querySelectorAll("#table tr")]
		.filter((row) => !row.parentNode.hidden)
		.map((row) => [...row.cells].filter((cell) => !cell.hidden).map(textOf));
	const marksOf = (page) => [...page.querySelectorAll(".marks dt:not([hidden])")]
		.map((mark) => mark.textContent);
END
sub rows { $browser->run("$rows_of return rowsOf(document)") }
sub caption { $browser->run('return document.querySelector("#table caption").textContent') }

# Only the names of the tests that are shown.
sub shown {
	return [ map { s/ !$//r } @{$browser->run('return [...document.querySelectorAll(
		"#table tbody th")].map((cell) => cell.textContent.trim())')} ];
}

# Returns the rows of another page, which is not visited.
sub rows_written {
	my ($path) = @_;
	return $browser->run("$rows_of
		return rowsOf(new DOMParser().parseFromString(arguments[0], 'text/html'))", content($path));
}

# Sets a control as a user would.
sub choose {
	my ($id, $value) = @_;
	$browser->run('const control = document.getElementById(arguments[0]);
		control.value = arguments[1];
		control.dispatchEvent(new Event("input", { bubbles: true }))', $id, $value);
}

sub reset_page { $browser->click('#controls [type=reset]') }
sub fragment { $browser->address =~ s/^[^#]*//r }
sub status_text { $browser->run('return document.getElementById("shown").textContent') }
sub focused { $browser->run("return document.activeElement.$_[0]") }

# The rows of a table of one field, as text has them: its columns end where their lines do.
sub rows_of_text {
	my ($path) = @_;
	my ($edges, @rows);
	for (split /\n/, content($path)) {
		last if $edges && /^$/;
		if (/^ +(-+ ?)+$/) {
			my $line = $_;
			push @$edges, [ $-[0], $+[0] ] while $line =~ /-+/g;
		} elsif ($edges) {
			my $line = sprintf '%-200s', $_;
			my @cells = map { substr $line, $_->[0], $_->[1] - $_->[0] } @$edges;
			push @rows, [ map { s/^\s+|\s+$//gr } substr($line, 0, $edges->[0][0]), @cells ];
		}
	}
	return \@rows;
}

# Returns the page's rows without the heads, the changes and their mean.
sub rows_without_changes {
	my ($head, @rows) = @{$_[0]};
	my @columns = grep { $head->[$_] ne 'change' } 0 .. $#$head;
	return [ map { my $row = $_; [ @$row[@columns] ] } grep { $_->[0] !~ /^geometric/ } @rows ];
}

# Checks messages and requests since the last call; the address of the page is expected.
sub quiet {
	my ($name, $page, $expected) = @_;
	my @said = grep { !$expected || !/$expected/ } $browser->console;
	check(!@said, "$name: nothing is said on the console", @said);
	my @requests = grep { !m{/\Q$page\E(#|$)} } $browser->requests;
	check(!@requests, "$name: nothing is requested but the page", @requests);
}

# --- With the script

# The marks in rows of all tests, in the order of their explanations.
sub marks_in {
	my ($head, @rows) = @{$_[0]};
	my @values = grep { $head->[$_] ne 'change' } 1 .. $#$head;
	my %has = map { (/ (~)$/ ? $1 : $_) => 1 }
		map { my $row = $_; (grep { $_ } @$row[1 .. $#$row]), map { length $row->[$_] ? () : '(empty)' } @values }
		grep { $_->[0] !~ /^(AVERAGE|geometric)/ } @rows;
	return [ grep { $has{$_} || $_ eq '!' } '*', 'FAIL', '(empty)', '-', '~', ];
}

# All choices of a field, with the rows that each shows.
sub rows_by_choice {
	return $browser->run("$rows_of" . <<'END', \@fields);
		const control = document.getElementById("field"), rows = {};
		for (const field of arguments[0]) {
			control.value = field;
			control.dispatchEvent(new Event("input", { bubbles: true }));
			rows[field] = [rowsOf(document), marksOf(document)];
		}
		return rows;
END
}

sub check_numbers {
	$browser->visit('plain/made.html');
	same(rows(), rows_written('made.html'), 'the script shows what cgbench wrote');
	same($browser->run('return [...document.getElementById("field").options].map(({ value }) => value)'), \@fields,
		'fields that are 0 everywhere are no choice');
	my $rows = rows_by_choice();
	for my $field (@fields) {
		same($rows->{$field}[0], rows_written("choice-$field.html"),
			"$field: counts and changes as on the page for it");
		same($rows->{$field}[1], marks_in($rows->{$field}[0]), "$field: the marks that occur are explained");
		same(rows_without_changes($rows->{$field}[0]), rows_of_text("counts-$field"),
			"$field: counts as in the text");
	}
	reset_page();
	same(rows(), rows_written('made.html'), 'a reset shows what cgbench wrote');
}

sub check_fields {
	$browser->visit('plain/made.html');
	$browser->run('document.getElementById("fields").open = true');
	$browser->click('#fields [value=Dr]');
	$browser->click('#fields [value=ratio]');
	my ($heads, @rows) = @{rows()};
	same([ grep { !/change/ } @$heads ], [ 'test', map { my $field = $_;
		map { "$field $_" } 'base', 'new', 'th<i>rd & "x"' } qw(Ir Dr ratio) ], 'several fields: each is named');
	my @single = map { rows_written("choice-$_.html") } qw(Ir Dr ratio);
	my @joined = map { my $i = $_; [ map { @{$_->[$i]}[1 .. 5] } @single ] } 1 .. $#{$single[0]};
	same([ map { [ @$_[1 .. $#$_] ] } @rows ], \@joined, 'with the numbers of each');
	like_fragment(qr/^#field=Ir,Dr,ratio$/, 'and the address says which');
	check($browser->run('return document.documentElement.scrollWidth <= innerWidth'),
		'and the table scrolls, not the page');
	$browser->press('Escape');
	same($browser->run('return [document.getElementById("fields").open,
		document.activeElement.tagName]'), [ JSON::PP::false, 'SUMMARY' ], 'Escape folds the choice');
	$browser->run('document.getElementById("shown-puts").open = true');
	$browser->click('#shown-puts [value="1"]');
	same(rows()->[0], [ 'test', map { ("$_ base", "$_ th<i>rd & \"x\"", "$_ change") } qw(Ir Dr ratio) ],
		'one put less: its columns are gone');
}

sub like_fragment {
	my ($pattern, $name) = @_;
	my $fragment = fragment();
	check($fragment =~ $pattern, $name, $fragment);
}

sub names_in { [ map { $_->[0] =~ s/ !$//r } grep { $_->[0] !~ /^AVERAGE/ } @{rows_of_text($_[0])} ] }

# The state of each head.
sub sorted {
	return $browser->run('return [...document.querySelectorAll("#table thead [aria-sort]")]
		.filter((head) => !head.hidden).map((head) => head.getAttribute("aria-sort")).join(" ")');
}

sub check_sorting {
	$browser->visit('plain/made.html');
	my $file = shown();
	$browser->click('#table thead th[data-put="1"]:not([hidden]) button');
	same(shown(), names_in('sorted'), 'a head sorts as --sort does');
	same(sorted(), 'none none ascending none none none', 'and says so');
	$browser->click('#table thead th[data-put="1"]:not([hidden]) button');
	same(sorted(), 'none none descending none none none', 'again: the other way round');
	my @cells = map { $_->[2] } @{rows()}[1 .. 20];
	same([ @cells[0, 1] ], [ '100001.0', '1009.0' ], 'the largest is first');
	same([ sort @cells[-5 .. -1] ], [ '', '', '*', '*', 'FAIL' ], 'what has no value is last again');
	$browser->click('#table thead th[data-put="1"]:not([hidden]) button');
	same(shown(), $file, 'once more: the order of the file');
	$browser->click('#table thead th:first-child button');
	same(shown(), [ sort @$file ], 'by name');
	choose(order => 'size');
	same(shown(), names_in('changed-most'), 'largest change first, as --sort=change does');
	$browser->click('#table thead th[data-change="1"]:not([hidden]) button');
	$browser->click('#table thead th[data-change="1"]:not([hidden]) button');
	same([ @{shown()}[0, 1] ], [qw(some noise)], 'by change: the largest increase first');
	like_fragment(qr/^#sort=-change,Ir,new$/, 'the address says how');
}

sub check_filters {
	$browser->visit('plain/made.html');
	my $all = shown();
	$browser->type('#filter', 'T');
	same(shown(), [ grep { /t/i } @$all ], 'a text filters, whatever its case');
	same(status_text(), '8 of 20 tests', 'and is told how many are shown');
	$browser->press('Escape');
	same(shown(), $all, 'Escape shows all');
	choose(filter => '/^.o(u|m)/');
	same(shown(), [qw(some found)], 'so does a regular expression');
	choose(filter => '/^.o(u|m/');
	same(shown(), [qw(some found)], 'a wrong one changes nothing');
	my $wrong = $browser->run('return document.getElementById("filter-wrong").innerText');
	check($wrong =~ /^Not a regular expression: .*[Uu]nterminated group/, 'and is named', $wrong);
	choose(filter => '/n=16/kind');
	same(shown(), ['more/n=16/kind=up'], 'a text may have slashes');
	same($browser->run('return document.getElementById("filter-wrong").innerText'), '',
		'and the complaint is gone');
	choose(filter => 'folded');
	same(shown(), ['folded'], 'by verdict or name');
	choose(filter => 'nothing like it');
	same([ status_text(), scalar @{rows()} ], [ '0 of 20 tests', 1 ], 'none is left, and no average');
	reset_page();
	choose(only => 'changed');
	choose(least => 10);
	same(shown(), names_in('changed'), 'changes above 10 %, as --changed=10 has them');
	choose(only => 'better');
	same(shown(), [qw(half tie)], 'only what is better');
	choose(only => 'failed');
	same(shown(), [qw(broken mended)], 'only what failed');
}

# The address has all that was chosen, and is enough.
sub check_address {
	$browser->visit('plain/made.html');
	choose(filter => 'o');
	choose(field => 'hits');
	choose(only => 'changed');
	choose(least => 1.5);
	$browser->click('#table thead th[data-put="1"]:not([hidden]) button');
	my ($address, $rows) = ($browser->address, rows());
	like_fragment(qr/field=hits&least=1\.5&only=changed&/,
		'the address names what was chosen');
	$browser->visit('about:blank');
	$browser->visit($address);
	same(rows(), $rows, 'and shows it again');
	same($browser->run('return [...document.querySelectorAll("#controls select, #filter, #least")]
		.map((control) => control.value)'), [qw(o hits changed 1.5 column)],
		'also in the controls');
	my $fragment = fragment();
	$browser->visit('file://' . getcwd . "/made.html$fragment");
	same(rows(), $rows, 'and from a file');
	my $file = $browser->address;
	$browser->click('#table thead th[data-put="1"]:not([hidden]) button');
	check(fragment() ne $fragment && fragment() =~ /sort=-value/, 'which takes on changes', fragment());
	$browser->back;
	same([ $browser->address, rows() ], [ $file, $rows ], 'back');
	$browser->forward;
	check(fragment() =~ /sort=-value/, 'and forward', fragment());
	same(sorted(), 'none none descending none none none', 'shows that');
	$browser->visit('plain/made.html#field=nonsense&put=&sort=change,Ir,base&least=x&only=y&z=1&%');
	same(rows(), rows_written('made.html'), 'an address that makes no sense shows what cgbench wrote');
	$browser->console;
}

sub check_links {
	$browser->visit('plain/made.html');
	choose(field => 'Dr');
	$browser->click('#table tbody tr[data-test="2"] a');
	same(focused('id'), 'test-more_2fn_3d16_2fkind_3dup', 'a link goes to the section of its test');
	check($browser->run('const box = document.activeElement.getBoundingClientRect();
		return box.top >= 0 && box.top < innerHeight / 2'), 'which is in sight');
	like_fragment(qr/^#field=Dr&at=test-more_2fn/, 'and keeps what was chosen');
	$browser->visit('about:blank');
	$browser->visit('plain/made.html#test-half');
	same(focused('id'), 'test-half', 'a link to a test from elsewhere');
}

# --- The keyboard alone

# Goes on by Tab until the focus is on such an element.
sub tab_to {
	my ($selector) = @_;
	for (1 .. 100) {
		return if focused("matches('$selector')");
		$browser->press('Tab');
	}
}

sub check_keyboard {
	$browser->visit('plain/made.html');
	$browser->run(<<'END');
		window.seen = [];
		addEventListener("focusin", ({ target }) => {
			const style = getComputedStyle(target), box = target.getBoundingClientRect();
			const visible = box.width * box.height > 0 && style.outlineStyle !== "none" &&
				parseFloat(style.outlineWidth) > 0;
			const id = target.id || target.closest("[id]")?.id;
			seen.push([visible, `${target.tagName} ${id} ${target.closest("th")?.dataset.put ?? ""}`]);
		});
END
	$browser->press(('Tab') x 60);
	my @seen = @{$browser->run('return seen')};
	my @hidden = map { $_->[1] } grep { !$_->[0] } @seen;
	my %seen = map { $_->[1] => 1 } @seen;
	check(@seen == 60, 'Tab goes on', scalar @seen);
	check(!@hidden, 'the focus is visible wherever it goes', @hidden);
	my @reached = ('INPUT filter ', 'SELECT field ', 'SELECT only ',
		'INPUT least ', 'SELECT order ', 'SUMMARY fields ', 'SUMMARY shown-puts ', 'BUTTON controls ',
		'BUTTON table 1', 'A table ');
	my @missed = grep { !$seen{$_} } @reached;
	check(!@missed, 'Tab reaches all controls, heads and links', @missed, sort keys %seen);

	$browser->visit('plain/made.html');
	$browser->press('/');
	same(focused('id'), 'filter', '/ goes to the filter');
	$browser->press(split //, '/^h/');
	same(shown(), ['half'], 'which takes keys');
	$browser->press('Escape');
	tab_to('th button');
	$browser->press('Enter');
	same(sorted(), 'ascending none none none none none', 'Enter sorts');
	$browser->press('Space');
	same(sorted(), 'descending none none none none none', 'so does Space');
	tab_to('tbody a');
	$browser->press('Enter');
	check(focused('id') =~ /^test-/, 'and Enter follows a link', focused('id'));
}

# --- What all pages have

my $contrasts = <<'END';
	const channel = (c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
	const luminance = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
	const parse = (color) => color.match(/[\d.]+/g).map(Number);
	const ground = (element) => {
		for (; element; element = element.parentElement) {
			const color = parse(getComputedStyle(element).backgroundColor);
			if ((color[3] ?? 1) === 1)
				return color;
		}
		return matchMedia("(prefers-color-scheme: dark)").matches && document.querySelector(
			"meta[name=color-scheme]") ? [18, 18, 18] : [255, 255, 255];
	};
	const weak = new Set(), walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	let texts = 0;
	while (walker.nextNode()) {
		const element = walker.currentNode.parentElement, style = getComputedStyle(element);
		if (!walker.currentNode.data.trim() || element.closest("script, style, title, defs") ||
			!element.checkVisibility({ contentVisibilityAuto: false, visibilityProperty: true }))
			continue;
		texts++;
		const color = parse(element.closest("svg") && style.fill !== "none" ? style.fill : style.color);
		const [a, b] = [luminance(color), luminance(ground(element))].sort((x, y) => y - x);
		const large = parseFloat(style.fontSize) >= 24;
		if ((a + 0.05) / (b + 0.05) < (large ? 3 : 4.5))
			weak.add(`${((a + 0.05) / (b + 0.05)).toFixed(2)} ${element.tagName}.${
				element.className.baseVal ?? element.className}: ${walker.currentNode.data.trim().slice(0, 40)}`);
	}
	return { texts, weak: [...weak] };
END

sub check_contrast {
	my ($name) = @_;
	my %paper;
	for my $scheme (qw(light dark)) {
		$browser->appear($scheme);
		my $found = $browser->run($contrasts);
		check($found->{texts} > 20 && !@{$found->{weak}}, "$name: every text is legible, $scheme",
			"$found->{texts} texts", @{$found->{weak}});
		$paper{$browser->run('return getComputedStyle(document.body).backgroundColor')}++;
	}
	check(keys %paper == 2, "$name: light differs from dark");
	$browser->appear('light');
}

# Assistive technology gets a name for all that reacts, and tables as tables.
sub check_names {
	my ($name) = @_;
	my %reacts = map { $_ => 1 } qw(button link combobox searchbox textbox spinbutton checkbox);
	my (%roles, @nameless);
	for my $node (@{$browser->devtools('Accessibility.getFullAXTree')->{nodes}}) {
		my ($role, $called) = map { $node->{$_}{value} // '' } qw(role name);
		next if $node->{ignored};
		$roles{$role}++;
		push @nameless, $role if $reacts{$role} && $called !~ /\S/;
	}
	check(!@nameless, "$name: all controls and links have names", @nameless);
	my @missing = grep { !$roles{$_} } qw(main table row columnheader rowheader cell);
	check(!@missing, "$name: tables are known as such", "missing: @missing");
	my $heads = $browser->run('return [...document.querySelectorAll("th:not([scope])")].length');
	check($heads == 0, "$name: every th has a scope");
}

# No part of it is wider than the window, but for boxes that scroll themselves.
sub check_width {
	my ($name) = @_;
	for my $width (400, 1280, 1400) {
		$browser->size($width, 900);
		my $wide = $browser->run('return document.documentElement.scrollWidth');
		check($wide <= $width, "$name: fits into $width pixels", $wide);
	}
}

# Nothing of these is cut off: tables with four puts, the code of both sides, what changed and the
# newest run. No word is broken.
my $cut_off = <<'END';
	for (const details of document.querySelectorAll("details"))
		details.open = true;
	for (const test of document.querySelectorAll(".test"))
		test.style.contentVisibility = "visible";
	const cut = [], right = document.documentElement.clientWidth;
	const end = (element) => element.getBoundingClientRect().right;
	for (const element of document.querySelectorAll(arguments[0]))
		if (element.getClientRects().length && end(element) > right)
			cut.push(`${element.tagName} ${element.textContent.slice(0, 40)}: ${Math.round(end(element))}`);
	for (const name of document.querySelectorAll(".values th[scope=row], #table th[scope=row]")) {
		const walker = document.createTreeWalker(name, NodeFilter.SHOW_TEXT), range = document.createRange();
		while (walker.nextNode())
			for (const { 0: word, index } of walker.currentNode.data.matchAll(/\S+/g)) {
				range.setStart(walker.currentNode, index);
				range.setEnd(walker.currentNode, index + word.length);
				if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1)
					cut.push(`${word} is broken`);
			}
	}
	return cut;
END

sub check_cut {
	my %of = (four => '#table td, .values td, #changes td', real => '.listing code, #table td, .values td',
		history => '#changes td, #table td, #changes svg');
	for my $page (sort keys %of) {
		$browser->visit("plain/$page.html");
		for my $width (400, 1280, 1400) {
			$browser->size($width, 900);
			my $cut = $browser->run($cut_off, $of{$page});
			check(!@$cut, "$page: nothing is cut off at $width pixels", @$cut);
		}
	}
}

# The largest changes are those of the field, in one order.
sub check_changes {
	$browser->visit('plain/made.html');
	for my $field (qw(Ir Dr)) {
		choose(field => $field);
		my $shown = $browser->run('return [...document.querySelectorAll("#changes [data-field]:not([hidden]) tbody tr")]
			.map((row) => [row.querySelector(".better, .worse")?.textContent ?? "",
				Number(row.querySelector("rect")?.getAttribute("width") ?? 0)])');
		my @sizes = map { $_->[0] =~ /^from 0/ ? 9e9 : $_->[0] =~ /^(\d[.\de]*) x/ ? 100 * ($1 - 1) : abs(($_->[0] =~ /^([-+\d.]+)/)[0] // 0) } @$shown;
		same([ sort { $b <=> $a } @sizes ], \@sizes, "$field: the largest change is first");
		same([ sort { $b->[1] <=> $a->[1] } @$shown ], $shown, 'and so is the longest bar');
		same($browser->run('return [...document.querySelectorAll("#changes [data-field]")].filter((place) =>
			!place.hidden).map((place) => place.dataset.field)'), [$field], 'of the field that is chosen');
	}
}

sub check_print {
	my ($name) = @_;
	my $pdf = $browser->pdf;
	check($pdf =~ /^%PDF-/ && length $pdf > 20_000, "$name: prints", length $pdf);
}

sub check_page {
	my ($page) = @_;
	$browser->requests, $browser->console;
	$browser->visit("plain/$page.html");
	quiet($page, "$page.html");
	check_contrast($page);
	check_names($page);
	check_width($page);
	check_print($page);
	quiet("$page, then", "$page.html");
}

# Printed, everything is unfolded; then all is as before.
sub check_unfolded {
	$browser->visit('plain/real.html');
	my $folded = $browser->run('addEventListener("beforeprint", () => {
			window.folded = document.querySelectorAll("main details:not([open])").length;
		});
		return document.querySelectorAll("main details:not([open])").length');
	$browser->pdf;
	same($browser->run('return [window.folded,
		document.querySelectorAll("main details:not([open])").length]'), [ 0, $folded ],
		'what is folded is printed unfolded');
}

# --- Without the script

my $refused = qr/Content Security Policy|Blocked script execution/;

sub check_strict {
	my ($page) = @_;
	my $name = "$page, sandboxed";
	$browser->requests, $browser->console;
	$browser->visit("strict/$page.html");
	same($browser->run('return [document.querySelector("#controls").hidden,
		document.querySelectorAll("[aria-sort]").length]'), [ JSON::PP::true, 0 ],
		"$name: the script does not run");
	quiet($name, "$page.html", $refused);
	my $hidden = $browser->run('return [...document.querySelectorAll("td, th")].filter((cell) =>
		cell.textContent.trim() && !cell.closest("details:not([open]), [hidden]") &&
		!cell.getClientRects().length).map((cell) => cell.textContent)');
	check(!@$hidden, "$name: every cell is visible", @$hidden);
}

sub check_complete {
	$browser->visit('strict/made.html');
	same(rows(), rows_written('made.html'), 'sandboxed: the table of all tests');
	$browser->click('#details .test details summary');
	check($browser->run('return document.querySelector("#details .test details td").checkVisibility()'),
		'sandboxed: raw counts unfold');
	$browser->click('#table tbody tr[data-test="1"] a');
	like_fragment(qr/^#test-half$/, 'sandboxed: a link to a test');
}

# --- A run, a history, many tests

sub check_run {
	$browser->visit('plain/real.html');
	my %rows = map { $_->[0] => $_ } @{rows()};
	same([ @{$rows{'gnu !'}}[2, 3] ], [qw(FAIL failed)], 'a cell that failed');
	check($rows{'constant !'}, 'a test with a verdict');
	my %text = map { $_ => $browser->run('return document.getElementById(arguments[0]).textContent',
		"test-$_") } qw(gnu constant);
	check($text{gnu} =~ /Failed on clang.*error: "not for this one"/s, 'its section has the output', $text{gnu});
	check($text{constant} =~ /folded/, 'the section of the other its verdict', $text{constant});
}

sub check_history {
	$browser->visit('plain/history.html');
	$browser->click('#test-container\\:\\:alloc\\:\\:3 .series tbody a[href="#run-5"]');
	my $run = $browser->run('return JSON.parse(
		document.getElementById("data").textContent).history.runs')->[5]{name};
	same(focused('id'), 'run-5', 'a run of a series leads to its steps');
	my $steps = $browser->run('return document.activeElement.innerText');
	check($steps =~ /^$run\b/, 'of that run', $steps);
	check($steps =~ /^cast::alloc::2\tgcc\tIr\t.*-3\.43 % better/m, 'with counts and changes', $steps);
	like_fragment(qr/^#run-5$/, 'the address has it');
}

sub check_many {
	$browser->visit('plain/many.html');
	$browser->click('#table thead th[data-put="0"]:not([hidden]) button');
	choose(filter => 'copy');
	my @values = map { $_->[1] } grep { $_->[0] !~ /^(test|AVERAGE|geometric)/ } @{rows()};
	my $want = $browser->run('return JSON.parse(document.getElementById("data").textContent).tests
		.filter((name) => name.includes("copy")).length');
	same(scalar @values, $want, 'many tests: filtered');
	same(\@values, [ sort { $a <=> $b } @values ], 'and sorted');
	my ($heads, $cells) = map { $browser->run("const boxes = [...document.querySelectorAll(arguments[0])];
		return boxes.map((cell) => Math.round(cell.getBoundingClientRect().right))", $_) }
		'#table thead th', '#table tbody tr:first-child > *';
	same($cells, $heads, 'its columns are below their heads');
	check_names('many');
	check_width('many');
}

check_numbers();
check_fields();
check_sorting();
check_filters();
check_address();
check_links();
check_keyboard();
check_changes();
check_cut();
check_page($_) for qw(made real history);
check_unfolded();
check_strict($_) for qw(made real history);
check_print('history, sandboxed');
check_complete();
check_run();
check_history();
check_many();
my @served = grep { !/^\w+\/(made|real|four|history|many)\.html$/ } $browser->served;
check(!@served, 'the server was asked for nothing else', @served);
