# Prints the references in pages of the manual, a line FILE:LINE PAGE SECTION for each, as in "man.1:5 cgbench.1 FILES".
FNR == 1 {
	page = FILENAME
	sub(/.*\//, "", page)
	before = ""
}
/Sx / {
	section = $0
	sub(/.*Sx /, "", section)
	sub(/ [[:punct:]]$/, "", section)
	print page ":" FNR, page, section
}
/Xr cgbench/ {
	match($0, /Xr cgbench[a-z-]* [0-9]/)
	split(substr($0, RSTART, RLENGTH), word, " ")
	section = "NAME"
	if (match(before, /[A-Z][A-Z]+[A-Z .]* in$/))
		section = substr(before, RSTART, RLENGTH - 3)
	print page ":" FNR, word[2] "." word[3], section
}
{ before = $0 }
