#!/bin/sh
# The fields that need the explaining run: calls, allocs and spill. Allocations are compared with what a
# counting malloc, written by hand, counts of the same code outside of valgrind.
. "$(dirname "$0")/../tap.sh"

# In the program itself, so that libraries call it, too. It replaces all of glibc's functions that
# allocate memory; operator new calls malloc, or aligned_alloc.
cat >wrapper.c <<'EOB'
	#include <errno.h>
	#include <stddef.h>
	void *__libc_malloc(size_t);
	void *__libc_calloc(size_t, size_t);
	void *__libc_realloc(void *, size_t);
	void *__libc_memalign(size_t, size_t);
	unsigned long allocations;
	void *malloc(size_t n) { allocations++; return __libc_malloc(n); }
	void *calloc(size_t n, size_t size) { allocations++; return __libc_calloc(n, size); }
	void *realloc(void *p, size_t n) { allocations++; return __libc_realloc(p, n); }
	void *memalign(size_t a, size_t n) { allocations++; return __libc_memalign(a, n); }
	void *aligned_alloc(size_t a, size_t n) { allocations++; return __libc_memalign(a, n); }
	int posix_memalign(void **p, size_t a, size_t n) {
		allocations++;
		return (*p = __libc_memalign(a, n)) ? 0 : ENOMEM;
	}
EOB

cat >preamble.c <<'EOB'
	#define _GNU_SOURCE
	#include <regex.h>
	#include <stdio.h>
	#include <stdlib.h>
	#include <string.h>
	static int ascending(const void *a, const void *b) { return *(int *)a - *(int *)b; }
EOB

cat >snippets.c <<'EOB'
nothing; BLACK_BOX(1 + BLACK_BOX(2));
malloc; free(BLACK_BOX(malloc(BLACK_BOX(10))));
calloc; free(BLACK_BOX(calloc(BLACK_BOX(3), 4)));
mmap; free(BLACK_BOX(malloc(BLACK_BOX(1000000))));
realloc; void *p = NULL; for (int i = 1; i < 2000; i *= 2) p = realloc(BLACK_BOX(p), i); free(p);
reallocarray; free(BLACK_BOX(reallocarray(BLACK_BOX((void *)0), 4, 10)));
aligned; free(BLACK_BOX(aligned_alloc(64, BLACK_BOX(128))));
posix; void *p; if (!posix_memalign(&p, 64, BLACK_BOX(100))) free(BLACK_BOX(p));
strdup; free(BLACK_BOX(strdup(BLACK_BOX("a string"))));
asprintf; char *s; if (asprintf(&s, "%d and %s", BLACK_BOX(42), "more") > 0) free(BLACK_BOX(s));
stream; FILE *f = fmemopen(NULL, 100, "w+"); fputs("a line", f); fclose(f);
memstream; char *s; size_t n; FILE *f = open_memstream(&s, &n); for (int i = 0; i < 3000; i++) putc('x', f); fclose(f); free(s);
sort; static int a[500]; for (int i = 0; i < 500; i++) a[i] = i * 7 % 500; qsort(BLACK_BOX(&*a), 500, sizeof *a, ascending);
regex; regex_t r; if (!regcomp(&r, BLACK_BOX("a(b|c)*d"), REG_EXTENDED)) regfree(&r);
EOB

cat >preamble.c++ <<'EOB'
	#include <deque>
	#include <functional>
	#include <map>
	#include <memory>
	#include <new>
	#include <string>
	#include <vector>
	struct alignas(64) aligned { int x; };
EOB

cat >snippets.c++ <<'EOB'
new; delete BLACK_BOX(new int(1));
array; delete[] BLACK_BOX(new int[BLACK_BOX(10)]);
both; delete BLACK_BOX(new std::string(BLACK_BOX(100), 'x')); free(BLACK_BOX(malloc(BLACK_BOX(10))));
aligned; delete BLACK_BOX(new aligned());
nothrow; delete BLACK_BOX(new (std::nothrow) int(1));
vector; std::vector<int> v; for (int i = 0; i < 100; i++) v.push_back(i); BLACK_BOX(v.data());
map; std::map<int, int> m; for (int i = 0; i < 20; i++) m[BLACK_BOX(i)] = i; BLACK_BOX(m.size());
shared; std::shared_ptr<int> p = std::make_shared<int>(BLACK_BOX(1)); BLACK_BOX(p.get());
deque; std::deque<std::string> d; for (int i = 0; i < 50; i++) d.push_back(std::string(40, 'x')); BLACK_BOX(d.size());
throw; try { if (BLACK_BOX(1)) throw 1; } catch (int) { }
EOB

