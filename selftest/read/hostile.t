#!/bin/sh
# Names, labels, sources and messages that are markup, script or control characters, or change the
# direction of writing, stay text on the page and in charts.
# shellcheck disable=SC2016

. "$(dirname "$0")/../tap.sh"

# hostile.pl: writes 1.json to 3.json, three runs of tests, labels and everything else with such
# names, and names.json with the names.
cat >hostile.pl <<'END'
use strict;
use warnings;
use JSON::PP;
my @names = (
	'plain', '<script>alert(1)</script>', '</script><script>alert(2)</script>', '"><img src=x onerror=alert(3)>',
	q('"`), '<!--', '--><svg onload=alert(4)>', ']]>', '</title></style></textarea></pre><b>', '&lt;b&gt;&amp;&#60;',
	'javascript:alert(5)', '\\\\u0000 \\\\x00 %00', '\u003c/script>', '@title@ @data@ @script@ @style@ @body@',
	'__proto__', 'constructor', 'a=b&c,d#e;f', '${alert(6)}', "\x{5e9}\x{5dc}\x{5d5}\x{5dd} (1) abc", "\x{627}\x{644} <b>",
	"a\x{202e}gnp.exe\x{202c}", "\x{2066}x", "\x{fffd}\x{ff}\x{c3}(", "e\x{301}\x{20dd}",
	"zero\x{200b}\x{200d}\x{feff}width", "\x{1f469}\x{200d}\x{1f680}", "\x{2028}line", 'x' x 1000, ' blanks ', '-', '.',
);
my @labels = @names[1, 18, 3, 14, 21];
my @fields = qw(Ir Dr Dw COND IND COND_m IND_m Ir_m1 Dr_m1 Dw_m1 Ir_mm Dr_mm Dw_mm);

sub counts { my ($n) = @_; return { map { $_ => "$n" } @fields } }

for my $run (1 .. 3) {
	my (%tests, %results, %own, @failures);
	for my $i (0 .. $#names) {
		my ($name, $evil) = ($names[$i], join "\n", @names[0 .. 12]);
		$tests{$name} = { desc => $evil, code => $evil, preamble => $name, top_preamble => $evil };
		$own{$name} = { file => "$name.bench", dir => '/', line => 1, lines => { code => 2, preamble => 3 },
			texts => [ map { '0000000000000001' } @labels ], verdicts => { $labels[0] => ['folded'] } };
		for my $k (0 .. $#labels) {
			if ($i % 7 == 3 && $k == 1) {
				push @failures, { test => $name, label => $labels[$k], stage => 'compile', command => $evil,
					why => "$name\n", output => $evil };
				next;
			}
			my $value = 10 + $i + $k + $run % 2 * ($i % 3);
			$results{$name}{$labels[$k]} =
				[ [ counts(100), counts(200) ], [ counts(1000), counts(1100 + 10 * $value) ] ];
		}
	}
	my @traits = qw(cgbench valgrind kernel libc cpu engine caches grindargs pins language path sha256 version args env);
	open my $out, '>', "$run.json" or die $!;
	print $out JSON::PP->new->ascii->canonical->encode({
		version => 1, loop_counts => [ 10, 20 ], order => \@names, tests => \%tests, results => \%results,
		perls => [ map { [ $_, $_, { $names[1] => $names[3] }, " $names[5]" ] } @labels ],
		cgbench => {
			version => '0', language => 'c', args => [ map { [ $names[5] ] } @labels ], tests => \%own,
			failures => \@failures,
			fingerprints => [ map { my $label = $_; +{ (map { $_ => "$names[$run] $label" } @traits), sha256 => 'ab' x 32 } } @labels ],
			measured => [ map { +{ date => "2026-11-0${run}T03:00:00Z", commit => "$run" x 40,
				committed => "2026-11-0${run}T02:00:00Z", subject => "$names[$run + 16]\e[31m", clean => JSON::PP::true } } @labels ],
		},
	}), "\n";
}
open my $out, '>', 'names.json' or die $!;
print $out JSON::PP->new->ascii->encode([ \@names, \@labels ]);
END
perl hostile.pl
run "$CGBENCH" --read=3.json --format=html:one.html
is "$status" 0 'one run'
run "$CGBENCH" --read=3.json '--compact=__proto__' --format=svg:bars.svg
is "$status" 0 'bars'
run "$CGBENCH" --format=html:history.html --history 1.json 2.json 3.json
is "$status" 0 'a history'
run "$CGBENCH" --format=svg:series.svg '--tests=<script>alert(1)</script>' \
	--history 1.json 2.json 3.json
is "$status" 0 'a chart'
for name in one history; do
	# A name that looks like a placeholder of the template is none.
	is "$(perl "$here/html.pl" check "$name.html" | grep -v 'placeholder is left')" '' "$name: the page is valid"
	perl "$here/html.pl" data "$name.html" >"$name.json"
	is "$(json "$name.json" 'scalar @{$f->{tests}}')" 31 "$name: its data is JSON"
done

missing=$(perl -I"$here" -Mbrowser -e 'print browser::missing() || ""')
[ ! "$missing" ] || {
	skip 'hostile names in a browser' "$missing is not installed"
	done_testing
	exit 0
}

