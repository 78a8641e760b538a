/* --autolabel: the labels that bench.pl gives to the same names. */

#include "app/labels.h"
#include "model/put.h"
#include "tap.h"

/* Adds puts: "EXE", or "EXE=LABEL". */
static void
add(struct puts *puts, const char *words)
{
	while (*words) {
		size_t n = strcspn(words, " "), exe = strcspn(words, " =");
		struct put *put = puts_add(puts);

		put->exe = memory_copy_n(words, exe);
		if (exe < n)
			put->label = memory_copy_n(words + exe + 1, n - exe - 1);
		words += n + (words[n] == ' ');
	}
}

static void
check(const char *typed, const char *read, const char *want)
{
	FREED_BY(puts_free) struct puts puts = {0}, taken = {0};
	FREED_BY(text_free) struct text labels = TEXT_EMPTY, name = TEXT_EMPTY;

	add(&puts, typed);
	add(&taken, read);
	labels_shorten(&puts, &taken);
	for (size_t i = 0; i < puts.n; i++)
		text_addf(&labels, "%s%s", i ? " " : "", puts.v[i].label);
	text_addf(&name, "%s%s%s", typed, *read ? " beside " : "", read);
	is(labels.s, want, name.s);
}

int
main(void)
{
	check("/opt/p532/bin/perl /opt/p540/bin/perl perl=mine /opt/p536O0/bin/perl", "", "p532 p540 mine p536O0");
	check("perl-5.20.0-threaded perl-5.22.0-threaded perl-5.24.0-threaded", "", "5.20.0 5.22.0 5.24.0");
	check("gcc-12 clang-14", "", "gcc-12 clang-14");
	check("/a/gcc-12 /b/gcc-12", "", "a b");
	check("gcc-11 gcc-12", "", "p11 p12");
	check("gcc-12", "", "p12");
	check("gcc", "", "p0");
	check("gcc gcc", "", "p-0 p-1");
	check("gcc-12 gcc-12 gcc-12", "", "p12-0 p12-1 p12-2");
	check("gcc gcc-gcc", "", "p p-gcc");
	check("a-0 a a b", "", "a-0 a-1 a-2 b");
	check("xa a a", "", "x 0 1");
	check("5.1 5.12", "x=5.1", "5.1-0 5.12");
	check("a b", "x=a-0 y=a", "a-1 b");
	check("a b c=a", "", "a-0 b a");
	check("a=x b=y", "", "x y");
	check("a=x", "b=x", "x");
	return tap_done();
}
