#include <sys/stat.h>

#include "are.h"
#include "measure/compile/save_temps.h"
#include "scratch.h"

static void
moves(const char *line, bool keeps_modules, const char *want)
{
	FREED_BY(words_free) struct words words = WORDS_EMPTY;

	words_split(&words, line);
	save_temps_move(&words, keeps_modules);
	are(&words, want, line);
}

static void
test_move(void)
{
	moves("gcc -c -save-temps --save-temps=cwd -save-stats --save-stats=cwd", false,
	    " gcc -c -save-temps=obj -save-temps=obj -save-stats=obj -save-stats=obj");
	moves("-save-temps -save-temps=obj -save-tempsx ---save-temps -save-stats=x", false,
	    " -save-temps -save-temps=obj -save-tempsx ---save-temps -save-stats=x");
	moves("gfortran -Jown -Jx -Jy", true, " gfortran -Jown -Ix -Iy");
	moves("gfortran -Jown -Jx", false, " gfortran -Jown -Jx");
}

static void
refuses(const char *line, const char *want)
{
	FREED_BY(words_free) struct words words = WORDS_EMPTY;

	words_split(&words, line);
	is_freed(save_temps_refused(&words), want, line);
}

static void
test_refused(void)
{
	static const char in_file[] = "-save-temps in the file f lets tests overwrite each other's files; "
	                              "write -save-temps=obj there";

	refuses("-c -save-temps -dumpmachine", NULL);
	refuses("-c --dumpbase-ext x -dumpdir y",
	    "--dumpbase-ext lets tests overwrite each other's files; use -save-temps or --keep, which keep those of each test");
	refuses("-dumpdir x", "-dumpdir lets tests overwrite each other's files; use -save-temps or "
	                      "--keep, which keep those of each test");
	scratch_write("f", "-O2 -save-temps\n");
	refuses("@f", in_file);
	refuses("-c @f -O1", in_file);
	refuses("f @none", NULL);
	scratch_write("8", "@f");
	scratch_write("7", "@8");
	scratch_write("6", "@7");
	scratch_write("5", "@6");
	scratch_write("4", "@5");
	scratch_write("3", "@4");
	scratch_write("2", "@3");
	refuses("@2", in_file);
	scratch_write("1", "@2");
	refuses("@1", NULL);
	scratch_write("f", "@f");
	refuses("@f", NULL);
	scratch_write("f", "");
	refuses("@f", NULL);
}

static void
test_files(void)
{
	char *got;
	size_t n;

	mkdir("of", 0700);
	scratch_write("of/m.mod", "");
	scratch_write("of/s.o", "");
	scratch_write("s.o", "");
	is(save_temps_hidden("of", "x"), NULL, "no module is hidden");
	is(save_temps_hidden("none", "x"), NULL, "nor in no directory");
	scratch_write("m.mod", "");
	got = save_temps_hidden("of", "remove it");
	is(got, "m.mod is also in the current directory, where the compiler finds it first: remove it",
	    "a module that is");
	free(got);
	unlink("m.mod");
	scratch_write("of/b.smod", "");
	scratch_write("b.smod", "");
	got = save_temps_hidden("of", "x");
	ok(got && !strncmp(got, "b.smod is", 9), "a submodule");
	free(got);
	is(save_temps_remove("nothing"), NULL, "no file of a stem");
	is_freed(save_temps_remove("b."), "b.smod", "a file of a stem");
	ok(!scratch_load("b.smod", &n) && scratch_load("s.o", &n), "which is removed alone");
}

int
main(void)
{
	scratch_enter();
	test_move();
	test_refused();
	test_files();
	scratch_leave();
	return tap_done();
}
