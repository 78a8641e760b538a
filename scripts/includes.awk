# Finds includes that go the wrong way between folders, in lines "FOLDER/MODULE FOLDER/MODULE FILE:LINE". ground, runs,
# tells and both are lists of folders, lowest first.

function bad(what) {
	print "src/" $3 ": " what
	status = 1
}
function add(wing, list, first,    folder, i, n) {
	n = split(list, folder)
	for (i = 1; i <= n; i++) {
		rank[folder[i]] = first + i
		of[folder[i]] = wing
	}
}
BEGIN {
	add("ground", ground, 0)
	add("runs", runs, 10)
	add("tells", tells, 10)
	add("both", both, 30)
}
{
	from = $1
	to = $2
	sub(/\/.*/, "", from)
	sub(/\/.*/, "", to)
}
from == "inject" {
	if ($2 ~ /\//)
		bad("inject/ runs inside other programs and may not include " $2 ".h")
	next
}
!(from in rank) {
	bad("scripts/includes does not list the folder " from "/")
	next
}
$2 ~ /^inject\/.*\/protocol$/ {
	if (of[from] == "tells")
		bad(from "/ tells and may not include " $2 ".h, of what runs")
	next
}
!(to in rank) {
	bad("the include of " $2 ".h does not begin with a folder of src/")
	next
}
rank[to] > rank[from] || (of[from] != of[to] && of[to] != "ground" && of[from] != "both") {
	bad(from "/ may not include " $2 ".h")
}
END { exit status }
