#!/bin/sh
# Compilers that keep intermediate files: each test's are its own, nothing of the user's is
# overwritten, and relative words mean the user's directory.
. "$(dirname "$0")/../tap.sh"

# Tests that differ in the number of stores, so that a test that got another's code is seen. A loop would
# not do: clang pads it by other instructions where it writes assembly, as with -save-temps.
{
	echo 'preamble = volatile int to;'
	for n in 1 3 10 30 100 300; do
		printf '[t%s]\ncode = %s\n' $n "$(yes 'to = 1;' | head -n $n | xargs)"
	done
} >turns.bench

# rows OPTION... -- PUT...: the numbers, without the table around them or marks.
rows() {
	run "$CGBENCH" --tables --raw --fields=Ir "$@"
	sed -n '/^t[0-9]/{s/ ! / /;p;}' out | xargs
}

sed '1i cflags = -save-temps=cwd' turns.bench >cflags.bench
echo mine >test.s
cp test.s test.i
before=$(find . -name out -o -name err -o -name puts -o -print | sort)
# same_counts PUT OPTION...
same_counts() {
	is "$(rows -j4 --benchfile=turns.bench -- "$@")" "$(rows -j4 --benchfile=turns.bench -- "$1")" \
		"$*: the same counts as without"
}
in_turn 1 >puts <<'END'
gcc -save-temps=cwd
clang -save-temps -save-stats
gcc -flto --save-temps -save-temps=cwd
clang -flto --save-temps=cwd
END
while read -r put; do
	# shellcheck disable=SC2086 # words
	same_counts $put
done <puts
is "$(rows -j4 --benchfile=cflags.bench -- gcc)" "$(rows --benchfile=turns.bench -- gcc)" \
	'the same counts as without -save-temps in the cflags of a benchfile'
is "$(find . -name out -o -name err -o -name puts -o -print | sort)" "$before" 'no file is left in the current directory'
is "$(cat test.s test.i | xargs)" 'mine mine' 'no file in the current directory is overwritten'

# cgbench finds out what the words of a put do not tell.
printf 'exec gcc -save-temps=cwd "$@"\n' | executable wrapper
run "$CGBENCH" --benchfile=turns.bench --language=c -- ./wrapper
is "$status:$(echo "$err" | sed 's/main0-[A-Za-z0-9]*\.[a-z]*/FILE/')" "129:cgbench: './wrapper' \
cannot be measured: it leaves files in the current directory (FILE), where those \
of tests would overwrite each other" 'a compiler that keeps files without being told'
is "$(echo main*)" 'main*' 'no file of a compiler that keeps files is left'

echo '-O1 -save-temps=obj' >options
is "$(rows --tests=t1 --benchfile=turns.bench -- gcc --args=@options | cut -d' ' -f1)" t1 \
	'an option in a file of options may keep files apart'
printf '[t]\ncflags = -dumpdir x/\ncode = BLACK_BOX(1);\n' >one.bench
run "$CGBENCH" --tables --raw --fields=Ir --benchfile=one.bench -- gcc
like "$status:$err" "^128:cgbench: t on gcc: compile: -dumpdir lets tests overwrite" \
	'an option of one test fails that test'

# Relative words. __FILE__ is the path by which a header was found.
mkdir include
cat >include/far.h <<'END'
static inline int far_name(void) { return (int)sizeof __FILE__; }
END
echo '#define NEAR 2' >near.h
echo '#define FORCED 3' >forced.h
echo 'int linked(void) { return 4; }' >linked.c
gcc -c linked.c
echo '-DIN_FILE=5' >defines
cat >relative.bench <<'END'
preamble =
	#include "near.h"
	#include "far.h"
	int linked(void);
ldflags = linked.o
[t]
setup = if (NEAR != 2 || FORCED != 3 || linked() != 4 || IN_FILE != 5 || far_name() != 14) return;
code = BLACK_BOX(1);
END
printf '#!/bin/sh\nexec gcc "$@"\n' >wrapper
printf '%s\n' '' -save-temps=cwd | in_turn 1 >options-of-put
while read -r option; do
	run "$CGBENCH" --tables --raw --fields=Ir --benchfile=relative.bench --language=c -- \
		./wrapper -I. -Iinclude --args='-include forced.h @defines' ${option:+"$option"}
	is "$status:$err:$(sed -n 's/^t !* *//p' out)" '0::1.0' "relative words mean this directory $option"
done <options-of-put

# Fortran: modules of the same name.
if command -v gfortran >/dev/null; then
	{
		echo 'language = fortran'
		for n in 100 200 300; do
			cat <<END
[t$n]
preamble =
	module m
	contains
	  integer function f()
	    integer, volatile :: i
	    do i = 1, $n
	    end do
	    f = i
	  end function
	end module
	subroutine call$n(n)
	  use m
	  integer :: n
	  n = f()
	end subroutine
setup = integer :: n
code = call call$n(n)
END
		done
	} >modules.bench
	is "$(rows -j3 --benchfile=modules.bench -- gfortran | awk '{ print $4 - $2, $6 - $4 }')" \
		'600 600' 'Fortran: each test has its own module'
	is "$(echo ./*.mod)" './*.mod' 'no module is left in the current directory'
	printf 'module m\ncontains\ninteger function f()\nf = 1\nend function\nend module\n' >m.f90
	gfortran -c m.f90
	run "$CGBENCH" --tables --raw --fields=Ir --benchfile=modules.bench -- gfortran
	like "$status:$err" '^128:.*compile: m.mod is also in the current directory' \
		'a module that hides that of a test'
else
	skip Fortran 'gfortran is not installed'
fi

done_testing
