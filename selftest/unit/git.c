#include "process/git.h"
#include "scratch.h"
#include "tap.h"

#define WHEN "GIT_COMMITTER_DATE='1790000000 +0200' "

/* Does with files and git what a shell does; it must work. */
static void
sh(const char *command)
{
	if (system(command))
		abort();
}

/* "SUBJECT, DATE, clean", as git is asked from that directory; "" if nothing is known. */
static void
said_in(const char *directory, const char *want, const char *name)
{
	struct provenance p = {0};

	if (chdir(directory))
		abort();
	git_ask(&p, 60);
	is_freed(p.commit ? text_print("%s, %ld, %s", p.subject, (long)p.committed, p.clean ? "clean" : "changed")
	                  : text_print("%s", p.clean ? "clean" : ""),
	    want, name);
	provenance_free(&p);
	if (chdir(scratch_path))
		abort();
}

/* The user's git must have no part in this. */
static void
make_repository(void)
{
	setenv("GIT_CONFIG_GLOBAL", "/dev/null", 1);
	setenv("GIT_CONFIG_SYSTEM", "/dev/null", 1);
	setenv("GIT_AUTHOR_NAME", "A", 1);
	setenv("GIT_AUTHOR_EMAIL", "a@example.org", 1);
	setenv("GIT_COMMITTER_NAME", "C", 1);
	setenv("GIT_COMMITTER_EMAIL", "c@example.org", 1);
	sh("git init -q tree && mkdir tree/sub && echo 1 >tree/sub/file");
}

static void
test_states(void)
{
	said_in(".", "", "no work tree");
	said_in("tree", "", "no commit yet");
	sh("cd tree && git add . && " WHEN "git commit -qm 'text: hash faster' -m more");
	said_in("tree", "text: hash faster, 1790000000, clean", "a commit");
	said_in("tree/sub", "text: hash faster, 1790000000, clean", "from a directory in it");
	said_in("tree/.git", "", "from .git");
	sh("git clone -q --bare tree bare.git");
	said_in("bare.git", "", "from a bare repository");
	sh("echo x >tree/untracked");
	said_in("tree", "text: hash faster, 1790000000, clean", "untracked files do not count");
	sh("touch -d 2001-01-01 tree/sub/file && cp tree/.git/index before");
	said_in("tree", "text: hash faster, 1790000000, clean", "nor a file that is the same");
	ok(!system("cmp -s tree/.git/index before"), "and nothing is written");
	sh("echo 2 >tree/sub/file");
	said_in("tree", "text: hash faster, 1790000000, changed", "a file that differs does");
	sh("cd tree && git add sub");
	said_in("tree", "text: hash faster, 1790000000, changed", "also in the index");
	sh("cd tree && git reset -q --hard && rm sub/file");
	said_in("tree", "text: hash faster, 1790000000, changed", "and one that was removed");
	sh("cd tree && git reset -q --hard && git checkout -q --detach");
	said_in("tree", "text: hash faster, 1790000000, clean", "a detached HEAD");
	sh("git -C tree worktree add -q ../second");
	said_in("second", "text: hash faster, 1790000000, clean", "a second work tree");
}

static void
test_environment(void)
{
	sh("git init -q other && cd other && git commit -q --allow-empty -m other");
	setenv("GIT_DIR", "../other/.git", 1);
	setenv("GIT_INDEX_FILE", "nowhere", 1);
	setenv("GIT_TRACE", "1", 1);
	said_in("tree", "text: hash faster, 1790000000, clean", "variables of another git");
	unsetenv("GIT_DIR");
	unsetenv("GIT_INDEX_FILE");
	unsetenv("GIT_TRACE");
	setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1", 1);
	said_in("tree", "", "a directory of another user");
	unsetenv("GIT_TEST_ASSUME_DIFFERENT_OWNER");
}

