#!/bin/sh
# The members that --explain adds to --format=json, and that --write --profile keeps: every part sums to
# the counts in every field, and a saved run explains the same as the run itself.
# shellcheck disable=SC2016

. "$(dirname "$0")/../tap.sh"

fields=Ir,Dr,Dw,COND,IND,COND_m,IND_m,Ir_m1,Dr_m1,Dw_m1,Ir_mm,Dr_mm,Dw_mm

# Loops, calls of libraries, updates of memory, and the name of a file that is not UTF-8.
latin=$(printf 'j\351.bench')
cat >"$latin" <<'END'
preamble =
	#include <stdlib.h>
	#include <string.h>
	__attribute__((noinline)) static int café(int n) { DO_NOT_OPTIMIZE(n); return n / 3; }

[sum]
ops   = 3
setup = int a[64];
pre   = for (int i = 0; i < 64; i++) a[i] = i; DO_NOT_OPTIMIZE(a);
code  = int n = 0; for (int i = 0; i < 64; i++) n += a[i]; BLACK_BOX(n);

[heap]
code = char *p = malloc(BLACK_BOX(100)); memset(p, 1, BLACK_BOX(100)); DO_NOT_OPTIMIZE(p); free(p);

[update]
setup = static volatile int counter;
code  = counter += café(BLACK_BOX(7)); counter++;

[nothing]
code = ;
END

run "$CGBENCH" --benchfile="$latin" --explain "--fields=$fields" --format=json:direct.json \
	--write=run.json --profile -- gcc clang
is "$status" 0 'tests are explained as JSON'
sums=$(perl "$here/explain/sums.pl" direct.json "$fields" 2>&1)
ok "all parts sum to the counts, in all fields: $sums sums" [ "$sums" -gt 500 ]

# Reads these members.
query() {
	perl -MJSON::PP -e '
		open my $file, "<", shift or die;
		local $/;
		my $j = JSON::PP->new->utf8->decode(<$file>);
		my %of = map { ($_->{test} => $_) } @{$j->{explanations}};
		binmode STDOUT, ":encoding(UTF-8)";
		print join " ", map { defined $_ ? $_ : "-" } eval shift;
		die $@ if $@;' "$@"
}

is "$(query direct.json 'map { $_->{label} } @{$of{sum}{sides}}')" 'gcc clang' 'an explanation has its puts'
is "$(query direct.json 'map { $_->{divisor} } @{$of{sum}{sides}}')" '30 30' 'ten turns of three operations'
is "$(query direct.json 'scalar keys %of')" 4 'each test is explained'
is "$(query direct.json '(grep { $_->{name} eq "malloc" } @{$of{heap}{functions}})[0]{sides}[0]{calls}')" 10 \
	'a function says how often it was called'
is "$(query direct.json 'map { $_->{calls} } grep { $_->{name} eq "malloc" } map { @{$_->{sides}[0]{callees} || []} } @{$of{heap}{functions}}')" \
	10 'a caller says how often it called'
is "$(query direct.json '(grep { $_->{name} eq "caf\x{e9}" } map { @{$_->{functions}} } values %of)[0]{owner}')" program \
	'a name with an accent'

run "$CGBENCH" --benchfile="$latin" --write=second.json --profile -- gcc clang
same_run second.json run.json 'a second run saves the same'

# A saved run gives them, too, in any column.
run "$CGBENCH" --read=run.json --explain "--fields=$fields" --format=json:read.json
is "$status" 0 'the saved run is explained'
same read.json direct.json 'the saved run is explained as the run itself'
run "$CGBENCH" --read=run.json --explain "--fields=$fields" --compact=clang --format=json:one.json
is "$(query one.json 'map { map { $_->{label} } @{$_->{sides}} } values %of')" \
	'clang clang clang clang' 'one put is explained alone'
is "$(perl "$here/explain/sums.pl" one.json Ir | tr -d '0-9')" '' 'the parts of one put sum to its counts'

# --write saves these members.
run "$CGBENCH" --benchfile="$latin" --tests=sum --write=plain.json -- gcc
is "$(grep -c profiles plain.json)" 0 'no profile is saved unless asked for'
run "$CGBENCH" --read=run.json --write=plain.json
is "$(grep -c profiles plain.json)" 0 'no profile that was read is saved'
run "$CGBENCH" --read=run.json --write=again.json --profile
same again.json run.json '--profile keeps the profiles that were read'

# A profile that is not that of the counts.
perl -pe 's/("results":\{"sum":\{"gcc":.*?"Ir":")(\d+)/$1 . ($2 + 1)/e' run.json >changed.json
run "$CGBENCH" --read=changed.json --explain
is "$status" 128 'a count that was changed'
like "$err" '^cgbench: changed.json: cgbench.profiles.cells.sum.gcc: the sum of Ir is [0-9]*, but the test counted [0-9]*$' \
	'a count that was changed: the message names its profile'

# A cell that has no profile says why.
perl -pe 's/("cells":\{.*"update":\{"gcc":)\[\[.*?\]\](,"clang")/$1"it forks"$2/' run.json >changed.json
run "$CGBENCH" --read=changed.json --explain --format=json
is "$(query out 'map { "$_->{test} $_->{label} $_->{unexplained}" } grep { $_->{unexplained} } @{$j->{cells}}')" \
	'update gcc it forks' 'why a cell is not explained'
is "$(query out 'map { $_->{label} } @{$of{update}{sides}}')" clang 'the pair of a cell without a profile is explained alone'

done_testing
