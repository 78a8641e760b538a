# shellcheck shell=bash
# Completion of cgbench in bash. cgbench itself knows how a command line may go on.

_cgbench() {
	local program=${1/#\~\//$HOME/} line
	type -P -- "$program" >/dev/null || program=cgbench
	COMPREPLY=()
	while IFS= read -r line; do
		COMPREPLY+=("$2${line%%$'\t'*}")
	done < <("$program" --complete="${COMP_LINE:0:COMP_POINT}" \
		--complete=".${COMP_LINE:COMP_POINT}" 2>/dev/null)
}

complete -o nospace -F _cgbench cgbench
