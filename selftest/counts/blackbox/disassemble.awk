function flush() { if (name != "") print name, n, text }
/^[0-9a-f]+ </ {
	flush()
	name = $2
	gsub(/[<>:]/, "", name)
	n = 0
	text = ""
}
/^ +[0-9a-f]+:/ {
	sub(/^ +[0-9a-f]+:[ \t]*/, "")
	if ($1 ~ /^(nop|nopw|nopl|xchg|data16|cs|endbr64)$/)
		next
	gsub(/[ \t]+/, " ")
	n++
	text = text $0 "; "
}
END { flush() }
