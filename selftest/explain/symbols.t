#!/bin/sh
# The names of an explanation's functions: of stripped libraries, with and without a file of
# their debugging symbols, of stubs of the linkage table, of code that a program makes itself, and of
# whole runs of commands. Static functions of one name in two files are two functions.
. "$(dirname "$0")/../tap.sh"

fields=Ir,Dr,Dw,COND,IND,COND_m,IND_m,Ir_m1,Dr_m1,Dw_m1,Ir_mm,Dr_mm,Dw_mm

cat >inner.c <<'END'
static int __attribute__((noinline)) inner(int n, volatile int *p)
{
	int s = 0;

	for (int i = 0; i < n; i++)
		s += *p ^= i;
	return s;
}
int __attribute__((visibility("default"))) outer(int n)
{
	volatile int k = 3;

	return inner(n, &k) + 1;
}
END
gcc -g -O2 -fPIC -shared -fvisibility=hidden -Wl,--build-id inner.c -o libinner.so.1
objcopy --only-keep-debug libinner.so.1 libinner.so.1.debug
objcopy --strip-all --add-gnu-debuglink=libinner.so.1.debug libinner.so.1
mv libinner.so.1.debug moved
cat >library.bench <<'END'
[outer]
preamble = int outer(int n);
ldflags  = {dir}/libinner.so.1 -Wl,-rpath,{dir}
code     = BLACK_BOX(outer(BLACK_BOX(4)));
END

# names BENCHFILE: explains its test in all fields; names has the functions, with their cost.
names() {
	run "$CGBENCH" --benchfile="$1" --explain "--fields=$fields" --tables --raw -- gcc
	sed -n '/^by function/,/^$/p' out | awk 'NR > 1 && NF && !/^by /' >all
	awk '{ name = $1; for (i = 2; $i !~ /^-?[0-9]/; i++) name = name " " $i; print name }' all |
		LC_ALL=C sort -u >names
}

names library.bench
is "$status $err" '0 ' 'a function of a stripped library is explained'
is "$(paste -sd, names)" 'libinner.so (no symbols),outer,outer@plt,snippet' \
	'what is exported has a name, the rest is counted for the library'
mkdir .debug
mv moved .debug/libinner.so.1.debug
names library.bench
is "$(paste -sd, names)" 'inner,outer,outer@plt,snippet' 'a file beside it has its symbols'

cat >one.c <<'END'
static int __attribute__((noinline)) step(int n) { return n * 3; }
int one(int n) { return step(n) + 1; }
END
sed 's/n \* 3/n * n ^ n/; s/one/two/' one.c >two.c
cat >static.bench <<'END'
[static]
preamble = int one(int n), two(int n);
sources  = one.c two.c
code     = BLACK_BOX(one(BLACK_BOX(4)) + two(5) + two(6));
END
names static.bench
like "$out" '^step +8\.0 +[0-9.]+ +2\.0 calls, two\.c$' 'a function with a namesake has its own row and file'
like "$out" '^step +2\.0 +[0-9.]+ +1\.0 call, one\.c$' 'its namesake has its own row and file'
like "$out" '^code of step in one\.c$' 'a function with a namesake has its file above its code'

sed 's/^static \(.*\) }$/namespace { \1 } }/' one.c >one.cc
sed 's/^static \(.*\) }$/namespace { \1 } }/' two.c >two.cc
sed 's/\.c /.cc /; s/\.c$/.cc/; 1i language = c++' static.bench >static++.bench
run "$CGBENCH" --benchfile=static++.bench --explain --fields=Ir --tables --raw -- g++
like "$out" '^.*::step\(int\) +8\.0 +[0-9.]+ +2\.0 calls, two\.cc$' 'a function of C++ with a namesake has a demangled name and its file'

# In each turn, made code adds 1 to a place in memory, which is one read of it.
cat >made.bench <<'END'
[made]
preamble =
	#include <string.h>
	#include <sys/mman.h>
setup    =
	static const unsigned char bytes[] = {0x83, 0x07, 0x01, 0x83, 0x07, 0x01, 0xc3};
	int n = 0;
	void (*add)(int *) = mmap(0, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
		MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	memcpy(add, bytes, sizeof bytes);
code     = add(&n);
END
names made.bench
is "$status $err" '0 ' 'code that a program makes is explained'
is "$(paste -sd, names)" 'generated code,snippet' 'generated code has a line of its own'
is "$(awk '/^generated code/ { print $3 }' all | paste -sd' ')" '3.0 3.0' \
	'generated code has its instructions and its reads, one of which is of ret'

# A whole run is explained to its last instruction, though callgrind does not count the last block.
seq 9 >numbers
run "$CGBENCH" --explain "--fields=$fields" --tables --raw --command 'sort numbers' 'sort -u numbers'
is "$status $(grep 'not explained' err)" '0 ' 'whole runs of commands are explained'
ok 'whole runs have calls of the C library' grep -q '^memcmp@plt ' out

done_testing
