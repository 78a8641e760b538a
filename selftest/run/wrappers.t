#!/bin/sh
# Interpreters behind wrappers, such as version managers' scripts and links: they are asked for the
# program that they start, and that is measured.
# shellcheck disable=SC2016 # $ is code of scripts
. "$(dirname "$0")/../tap.sh"

perl=$(perl -e 'print $^X')
mkdir bin
bin=$(pwd -P)/bin

parts 2 scripts versions links others saved

# script NAME TEXT: an executable script in bin.
script() {
	printf '%s\n' "$2" | executable "bin/$1"
}

# ir: the numbers in the row of the test e.
ir() {
	sed -n 's/^e *//p' out | xargs
}

# measured NAME PUT...: a snippet of Perl runs on the puts, and on the interpreter after them.
measured() {
	run "$CGBENCH" -e 'my $x = 1' --tables --raw --fields=Ir -- "$@" "$perl=itself"
}

script perl5.1 "exec $perl \"\$@\""
script perl5.2 "echo using $perl
echo /usr/bin/env
echo /etc/passwd: a warning >&2
$perl \"\$@\"
echo done"
if chosen scripts; then
	measured bin/perl5.1 bin/perl5.1=again -w
	is "$status:$err" "0:cgbench: 'bin/perl5.1' ($bin/perl5.1) starts another program, which is measured instead: $perl
cgbench: 'bin/perl5.1' ($bin/perl5.1) starts another program, which is measured instead: $perl" \
		'a script is followed, and each put says so'
	row=$(ir)
	is "${row%% *}" "${row##* }" 'the count of a script is that of the interpreter'
	measured bin/perl5.2
	like "$status:$err" "^0:cgbench: 'bin/perl5.2' .*: $perl\$" \
		'what a script prints itself, and that it waits, does not matter'
fi

# Version managers find the version by a variable, or by a file in the current directory.
script perl5.3 "exec \"\${WHICH:-\$(cat .which)}\" \"\$@\""
measured bin/perl5.3
like "$status:$err" "^129:.* asking it for its interpreter failed: exited with status [0-9]+: cat: .*which" \
	'a wrapper that has no version is refused'
if chosen versions; then
	echo "$perl" >.which
	measured bin/perl5.3
	like "$status:$err" "^0:.* starts .*: $perl\$" 'a wrapper sees the current directory'
	WHICH=$perl measured bin/perl5.3 --env=ELSE=1
	like "$status:$err" "^0:.* starts .*: $perl\$" 'a wrapper sees the environment'
	rm .which
	measured bin/perl5.3 "--env=WHICH=$perl"
	like "$status:$err" "^0:.* starts .*: $perl\$" 'a wrapper sees the environment of its put'
fi

# unfollowed NAME WHY: the put ends with one line.
unfollowed() {
	measured "bin/$1"
	is "$status:$err" "129:cgbench: 'bin/$1' ($bin/$1) is a script that begins with #!/bin/sh, \
not the interpreter itself; $2" "refused: $2"
}

script perl6.1 "echo $bin/perl5.1"
unfollowed perl6.1 "asked for its interpreter, it names '$bin/perl5.1', which is a script too"
script perl6.2 'echo /nowhere/perl'
unfollowed perl6.2 "asked for its interpreter, it names '/nowhere/perl': No such file or directory"
script perl6.3 ':'
unfollowed perl6.3 'asked for its interpreter, it names no program'
script perl6.4 'echo perl: version 9 is not installed >&2; echo more; exit 127'
unfollowed perl6.4 'asking it for its interpreter failed: exited with status 127: perl: version 9 is not installed'
mkfifo pipe
script perl6.5 "exec cat $work/pipe"
run "$CGBENCH" -e 1 --timeout="$(seconds 1)" -- bin/perl6.5
like "$status:$err" "^128:.* asking it for its interpreter failed: not done after $(seconds 5) seconds" 'refused: one that hangs'
printf 'match = /^mine$/\nrun = {put}\nprogram =\n\t@code@\n\t: @count@\n' >mine.lang
script mine 'exec sh'
run "$CGBENCH" --language-file=mine.lang -e : -- bin/mine
like "$status:$err" '^129:.* is a script that .*; name the program that it starts$' \
	'refused: one of a language that does not say how to ask'

# Links to one program that acts by their names.
cat >manager.c <<END
#include <string.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	const char *slash = strrchr(argv[0], '/');
	const char *name = slash ? slash + 1 : argv[0];
	return execv(strcmp(name, "perl") ? "/nowhere" : "$perl", argv) + 9 + !argc;
}
END
cc -o bin/manager manager.c
ln -s manager bin/perl
ln -s manager bin/perl9
ln -s "$perl" bin/perl8
if chosen links; then
	measured bin/perl
	is "$status:$err" "0:cgbench: 'bin/perl' ($bin/perl) starts another program, which is measured instead: $perl" \
		'a link to another program is followed'
	row=$(ir)
	is "${row%% *}" "${row##* }" 'the count of a link is that of the interpreter'
	measured bin/perl8
	is "$status:$err" 0: 'a link to the interpreter is it, and nothing is said'
fi

run "$CGBENCH" -e 1 -- bin/perl9
like "$status:$err" '^129:cgbench: .bin/perl9. does not run an empty perl script' \
	'a link that leads nowhere is refused when it is tried'

# Other languages.
if chosen others; then
	for put in $(printf 'awk\nshell\n' | in_turn 1); do
		case $put in
		awk) name=mawk code='x = 1' ;;
		*) name=dash code='x=1' ;;
		esac
		script "$name" "exec $(command -v $name) \"\$@\""
		run "$CGBENCH" -e "$code" --tables --raw --fields=Ir -- "bin/$name" $name
		like "$status:$err" "^0:.* starts another program, which is measured instead: /.*/$name\$" "$name"
	done
	script gcc 'exec gcc "$@"'
	run "$CGBENCH" -e 'BLACK_BOX(1)' --tables --raw -- bin/gcc
	is "$status:$err" 0: 'a script of a compiler is a compiler'
	script gcc '[ "$RUSTUP_HOME:$RUSTUP_TOOLCHAIN:$OTHER" = here:stable: ] && exec gcc "$@"'
	run env RUSTUP_HOME=here RUSTUP_TOOLCHAIN=stable OTHER=1 "$CGBENCH" -e 'BLACK_BOX(1)' --tables --raw -- bin/gcc
	is "$status:$err" 0: 'a script of rustup finds its toolchain'
fi

run env "PATH=$bin" "$CGBENCH" --action=languages
like "$out" '^perl: perl perl5[.]1 perl5[.]2 perl8 perl9$' 'languages: the names that can be measured'
like "$out" "^    perl5[.]1 starts $perl\$" 'languages: where a wrapper leads'
like "$out" "^    perl6[.]3 cannot be measured: $bin/perl6[.]3 is a script that" 'languages: a wrapper that leads nowhere'

if chosen saved; then
	run "$CGBENCH" -e 1 --write=saved.json -- bin/perl5.1
	is "$(json saved.json '$f->{perls}[0][0], $f->{cgbench}{fingerprints}[0]{path}')" "bin/perl5.1
$(readlink -f "$perl")" 'a saved file has the name and the interpreter'
fi

done_testing