# bench LANGUAGE: the snippets as a benchfile.
bench() {
	echo "language = $1"
	echo "preamble ="
	cat "preamble.$1"
	sed 's/^\([a-z]*\); \(.*\)/[\1]\ncode = \2/' "snippets.$1"
}

# by_hand LANGUAGE: a program that prints "NAME COUNT", of one execution of ten, for each snippet.
by_hand() {
	cat "preamble.$1"
	cat <<-'EOB'
		#include <stdio.h>
		#include <stdlib.h>
		#define BLACK_BOX(v) (v)
		#ifdef __cplusplus
		extern "C"
		#else
		extern
		#endif
		unsigned long allocations;
	EOB
	sed 's/^\([a-z]*\); \(.*\)/static void test_\1() { \2 }/' "snippets.$1"
	cat <<-'EOB'
		static void count(const char *name, void (*test)()) {
			test();
			unsigned long before = allocations;
			for (int i = 0; i < 10; i++)
				test();
			fprintf(stderr, "%s %.1f\n", name, (allocations - before) / 10.0);
		}
		int main() {
	EOB
	sed 's/^\([a-z]*\); .*/	count("\1", test_\1);/' "snippets.$1"
	echo '}'
}

# values FIELDS FILE: "TEST VALUE..." of each test of a saved file.
values() {
	"$CGBENCH" --read="$2" --fields="$1" --format=csv:values.csv >/dev/null
	awk -F, -v n="$(echo "$1" | awk -F, '{ print NF }')" '
		NR > 1 { printf "%s", $1; for (i = 0; i < n; i++) printf " %.1f", $(4 + i); print "" }' values.csv
}

gcc -O2 -fno-builtin -c -o wrapper.o wrapper.c
for put in $(printf '%s\n' gcc clang++ | in_turn 1); do
	case $put in *++*) language=c++ hand=g++ ;; *) language=c hand=gcc ;; esac
	bench $language >$language.bench
	by_hand $language >by_hand.$language
	$hand -x $language -w -o by_hand by_hand.$language -x none wrapper.o
	./by_hand 2>want
	run "$CGBENCH" --benchfile=$language.bench --fields=allocs --write=$language.json -- "$put"
	is "$status:$err" 0: "$put: every snippet is measured"
	values allocs $language.json >got
	same got want "$put: as many allocations as the wrapper counts"
done
ok 'at least 20 snippets' [ "$(cat snippets.* | wc -l)" -ge 20 ]

# An interpreter's are counted by the same functions, preloaded into it. Its start allocates more
# with some seeds than with others.
cat >total.c <<'EOB'
	#include <stdio.h>
	extern unsigned long allocations;
	__attribute__((destructor)) static void print(void) { fprintf(stderr, "%lu\n", allocations); }
EOB
gcc -O2 -fno-builtin -shared -fPIC -o total.so wrapper.c total.c
total() { PERL_HASH_SEED=0 LD_PRELOAD=$work/total.so perl -e "for my \$i (1 .. $1) { my @a = map { \"x\$_\" } 1 .. 10; }" 2>&1; }
# shellcheck disable=SC2016
run "$CGBENCH" --fields=allocs --write=perl.json -e 'my @a = map { "x$_" } 1 .. 10;' -- perl
is "$status:$err" 0: 'perl: the code is measured'
is "$(values allocs perl.json)" "e $((($(total 210) - $(total 110)) / 100)).0" 'perl: as many allocations'

# Functions that the compiler must call as they are written. outer ends with a jump to inner, and cold
# ends with one to its cold part. The functions in assembly access the frame 5 times and 2 times.
cat >calls.bench <<'EOB'
language = c
preamble =
	#include <string.h>
	#define NOINLINE __attribute__((noinline)) static
	NOINLINE long inner(long x) { BLACK_BOX(x); return x + 1; }
	NOINLINE long outer(long x) { BLACK_BOX(x); return inner(x + 1); }
	NOINLINE long factorial(long x) { return x ? BLACK_BOX(factorial(x - 1) * x) : 1; }
	long frame(long *p), based(long *p);
	__asm__(".pushsection .text\n"
		".type cold,@function\n cold: jmp cold.cold\n 1: ret\n .size cold,.-cold\n"
		".type cold.cold,@function\n cold.cold: jmp 1b\n .size cold.cold,.-cold.cold\n"
		".type frame,@function\n frame: push %rbx\n movl $1,-16(%rsp)\n"
		"addl $1,-16(%rsp)\n mov -16(%rsp),%edx\n lea -16(%rsp),%rcx\n mov (%rcx),%eax\n"
		"mov (%rdi),%rbx\n pop %rbx\n ret\n .size frame,.-frame\n"
		".type based,@function\n based: mov %rbp,%rdx\n mov %rsp,%rbp\n"
		"movl $1,-8(%rbp)\n cmpl $1,-8(%rbp)\n mov %rdx,%rbp\n"
		"mov (%rdi),%rax\n ret\n .size based,.-based\n"
		".type pointer,@function\n pointer: mov %rbp,%rdx\n mov %rdi,%rbp\n"
		"mov (%rbp),%rax\n mov %rdx,%rbp\n ret\n .size pointer,.-pointer\n"
		".popsection");
	long cold(void), pointer(long *p);