static void
test_settings(void)
{
	sh("cp -r tree odd && cd odd && " WHEN
	   "git commit -q --allow-empty --allow-empty-message -m '' && git config log.showSignature true && "
	   "git config status.short true && git config status.branch true && "
	   "git config status.showUntrackedFiles all && git config status.color always && "
	   "git config color.ui always && git config core.fsmonitor 'touch ../started;' && "
	   "git config core.pager 'touch ../started;' && git config pager.status true && "
	   "git config diff.external 'touch ../started;' && "
	   "git config core.attributesFile /proc/self/mem");
	said_in("odd", ", 1790000000, clean", "odd settings, and no message");
	ok(access("started", F_OK), "which start no program");
	sh("cp -r tree wide && cd wide && " WHEN
	   "git -c i18n.commitEncoding=ISO-8859-1 commit -q --allow-empty -m \"$(printf "
	   "'caf\\351')\" && git config i18n.logOutputEncoding ISO-8859-1");
	said_in("wide", "caf\xc3\xa9, 1790000000, clean", "a subject in Latin 1");
	sh("cp -r tree late && cd late && GIT_COMMITTER_DATE='@999999999999 +0000' "
	   "git commit -q --allow-empty -m late");
	said_in("late", "late, 0, clean", "no date has a year of five digits");
}

/* A submodule counts by its commit, which is what the commit has of it. */
static void
test_submodule(void)
{
	sh("cd second && git -c protocol.file.allow=always submodule --quiet add ../tree inner "
	   "2>/dev/null && " WHEN "git commit -qm inner && echo 3 >inner/sub/file");
	said_in("second", "inner, 1790000000, clean", "what changed within a submodule");
	sh("cd second/inner && git commit -qam moved");
	said_in("second", "inner, 1790000000, changed", "a submodule at another commit");
	sh("cd second && rm -rf inner && mkdir inner");
	said_in("second", "inner, 1790000000, clean", "a submodule that is not checked out");
}

/* Checks the questions to a filter, which also may be too slow. */
static void
test_filter(void)
{
	sh("cp -r tree filtered && cd filtered && echo 'sub/* filter=f' >.gitattributes && "
	   "git config filter.f.clean 'touch ../asked; cat' && git add . && " WHEN
	   "git commit -qm filter && git status -s && rm -f ../asked");
	said_in("filtered", "filter, 1790000000, clean", "a filter");
	sh("cd filtered && git config filter.f.clean false && git config filter.f.required true "
	   "&& touch -d 2001-01-01 sub/file");
	said_in("filtered", "filter, 1790000000, changed", "one that fails: not known to be clean");
}

static void
again_is(const char *change, bool clean, const char *name)
{
	struct provenance p = {0};

	sh("git -C tree reset -q --hard");
	if (chdir("tree"))
		abort();
	git_ask(&p, 60);
	sh(change);
	git_ask_again(&p, 60);
	ok(p.commit && p.clean == clean, "%s", name);
	provenance_free(&p);
	if (chdir(scratch_path))
		abort();
}

static void
test_again(void)
{
	struct provenance p = {0};

	again_is("true", true, "the same commit");
	again_is("echo 4 >sub/file", false, "a file that changed");
	again_is("git commit -q --allow-empty -m next", false, "another commit");
	git_ask_again(&p, 60);
	ok(!p.commit && !p.clean, "what was unknown stays so");
}

static void
test_no_git(void)
{
	struct provenance p = {0};

	sh("mkdir empty bin && printf '#!/bin/sh\\nkill -STOP $$\\n' >bin/git && chmod +x bin/git");
	setenv("PATH", "bin", 1);
	git_ask(&p, 1);
	ok(!p.commit, "a git that hangs");
	setenv("PATH", "empty", 1);
	git_ask(&p, 60);
	ok(!p.commit, "no git");
}

int
main(void)
{
	char *path = text_print("%s", getenv("PATH"));

	scratch_enter();
	make_repository();
	test_states();
	test_environment();
	test_settings();
	test_submodule();
	test_filter();
	test_again();
	test_no_git();
	setenv("PATH", path, 1);
	free(path);
	scratch_leave();
	return tap_done();
}
