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
