#!/bin/sh
# Completion: the continuations that cgbench offers, and the result of TAB in real shells.
. "$(dirname "$0")/../tap.sh"

mkdir bin 'a dir'
ln -s "$CGBENCH" bin/cgbench
PATH=$work/bin:$PATH
export HOME="$work" XDG_CONFIG_HOME="$work" LC_ALL=C
cat >my.bench <<'END'
language = c
[str::len::8]
code = ;
[str::len::64]
code = ;
[sum]
param.n = 1 20
code = ;
END
cp "$here/read/golden/t_532_j2.json" plain.json
cp plain.json "a dir/it's \"a\" \$file.json"
touch 'a dir/.hidden'

# offers LINE WORDS [AFTER]: these words are offered at the end of the line, AFTER follows it.
offers() {
	is "$("$CGBENCH" --complete="$1" --complete=".${3-}" | cut -f 2 | sort | tr '\n' ' ')" "${2:+$2 }" "$1 |${3-}"
}

# adds LINE TEXT: the text to append for each word, in brackets.
adds() {
	is "$("$CGBENCH" --complete="$1" | cut -f 1 | sed 's/.*/[&]/' | sort | tr -d '\n')" "$2" "$1 adds"
}

# All options.
sed -n "s/^    {\"\([a-z-]*\)\", [0'].*/--\1/p" "$top/src/cli/option_table.c" |
	grep -vxE -e '--(perlargs|complete)' | sort >want
"$CGBENCH" --complete='cgbench --' >out
cut -f 2 out | sed 's/=$//' | sort -u >got
same got want 'every option is offered'
is "$(cut -f 3 out | grep -c '^$')" 0 'and says what it does'
adds 'cgbench --ver' '[bose ][dict=][ify ][sion ]'
adds 'cgbench --changed' '[ ][=]'
like "$("$CGBENCH" --complete='cgbench -' | cut -f 2 | xargs)" ' -e .* -j ' 'short options are offered'
offers 'cgbench --nope' ''

# Complete words, which are accepted.
for option in action color completion cpu engine format verdict; do
	values=$("$CGBENCH" --complete="cgbench --$option=" | cut -f 1)
	ok "--$option has a choice" [ "$values" ]
	for value in $values; do
		run "$CGBENCH" "--$option=$value" --version
		is "$status:$err" 0: "--$option=$value is taken"
	done
done
offers 'cgbench --engine=' '--engine=exec --engine=fork --engine=qemu --engine=step'
offers 'cgbench --engine ' 'exec fork qemu step'

# Values.
offers 'cgbench --fields=Ir,D' '--fields=Ir,Dr --fields=Ir,Dr_m1 --fields=Ir,Dr_mm --fields=Ir,Dw --fields=Ir,Dw_m1 --fields=Ir,Dw_mm'
offers 'cgbench --fields=Ir,Ir_m1,Ir' '--fields=Ir,Ir_m1,Ir_mm'
offers 'cgbench --derive=mine=Ir --fields=mi' --fields=mine
adds 'cgbench --fail-above=CON' '[D,][D_m,]'
adds 'cgbench --bisect=CON' '[D,][D_m,]'
offers 'cgbench --bisect=Ir,' ''
offers 'cgbench --sort=c' '--sort=calls: --sort=change'
offers 'cgbench --sort=Ir:' '--sort=Ir:clang-14 --sort=Ir:old' ' gcc-12=old -O2 clang-14'
offers 'cgbench --read plain.json --norm=' '--norm=p532 --norm=p536'
offers 'cgbench --baseline=x --norm=' --norm=baseline
offers 'cgbench --read plain.json --tests=call' --tests=call::sub::args3
offers 'cgbench --benchfile=my.bench --tests=s' \
	'--tests=str::len::64 --tests=str::len::8 --tests=sum/n=1 --tests=sum/n=20'
offers 'cgbench --benchfile=my.bench --columns=' '--columns=n --columns=puts --columns=tests'
mkdir files
printf '[more]\nparam.m = 1\ncode = ;\n' >files/more.bench
offers 'cgbench --benchfile=f' --benchfile=files/
offers 'cgbench --benchfile=files/' --benchfile=files/more.bench
offers 'cgbench --benchfile=files --benchfile=my.bench --tests=su,m' --tests=su,more/m=1
offers 'cgbench --benchfile=files --benchfile=my.bench --param=' '--param=m= --param=n='
offers 'cgbench --benchfile=my.bench --param=n=' ''
offers 'cgbench --benchfile=my.bench --param=n=7 --tests=su' --tests=sum/n=7
rm -r files
offers 'cgbench --tests=str::len::8,s' \
	'--tests=str::len::8,str::len::64 --tests=str::len::8,sum/n=1 --tests=str::len::8,sum/n=20' \
	'trash --benchfile my.bench -- nonexist'
