#include "code/assembly.h"
#include "explain/canonical.h"
#include "tap.h"

static void
name_is(const char *name, const char *want)
{
	is_freed(canonical_name(name), want, name);
}

/* Both are one name, or they are not. */
static void
compare(const char *a, const char *b, bool same)
{
	OWNED char *x = canonical_name(a), *y = canonical_name(b);

	ok(!strcmp(x, y) == same, "%s is %s%s", a, same ? "" : "not ", b);
}

static void
library_is(const char *path, const char *want)
{
	is_freed(canonical_library(path), want, path);
}

static void
text_is(const char *text, const char *want)
{
	is_freed(canonical_text(text), want, text);
}

static void
test_names(void)
{
	name_is("sum", "sum");
	name_is("sum.constprop.0", "sum");
	name_is("sum.isra.0.cold", "sum");
	name_is("sum.part.1", "sum");
	name_is("sum.cold.12", "sum");
	name_is("sum.llvm.1234567890", "sum");
	name_is("sum.1234", "sum");
	name_is("sum.L12", "sum");
	name_is("sum(int) [clone .constprop.0] [clone .cold]", "sum(int)");
	name_is("sum(int) (.llvm.123)", "sum(int)");
	name_is("memcpy@@GLIBC_2.14", "memcpy");
	name_is("memcpy@GLIBC_2.2.5", "memcpy");
	name_is("main.(*T).scold", "main.(*T).scold");
	name_is("f2", "f2");
	name_is(".L12", ".L12");
	compare("f<cgbenchtest00000036::A>", "f<cgbenchtest00000001::A>", true);
	name_is("lua5.3 (no symbols)", "lua (no symbols)");
	name_is("", "");
	compare("*ABS*+0x9fbb0@plt", "*ABS*+0xa1000@plt", true);
	compare("memcpy@plt", "memcpy", false);
	compare("sum", "sum2", false);
	/* Rust. */
	name_is("core::fmt::write::h0123456789abcdef", "core::fmt::write");
	name_is("core::fmt::h0123456789abcde", "core::fmt::h0123456789abcde");
	name_is("core[846817f741e54dfd]::fmt::write", "core::fmt::write");
	compare("<a[846817f741e54dfd]::T as b[1234567890abcdef]::U>::f",
	    "<a[0000000741e54dfd]::T as b[fedcba9876543210]::U>::f", true);
	name_is("f(int (&) [16])", "f(int (&) [16])");
	name_is("table[16]", "table[16]");
	name_is("<[u8]>::len", "<[u8]>::len");
	/* C++. */
	compare("main::{lambda(int)#2}::operator()(int) const", "main::$_0::operator()(int) const", true);
	compare(
	    "f()::{lambda(g<{lambda()#1}>)#3}::operator()() const", "f()::'lambda0'(g<int>)::operator()() const", true);
	compare("f()::{lambda()#1}::operator()() const", "f()::operator()() const", false);
	compare("std::__cxx11::basic_string<char>::size() const", "std::__1::basic_string<char>::size() const", true);
	compare("f[abi:cxx11](int)", "f(int)", true);
}

static void
test_libraries(void)
{
	library_is("/usr/lib/x86_64-linux-gnu/libstdc++.so.6.0.30", "libstdc++");
	library_is("/opt/lib/libstdc++.so.6.0.32", "libstdc++");
	library_is("libc-2.31.so", "libc");
	library_is("/lib/libc.so.6", "libc");
	library_is("/usr/bin/python3.11", "python");
	library_is("libstd-90b9ceb8d8b5b5b1.so", "libstd");
	library_is("/bin/42", "42");
	library_is("", "");
}

static void
test_texts(void)
{
	text_is("movq -4(%rdx),%xmm0", "movq -4(%rdx),%xmm0");
	text_is("ret", "ret");
	text_is("call sum.constprop.0", "call sum");
	text_is("call memcpy", "call memcpy");
	text_is("call *%rax", "call *%rax");
	text_is("jmp sum.part.0+16", "jmp sum+16");
	text_is("call 0x401136", "call ?");
	text_is("movl counts.1+8(%rip),%eax", "movl counts+8(%rip),%eax");
	text_is("call operator+(A)", "call operator+(A)");
	text_is("call A::operator+", "call A::operator+");
	text_is("movl $5,counts.0(%rip)", "movl $5,counts(%rip)");
	text_is("call *table.0(%rip)", "call *table(%rip)");
	text_is("movaps cgbenchtest00000000.v+16(%rip),%xmm0", "movaps snippet.v+16(%rip),%xmm0");
	text_is("lock addl $1,n.llvm.5(%rip)", "lock addl $1,n(%rip)");
	text_is("movl 0x2f(%rip),%eax", "movl ?(%rip),%eax");
	ok(assembly_mnemonic("rep movsq (%rsi),(%rdi)") == 9, "a prefix is of the mnemonic");
	ok(assembly_mnemonic("ret") == 3, "nothing follows a mnemonic");
}

int
main(void)
{
	test_names();
	test_libraries();
	test_texts();
	return tap_done();
}
