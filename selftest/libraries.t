#!/bin/sh
# Tests that are linked with the user's own code: each is the program that its author would link,
# whatever other tests the benchfile has. Both engines and single-stepping agree.
. "$(dirname "$0")/tap.sh"

# A library for each way in which a test and its library can see each other.
cat >lib.h <<'EOF'
#ifdef __cplusplus
struct config { int turns = 1; };
inline config &get_config() { static config c; return c; }
int configured();
int caught();
extern "C" {
#endif
int call_hook(void), call_part(void), call_back(void), use_common(void), use_set(void);
int run(void), other(void);
#ifdef __cplusplus
}
#endif
EOF
cat >turns.h <<'EOF'
#include "lib.h"
static inline int turns(int n) { volatile int i; for (i = 0; i < n; i++) ; return n; }
EOF
cat >hook.c <<'EOF'
#include "turns.h"
__attribute__((weak)) int hook(void) { return 1; }
int call_hook(void) { return turns(hook()); }
int callback(void);
int call_back(void) { return turns(callback()); }
EOF
cat >whole.c <<'EOF'
#include "turns.h"
int part(void);
int call_part(void) { return turns(part()); }
EOF
echo 'int part(void) { return 1; }' >part.c
cat >common.c <<'EOF'
#include "turns.h"
int shared;
int use_common(void) { return turns(shared); }
EOF
cat >set.c <<'EOF'
#include "turns.h"
extern int __start_registry[], __stop_registry[];
int use_set(void) { return turns((int)(__stop_registry - __start_registry) * 100); }
EOF
cat >mode.c <<'EOF'
#include "turns.h"
__attribute__((weak)) int mode(void) { return 1; }
int run(void) { return turns(mode()); }
EOF
cat >other.c <<'EOF'
#include "turns.h"
int mode(void) { return 500; }
int other(void) { return turns(mode()); }
EOF
cat >config.cc <<'EOF'
#include "turns.h"
int configured() { return turns(get_config().turns); }
int caught() { try { throw 1; } catch (int i) { return i; } }
EOF
for source in hook whole part common set mode other; do
	gcc-12 -O1 -fPIC -fcommon -c $source.c
done
g++-12 -O1 -c config.cc
ar rc libparts.a part.o whole.o
ar rc libmodes.a mode.o other.o
gcc-12 -shared -o libshared.so part.o whole.o

cat >c.bench <<'EOF'
language = c
preamble = #include "lib.h"
cflags   = -I{dir} -fcommon
ldflags  = {dir}/hook.o {dir}/common.o {dir}/set.o

[hook::own]
preamble =
    int hook(void) { return 50; }
    int callback(void) { return 1; }
    static int none __attribute__((section("registry"), used));
code = BLACK_BOX(call_hook());
[hook::weak]
preamble =
    int callback(void) { return 1; }
    static int none __attribute__((section("registry"), used));
code = BLACK_BOX(call_hook());
[callback]
preamble =
    int callback(void) { return 50; }
    static int none __attribute__((section("registry"), used));
code = BLACK_BOX(call_back());
[common]
preamble =
    int shared;
    int callback(void) { return 1; }
    static int none __attribute__((section("registry"), used));
setup = shared = 50;
code  = BLACK_BOX(use_common());
[set]
preamble =
    int callback(void) { return 1; }
    static int one[2] __attribute__((section("registry"), used));
code = BLACK_BOX(use_set());
EOF
cat >archive.bench <<'EOF'
language = c
preamble = #include "lib.h"
cflags   = -I{dir}

[part::own]
preamble = int part(void) { return 50; }
ldflags  = -L{dir} -lparts
code     = BLACK_BOX(call_part());
[part::archive]
ldflags  = -L{dir} -lparts
code     = BLACK_BOX(call_part());
[mode::weak]
ldflags  = -L{dir} -lmodes
code     = BLACK_BOX(run());
[mode::other]
ldflags  = -L{dir} -lmodes
code     = BLACK_BOX(other());
EOF
cat >shared.bench <<'EOF'
language = c
preamble = #include "lib.h"
cflags   = -I{dir}
ldflags  = {dir}/libshared.so -Wl,-rpath,{dir}

