# as_shown.awk -v digits=1 GOT WANT: exits with 0 if what a command printed is what a page shows. "..." matches anything.
# Without digits, these may differ: digits, the rows of a summary, which shows what changed, and what other
# instructions change in an explanation: its kinds of them and its code, which is the last but for lines of a gate.
/^code of | x +[0-9.]+ Ir/ { code[FILENAME] = 1 }
/^cgbench: / { code[FILENAME] = 0 }
!digits && code[FILENAME] { next }
/^$/ { kinds = 0 }
!digits && kinds && $0 != "..." { next }
/^by kind / { kinds = 1 }
!digits && / %$/ { next }
!digits {
	gsub(/[-+]?[0-9]+([.][0-9]+)*|-/, "")
	gsub(/[ \t]+/, " ")
	gsub(/^ | $/, "")
}
NR == FNR { got[++n] = $0; next }
{ want[++m] = $0 }
function alike(line, shown, at) {
	at = index(shown, "...")
	return at ? substr(line, 1, at - 1) == substr(shown, 1, at - 1) : line == shown
}
function match_from(i, k) {
	for (; k <= m && want[k] != "..."; k++)
		if (i > n || !alike(got[i++], want[k]))
			return 0
	if (k > m)
		return i > n
	for (; i <= n + 1; i++)
		if (match_from(i, k + 1))
			return 1
	return 0
}
END { exit !match_from(1, 1) }
