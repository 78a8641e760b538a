# Prints for each part of a test on the puts "first" and "second" "TEST FIELD PART: SUM SUM", and so for the table itself
# and for all instructions printed.
function flush() {
	if (part)
		print test, field, part ":", first + 0, second + 0
	part = ""
	first = second = 0
}
/^[a-z]+  [A-Za-z_0-9]+  first / {
	flush()
	test = $1
	field = $2
	print test, field, "table:", $4 + 0, $6 + 0
}
/^by [a-z]+ +first second +diff/ { flush(); part = $2; end = length($0); next }
/^code of / || /^$/ { flush(); side = "" }
part {
	n = split(substr($0, 1, end), cell)
	first += cell[n - 2]
	second += cell[n - 1]
}
/^(first|second|both): [0-9.]+ x  / { side = $1; next }
side && /^ *[0-9.]+  / {
	if (side != "second:") steps[1] += $1
	if (side != "first:") steps[2] += $1
}
END { flush(); print test, "Ir", "instructions:", steps[1] + 0, steps[2] + 0 }
