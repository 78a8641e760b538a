# Writes 1.json to 3.json, three runs of tests, labels and everything else with names that are markup, script or control
# characters, and names.json with the names.
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
