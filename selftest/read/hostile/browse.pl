# The checks of hostile.t in a browser, on what it wrote to this directory. Prints a line "ok NAME" or "not ok NAME" for
# each, and why it failed.
use strict;
use warnings;
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

	# Typed text, and text in the address, is text, too.
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
