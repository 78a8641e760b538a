#!/bin/sh
# Explanations on the page of --format=html: every part sums to the counts, and a browser shows each
# field as text does, lines with their code, and arrows at their rows, with styles and without.
# shellcheck disable=SC2016

. "$(dirname "$0")/../tap.sh"

# A loop with a branch, functions that call each other, and lines that look like markup.
cat >my.bench <<'END'
preamble =
	#include <stdlib.h>
	__attribute__((noinline)) static int half(int n) { DO_NOT_OPTIMIZE(n); return n / 2; }

[sum]
ops   = 3
setup = int a[64];
pre   = for (int i = 0; i < 64; i++) a[i] = i * 7 % 11; DO_NOT_OPTIMIZE(a);
code  =
	int n = 0; const char *s = "</script><b onclick='x'>&amp;<!--";
	for (int i = 0; i < 64; i++)
		if (a[i] & 1) n += half(a[i]); else n ^= s[i & 7];
	BLACK_BOX(n);

[heap]
code = char *p = malloc(BLACK_BOX(100)); DO_NOT_OPTIMIZE(p); free(p);

[nothing]
code = ;
END
run "$CGBENCH" --benchfile=my.bench --write=run.json --profile -- gcc 'clang=<clang>' -O0
is "$status" 0 'measured'

# explain NAME ARGUMENT...: NAME.html, whose parser finds nothing wrong, and NAME.txt.
explain() {
	name=$1
	shift
	run "$CGBENCH" --read=run.json --width=1000 "$@" "--format=html:$name.html" "--format=json:$name.json"
	printf '%s\n' "$out" >"$name.txt"
	is "$status $(perl "$here/html.pl" check "$name.html")" '0 ' "--explain on a page: $*"
}
fields=Ir,Dr,Dw,COND,IND,COND_m,IND_m,Ir_m1,Dr_m1,Dw_m1,Ir_mm,Dr_mm,Dw_mm
explain all --explain=all "--fields=$fields,CEst"
explain pair --explain
explain one --explain --compact=gcc

cat >sums.pl <<'END'
# sums.pl PAGE JSON: compares the sums of the parts in a page with the counts of the same in JSON.
# Prints how many were right.
use strict;
use warnings;
use JSON::PP;
open my $file, '<', $ARGV[0] or die;
my $page = do { local $/; <$file> };
open $file, '<', $ARGV[1] or die;
my $j = JSON::PP->new->utf8->decode(do { local $/; <$file> });
my $right = 0;

sub near {
	my ($what, $got, $want) = @_;
	die "$what: $got, not $want\n" if abs($got - $want) > 1e-6 * (1 + abs $want);
	$right++;
}

# Rows as their numbers: exactly where the text is rounded.
sub rows {
	my ($html, $n) = @_;
	return map {
		my @cells = m{<td(?: data-value=(\S+?))?(?: class=\w+)?>([^<\n]*)}g;
		[ map { $cells[2 * $_] // $cells[2 * $_ + 1] } 0 .. $n - 1 ]
	} grep { /<td/ } split /<tr/, $html =~ s/.*?<tbody>//sr;
}

my @explanations = $page =~ m{(<section class="explanation".*?</section>)}sg;
die 'explanations' if @explanations != @{$j->{explanations}};
for my $i (0 .. $#explanations) {
	my $want = $j->{explanations}[$i];
	my @sides = @{$want->{sides}};
	my @shown = $explanations[$i] =~ m{(<div class="field" data-field="\w+">.*?\n</div>\n</div>\n)}sg;
	for my $shown (@shown) {
		my ($f) = $shown =~ /data-field="(\w+)"/;
		for my $part ($shown =~ m{(<div class="part".*?</table></div>\n(?:<details.*?</details>\n)?)}sg) {
			my ($table, $folded) = split /<details/, $part;
			my @rows = rows($table, scalar @sides);
			my @folded = $folded ? rows($folded, scalar @sides) : ();
			my @own = grep { !/class=sum/ } split /<tr/, $table =~ s/.*?<tbody>//sr;
			for my $side (0 .. $#sides) {
				my ($sum, $all) = (0, 0);
				$sum += $_->[$side] for @rows;
				near("$want->{test} $f: @rows", $sum, $sides[$side]{$f});
				$all += $_->[$side] for @folded, map { rows("<tbody><tr$_", scalar @sides) } @own;
				near("$want->{test} $f with what is folded", $all, $sides[$side]{$f});
			}
		}
	}
	my ($by) = $explanations[$i] =~ /data-field="(\w+)">/;
	my @blocks = (0) x @sides;
	$blocks[$1] += $2 while $explanations[$i] =~ /data-side=(\d) data-value="([^"]*)"/g;
	my %listed = map { $_ => 1 } $explanations[$i] =~ m{<summary>code of ([^ <]+)}g;
	for my $function (grep { $_->{equal} && !$listed{$_->{name}} } @{$want->{functions}}) {
		$blocks[$_] += $function->{sides}[$_]{$by} for 0 .. $#sides;
		$right++ if $explanations[$i] =~ /: the same code on both, /;
	}
	near("$want->{test} $by: blocks", $blocks[$_], $sides[$_]{$by}) for 0 .. $#sides;
}
print "$right\n";
END
for name in all pair one; do
	sums=$(perl sums.pl "$name.html" "$name.json" 2>&1)
	ok "$name: the parts on the page sum to the counts: $sums sums" [ "$sums" -gt 20 ]
done
unlike "$(cat all.html)" '<b onclick' 'the source stays text'
is "$(grep -c '"explanations"' all.json) $(perl "$here/html.pl" data all.html | grep -c '"explanations"')" '1 0' \
	'the data of the page does not repeat them'
# A link leads somewhere.
for name in all pair one; do
	grep -o 'href="#explain-[^"]*' "$name.html" | cut -d '#' -f 2 | sort -u >links
	grep -o 'id=explain-[-a-z0-9]*' "$name.html" | cut -d = -f 2 | sort -u >ids
	is "$(comm -23 links ids)" '' "$name: lines and code lead to each other"
done

# What is large: functions of libraries, and several puts.
run "$CGBENCH" --tests=num::snprintf::g,num::sscanf,sort::qsort::random,hash::siphash,text::match --explain \
	--format=html:large.html -- \
	gcc gcc=o1 -O1 clang clang=clang-o1 -O1
is "$status $(perl "$here/html.pl" check large.html)" '0 ' 'five tests on four puts are explained'
size=$(wc -c <large.html)
ok "in at most 1.5 MB: $size" [ "$size" -le 1500000 ]
is "$(grep -c '<details open' large.html)" 0 'and everything long is closed at first'
is "$(sed 's/<details/\n&/g; s/<.details>/\n&/g' large.html | awk '
	/^<details/ { depth++ }
	/^<.details/ { depth-- }
	/class=listing/ && !depth { n++ }
	END { print n + 0 }')" 0 'as all code is'

missing=$(perl -I"$here" -Mbrowser -e 'print browser::missing() || ""')
[ ! "$missing" ] || {
	skip 'explanations in a browser' "$missing is not installed"
	done_testing
	exit 0
}

# The text of all fields, and the same from the pages in a browser, which have each field's tables.
set -- "$CGBENCH" --read=run.json --width=1000 "--fields=$fields"
{
	"$@" --explain >pair.text
	"$@" --explain=all >all.text
	"$@" --explain --compact=gcc >one.text
} 2>>errors
cat >browse.pl <<'END'
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
END
export here
perl browse.pl "$fields" >browsed 2>&1 || echo "not ok the browser: $?" >>browsed
report browsed

done_testing
