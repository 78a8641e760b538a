function limit(name, i, part) {
	for (i = 1; i <= split(limits, word, " "); i++) {
		split(word[i], part, "=")
		if (name ~ part[1])
			return part[2]
	}
	return 0
}
{ n[$1] = $2; line[$1] = $0 }
END {
	for (f in n) {
		other = f
		more = limit(f)
		if (sub(/^box_/, "raw_", other))
			pairs++
		else if (sub(/^live_/, "sum_", other))
			more++
		else
			continue
		if (!(other in n) || n[f] > n[other] + more)
			print line[f] "| " line[other]
	}
	if (pairs < 80)
		print pairs " pairs"
}
