# Sums up the CSV of gcovr for each folder.

function part(n, of) {
	return of ? 100 * n / of : 100
}
function add(row) {
	lines[row] += $2
	run[row] += $3
	branches[row] += $5
	taken[row] += $6
}
function show(row) {
	printf "%-10s %7d %6.1f %9d %6.1f\n", row, lines[row], part(run[row], lines[row]), branches[row], \
		part(taken[row], branches[row])
}
NR > 1 {
	folder = $1
	sub("/.*", "", folder)
	if (!(folder in lines))
		folders[++n] = folder
	add(folder)
	add("src")
}
END {
	printf "%-10s %7s %6s %9s %6s\n", "", "lines", "%", "branches", "%"
	for (i = 1; i <= n; i++)
		show(folders[i])
	show("src")
}
