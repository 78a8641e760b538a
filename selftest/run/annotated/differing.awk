# differing.awk FILE: the kinds of an assembler source whose functions differ in their instructions or in their accesses
# of memory, and how many kinds there are.
/^(returned|consumed)_[0-9]+:/ { split($1, name, /[_:]/); inside = 1 }
/\.cfi_endproc/ { inside = 0 }
inside && /^\t[a-z]/ {
	steps[name[1], name[2]]++
	memory[name[1], name[2]] += /[[(]/ && $1 !~ /^lea/
	if (name[2] > n) n = name[2] + 0
}
END {
	for (i = 1; i <= n; i++)
		if (steps["returned", i] != steps["consumed", i] || !steps["returned", i] ||
			memory["returned", i] != memory["consumed", i])
			printf "%d ", i
	print "of " n
}
