#compdef cgbench
# Completion of cgbench in zsh. cgbench itself knows how a command line may go on.

_cgbench() {
	local program=${words[1]/#\~\//$HOME/} line added
	local -i found=1
	local -a fields ends ends_shown goes_on goes_on_shown
	whence -p -- $program >/dev/null || program=cgbench
	for line in "${(@f)$($program \
		--complete="${(j: :)words[1,CURRENT-1]} $QIPREFIX$IPREFIX$PREFIX" \
		--complete=".$SUFFIX ${(j: :)words[CURRENT+1,-1]}" 2>/dev/null)}"; do
		fields=("${(@ps:\t:)line}")
		added=$fields[1]
		[[ -n $fields[3] ]] && fields[2]+="  $fields[3]"
		if [[ $added == *' ' || -n $compstate[quote] && $added != *[=,:/] ]]; then
			ends+=("$PREFIX${added% }")
			ends_shown+=("$fields[2]")
		elif [[ -n $fields[2] ]]; then
			goes_on+=("$PREFIX$added")
			goes_on_shown+=("$fields[2]")
		fi
	done
	compadd -Q -d ends_shown -a ends && found=0
	compadd -Q -S '' -d goes_on_shown -a goes_on && found=0
	return found
}

if [[ $funcstack[1] == _cgbench ]]; then
	_cgbench "$@"
else
	compdef _cgbench cgbench
fi
