# Compares the counts in the CSV of an engine with what the names of the forms say.

$3 != 1 || $4 == "" { next }
{
	forms++
	split($1, form, "::")
	made = form[3]
	counted = "r" $4 "w" $5
	wrong = counted != made
	known = engine != "fork" || wrong == (/,split,/ != 0) || form[1] ~ /^rep/
	if (!known)
		status = 1
	if (wrong || !known)
		print engine, form[1], form[2], made, counted, /,split,/ ? "split" : "-"
}
END {
	print engine ": " forms " forms"
	exit status
}
