# Dies unless the whole of each file is well-formed XML of the elements of a chart, with presentation attributes alone.
use strict;
use warnings;

local $/;
while (<>) {
	my @open;
	die "control character" if /[\x00-\x08\x0b-\x1f\x7f]/;
	while (/\G([^<]*)(<(\/?)([a-z]+)((?: [a-zA-Z-]+="[^"<]*")*)(\/?)>)?/gc) {
		my ($text, $tag, $end, $name, $attributes, $empty) = ($1, $2, $3, $4, $5, $6);
		die "text: $text" if $text =~ /&(?!amp;|lt;|gt;|quot;|#x206[89];)|>/;
		last if !defined $tag;
		die "element $name" if $name !~ /^(svg|g|a|path|text|title|desc)$/;
		die "attributes $attributes" if $attributes =~ / (style|class|id|on\w+)=/;
		die "</$name>" if $end && $name ne pop @open;
		push @open, $name if !$end && !$empty;
	}
	die "rest: " . substr $_, pos, 50 if pos != length;
	die "open: @open" if @open;
}
