# The examples of a page, for tests that run them; it follows tap.sh. An example is a block that begins with "$ ". Lines
# with "$ " are commands, which continue after a final "\". The lines below a command are its output; "..." matches
# anything. A command without output may print anything. It exits with 0, or with the status that "$ echo $?" below it
# shows. "$ cat FILE" creates FILE if it does not exist.
#
# Below a block that shows counts stands what made them, such as "(gcc 12.2, valgrind 3.19)". With other
# versions, all but the digits and the compiler's instructions is compared.
# shellcheck shell=sh

# version_of NAME: the first two numbers of its version.
version_of() {
	case $1 in
	glibc) ldd --version ;;
	mawk) mawk -W version </dev/null ;;
	qemu) qemu-aarch64 --version ;;
	*) "$1" --version ;;
	esac 2>&1 | sed -nE 's/.*[^0-9.]([0-9]+[.][0-9]+).*/\1/p' | head -n 1
}

# blocks PAGE: the lines of its literal blocks with their numbers; "0" ends a block, and what made it may follow.
blocks() {
	case $1 in
	*.[157])
		awk '
			/^\.Ed/ { on = 0; getline; print 0, /^\.D1 [(]/ ? $0 : "" }
			on { gsub(/\\&/, ""); gsub(/\\e/, "\\"); print FNR " " $0 }
			/^\.Bd -literal/ { on = 1 }' "$1"
		;;
	*.md)
		awk '
			/^```$/ { on = 0; getline; print 0, /^[(]/ ? $0 : "" }
			on { print FNR " " $0 }
			/^```console$/ { on = 1 }' "$1"
		;;
	*.txt)
		awk '
			/^    / { print held FNR " " substr($0, 5); held = ""; next }
			/^$/ { held = held FNR "\n"; next }
			{ held = ""; print 0 }' "$1"
		;;
	esac
}

# examples PAGE DIR: writes the files of each example.
examples() {
	blocks "$1" | awk -v dir="$2" -f "$here/project/manual/examples.awk"
}

# Lines on standard error after a table.
gates='^cgbench: gates?[: ]|^cgbench-gate: worse'

# made_here: the versions of standard input are those of this machine.
made_here() {
	tr ',' '\n' | while read -r program number; do
		[ "$(version_of "$program")" = "$number" ] || exit 1
	done
}

# as_shown GOT WANT: with all digits, if $digits is 1.
as_shown() {
	awk -v digits="$digits" -f "$here/project/manual/as_shown.awk" "$1" "$2"
}

# measures COMMAND: true if the command in the file measures, or needs what another command would have made.
measures() {
	grep -qE ' -- |-e |--command|--shard=|--keep=|^git |^cgbench-' "$1" && return
	grep -oE '[a-z0-9]+[.](json|html|svg|csv|md)' "$1" | while read -r file; do
		[ -e "$file" ] || exit 1
	done || return 0
	[ $left != 0 ] && grep -qE 'kept|runs/|--history|[*]|^(ls|cat|head|grep|sh|cmp|diff) ' "$1"
}

# try COMMAND [NEXT]: both are files; the next may ask for the status of the first.
try() {
	want=${1%.cmd}.want
	line=$(echo "${1##*/}" | sed 's/^0*//; s/\.cmd//')
	name="$page line $line: $(head -n 1 "$1" | tr '#' ' ')"
	file=$(sed -n 's/^cat \([^ ]*\)$/\1/p' "$1")
	if [ "$file" ] && [ ! -e "$file" ]; then
		ok "$name: written" mv "$want" "$file"
		return
	fi
	if ! whole && grep -qE '^cgbench-(flags|pass) --benchfile' "$1"; then
		skip "$name" 'it is long, and this test does not run whole'
		return
	fi
	if [ ! "$its_turn" ] && measures "$1"; then
		left=$((left + 1))
		return
	fi
	run sh "$1"
	status_wanted=0
	if [ $# -gt 1 ] && [ "$(cat "$2")" = "echo \$?" ]; then
		status_wanted=$(cat "${2%.cmd}.want")
	fi
	is "$status" "$status_wanted" "$name: exits with $status_wanted"
	[ -e "$want" ] || return
	{
		grep -vE "$gates" "$work/err"
		cat "$work/out"
		grep -E "$gates" "$work/err"
	} >"$work/shown"
	digits=1
	if [ -e "${1%.cmd}.made" ] && ! made_here <"${1%.cmd}.made"; then
		digits=0 others=$((others + 1))
		if grep -qF '(no symbols)' "$work/shown"; then
			skip "$name: prints the output shown" 'the function names are not in this version'
			return
		fi
	fi
	ok "$name: prints the output shown" as_shown "$work/shown" "$want" ||
		diff "$want" "$work/shown" | sed 's/^/# /'
}
