# Prints what the four out files of a cell say about one turn in Ir, Dr, Dw, COND and IND.
$1 == "events:" {
	for (i = 2; i <= NF; i++)
		at[$i] = i
}
$1 == "summary:" {
	sign = n == 0 || n == 3 ? 1 : -1
	n++
	for (event in at)
		sum[event] += sign * $at[event]
}
END {
	printf "%.1f %.1f %.1f %.1f %.1f\n", sum["Ir"] / 10, sum["Dr"] / 10, sum["Dw"] / 10,
		sum["Bc"] / 10, sum["Bi"] / 10
}
