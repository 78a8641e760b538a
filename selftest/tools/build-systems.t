#!/bin/sh
# cgbench.cmake and the recipe for meson: a test of a project's libraries, with their headers, definitions and needs.
# shellcheck disable=SC2016 # of CMake
. "$(dirname "$0")/../tap.sh"

mkdir src bench
cat >bench/tests.bench <<'END'
language = c
preamble = #include "high.h"

[high]
code = BLACK_BOX(high(BLACK_BOX(LOW)) + sizeof TEXT);
END
printf 'int low(int n);\n' >src/low.h
printf 'int high(int n);\n' >src/high.h
printf '#include "low.h"\nint low(int n) { return n * LOW; }\n' >src/low.c
printf '#include <math.h>\n#include "low.h"\n#include "high.h"\nint high(int n) { return low(n) + (int)sqrt(n + LOW); }\n' >src/high.c
cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.16)
project(two C)
enable_testing()
add_library(low STATIC src/low.c)
target_include_directories(low PUBLIC src)
target_compile_definitions(low PUBLIC LOW=3 "TEXT=\"a b\"")
add_library(high STATIC src/high.c)
target_link_libraries(high PRIVATE m PUBLIC low)
add_library(both INTERFACE)
target_link_libraries(both INTERFACE low high)
include(cgbench)
cgbench_add_test(costs bench/tests.bench TARGET both BASELINE bench/baseline.json OPTIONS --explain)
END
awk '/^```meson$/ { on = 1; next } /^```$/ { on = 0 } on' "$top/docs/ci.md" >recipe
cat >meson.build - recipe <<'END'
project('two', 'c')
low = static_library('low', 'src/low.c', c_args: '-DLOW=3')
high = static_library('high', 'src/high.c', c_args: '-DLOW=3', link_with: low)
defined = ['-DLOW=3', '-DTEXT="a b"']
END
mkdir bin
for tool in perl sh env cc gcc; do
	ln -s "$(command -v $tool)" bin
done
ln -s "$top/scripts/gate" bin/cgbench-gate
PATH=$PATH:$work/bin

# judged NAME BUILD TEST: the project's test passes, fails for an instruction more, and is skipped without valgrind. The
# commands are those of the build system.
judged() {
	run sh -c "$2"
	is "$status" 0 "$1: the project is built"
	run sh -c "$3"
	is "$status" 0 "$1: its test passes"
	sed -i 's/n \* LOW;/n * LOW + 7 * (n \& 1);/' src/low.c
	run sh -c "$2 && $3"
	ok "$1: its test fails for a function that costs more" [ "$status" != 0 ]
	like "$(cat out err)" 'cgbench: gate Ir,0: high on [^ ]*: Ir is ' "$1: and says which"
	ok "$1: what differs is explained" grep -q 'by function' out
	run env PATH="$work/bin:$work/system" sh -c "$3"
	like "$(cat out)" '(Skipped|SKIP) +[0-9.]+ ?s' "$1: it is skipped without valgrind"
	sed -i 's/n \* LOW + .*/n * LOW; }/' src/low.c
}

# The tools of the build systems, without valgrind.
mkdir system
for tool in ctest cmake ninja meson python3; do
	! command -v $tool >found || ln -s "$(cat found)" system
done
if [ -e system/ctest ]; then
	run cmake -S . -B b "-DCMAKE_MODULE_PATH=$top/scripts"
	is "$status" 0 'CMake takes the project'
	run cmake --build b --target all costs.renew
	is "$status" 0 'CMake measures a baseline'
	judged CMake 'cmake --build b' 'ctest --test-dir b --output-on-failure'
	sed -i 's/ TARGET both/ both/' CMakeLists.txt
	run cmake -S . -B b
	like "$err" "cgbench_add_test: 'both' follows no keyword: TARGET, BASELINE, PUT or" 'a word without a keyword is refused'
else
	skip 'cgbench.cmake' 'there is no CMake'
fi
if [ -e system/meson ]; then
	rm -f bench/baseline.json
	run meson setup m
	is "$status" 0 'meson takes the project'
	run meson compile -C m low high costs.renew
	is "$status" 0 'meson measures a baseline'
	judged meson 'meson compile -C m' 'meson test -C m --print-errorlogs --verbose'
else
	skip 'the recipe for meson' 'there is no meson'
fi

done_testing
