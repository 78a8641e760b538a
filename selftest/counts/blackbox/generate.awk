/^[ \t]*@(if [a-z]+|else|end)@$/ {
	skips = (/if/ && !/ (pre|post|teardown)@/) || (/else/ && !skips)
	next
}
skips { next }
/^[ \t]*@[a-z]+@$/ {
	gsub(/[ \t@]/, "")
	if ($0 == "prelude")
		while ((getline line <ENVIRON["prelude"]) > 0)
			print line
	else if ($0 == "driver")
		print "#include \"" ENVIRON["driver"] "\""
	else
		print ENVIRON["t_" $0]
	next
}
{ gsub(/@symbol@/, "bench"); print }
