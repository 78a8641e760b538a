# objdump -d -w test.o | perl -n size.pl: the bytes between the second forward jump in the test's function (the first is for
# no iterations) and its target, without padding; plus the cold part. gcc 16 may put the end of the loop before the
# snippet: then that jump goes back, and so does another one after the snippet.
$in = $1 if /^[0-9a-f]+ <(.*)>:/;
next unless $in =~ /^cgbenchtest/ && /^ *([0-9a-f]+):\t((?:[0-9a-f]{2} )+) *\t(.*)/;
my ($at, $n, $text) = (hex $1, length($2) / 3, $3);
push @all, [scalar($in =~ /cold/), $at, $n, $text];
my $target = $text =~ /^jn?e +([0-9a-f]+)/ ? hex $1 : 0;
if ($target > $at && !$back && $before =~ /^test|^cmp.*\$0x0,/ && ++$jumps == 2) {
	($from, $to) = ($at + $n, $target);
} elsif ($target && $target < $at && $before =~ /^test/ && !$from) {
	($from, $back) = ($at + $n, $target);
}
$to = $at + $n if $back && $in !~ /cold/ && $text =~ /^jmp +([0-9a-f]+)/ && hex $1 == $back;
$before = $text unless $text =~ /^mov/;
END {
	for (@all) {
		next if $_->[3] =~ /nop/ && $_->[2] > 1 || $_->[3] =~ /^xchg +%ax,%ax/;
		$sum += $_->[2] if $_->[0] || $_->[1] >= $from && $_->[1] < $to;
	}
	print $sum;
}
