use strict;
use warnings;
use lib $ENV{here};
use browser;
binmode STDOUT, ':encoding(UTF-8)';
my @fields = split /,/, shift;
my $browser = browser->start(directory => '.');
my $n = 0;

sub ok {
	my ($right, $name, @comments) = @_;
	$n++;
	print $right ? "ok $name\n" : "not ok $name\n";
	print map { "# $_\n" } map { split /\n/ } @comments unless $right;
}

# The tables of text: "TEST FIELD", then a line for each row with a blank between its cells.
sub tables {
	my ($path, $field) = @_;
	open my $file, '<:encoding(UTF-8)', $path or die $!;
	my (%of, $test, $part);
	my $any = join '|', map { quotemeta } @fields;
	while (<$file>) {
		($test, $part) = ($2 eq $field ? $1 : undef) if /^(\S+)  ($any)  /;
		($part, $test) = (undef, /^\S+  costs / ? undef : $test) if /^(code of|Not shown|\S+  costs)/;
		($part, $test) = () if / (?:$any) +0\.0 /;
		$part = $1 if /^by (function|kind|line) /;
		next unless defined $test && defined $part && /\S/ && !/^by /;
		chomp;
		$of{$test} .= "$part: " . join(' ', split) . "\n";
	}
	return \%of;
}

my $read = <<'JS';
	const [field] = arguments;
	const texts = {};
	for (const section of document.querySelectorAll(".explanation")) {
		const test = section.closest(".test").querySelector("h3").textContent;
		const rows = [...section.querySelectorAll(".field:not([hidden]) .part")].flatMap((part) =>
			[...part.querySelector("tbody").rows].map((row) =>
				part.querySelector("caption").textContent.slice(3) + ": " +
				[...row.cells].map((cell) => cell.textContent.trim()).join(" ").replace(/\s+/g, " ").trim()));
		texts[test] = rows.map((row) => row + "\n").join("");
	}
	return texts;
JS

for my $name (qw(pair all one)) {
	$browser->visit("plain/$name.html");
	my ($same, @wrong) = (0);
	for my $field (@fields) {
		$browser->run('const choice = [...document.querySelectorAll(".explanation select")].find(
				({ options }) => [...options].some(({ value }) => value === arguments[0]));
			if (choice) {
				choice.value = arguments[0];
				choice.dispatchEvent(new Event("change"));
			}', $field);
		my ($want, $got) = (tables("$name.text", $field), $browser->run($read, $field));
		for my $test (sort keys %$want) {
			next if $name eq 'all' && $want->{$test} !~ /line: /;
			my $shown = $got->{$test};
			$shown =~ s/^line: .*\n//mg if $want->{$test} !~ /^line: /m;
			if ($shown eq $want->{$test}) { $same++ }
			else { push @wrong, "$test $field:\n$want->{$test}not\n$shown" }
		}
	}
	ok(!@wrong && $same > 8, "$name: each field reads as in text: $same tests", @wrong);
}

# Lines and code. The keyboard follows a line to its first instruction.
$browser->visit('plain/pair.html');
$browser->run('for (const details of document.querySelectorAll("details")) details.open = true');
my $line = $browser->run('const link = document.querySelector(".part[data-part=lines] a");
	link.focus();
	return link.closest("tr").dataset.row;');
my $lit = $browser->run('return [...document.querySelectorAll(".listing .linked")].map((e) => e.dataset.line)');
ok(@$lit && !grep({ $_ ne $line } @$lit), 'the focus lights up the code of a line', "@$lit");
$browser->press('Enter');
my $at = $browser->run('const at = document.activeElement; return [at.dataset.line, at.getAttribute("aria-current")]');
ok("@$at" eq "$line true", 'a line leads to its first instruction', "@$at");
my $status = $browser->run('return document.querySelector(".explanation [role=status]").textContent');
ok($status =~ /^my\.bench:\d+: \d+ instructions? on gcc, \d+ instructions? on <clang>$/, 'and says how many it has', $status);
my $back = $browser->run('const source = document.querySelector(".listing a");
	source.click();
	return [source.closest("[data-line]").dataset.line, document.activeElement.dataset.row ?? ""]');
ok($back->[0] eq $back->[1], 'a source line leads to its row', "@$back");

# Each arrow goes from a jump to the label that it names.
my $arrows = <<'JS';
	const wrong = [];
	let n = 0;
	for (const svg of document.querySelectorAll(".jumps svg")) {
		for (const details of document.querySelectorAll("details")) details.open = true;
		const cell = svg.closest("td"), rows = [...svg.closest("tbody").rows];
		const side = [...rows[0].querySelectorAll(".jumps")].indexOf(cell);
		const codeOf = (i) => {
			const all = [...rows[i].querySelectorAll("code")];
			return all.map((code) => [code, code.getBoundingClientRect()])
				.filter(([, box]) => box.left > cell.getBoundingClientRect().right)
				.map(([code]) => code)[0];
		};
		for (const path of svg.querySelectorAll("path")) {
			const from = codeOf(path.dataset.from), to = codeOf(path.dataset.to);
			const label = /(\.\d+)$/.exec(from.textContent);
			const box = path.getBoundingClientRect();
			const ends = [from, to].map((code) => code.closest("tr").getBoundingClientRect());
			const near = (y) => ends.some((end) => y >= end.top && y <= end.bottom);
			n++;
			if (!label || !to.textContent.startsWith(label[1] + ":"))
				wrong.push(`${from.textContent} goes to ${to.textContent}`);
			if (!near(box.top + 1) || !near(box.bottom - 1))
				wrong.push(`${from.textContent}: ${box.top} to ${box.bottom}`);
		}
	}
	return [n, ...wrong];
JS
for my $kind (qw(styled bare)) {
	$browser->visit('plain/all.html');
	$browser->run('for (const style of document.querySelectorAll("style")) style.remove()') if $kind eq 'bare';
	my ($count, @wrong) = @{$browser->run($arrows)};
	ok($count > 2 && !@wrong, "$kind: arrows begin and end at their rows: $count", @wrong);
}
my @said = $browser->console;
ok(!@said, 'no error on the console', @said);
