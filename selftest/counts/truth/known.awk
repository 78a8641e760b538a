# Prints a line "TEST|COUNTS|KNOWN COUNTS" for each test of a raw table; its desc has the known counts.
$1 == "Ir" { for (i = 1; i <= NF; i++) field[i] = $i }
$1 ~ /^[0-9]/ && $14 ~ /[a-z]/ {
	got = want = ""
	for (i = 15; i <= NF; i++)
		if (split($i, word, "=") == 2) known[word[1]] = word[2]
	for (i = 1; i <= 13; i++) {
		if ($i != "0.0") got = got " " field[i] "=" ($i ~ /[0-9]/ ? $i + 0 : $i)
		if (field[i] in known) want = want " " field[i] "=" known[field[i]]
	}
	print $14 "|" got "|" want
	split("", known)
}
