#!/bin/sh
# Saved files of released versions are read, whatever was added since. A release adds its file:
#     cgbench --benchfile=released.bench --profile --write=VERSION.json -- gcc=small -Os gcc=fast -O2
# shellcheck disable=SC2016 # perl's variables
. "$(dirname "$0")/../tap.sh"

is "$(sed -n 's/^## \[\([^]]*\)\].*/\1/p' "$top/CHANGELOG.md" | head -n 1)" "$(cat "$top/VERSION")" \
	'CHANGELOG.md begins with the version'
is "$(sed 's/^cgbench (\([^)]*\)).*/\1/; q' "$top/debian/changelog")" "$(cat "$top/VERSION")" 'the package has the version of the program'
versions=$(sed -n 's/^## \[\([^]]*\)\] - [0-9-]*$/\1/p' "$top/CHANGELOG.md")
like "$versions" '^0[.]1$' 'the changelog lists releases'
for released in $versions; do
	file=$here/read/released/$released.json
	ok "$released has a file" [ -s "$file" ]
	run "$CGBENCH" --read="$file" --tables --raw --fields=Ir
	is "$status:$(awk '/^(divide|text::length|fails) / { print $1, $2, $3 }' out)" \
		'0:divide 3.0 8.0
text::length 16.0 16.0
fails FAIL FAIL' "$released: its counts are those that were measured"
	run "$CGBENCH" --read="$file" --explain --tests=divide --fields=Ir
	like "$out" ' 1[.]0 +imulq [$]613566757,' "$released: its profile explains"
	run "$CGBENCH" --read="$file" --write=again.json
	is "$status" 0 "$released: it is written again"
	is "$(json again.json '$f->{version}, sort keys %{$f->{results}}' | xargs)" '1 divide fails text::length' \
		"$released: in the form of today"
	run "$CGBENCH" --read="$file" --fail-above=Ir,0
	like "$status:$(cat err)" '^cgbench: gate Ir,0: divide on fast: Ir is 8[.]0, on small 3[.]0' "$released: gates judge it"
	is "$status" 128 "$released: and do not pass what failed"
	sed 's/"date":"20../"date":"2099/g' "$file" >later.json
	run "$CGBENCH" --format=html:page.html --history "$file" later.json
	is "$status:$(grep -c '</html>' page.html)" 0:1 "$released: it is part of a history"
done

done_testing
