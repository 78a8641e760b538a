#include "are.h"
#include "measure/compile/build.h"

static char *compile[] = {(char *)"{put}", (char *)"-c", (char *)"{args}", (char *)"{cflags}", (char *)"{modules}",
    (char *)"{source}", (char *)"-o", (char *)"{object}", NULL};
static char *link_words[] = {(char *)"{put}", (char *)"{args}", (char *)"{main}", (char *)"{objects}", (char *)"-o",
    (char *)"{program}", (char *)"{ldflags}", NULL};
static char *args[] = {(char *)"-O2", (char *)"-Wl,a", (char *)"-lx", (char *)"-Wl,b", (char *)"-std=c99", NULL};
static struct language language = {.name = (char *)"c", .extension = (char *)".c", .compile = {.v = compile, .n = 8}};
static struct put put = {.exe = (char *)"cc", .label = (char *)"p"};
static struct target target = {.put = &put,
    .language = &language,
    .exe = (char *)"/no/cc",
    .args = {.v = args, .n = 5},
    .main_object = (char *)"main.o",
    .plain = true};

static void
makes(const struct words *template, const struct building *building, const char *want, const char *name)
{
	FREED_BY(command_free) struct command command = {0};

	build_make(&command, template, building);
	are(&command.argv, want, name);
}

static void
test_make(void)
{
	static char *names[] = {(char *)"a.o", (char *)"b.o", NULL};
	const struct words two = {.v = names, .n = 2}, to_compile = {.v = compile, .n = 8},
	                   to_link = {.v = link_words, .n = 7};
	const struct words rest = {.v = names + 1, .n = 1};
	const struct source_rule rule = {.name = (char *)"d"};

	makes(&to_compile, &(struct building){.target = &target, .source = "s.c", .to = "s.o"},
	    " /no/cc -c -O2 -Wl,a -lx -Wl,b -std=c99 s.c -o s.o", "a compiler");
	makes(&to_compile, &(struct building){.target = &target, .source = "s.c", .to = "s.o", .modules = &two},
	    " /no/cc -c -O2 -Wl,a -lx -Wl,b -std=c99 -Ia.o -Ib.o s.c -o s.o", "with directories of modules");
	makes(&to_compile, &(struct building){.target = &target, .rule = &rule, .source = "s.d", .to = "s.o"},
	    " /no/cc -c -O2 -Wl,a -lx -Wl,b s.d -o s.o", "no standard of another language for a source");
	makes(&to_link, &(struct building){.target = &target, .objects = &two, .ldflags = &rest, .to = "p"},
	    " /no/cc -O2 -Wl,a -std=c99 main.o a.o b.o -o p b.o -lx -Wl,b", "a linker, whose libraries come last");
}

static void
test_padding(void)
{
	FREED_BY(words_free) struct words env = WORDS_EMPTY;

	build_add_padding(&env, sizeof "PAD=" + sizeof(char *) - 1);
	ok(!env.n, "no variable is so small");
	build_add_padding(&env, sizeof "PAD=" + sizeof(char *) + 3);
	ok(env.n == 1 && !strcmp(env.v[0], "PAD=   "), "one that fills what is asked for");
}

int
main(void)
{
	test_make();
	test_padding();
	return tap_done();
}
