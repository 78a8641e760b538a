# Compares the counts of two CSV files, by the rules in a file before them. engines and fields name what is compared.

FNR == 1 { file++ }
file == 1 {
	if ($1 !~ /^(#|$)/) {
		names[++rules] = "^(" $1 ")$"
		may[rules] = "," $2 ","
		sub(/^[^ ]+ +[^ ]+ +/, "")
		rule[rules] = $0
	}
	next
}
FNR == 1 { next }
function take(line,   n) {
	match(line, /^("([^"]|"")*"|[^,]*),/)
	name = substr(line, 1, RLENGTH - 1)
	n = split(substr(line, RLENGTH + 1), of, ",")
	counts = of[3]
	for (n = 4; n < 3 + split(fields, field, ","); n++)
		counts = counts "," of[n]
}
function find_rule(name, a, b,   i, k, n, x, y, fits) {
	n = split(a, x, ",")
	split(b, y, ",")
	for (i = 1; i <= rules; i++) {
		fits = name ~ names[i]
		for (k = 1; k <= n; k++)
			if (x[k] != y[k] && !index(may[i], "," field[k] ","))
				fits = 0
		if (fits)
			return rule[i]
	}
	return ""
}
{ take($0) }
file == 2 { first[name] = counts; next }
{
	all++
	if (counts == first[name])
		next
	differ++
	why = find_rule(name, first[name], counts)
	unknown += why == ""
	print name ": " fields "=" first[name] " and " counts ": " (why == "" ? "no rule" : why)
}
END {
	print "agree: " engines ": " differ + 0 " of " all + 0 " tests differ in " fields ", " \
		unknown + 0 " without a rule"
	exit unknown > 0
}
