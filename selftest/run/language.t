#!/bin/sh
# Invalid languages, puts without a language, keys for which a language has no placeholder; and
# messages of interpreters and compilers, with lines of the benchfile.
. "$(dirname "$0")/../tap.sh"

# says STATUS ERE NAME COMMAND...: one line of the command's messages matches.
says() {
	status_wanted=$1
	ere=$2
	name=$3
	shift 3
	run "$@"
	is "$status" "$status_wanted" "$name: status"
	like "$err" "$ere" "$name: message"
}

loop='\t@code@\n\t@count@\n'
sh='match = /^l$/\nrun = {put}\n'
cc='match = /l/\ncompile = {put} {source}\n'
alone='standalone = {put} {source} -o {program}\n'
whole='link = {objects} {program}\nrun = {program}\nmain = x\nprogram =\n\tx@symbol@\n\t@code@\n'
ok='compile = {put} {source}\nlink = {objects} {program}\nrun = {program}\nmain = x\nprogram =\n\tx@symbol@\n\t@code@\n'
rule='compile.c = {put} {source} {object}\n'

# Rows: what is wrong, what is said of l.lang, and the file, as printf writes it.
while IFS='|' read -r name said text; do
	# shellcheck disable=SC2059
	printf "$text" >l.lang
	says 129 "^cgbench: l.lang$said\$" "$name" "$CGBENCH" --language-file=l.lang -e 1 -- /bin/true
