#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>

#include "measure/host_files.h"
#include "scratch.h"
#include "tap.h"

static const struct put put;
static const struct language language;
static const struct target target = {.put = &put, .language = &language}, other;
static struct host_files files;

/* The loader has said that, with the directory in place of each "@". */
static void
take(const struct target *of, const char *said)
{
	OWNED char *text = text_replace(said, "@", scratch_path);

	host_files_learn(&files, of, text);
}

static void
has_changed(const struct target *of, const char *want, const char *name)
{
	OWNED char *text = want ? text_replace(want, "@", scratch_path) : NULL;

	is_freed(host_files_changed(&files, of), text, name);
}

static void
test_said(void)
{
	static const char said[] = "     23716:\t search cache=@/cache\n"
	                           "     23716:\t  trying file=@/a\n"
	                           "\ta.so => @/b (0x00007f51ad56f000)\n"
	                           "\t@/c (0x00007f51ad76d000)\n"
	                           "\tlinux-vdso.so.1 (0x00007fff)\n"
	                           "@/no\n"
	                           "\n"
	                           "\t@/a (0x1)";
	static const char *const paths[] = {"cache", "a", "b", "c"};

	take(&target, "");
	host_files_learn(&files, &target, NULL);
	ok(!files.n, "nothing");
	take(&target, said);
	ok(files.n == 4, "each file once");
	for (size_t i = 0; i < 4; i++)
		ok(files.n == 4 && !strcmp(files.v[i].path + strlen(scratch_path) + 1, paths[i]), "%s", paths[i]);
	has_changed(&target, NULL, "all are missing as before");
	take(&other, "\t@/d (0x1)\n");
	scratch_write("d", "d");
	has_changed(&target, NULL, "another target has another file");
	has_changed(&other, "@/d", "which appeared");
	scratch_write("a", "a");
	has_changed(&target, "@/a", "one file");
	scratch_write("c", "c");
	has_changed(&target, "@/a and 1 more file", "two files");
	scratch_write("b", "b");
	has_changed(&target, "@/a and 2 more files", "three files");
	host_files_free(&files);
	ok(!files.n, "no file");
}

/* Kernels before 6.13 date files by a clock that moves every few milliseconds. */
static void
let_clock_move(void)
{
	struct timespec before, now;

	clock_gettime(CLOCK_REALTIME_COARSE, &before);
	do
		clock_gettime(CLOCK_REALTIME_COARSE, &now);
	while (!memcmp(&now, &before, sizeof now));
}

/* A file is another one if it was written, renamed or made anew, but not if it was read. */
static void
test_identity(void)
{
	struct timespec times[2] = {{.tv_nsec = UTIME_NOW}, {.tv_nsec = UTIME_OMIT}};

	if (mkdir("dir", 0755))
		abort();
	scratch_write("a", "a");
	take(&target, "\t@/a (0x1)\n\t@/dir (0x1)\n");
	scratch_write("dir/x", "x");
	has_changed(&target, NULL, "a directory does not change");
	take(&target, "\t@/a (0x1)\n");
	ok(files.n == 2, "what was noted stays");
	let_clock_move();
	if (rename("a", "b") || link("b", "a"))
		abort();
	has_changed(&target, "@/a", "a file that was renamed");
	host_files_free(&files);
	take(&target, "\t@/a (0x1)\n");
	scratch_write("b", "b");
	if (rename("b", "a"))
		abort();
	has_changed(&target, "@/a", "a file in its place");
	host_files_free(&files);
	take(&target, "\t@/a (0x1)\n");
	times[1] = (struct timespec){.tv_sec = 1};
	if (utimensat(AT_FDCWD, "a", times, 0))
		abort();
	has_changed(&target, "@/a", "a file of another time");
	host_files_free(&files);
}

/* ldconfig makes the loader's cache anew when a package is installed. */
static void
test_cache(void)
{
	scratch_write("ld.so.cache", "a");
	take(&target, " search cache=@/ld.so.cache\n");
	scratch_write("new", "a");
	if (rename("new", "ld.so.cache"))
		abort();
	has_changed(&target, NULL, "the same cache in another file");
	scratch_write("ld.so.cache", "b");
	has_changed(&target, "@/ld.so.cache", "another cache");
	if (unlink("ld.so.cache"))
		abort();
	has_changed(&target, "@/ld.so.cache", "no cache any more");
	host_files_free(&files);
	take(&target, " search cache=@/ld.so.cache\n");
	scratch_write("ld.so.cache", "a");
	has_changed(&target, "@/ld.so.cache", "a cache that was missing");
	host_files_free(&files);
}

/* Programs find files below the root of another machine's, if they are there. */
static void
test_root(void)
{
	const struct target rooted = {.sysroot = scratch_path};
	const struct target whole = {.sysroot = (char *)"/"};

	take(&rooted, "\t/a (0x1)\n\t/missing (0x1)\n");
	take(&whole, "\t/a (0x1)\n");
	ok(files.n == 3 && !strncmp(files.v[0].path, scratch_path, strlen(scratch_path)), "a file below the root");
	ok(files.n == 3 && !strcmp(files.v[1].path, "/missing"), "one that is not");
	ok(files.n == 3 && !strcmp(files.v[2].path, "/a"), "one below /");
	host_files_free(&files);
}

static void
test_ask(void)
{
	static const struct qemu qemu = {.exe = (char *)"qemu"};
	const struct target rooted = {.put = &put, .language = &language, .sysroot = scratch_path, .qemu = &qemu};
	struct command command;

	scratch_write("script", "#!/bin/sh\n");
	ok(!host_files_ask(&target, false, "script", &command), "a script has no loader");
	ok(host_files_ask(&target, false, "/bin/sh", &command) && command.argv.n == 3, "a program has one");
	is(command.argv.v[1], "--list", "it lists the libraries");
	is(command.argv.v[2], "/bin/sh", "of the program");
	ok(words_find(&command.env, "LD_DEBUG=libs") < command.env.n, "and where it looks");
	command_free(&command);
	ok(host_files_ask(&rooted, true, "/bin/sh", &command) && command.argv.n == 6 &&
	        !strcmp(command.argv.v[0], "qemu"),
	    "under QEMU");
	is(command.argv.v[2], scratch_path, "with its root");
	command_free(&command);
}

int
main(void)
{
	scratch_enter();
	test_said();
	test_identity();
	test_cache();
	test_root();
	test_ask();
	scratch_leave();
	return tap_done();
}
