#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "saved.h"
#include "util/replace.h"

static void
write_job(const char *path)
{
	struct results r;

	saved_small(&r);
	savefile_write(&r, path, true);
}

/* A disk that takes 100 bytes. */
static void
write_full_job(const char *path)
{
	struct rlimit limit = {100, 100};

	signal(SIGXFSZ, SIG_IGN);
	setrlimit(RLIMIT_FSIZE, &limit);
	write_job(path);
}

static void
on_signal(int number)
{
	replace_cleanup();
	_exit(number);
}

/* A signal between the first byte and the last. */
static void
write_signal_job(const char *path)
{
	struct rlimit limit = {100, RLIM_INFINITY};

	sigaction(SIGXFSZ, &(struct sigaction){.sa_handler = on_signal}, NULL);
	setrlimit(RLIMIT_FSIZE, &limit);
	write_job(path);
}

static int
count_files(void)
{
	DIR *dir = opendir(".");
	int n = 0;

	while (readdir(dir))
		n++;
	closedir(dir);
	return n;
}

static bool
holds_old(const char *path)
{
	size_t n;
	const char *s = scratch_load(path, &n);

	return s && !strcmp(s, "old");
}

static void
make_link(const char *to, const char *path)
{
	if (symlink(to, path))
		abort();
}

static void
refuses(void (*job)(const char *), const char *path, const char *why, const char *name)
{
	struct child o = child_run(job, path);
	OWNED char *line = text_print("cgbench: %s: cannot %s\n", path, why);

	child_refuses(&o, line, name);
}

static void
test_write_failures(void)
{
	struct child o;
	int files;

	scratch_store("old.json", "old", 3);
	files = count_files();
	refuses(write_full_job, "old.json", "write: File too large", "full disk");
	ok(holds_old("old.json") && count_files() == files, "the old file stands, alone");
	o = child_run(write_signal_job, "old.json");
	ok(WIFEXITED(o.status) && WEXITSTATUS(o.status) == SIGXFSZ, "a signal in the middle");
	ok(holds_old("old.json") && count_files() == files, "the old file stands, alone");
	refuses(write_job, "no/such.json", "make a file in its directory: No such file or directory", "no directory");
	refuses(write_job, "/dev/full", "write: No space left on device", "/dev/full");
	refuses(write_job, ".", "write: Is a directory", "a directory");
	make_link("loop", "loop");
	refuses(write_job, "loop", "write: Too many levels of symbolic links", "a loop");
}

static bool
is_written(const char *path)
{
	struct child o = child_run(write_job, path);

	return !o.status && !child_run(saved_read_job, path).status;
}

static mode_t
mode_of(const char *path)
{
	struct stat st;

	return lstat(path, &st) ? 0 : st.st_mode;
}

/* root may write everywhere. */
static void
write_user_job(const char *path)
{
	if (!geteuid() && setuid(65534) < 0)
		abort();
	write_job(path);
}

static void
read_user_job(const char *path)
{
	if (!geteuid() && setuid(65534) < 0)
		abort();
	saved_read_job(path);
}

static void
test_permissions(void)
{
	chmod(".", 0777);
	scratch_store("kept.json", "old", 3);
	chmod("kept.json", 0444);
	refuses(write_user_job, "kept.json", "write: Permission denied", "a protected file");
	ok(holds_old("kept.json"), "and it stands");
	mkdir("closed", 0555);
	refuses(write_user_job, "closed/new.json", "make a file in its directory: Permission denied",
	    "a protected directory");
	scratch_store("secret.json", "old", 3);
	chmod("secret.json", 0);
	refuses(read_user_job, "secret.json", "read: Permission denied", "reading a secret");
	refuses(saved_read_job, "nofile.json", "read: No such file or directory", "reading nothing");
	refuses(saved_read_job, ".", "read: Is a directory", "reading a directory");
}

static void
test_targets(void)
{
	umask(027);
	ok(is_written("new.json") && mode_of("new.json") == (S_IFREG | 0640), "a new file's mode");
	chmod("new.json", 0604);
	ok(is_written("new.json") && mode_of("new.json") == (S_IFREG | 0604), "an older one's");
	umask(022);
	mkdir("sub", 0777);
	scratch_store("sub/real.json", "old", 3);
	make_link("real.json", "sub/link.json");
	make_link("sub/link.json", "link.json");
	ok(is_written("link.json") && S_ISLNK(mode_of("link.json")), "a link stays");
	ok(!holds_old("sub/real.json") && S_ISLNK(mode_of("sub/link.json")), "what it names is new");
	make_link("sub/made.json", "dangling.json");
	ok(is_written("dangling.json") && S_ISREG(mode_of("sub/made.json")), "a dangling link");
	ok(!child_run(write_job, "/dev/null").status && S_ISCHR(mode_of("/dev/null")), "a device");
}

static void
write_stdout_job(const char *path)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);

	dup2(fd, STDOUT_FILENO);
	printf("before\n");
	write_job("/dev/stdout");
	printf("after\n");
	fflush(stdout);
}

static void
test_stdout(void)
{
	size_t n;
	const char *s;

	ok(!child_run(write_stdout_job, "stdout.txt").status, "/dev/stdout that is a file");
	s = scratch_load("stdout.txt", &n);
	ok(!strncmp(s, "before\n{\"version\"", 16) && !strcmp(s + n - 8, "}\nafter\n"),
	    "and what else is printed comes before and after");
}

int
main(void)
{
	scratch_enter();
	test_write_failures();
	test_permissions();
	test_targets();
	test_stdout();
	scratch_leave();
	return tap_done();
}