# suite NAME [BEHIND]: tests of that suite are offered, the first of its file first.
suite() {
	is "$("$CGBENCH" --complete='cgbench --tests ' --complete=".${2-}" | cut -f 2 | head -n 1)" \
		"$(sed -n 's/^\[\(.*\)\]$/\1/p' "$top/benchfiles/$1.bench" | head -n 1)" "the suite of $1"
}
suite c
suite perl ' -- perl=old'
suite python ' --language=python'
offers 'cgbench -e 1 --tests=' ''
offers 'cgbench --format=markdown:p' --format=markdown:plain.json
offers 'cgbench --keep=' '--keep=a dir/ --keep=bin/'
offers 'cgbench -vr=pl' -vr=plain.json
offers 'cgbench --history pl' plain.json
offers 'cgbench --history plain.json "a d' 'a dir/'
offers 'cgbench --history=a' '--history=a dir/'
offers 'cgbench --history="a dir" --label=' '--label=p532 --label=p536'
offers 'cgbench --history --tests=call' --tests=call::sub::args3 ' plain.json'
offers 'cgbench -rpl' -rplain.json
# shellcheck disable=SC2088
offers 'cgbench -r ~/pl' '~/plain.json'
adds 'cgbench -r a' '[\ dir/]'
adds 'cgbench -r a\ dir/' "[it\\'s\\ \\\"a\\\"\\ \\\$file.json ]"
adds 'cgbench -r "a dir/' "[it's \\\"a\\\" \\\$file.json]"
adds "cgbench -r 'a dir/" "[it'\\''s \"a\" \$file.json]"
offers 'cgbench -r a\ dir/.' 'a dir/.hidden'
offers 'cgbench --help=b' '--help=benchfile --help=bisect'
offers 'cgbench --language=pe' --language=perl

# Puts.
mkdir path
for name in gcc-12 gcc-ar clang-14 ls aarch64-linux-gnu-gcc-99 aarch64-linux-gnu-gcc-ar-99 riscv64-linux-gnu-g++-99; do
	ln -s "$CGBENCH" path/$name
done
PATH=$work/path:$PATH
for line in 'cgbench ' 'cgbench --raw -- ' 'cgbench gcc-12=x -O3 '; do
	like " $("$CGBENCH" --complete="$line" | cut -f 2 | tr '\n' ' ')" ' clang-14 .*gcc-12 ' "$line offers compilers"
	unlike " $("$CGBENCH" --complete="$line" | cut -f 2 | tr '\n' ' ')" ' (gcc-ar|ls|plain.json) ' 'only compilers are offered as puts'
done
offers 'cgbench -- gcc-12=x86 aarch64-linux-gnu-gcc-9' aarch64-linux-gnu-gcc-99
offers 'cgbench -- aarch64-linux-gnu-gcc-a' ''
offers 'cgbench --engine=qemu riscv64-linux-gnu-g++-9' riscv64-linux-gnu-g++-99
offers 'cgbench --norm=a' '--norm=aarch64-linux-gnu-gcc-99 --norm=arm' \
	' gcc-12 aarch64-linux-gnu-gcc-99 clang-14=arm --target=aarch64-linux-gnu'
offers 'cgbench pa' path/
offers 'cgbench path/l' path/ls
offers 'cgbench pl' ''
offers 'cgbench gcc-12=' ''
offers 'cgbench gcc-12 -' '--args= --env= --lang='
offers 'cgbench gcc-12 --lang=pe' --lang=perl
offers 'cgbench gcc-12 --lang py' python
offers 'cgbench gcc-12 --args gc' ''

# Nothing fits.
for line in 'cgbench --benchfile=none --tests=' 'cgbench --fields=none --tests=' 'cgbench --read=my.bench --norm='; do
	run "$CGBENCH" --complete="$line"
	like "$status:$out" '^12[89]:$' "$line: nothing is offered"
done
run "$CGBENCH" --completion=csh
is "$status:$err" "129:cgbench: --completion: invalid value 'csh'; use bash, zsh or fish" '--completion of another shell is refused'

