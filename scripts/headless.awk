# Prints comments that begin without a subject, as "FILE:LINE: BEGINNING". A comment of '#' or '//' begins where the line
# before is no comment, or ends a sentence.
FNR == 1 { before = "" }
{
	sign = FILENAME ~ /\.([ch]|cc|cpp|hpp|js)$/ ? "\\/\\*|\\/\\/" : "\\/\\*|\\/\\/|#"
	if (match($0, "(" sign ") (Of|As|Likewise|The same|That|What|Whether|Which|Those|By|Where|Behind|Such|Than) ")) {
		begins = substr($0, RSTART)
		indented = substr($0, 1, RSTART - 1) ~ /^[ \t]*$/
		if (!(indented && begins !~ /^\/\*/ && before ~ /^[ \t]*(#|\/\/) / && before !~ /[.:]$/))
			print FILENAME ":" FNR ": " substr(begins, 1, 60)
	}
	before = $0
}
