# Completion of cgbench in fish. cgbench itself knows how a command line may go on.

function __cgbench_complete
	set -l program (commandline -opc)[1]
	type -q $program; or set program cgbench
	$program --complete=(commandline -pc | string collect) 2>/dev/null | string replace -r '^[^\t]*\t' ''
end

complete -c cgbench -f -a '(__cgbench_complete)'
