#!/bin/sh
# Names, labels, sources and messages that are markup, script or control characters, or change the
# direction of writing, stay text on the page and in charts.
# shellcheck disable=SC2016

. "$(dirname "$0")/../tap.sh"

perl "$here/read/hostile/write.pl"
run "$CGBENCH" --read=3.json --format=html:one.html
is "$status" 0 'one hostile run is shown'
run "$CGBENCH" --read=3.json '--compact=__proto__' --format=svg:bars.svg
is "$status" 0 'hostile runs are drawn as bars'
run "$CGBENCH" --format=html:history.html --history 1.json 2.json 3.json
is "$status" 0 'a history of hostile runs is shown'
run "$CGBENCH" --format=svg:series.svg '--tests=<script>alert(1)</script>' --history 1.json 2.json 3.json
is "$status" 0 'a history of hostile runs is drawn'
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

perl -I"$here" "$here/read/hostile/browse.pl" >browsed 2>&1 || echo "not ok the browser: $?" >>browsed
report browsed

done_testing
