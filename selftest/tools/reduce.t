#!/bin/sh
# scripts/reduce: the smallest source that two compilers still compile so differently. A cvise of the test leaves
# out a line with a capital or of what is called at a time; CGBENCH_TEST_ALL=1 takes the real one, for minutes.
# shellcheck disable=SC2016 # the variables of json
. "$(dirname "$0")/../tap.sh"

reduce=$top/scripts/reduce
mkdir bin 'my temporary'
export TMPDIR="$work/my temporary"
executable bin/cvise <<'END_OF_PROGRAM'
[ "$1" != --version ] || exit 0
while [ "${1#-}" != "$1" ]; do
	case $1 in
	--n | --timeout | --log-file) shift ;;
	esac
	shift
done
judge=$1
shift
try=$(mktemp -d)
for file; do
	line=1
	while [ "$line" -le "$(wc -l <"$file")" ]; do
		cp "$@" "$try"
		sed "${line}d" "$file" >"$try/$file"
		if sed -n "${line}p" "$file" | grep -q '[A-Z]\|twice' && (cd "$try" && "$judge" >said 2>&1); then
			cp "$try/$file" "$file"
		else
			line=$((line + 1))
		fi
	done
done
rm -rf "$try"
END_OF_PROGRAM
cat >my.bench <<'END_OF_TESTS'
language = c

[sum]
preamble = static int twice(int x) { return 2 * x; }
setup =
    int a[40] = {1, 2, 3};
code =
    int s = 0;
    for (int i = 0; i < 40; i++)
        s += a[i];
    BLACK_BOX(twice(1));
    BLACK_BOX(s);

[undefined]
setup = int a[4] = {0}; DO_NOT_OPTIMIZE(a); int n = BLACK_BOX(5);
code  = int s = 0; for (int i = 0; i < n; i++) s += a[i]; BLACK_BOX(s);

[text]
code = puts("x");
END_OF_TESTS

# Columns differ in their flags, so that the compiler may be any version.
PATH=$work/bin:$PATH
run "$reduce" --benchfile=my.bench sum --keep=Ir,-50% --output=small -- gcc=O1 -O1 gcc=O3 -O3
is "$status:$err" 0: 'cgbench-reduce TEST -- gcc gcc'
like "$out" '^sum: [0-9]+ bytes, reduced to [0-9]+$' 'says how small it is'
is "$(cat small.bench)" 'language = c

[sum]
setup =
    int a[40] = {1, 2, 3};
code =
    int s = 0;
    for (int i = 0; i < 40; i++)
        s += a[i];
    BLACK_BOX(s);' 'the lines that the change needs are left'
like "$(cat small.md)" '^### `sum` on `O3` against `O1`$' 'a report of the reduced test is written'
gcc -Werror=implicit-function-declaration -O1 -o small small.c
is "$?" 0 'the reduced source compiles alone'
like "$out" '^O1 [0-9.]+$' 'the reduced source is counted without cgbench'
is "$(awk '/^O1 /{ a = $2 } /^O3 /{ b = $2 } END { print (a > 0 && b < a / 2) }' out)" 1 'the counts of the reduced source differ as the test did'

refused -p "$reduce" 'small.bench exists; name another --output' --benchfile=my.bench sum --output=small -- gcc=O1 -O1 gcc
refused -p "$reduce" "--keep: 'Ir,10' is not FIELD,\+N% or FIELD,-N%, such as Ir,\+10%" --keep=Ir,10 sum -- gcc clang
refused -p "$reduce" 'name two compilers to compare, as in: reduce TEST -- gcc clang' sum -- gcc
refused -p "$reduce" '--keep does not hold for sum: its change is -[0-9.]+ %' --benchfile=my.bench sum --keep=Ir,+10% -- gcc=O1 -O1 gcc=O3 -O3
refused -p "$reduce" 'sum has the same Ir on both compilers: there is nothing to keep' --benchfile=my.bench sum -- gcc=a gcc=b
refused -s 128 -p "$reduce" 'undefined has a fault before it is reduced: .*(stack-buffer-overflow|index 4 out of bounds).*' --benchfile=my.bench \
	undefined -- gcc=O0 -O0 gcc
refused -p "$reduce" "'x' is not a number of jobs, seconds or minutes" --jobs=x sum -- gcc clang
refused -p "$reduce" 'e is not in C or C\+\+, which cvise knows' -e: -- sh=a sh=b
mkdir nothing
for program in perl env sh; do
	ln -s "$(command -v $program)" nothing
done
run env PATH="$work/nothing" "$reduce" --benchfile=my.bench sum -- gcc clang
is "$status:$err" '128:reduce: cvise is not in $PATH; install it (Debian: apt-get install cvise)' 'a missing cvise is named with its package'
is "$(ls 'my temporary')" '' 'no files are left'

if [ -z "${CGBENCH_TEST_ALL-}" ]; then
	skip 'the real cvise' 'it takes minutes: CGBENCH_TEST_ALL=1'
elif ! command -v cvise >/dev/null; then
	skip 'the real cvise' 'it is missing'
else
	# The counts of the standalone source, in percent of gcc's.
	for kept in hash::fnv1a,-20 branch::clamp,-30 call::recursive,+10 tree::walk,+20 vec::dot,-40; do
		test=${kept%,*} change=${kept#*,}
		run "$reduce" --keep="Ir,$change%" --minutes=2 --output="real-$test" "$test" -- gcc clang
		like "$status:$err" '^0:' "$test by the real cvise"
		is "$(awk -v change="$change" '/^gcc /{ a = $2 } /^clang /{ b = $2 }
			END { print (a > 0 && (change < 0 ? b < a * (1 + change / 100) : b > a * (1 + change / 100))) }' out)" 1 "$test by the real cvise keeps the change"
		echo "# $(grep 'bytes, reduced' out)"
	done
fi

done_testing
