# Prints the tests of a table of Ir, Dr and Dw that differ from what their desc says, and how many tests there are.
$4 ~ /::/ {
	split("", want)
	for (i = 5; i <= NF; i++)
		if (split($i, word, "=") == 2) {
			sub("^" engine ":", "", word[1])
			want[word[1]] = word[2]
		}
	n++
	if ($1 != want["Ir"] || $2 != want["Dr"] + 0 || $3 != want["Dw"] + 0)
		print $4, $1, $2, $3
}
END { print n + 0 }
