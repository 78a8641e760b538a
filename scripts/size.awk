# Counts the lines of the files that are named in the input: lines of code, of comments alone, and blank ones.

# Removes the text of the line up to its next part, and notes what it was.
function step() {
	if (open) {
		comment = 1
		open = !match(line, /\*\//)
		line = open ? "" : substr(line, RSTART + 2)
	} else if (match(line, /^[ \t\r]+/)) {
		line = substr(line, RLENGTH + 1)
	} else if (substr(line, 1, 2) == "/*") {
		open = comment = 1
		line = substr(line, 3)
	} else if (substr(line, 1, 2) == "//") {
		comment = 1
		line = ""
	} else {
		code = 1
		if (match(line, /^("([^"\\]|\\.)*"|\047([^\047\\]|\\.)*\047)/) ||
		    match(line, /^[^"\047\/ \t\r]+/))
			line = substr(line, RLENGTH + 1)
		else
			line = substr(line, 2)
	}
}
function add(row) {
	if (!(row in sum))
		rows[++n] = row
	sum[row]++
	if (code)
		codes[row]++
	else if (comment)
		comments[row]++
	else
		blanks[row]++
}
function show(row) {
	printf "%-10s %7d %8d %7d %7d\n", row, codes[row], comments[row], blanks[row], sum[row]
}
{
	end = row = substr($0, 3)
	sub(/.*\./, "", end)
	apart = end !~ /^[ch]$/
	sub(/\/.*/, "", row)
	if (apart)
		row = "." end
	open = 0
	while ((getline line <$0) > 0) {
		comment = open
		code = 0
		while (line != "")
			step()
		add(row)
		if (!apart)
			add("sum of C")
	}
	close($0)
}
END {
	printf "%-10s %7s %8s %7s %7s\n", "", "code", "comments", "blank", "sum"
	for (i = 1; i <= n; i++)
		if (rows[i] !~ /^(\.|sum)/)
			show(rows[i])
	show("sum of C")
	for (i = 1; i <= n; i++)
		if (rows[i] ~ /^\./)
			show(rows[i])
}