done <<END
an unknown key|:3:1: a language has no key 'progam'; did you mean 'program'\\?|${sh}progam = x
a section|:4:1: a language has no \\[sections\\]|${sh}line = x\n[a]\n
no match|: 'match' is missing: .*|run = {put}\nprogram =\n$loop
a match without slashes|:1:1: match must have the form /.../|match = l\nrun = {put}\nprogram =\n$loop
an invalid match|:1:1: match: missing closing parenthesis .*|match = /(l/\nrun = {put}\nprogram =\n$loop
an invalid position|:1:1: position: .*|position = /(l/\n${sh}program =\n$loop
a value|:3:1: indent = maybe: it is either yes or no|${sh}indent = maybe\nprogram =\n$loop
an open quote|:2:1: run: a quote is left open|match = /l/\nrun = {put} 'x\nprogram =\n$loop
no program|: 'program' is missing: the code that is measured|$sh
no run|: 'run' is missing: .*|match = /l/\nprogram =\n$loop
an unknown placeholder in a command|:2:1: run: \\{pu\\} is not a placeholder; did you mean \\{put\\}\\?|match = /l/\nrun = {pu}\nprogram =\n$loop
no {put}|:2:1: run: the placeholder \\{put\\} is missing: the interpreter|match = /l/\nrun = sh\nprogram =\n$loop
no {code}|:2:1: run: the placeholder \\{code\\} is missing: .*|match = /l/\nrun = {put}\ncommand = yes\n
no @code@|:3:1: program: the placeholder @code@ is missing: the code that is measured|${sh}program =\n\t@count@\n
no @count@|:3:1: program: the placeholder @count@ is missing: .*|${sh}program =\n\t@code@\n
no @iterations@|:3:1: program: the placeholder @iterations@ is missing: .*|${sh}program =\n\t@code@\niteration = @code@\n
no @code@ in an iteration|:5:1: iteration: the placeholder @code@ is missing: .*|${sh}program =\n\t@iterations@\niteration = x\n
an unknown placeholder|:5:4: program: @cod@ is not a placeholder; did you mean @code@\\?|${sh}program =\n\t@setup@\n\t  @cod@\n
a block within a line|:5:4: program: @code@ must be alone on its line|${sh}program =\n\t@count@\n\t\$(@code@)\n
no @end@|:4:1: program: an @if key@ has no @end@|${sh}program =\n\t@if pre@\n$loop
two @if|:5:2: program: @if pre@ is inside another one|${sh}program =\n\t@if pre@\n\t@if pre@\n$loop
an @else@|:4:2: program: @else@ has no @if key@ above it|${sh}program =\n\t@else@\n$loop
an @if of no key|:4:2: program: @if per@ does not name a key of a test|${sh}program =\n\t@if per@\n\t@end@\n$loop
no @symbol@|:4:1: program: the placeholder @symbol@ is missing: .*|${cc}run = x\nprogram =\n$loop
no link|: 'link' is missing: the files that are linked|${cc}run = {program}\nprogram =\n\t@code@\n\tx@symbol@\n
a program that stands alone, no {program}|:3:1: standalone: the placeholder \\{program\\} is missing: .*|${cc}standalone = {put} {source}\n$whole
a program that stands alone, no main|:7:1: program: the placeholder @if standalone@ is missing: .*|${cc}$alone$whole
no command for sources|:1:1: source.c: 'compile.c' is missing: .*|source.c = .c\nmatch = /l/\n$ok
no extension of sources|:1:1: compile.c: 'source.c' is missing: .*|${rule}match = /l/\n$ok
no {object}|:1:1: compile.c: the placeholder \\{object\\} is missing: .*|compile.c = {put} {source}\nmatch = /l/\nsource.c = .c\n$ok
an extension without a dot|:2:1: source.c: 'c' is not an extension: it begins with a dot|${rule}source.c = c\nmatch = /l/\n$ok
two rules|:4:1: source.x: '.c' has a rule already|${rule}source.c = .x .c\ncompile.x = {source} {object}\nsource.x = .c\nmatch = /l/\n$ok
an open quote in a rule|:2:1: link.c: a quote is left open|${rule}link.c = 'x\nsource.c = .c\nmatch = /l/\n$ok
a rule of an interpreter|:1:1: compile.c has no meaning without 'compile': .*|${rule}source.c = .c\n${sh}program =\n$loop
END

# --- puts

printf 'match = /^sh$/\nrun = {put}\nprogram =\n\t@code@\n\t: @count@\n' >mine.lang
says 129 "^cgbench: 'sh': both shell and mine claim it; choose one with --language=shell$" \
	"two languages that claim a put" "$CGBENCH" --language-file=mine.lang -e : -- sh
run "$CGBENCH" --language-file=mine.lang --action=languages
is "$status" 0 "two languages that claim a name: listed"
# The user's own, one of which replaces ours.
mkdir -p own/cgbench .config/cgbench
cp mine.lang own/cgbench
sed 's/\^sh\$/^own$/' mine.lang >.config/cgbench/shell.lang
run env XDG_CONFIG_HOME="$work/own" "$CGBENCH" --action=languages
like "$status:$out" '^mine: sh$' 'a language in XDG_CONFIG_HOME'
run env -u XDG_CONFIG_HOME HOME="$work" "$CGBENCH" --action=languages
like "$status:$out" '^shell: not found$' 'a language in ~/.config replaces ours'
like "$out" '^command: any program$' 'what needs no compiler'
# Another kind of shells, which runs the same tests.
cp "$(command -v dash)" otherdash
sed 's/^match = .*/match = \/^otherdash$\//' "$top/src/input/languages/shell.lang" >shell.other.lang
printf 'language = shell\n[t]\ncode = :\n' >t.bench
run "$CGBENCH" --language-file=shell.other.lang --benchfile=t.bench --fields=Ir -- dash ./otherdash
like "$out" ' dash \./otherdash +change$' 'two kinds of one language'
says 129 ' ruby, rust, shell, sqlite, tcl$' 'a language of two kinds is named once' \
	"$CGBENCH" --language-file=shell.other.lang --language=x -e : -- sh
for put in miniperl:perl my-python-3:python pearl:perl gcc-99-dbg:c; do
	ln -sf /bin/true "${put%:*}"
	says 129 "no language claims './${put%:*}' .* if it is ${put#*:}, .* --lang=${put#*:}; the languages are" \
		"a put that is called ${put%:*}" "$CGBENCH" -e 1 -- "./${put%:*}"
done
says 129 "^cgbench: unknown language 'prl'; did you mean 'perl'\\? The languages are ada, " \
	"a language that there is not" "$CGBENCH" --language=prl -e 1 -- sh
printf 'language = prl\n[a]\ncode = 1\n' >prl.bench
says 129 "^cgbench: prl.bench: unknown language 'prl'; the languages are ada, " "a benchfile of one" \
	"$CGBENCH" --benchfile=prl.bench -- sh
printf '#include <unistd.h>\nint main(int n, char **v) { return execv("/bin/dash", v) + 2 + !n; }\n' >launcher.c
cc -o launcher launcher.c
says 128 "ended without reading its input; if it only starts another program, name that program" \
	"a program that starts the interpreter" "$CGBENCH" --language=shell -e : -- ./launcher

# --- keys

printf '[a]\ncode = :\ncompile = yes\n' >x.bench
refused "x.bench:3:1: 'compile' has no meaning in shell, the language of 'sh'.*" --benchfile=x.bench -- sh
printf 'cflags = -O3\n[a]\ncode = :\n' >x.bench
refused "x.bench:1:1: 'cflags' has no meaning in shell.*" --benchfile=x.bench -- sh
printf '[a]\ncode.shell = :\ncode.awk = 1\npre = :\n' >x.bench
refused "x.bench:4:1: 'pre' names no language, but the programs have several.*" --benchfile=x.bench -- sh awk

# --- messages

# points PUT LANGUAGE LINE CODE: the message about CODE shows this line of the benchfile, counted from "code =".
points() {
	put=${1%% *}
	command -v "$put" >/dev/null || {
		skip "$1: message" "there is no $put"
		return
	}
	printf '[a]\ndesc = wrong\ncode =\n' >x.bench
	# shellcheck disable=SC2059
	printf "$4" | sed 's/^/    /' >>x.bench
	# shellcheck disable=SC2086
	run "$CGBENCH" --benchfile=x.bench --engine=exec --tables --fields=Ir --language="$2" -- $1
	is "$status" 128 "$1: status"
	like "$err" "x\\.bench:$((3 + $3))([^0-9]|\$)" "$1: message"
}

# The code of Python is indented, but not its strings.
cat >strings.bench <<'E'
language = python
[strings]
preamble =
    def f():
        return """A text.

          It goes on.
        """
code =
    s = """a
    b ''' # "
    c"""  # a comment with "
    if s:
        t = 'it\'s \
    "'"" ''
    # '''
    assert s + t == 'a\nb \'\'\' # "\nc' 'it\'s "', (s, t)
    assert f() == 'A text.\n\n      It goes on.\n    ', f()
    s = r'''\'''
    '''
E
if [ -x /usr/bin/python3 ]; then
	run "$CGBENCH" --benchfile=strings.bench --tables --fields=Ir -- /usr/bin/python3
	is "$status$err" 0 'strings of several lines are as they are written'
else
	skip 'strings of Python' 'no python3'
fi

# Old versions count one line less.
wrong=')'
printf 'BEGIN {\nx = 1\nx = )\n' | original-awk -f - 2>&1 | grep -q 'line 2 ' && wrong='('
in_turn 3 >rows <<'E'
dash|shell|x=1\nno_such_command\n
bash|shell|x=1\nno_such_command\n
perl|perl|my $x = 1;\ndie "no";\n
/usr/bin/python3|python|x = 1\nx.y.z = 1\n
ruby|ruby|x = 1\nx.no_such\n
lua5.4|lua|local x = 1\nx.y.z = 1\n
gawk|awk|x = 1\ny = 1 / 0\n
mawk|awk|x = 1\nx = (\n
original-awk|awk|x = 1\nx = @\n
php|php|$x = 1;\nno_such();\n
tclsh|tcl|set x 1\nno_such 1\n
jq|jq|1 |\n1 1\n
sqlite3|sqlite|select 1;\nselect * from nosuch;\n
mujs|javascript|var x = 1;\nno_such(1);\n
gcc|c|int x = 1;\nx = y;\n
gfortran|fortran|continue\ncall 5\n
gdc|d|int x = 1;\nx = y;\n
gnatmake|ada|null;\nX := 1;\n
fpc|pascal|;\nx := 1;\n
gccgo|go|_ = 1\nx = 1\n
go|go|_ = 1\nx = 1\n
rustc|rust|let x = 1;\ny;\n
E
while IFS='|' read -r put language code; do
	points "$put" "$language" 2 "$(printf '%s\n' "$code" | sed "s/@/$wrong/")"
done <rows
# In a shell, a newline ends a statement, and an additional ';' would be an error.
run "$CGBENCH" --tables --raw --fields=Ir -s 'y=1' -e 'x=2' -e 'z=2;' -- dash
is "$status$err" 0 '-e in a shell, with a semicolon and without'
like "$out" '^e2 +[0-9.]+$' 'x=2 is code, not a name'

# Go builds a test with the put's arguments and environment, in the user's module.
if command -v go >found; then
	mkdir lib
	echo 'module example.org/own' >go.mod
	printf 'package lib\n\nfunc Twice(x int) int { return 2 * x }\n' >lib/lib.go
	printf '%s\n' 'language = go' 'preamble = import "example.org/own/lib"' \
		'[twice]' 'code = blackBoxOf(int8(lib.Twice(blackBox(4))))' >go.bench
	run "$CGBENCH" --benchfile=go.bench --tables --raw --fields=Ir,size -- \
		go go=args -gcflags=-N GOFLAGS=-gcflags=-N go=env
	is "$status$err" 0 'go: a test of a module'
	# shellcheck disable=SC2016 # fields of awk
	ok 'go: arguments and environment reach its compiler' \
		awk '$1 == "Ir" { found = $2 > 0 && $3 > $2 && $3 == $4 } END { exit !found }' out
	like "$out" '^size +[1-9]' 'go: its loop is found'
else
	skip 'go: a test of a module' 'go is not installed'
fi

done_testing
