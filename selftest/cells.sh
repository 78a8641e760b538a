# Shared by tests of failing cells; sourced after tap.sh. Each name is a test on a put with the label
# "put". $engine, if set, precedes the names of the checks.
# shellcheck shell=sh disable=SC2154

mkdir tmp
TMPDIR=$work/tmp
export TMPDIR
engine=

# grind NAME OPTION...: writes NAME.json; $saved has a line "TEST COUNT" or "TEST FAIL" for each.
grind() {
	json=$1.json
	shift
	run "$CGBENCH" --write="$json" "$@"
	saved=$("$CGBENCH" --read="$json" --fields=Ir --format=csv 2>/dev/null | awk -F, 'NR > 1 {
		print $1 ($NF == "true" ? " !" : ""), $4 == "" ? "FAIL" : sprintf("%.1f", $4) }')
}

# failed TEST MESSAGE: the cell's line, which may name other tests too, and the saved file say this.
failed() {
	like "$err" "^cgbench: ([^ ]+, )*$1(, [^ ]+)* on put: $2" "${engine:+$engine: }$1: the message"
	like "$saved" "^$1 +FAIL$" "${engine:+$engine: }$1: saved as a failure"
}

# measured TEST...
measured() {
	for test; do
		like "$saved" "^$test( !)? +[0-9.]+$" "${engine:+$engine: }$test: measured and saved"
	done
}

# equal NAME NAME CELLS CHECK: no count differs, in CELLS cells that both have.
equal() {
	is "$("$here/difference" "$1.json" "$2.json")" "$3 cells" "$4"
}

# Processes that work below $TMPDIR, run a program from there or have an argument with a path there: two processes
# look at all of them, however many the host has. No argument of find begins like that path.
survivors() {
	find /proc -maxdepth 2 \( -path '/proc/[0-9]*/cwd' -o -path '/proc/[0-9]*/exe' \) -lname "?${TMPDIR#?}*" -print -o \
		-path '/proc/[0-9]*/cmdline' -exec grep -lz "^$TMPDIR" {} + 2>/dev/null
}

# nothing_left NAME
nothing_left() {
	is "$(survivors)" "" "$1: no process is left"
	is "$(ls -A "$TMPDIR")" "" "$1: no temporary file is left"
}
