# Prints the faults of the tests of a benchfile, one in each line.
function close_test() {
	if (name == "")
		return
	if (!described)
		print name ": no desc"
	if (!coded)
		print name ": no code"
}
function key(line) {
	sub(/[ \t]*=.*/, "", line)
	return line
}
/^\[/ {
	close_test()
	name = substr($0, 2, length($0) - 2)
	described = coded = in_code = 0
	if (name !~ /^[A-Za-z][A-Za-z0-9_+.-]*(::[A-Za-z0-9_+.-]+)+$/)
		print name ": not area::case or area::group::case"
	if (seen[name]++)
		print name ": twice"
	next
}
/^[^ \t#]/ {
	in_code = key($0) == "code"
	text = $0
	sub(/^[^=]*=[ \t]*/, "", text)
	described = described || (key($0) == "desc" && text != "")
	coded = coded || (in_code && text != "")
}
/^[ \t]+[^ \t]/ && in_code { coded = 1 }
END { close_test() }
