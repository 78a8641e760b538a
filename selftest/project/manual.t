#!/bin/sh
# The manual, the help texts and README.md: every example works as shown, every option and key is
# documented, and every reference is valid.
#
# The examples of a page run in order, in a directory that is empty at first. Of the pages, some have their turn; of the
# others only those examples run that measure nothing and whose files exist. Those that compile hundreds of times, of
# programs that have tests of their own, run if this test runs whole.

. "$(dirname "$0")/../tap.sh"
. "$here/project/manual/examples.sh"

man=$top/man
help=$top/src/cli/help

mkdir bin home
ln -s "$CGBENCH" bin/cgbench
for script in blame cycles flags gate growth history pass reduce; do
	ln -s "$top/scripts/$script" "bin/cgbench-$script"
done
PATH=$work/bin:$PATH
export HOME="$work/home" LC_ALL=C
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@localhost
export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@localhost GIT_CONFIG_NOSYSTEM=1

# The compilers that made what is shown, under the names that examples use.
for name in gcc-12 g++-12 aarch64-linux-gnu-gcc-12 clang-14 clang++-14; do
	case $(version_of "$name") in
	12.2 | 14.0) ln -s "$(command -v "$name")" "bin/${name%-*}" ;;
	esac
done

# The pages of the manual, the longest of which follow each other in the order of their names, alternate with the texts.
(cd "$top" && ls -X man/*.[157]) >pages
(cd "$top" && ls README.md src/cli/help/*.txt) >texts
paste -d '\n' pages texts | grep . | in_turn 6 >turn
for page in "$man"/*.[157] "$help"/*.txt "$top/README.md"; do
	its_turn=$(grep -xF "${page#"$top"/}" turn) left=0
	dir=$work/${page##*/}.examples
	mkdir "$dir" "$dir.run"
	examples "$page" "$dir"
	page=${page##*/}
	cd "$dir.run" || exit
	others=0
	set -- "$dir"/*.cmd
	ok "$page has examples" [ -e "$1" ]
	while [ $# -gt 0 ]; do
		[ "$(cat "$1")" = "echo \$?" ] || try "$@"
		shift
	done
	[ $left = 0 ] || skip "$page: $left examples that measure" 'it is the turn of other pages'
	[ $others = 0 ] || skip "$page: the digits of $others examples" 'made with other versions, as it says'
	cd "$work" || exit
done

# each WHAT WORDS PATTERN FILE...: for each word, a line of a file matches the pattern, in which @ is the word.
each() {
	what=$1
	words=$2
	pattern=$3
	shift 3
	missing=
	for word in $words; do
		sed 's/[\\]//g' "$@" | grep -qE -e "$(echo "$pattern" | sed "s/@/$word/g")" ||
			missing="$missing $word"
	done
	ok "$what has something" [ "$words" ]
	is "$missing" '' "$what"
}

# rows NAME FILE: the first word in quotation marks of each row of that table.
rows() {
	sed -n "/$1\[[A-Z_]*] = {\$/,/^};/s/.*{\"\([^\"]*\)\".*/\1/p" "$2"
}

options=$(sed -n "s/^    {\"\([a-z-]*\)\", [0'].*/\1/p" "$top/src/cli/option_table.c")
each 'every option is in cgbench(1)' "$options" '^\.It .*Fl -@|^\.Fl -@$' "$man/cgbench.1"
current=$(echo "$options" | grep -vxE 'perlargs|complete')
cgbench --help >help.txt
each 'every option but an old name, and what shells ask, is on the first screen' "$current" '--@([^a-z]|$)' help.txt
each 'every option that needs more words has them' "$(echo "$current" | grep -vxE 'action|completion|help|version')" \
	'^(-[a-z]( [A-Z]+)?, )?--@( |\[?=|$)' "$help"/help-*.txt
# values OPTION: the values that completion offers.
values() {
	cgbench --complete="cgbench --$1=" | cut -f 2 | sed 's/.*=//'
}
each 'every action is in cgbench(1)' "$(values action)" '^\.Cm @( ,)?$' "$man/cgbench.1"
each 'every engine is in cgbench-reproducibility(7)' "$(values engine)" '^\.It Cm @$' "$man/cgbench-reproducibility.7"
each 'every format is in cgbench-formats(5)' "$(values format)" '^\.It Cm @$' "$man/cgbench-formats.5"
each 'every verdict is in cgbench-fields(7)' "$(values verdict | grep -vxE 'any|none')" \
	'^\.It Cm @$' "$man/cgbench-fields.7"