[own]
preamble = int part(void) { return 50; }
code     = BLACK_BOX(call_part());
[library]
code     = BLACK_BOX(call_part());
EOF
cat >c++.bench <<'EOF'
language = c++
preamble = #include "lib.h"
cflags   = -I{dir}
ldflags  = {dir}/config.o

[inline]
setup = get_config().turns = 50;
code  = BLACK_BOX(configured());
[throw]
code  = BLACK_BOX(caught());
EOF
for i in 1 2 3 4 5; do
	printf '[company%d]\ncode = BLACK_BOX(configured());\n' $i
done >>c++.bench

# row TEST: "Ir=COUNT COND=COUNT IND=COUNT" in the last saved file.
row() {
	"$CGBENCH" --read=all.json --raw --fields=Ir,COND,IND --compact=0 |
		awk -v test="$1" '$4 == test { print "Ir=" $1, "COND=" $2, "IND=" $3 }'
}

# stepped TEST: the same of its kept program, according to the processor.
stepped() {
	function=$(nm "kept/put/$1/program" | sed -n 's/ T cgbenchtest.*//p')
	"$UNITS/step" "kept/put/$1/program" "$function" 1 2 <work | sed 's/ turns=.*//'
}

# agree NAME PUT: the tests of NAME.bench cost the same together and one by one, with both engines,
# by single steps, and in the program that the kept commands build.
agree() {
	rm -rf kept
	run "$CGBENCH" -j2 --benchfile="$1.bench" --write=all.json -- "$2=put" -static
	is "$status $err" "0 " "$1: every test links and runs"
	"$CGBENCH" -j2 --benchfile="$1.bench" --write=exec.json --engine=exec -- "$2=put" -static
	"$CGBENCH" -j2 --benchfile="$1.bench" --write=kept.json --keep=kept -- "$2=put" -static
	count=$(grep -c '^\[' "$1.bench")
	for other in exec kept; do
		is "$("$here/difference" all.json $other.json)" "$count cells" "$1: $other: the same counts"
	done
	[ "$can_step" ] || return 0
	# Exceptions run functions of the C library that are chosen by the processor.
	sed -n 's/^\[\(.*\)\]/\1/p' "$1.bench" | grep -Ev 'throw|company' >names
	while read -r test; do
		counts=$(row "$test")
		is "$counts" "$(stepped "$test")" "$test: each single step counts"
		rm "kept/put/$test/program"
		sh "kept/put/$test/commands.sh" >/dev/null 2>&1
		is "$counts" "$(stepped "$test")" "$test: also if built by hand"
	done <names
}

echo 0 0 1 >work
can_step=1
"$UNITS/step" /bin/true 1 1 2 <work >/dev/null 2>&1
[ $? != 77 ] || {
	can_step=
	skip 'single steps' 'ptrace is refused'
}
agree c gcc-12
agree archive gcc-12
agree c++ g++-12

# larger TEST TEST: the first uses its own definition, 50 turns for 1.
larger() {
	small=$(row "$2")
	large=$(row "$1")
	small=${small%%.*} large=${large%%.*}
	ok "$1 runs 50 turns, $2 one" [ "${large#Ir=}" -gt $((10 * ${small#Ir=})) ]
}
larger inline company1

run "$CGBENCH" -j2 --benchfile=archive.bench --write=all.json -- gcc-12
larger part::own part::archive
larger mode::other mode::weak
run "$CGBENCH" -j2 --benchfile=shared.bench --write=all.json -- gcc-12
larger own library
run "$CGBENCH" -j2 --benchfile=shared.bench --write=exec.json --engine=exec -- gcc-12
is "$("$here/difference" all.json exec.json)" "2 cells" "a shared library: both engines agree"

# The C library calls a weak malloc too.
for weak in '' '__attribute__((weak))'; do
	cat >malloc.bench <<-END
		[duplicate]
		preamble =
		    #include <string.h>
		    static char memory[1 << 16], *next = memory;
		    $weak void *malloc(size_t n) { return next += n; }
		    $weak void free(void *p) { (void)p; }
		code = next = memory; BLACK_BOX(strdup(BLACK_BOX("text")));
		[other]
		code = BLACK_BOX(1);
	END
	"$CGBENCH" --benchfile=malloc.bench --raw --fields=Ir -- gcc-12 | sed -n 's/^duplicate *//p' >>counts
done
is "$(sort -u counts | wc -l)" 1 "malloc costs the same, weak or not"
done_testing
