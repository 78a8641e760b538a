# examples.awk -v dir=DIR: writes each command of the numbered lines of blocks to DIR/LINE.cmd, its output to
# DIR/LINE.want, and what made that to DIR/LINE.made.
$1 == 0 {
	gsub(/^[^(]*[(]|[)].*$/, "")
	for (i = 1; i <= count && $0; i++)
		print >(names[i] ".made")
	session = count = 0
	next
}
{ line = $0; sub(/^[0-9]+ ?/, "", line) }
line ~ /^\$ / {
	name = sprintf("%s/%05d", dir, $1)
	names[++count] = name
	session = more = 1
	sub(/^\$ /, "", line)
}
!session { next }
more { print line >(name ".cmd"); more = line ~ /\\$/; next }
{ print line >(name ".want") }