cat >browse.pl <<'END'
use strict;
use warnings;
use lib $ENV{here};
use browser;
use JSON::PP;
binmode STDOUT, ':encoding(UTF-8)';
my $browser = browser->start(directory => '.');

sub file { open my $file, '<', $_[0] or die "$_[0]: $!"; local $/; return <$file> }
my ($names, $labels) = @{ decode_json(file('names.json')) };

sub is {
	my ($got, $want, $name) = @_;
	print $got eq $want ? "ok $name\n" : "not ok $name\n# got: $got\n# want: $want\n";
}

# Names without characters that are shown as codes.
my @plain = grep { $names->[$_] !~ /[\x00-\x1f\x7f-\x9f\x{2028}\x{202a}-\x{202e}\x{2066}-\x{2069}\x{200b}-\x{200d}\x{feff}\x{fffd}]/ }
	0 .. $#$names;
my $look = <<'JS';
	const [plain] = arguments;
	const all = [...document.querySelectorAll("*")];
	const attributes = all.flatMap((element) => [...element.attributes]);
	const texts = [];
	for (let walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT); walk.nextNode();)
		texts.push(walk.currentNode);
	const alone = "bdi, pre, script, option, svg text, svg title";
	return {
		scripts: document.querySelectorAll("script").length,
		strange: all.map((element) => element.localName)
			.filter((name) => ["img", "textarea", "iframe", "object", "embed"].includes(name)).join(" "),
		handlers: attributes.filter(({ name }) => /^on/i.test(name)).map(({ name }) => name).join(" "),
		addresses: attributes.filter(({ name, value }) => /^(href|src|action|xlink:href)$/.test(name) && !/^(#|data:,$)/.test(value))
			.map(({ value }) => value).join(" "),
		broken: [...document.querySelectorAll("a[href]")].filter((link) => !document.getElementById(link.getAttribute("href").slice(1)))
			.map((link) => link.getAttribute("href")).join(" "),
		directed: texts.filter((text) => /[\u0590-\u08ff\u202a-\u202e\u2066-\u2069]/.test(text.data) && !text.parentElement.closest(alone))
			.map((text) => text.parentElement.outerHTML).slice(0, 3).join("\n"),
		rows: plain.map((i) => document.querySelector(`#table [data-test="${i}"] a`).textContent),
		heads: plain.map((i) => document.querySelector(`.test[data-test="${i}"] h3`).textContent),
	};
JS

for my $page (qw(one history)) {
	$browser->visit("plain/$page.html");
	my $seen = $browser->run($look, \@plain);
	my $title = $browser->run('return document.title');
	is($title =~ s/.* - (cgbench)/$1/sr, 'cgbench', "$page: its title");
	is($seen->{scripts}, 2, "$page: no script but its own");
	is($seen->{$_}, '', "$page: no $_") for qw(strange handlers addresses broken directed);
	is($seen->{$_}->@* . join("\n", $seen->{$_}->@*), @plain . join("\n", @$names[@plain]), "$page: the names in its $_")
		for qw(rows heads);

	# What is typed and what is in the address is text, too.
	for my $i (@plain) {
		next if $names->[$i] =~ /^.$|^\s|^x{999}/;
		$browser->run('const filter = document.getElementById("filter");
			filter.value = arguments[0];
			filter.dispatchEvent(new Event("input", { bubbles: true }));', $names->[$i]);
		my $rows = $browser->run('return [...document.querySelectorAll("#table tbody tr:not([hidden]) a")]
			.map((link) => link.textContent)');
		next if grep { $_ eq $names->[$i] } @$rows;
		is(join(' ', @$rows), $names->[$i], "$page: the filter finds '$names->[$i]'");
	}
	my $address = $browser->address;
	$browser->visit('about:blank');
	$browser->visit($address =~ s/#.*//r . '#put=' . join '', map { sprintf '%%%02x', ord } split //, $labels->[2]);
	is($browser->run('return [...document.querySelectorAll("#shown-puts input:checked")]
		.map((box) => box.closest("label").textContent).join(" ")'), $labels->[2],
		"$page: the put of the address");
	my @said = $browser->console;
	is("@said", '', "$page: no error on the console");
}

for my $svg (qw(bars series)) {
	my $text = file("$svg.svg");
	utf8::decode($text);
	my $seen = $browser->run(<<'JS', $text);
		const svg = new DOMParser().parseFromString(arguments[0], "image/svg+xml");
		const all = [...svg.querySelectorAll("*")];
		return {
			wrong: svg.querySelector("parsererror") ? svg.documentElement.textContent : "",
			strange: all.map((element) => element.localName)
				.filter((name) => !["svg", "g", "path", "text", "title", "rect", "tspan", "desc"].includes(name)).join(" "),
			attributes: all.flatMap((element) => [...element.attributes]).map(({ name }) => name)
				.filter((name) => /^on|href|style/i.test(name)).join(" "),
			text: svg.documentElement.textContent,
		};
JS
	is($seen->{$_}, '', "$svg: nothing $_") for qw(wrong strange attributes);
	is(index($seen->{text}, '<script>alert(1)</script>') >= 0 ? 'shown' : $seen->{text}, 'shown', "$svg: a name is text");
}
END
export here
perl browse.pl >browsed 2>&1 || echo "not ok the browser: $?" >>browsed
report browsed

done_testing