[nothing]
code = BLACK_BOX(1);
[call]
code = BLACK_BOX(inner(BLACK_BOX(1)));
[tail]
code = BLACK_BOX(outer(BLACK_BOX(1)));
[recursion]
code = BLACK_BOX(factorial(BLACK_BOX(5)));
[indirect]
setup = long (*f)(long) = BLACK_BOX(&inner);
code = BLACK_BOX(f(BLACK_BOX(1)));
[library]
code = BLACK_BOX(strlen(BLACK_BOX("text")));
[cold]
code = BLACK_BOX(cold());
[frame]
code = BLACK_BOX(frame(&BLACK_BOX_OF));
[based]
code = BLACK_BOX(based(&BLACK_BOX_OF));
[pointer]
code = BLACK_BOX(pointer(&BLACK_BOX_OF));
EOB
sed -i 's/BLACK_BOX_OF/place/; s/^	long cold/	static long place;\n	long cold/' calls.bench
cat >want <<'EOB'
nothing 0.0 0.0 0.0
call 1.0 0.0 0.0
tail 2.0 0.0 0.0
recursion 6.0 0.0 10.0
indirect 1.0 0.0 0.0
library 1.0 0.0 0.0
cold 1.0 0.0 0.0
frame 1.0 0.0 5.0
based 1.0 0.0 2.0
pointer 1.0 0.0 0.0
EOB
for put in $(printf '%s\n' clang gcc | in_turn 1); do
	run "$CGBENCH" --benchfile=calls.bench --fields=calls,allocs,spill --write=calls.json -- "$put"
	is "$status:$err" 0: "$put: functions are measured"
	values calls,allocs,spill calls.json >got
	same got want "$put: calls and accesses of the frame"
done

# They are fields like others: --sort, --derive, gates, --bisect and formats take them.
run "$CGBENCH" --read=calls.json --tables --raw --compact=0 --sort=calls:0 --fields=per --derive=per=spill/calls
like "$out" '^ *1\.6667  recursion ' '--derive: a field is made of calls'
is "$(awk '$2 ~ /^[a-z]+$/ && $1 ~ /^[0-9-]/ { print $2 }' out | tail -n 1)" recursion '--sort: tests are sorted by calls'
run "$CGBENCH" --benchfile=calls.bench --tests=tail --bisect=calls,3,9 -- gcc
is "$status:$out:$err" '1:Bisect: calls had the value 2:' '--bisect'
"$CGBENCH" --benchfile=calls.bench --tests=tail,call --fields=calls --write=saved.json -- gcc=one
sed 's/"calls":\[10\]/"calls":[20]/' saved.json >more.json
run "$CGBENCH" --read=more.json --baseline=saved.json --fields=calls --fail-above=calls,0 --format=json:got.json
is "$status" 1 'a gate on calls'
like "$err" 'gate calls,0: call on one: calls is 2\.0, on baseline 1\.0' 'a gate on calls names what is above it'
# shellcheck disable=SC2016
is "$(json got.json 'map { "$_->{test} $_->{calls}" } grep { $_->{label} eq "one" } @{$f->{cells}}' | sort | xargs)" 'call 2 tail 2' 'JSON'

# A value that is missing is marked, and the reason is told.
"$CGBENCH" --benchfile=calls.bench --tests=tail,call --write=without.json -- gcc
run "$CGBENCH" --read=without.json --fields=Ir,calls,spill --tables --raw --compact=0
like "$out" '^ *[0-9.]+ +- +- +tail ' 'a file without the fields has no values'
is "$err" 'cgbench: call on gcc, tail on gcc have no value of calls and spill: measure it with --write=without.json --fields=calls,spill' \
	'a value that is missing: the message says how to get it'

done_testing