# Keys, and the words that the command then receives.
cat >keys <<'END'
show --tests=str::len::6	
show --tests='str::len::6	
show "--tests=str::len::6	
show --tests str::len::8,str::len::6	
show --tests=sum/n=2	
show --fields=Ir,CON	_	
show --format=markdown:pl	
show --format=js	
show --bisect=COND_	1,2
show --read=a	it	
show -r 'a dir/	
show -r "a dir/	
show -r ~/pl	
show --vers	x
show -- gcc-12=x -O3 clang-14	y
show --eng	q	a
show --engine q	-- gcc-12=x86 aarch64-linux-gnu-gcc-9	riscv64-linux-gnu-g++-9	b
show --nope	z
cgbench --act	sel	>ran
exit
END
cat >want <<'END'
<--tests=str::len::64>
<--tests=str::len::64>
<--tests=str::len::64>
<--tests><str::len::8,str::len::64>
<--tests=sum/n=20>
<--fields=Ir,COND_m>
<--format=markdown:plain.json>
<--format=json>
<--bisect=COND_m,1,2>
<--read=a dir/it's "a" $file.json>
<-r><a dir/it's "a" $file.json>
<-r><a dir/it's "a" $file.json>
END
cat >>want <<END
<-r><$work/plain.json>
END
cat >>want <<'END'
<--version><x>
<--><gcc-12=x><-O3><clang-14><y>
<--engine=qemu><a>
<--engine><qemu><--><gcc-12=x86><aarch64-linux-gnu-gcc-99><riscv64-linux-gnu-g++-99><b>
<--nopez>
END
sed 's/^show /&--benchfile=my.bench /' keys | tr '\n' '\r' >typed
sed -i 's/^/<--benchfile=my.bench>/' want

# types NAME SHELL ARGUMENT...: the keys are pressed in that shell.
types() {
	types_name=$1
	shift
	rm -f shown ran
	TERM=dumb INPUTRC=inputrc ZDOTDIR=$work timeout "$(seconds 30)" script -qec "$*" /dev/null <typed >screen 2>&1
	same shown want "$types_name: what TAB makes of the keys"
	like "$(cat ran)" '^ok 1 ' 'and it can be run'
}
# The shell shows the list without asking.
cat >inputrc <<'END'
set completion-query-items 0
set page-completions off
END
cat >show <<'END'
PS1='$ ' LISTMAX=10000
show() { printf '<%s>' "$@" >>shown; echo >>shown; }
END
{
	cat show
	echo "eval \"\$(cgbench --completion=bash)\""
	echo 'complete -o nospace -F _cgbench show'
} >bashrc
types bash bash --rcfile bashrc -i
{
	cat bashrc
	echo "COMP_WORDBREAKS=' '"
} >rc
types 'bash with other word breaks' bash --rcfile rc -i
# The script is loaded on demand, as with the package bash-completion.
{
	cat show
	echo 'load() { . ./script.bash; complete -o nospace -F _cgbench show; return 124; }'
	echo 'complete -D -F load'
} >rc
"$CGBENCH" --completion=bash >script.bash
types 'bash that loads it' bash --rcfile rc -i
package=/usr/share/bash-completion/bash_completion
if [ -e $package ]; then
	{
		echo ". $package"
		cat bashrc
	} >rc
	types 'bash with its package' bash --rcfile rc -i
else
	skip 'bash with its package' "no $package"
fi

# The function alone prints nothing and leaves no file.
cat >function.bash <<'END'
set -u
eval "$(cgbench --completion=bash)"
before=$(set; shopt)
COMP_LINE='cgbench --fields=nope --tests=str::le --raw' COMP_POINT=37
COMP_WORDS=(cgbench --fields = nope --tests = str :: le --raw) COMP_CWORD=8
_cgbench cgbench le ::
echo "${#COMPREPLY[@]}"
COMP_LINE='cgbench --format=js --raw' COMP_POINT=19
_cgbench ./nonexist js =
echo "${COMPREPLY[*]}"
END
run bash function.bash
is "$status:$out:$err" '0:0
json:' 'the function: quiet where nothing can be said, and finds cgbench'

if command -v zsh >/dev/null; then
	{
		cat show
		echo 'autoload -Uz compinit; compinit -u -D'
		"$CGBENCH" --completion=zsh
		echo 'compdef _cgbench show'
	} >.zshrc
	types zsh zsh -d -i
	mkdir functions
	"$CGBENCH" --completion=zsh >functions/_cgbench
	{
		cat show
		echo 'fpath+=~/functions; autoload -Uz compinit; compinit -u -D'
		echo 'compdef _cgbench show'
	} >.zshrc
	types 'zsh that loads it' zsh -d -i
else
	skip zsh 'it is not installed'
fi
if command -v fish >/dev/null; then
	run fish -c 'cgbench --completion=fish | source
		complete -C "cgbench --benchfile=my.bench --tests=str::len::6"'
	is "$(echo "$out" | cut -f 1)" --tests=str::len::64 'fish completes the name of a test'
	run fish -c 'cgbench --completion=fish | source
		complete -C "cgbench --engine=q"
		complete -C "cgbench --engine q"
		complete -C "cgbench --engine qemu -- gcc-12=x86 aarch64-linux-gnu-gcc-9"
		complete -C "cgbench gcc-12=x86 -O3 riscv64-linux-gnu-g++-9"'
	is "$(echo "$out" | cut -f 1 | xargs)" \
		'--engine=qemu qemu aarch64-linux-gnu-gcc-99 riscv64-linux-gnu-g++-99' 'fish completes what is for other machines'
else
	skip fish 'it is not installed'
fi

done_testing