cgbench --help=verdicts >verdicts
each 'every verdict has a cure in its help text' "$(values verdict | grep -vxE 'any|none')" '^@ .*:$' verdicts
fields=$(values fields)
each 'every field is in cgbench-fields(7)' "$fields" '^\.It Cm &?@$' "$man/cgbench-fields.7"
each 'every field is in its help text' "$fields" '^  @( |$)' "$help/help-fields.txt"
statuses=$(sed -n 's/^\tSTATUS_[A-Z]* = \([0-9]*\).*/\1/p' "$top/src/util/message.h")
each 'every exit status is in cgbench(1)' "$statuses" '^\.It @$' "$man/cgbench.1"
# Two are made from annotated sources.
keys="language $(grep -v PART_DERIVED "$top/src/model/part.c" >part.c && rows kinds part.c)"
each 'every key of a benchfile is in cgbench-benchfile(5)' "$keys" \
	'^\.It Cm ([a-z]+ , )?@( |$)' "$man/cgbench-benchfile.5"
each 'every key of a benchfile is in its help text' "$keys" '(^| )@( |,|\.|$)' "$help/help-benchfile.txt"
each 'every key of a language is in cgbench-languages(7)' \
	"$(rows members "$top/src/input/language.c")" '^\.It Cm @$' "$man/cgbench-languages.7"
sed -n '/^\.Sh LANGUAGES/,/^\.El/p' "$man/cgbench-languages.7" >languages
known=$(printf '%s\n' "$top"/src/input/languages/*.lang | sed 's,.*/,,; s/[.].*//' | sort -u)
each 'every language has a row in cgbench-languages(7)' "$(echo "$known" | sed 's/[+]/[+]/g')" '^\.It Cm @$' languages

run cgbench --help
is "$(grep -vxFf "$help/help.txt" out | grep -cvE '^[a-z ]{7} -')" 0 '--help prints its page'
is "$(grep -vxFf out "$help/help.txt")" @options@ '--help has a list in the place of the options'
is "$status$err" 0 '--help exits with 0'
topics=$(sed -n '/--help=TOPIC/,$ { s/.*TOPIC, of//; p; }' "$help/help.txt")
is "$(for topic in $topics; do echo "help-$topic.txt"; done | sort)" \
	"$(cd "$help" && ls help-*.txt)" '--help names every topic at its end'
for topic in $topics; do
	run cgbench --help="$topic"
	is "$(grep -vxFf out "$help/help-$topic.txt")" "$(grep '^@' "$help/help-$topic.txt")" \
		"--help=$topic prints its page, and a list in the place of a line with @"
done
for script in bench check-on; do
	run "$top/scripts/$script" --help
	is "$status:$err:$(head -n 1 out)" "0::$(sed -n '2s/# //p' "$top/scripts/$script")" "scripts/$script --help is its first comment"
done
refused -s 1 -p "$top/scripts/check-on" 'usage: .*' --Help
for file in "$help"/help-*.txt help.txt; do
	is "$(awk 'length > 80 || /\t/' "$file")" '' "${file##*/} is no wider than a screen"
	ok "${file##*/} is no longer than a screen" [ "$(wc -l <"$file")" -le 24 ]
done

# selftest/project/readme runs what README.md shows as sh, in a new chroot.
awk '/^```/ { on = $0 == "```sh"; next } on { sub(/ *#.*/, ""); print }' "$top/README.md" |
	while read -r line; do
	case $line in
	scripts/*) [ -x "$top/${line%% *}" ] || echo "$line" ;;
	'make -j2' | 'sudo make install') ;;
	*) echo "$line" ;;
	esac
done >rest
is "$(cat rest)" '' 'README.md shows no other command as sh'
is "$(grep -n '^\.D[1l] *cgbench' "$man"/*)" '' 'no command of the manual is left out'

# References: each is a line FILE:LINE PAGE SECTION; a page is NAME.NUMBER.
awk -f "$here/project/manual/references.awk" "$man"/* >references
(cd "$top" && grep -rnoE "[A-Z][A-Z]+[A-Z .]* in cgbench[a-z-]*\([157]\)|cgbench[a-z-]*\([157]\)" \
	README.md docs man src selftest) |
	sed -E 's/^([^:]*:[0-9]*):(.*) in (.*)\((.)\)/\1 \3.\4 \2/
		s/^([^:]*:[0-9]*):(.*)\((.)\)/\1 \2.\3 NAME/' >>references
ok 'the manual has references' [ -s references ]
while read -r place page section; do
	grep -qxE "\.S[hs] $section" "$man/$page" || echo "$place: $page has no section $section"
done <references >rest
is "$(cat rest)" '' 'every reference is to a page and a section that exist'

# Paths of sources, which may contain "*".
(cd "$top" && grep -noE 'src/[a-z][a-zA-Z0-9_./*-]*[a-zA-Z0-9*/]' man/* README.md CONTRIBUTING.md docs/*.md) >paths
ok 'documents name sources' [ -s paths ]
while IFS=: read -r place line path; do
	# shellcheck disable=SC2086 # for the "*"
	set -- "$top"/$path
	[ -e "$1" ] || echo "$place:$line: $path"
done <paths >rest
is "$(cat rest)" '' 'every source that a document names exists'

done_testing
