#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "code/elf_file.h"
#include "machine/native.h"
#include "measure/compile/build.h"
#include "measure/host_files.h"
#include "process/jobs.h"
#include "util/array.h"
#include "util/file.h"
#include "util/text.h"

enum { ASK_SECONDS = 60 };

static struct stat
identify(const char *path)
{
	struct stat identity;

	/* A directory changes with each file that is made in it. */
	if (stat(path, &identity) || S_ISDIR(identity.st_mode))
		return (struct stat){0};
	return identity;
}

static bool
host_files_is_same(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
	       !memcmp(&a->st_mtim, &b->st_mtim, sizeof a->st_mtim) &&
	       !memcmp(&a->st_ctim, &b->st_ctim, sizeof a->st_ctim);
}

static bool
is_cache(const char *path)
{
	return !strcmp(file_base(path), "ld.so.cache");
}

static bool
has_changed(const struct host_file *file)
{
	FREED_BY(text_free) struct text now = TEXT_EMPTY;
	struct stat identity = identify(file->path);

	if (host_files_is_same(&file->identity, &identity))
		return false;
	return !is_cache(file->path) || !file_read(file->path, &now) ||
	       now.n != file->cache.n || (now.n && memcmp(now.s, file->cache.s, now.n));
}

/* Takes the path over. What was noted before stays. */
static void
note(struct host_files *files, const struct target *target, char *path)
{
	for (size_t i = 0; i < files->n; i++)
		if (files->v[i].target == target && !strcmp(files->v[i].path, path)) {
			free(path);
			return;
		}
	*ARRAY_ADD(files->v, files->n) =
	    (struct host_file){target, path, identify(path), TEXT_EMPTY};
	if (is_cache(path))
		(void)file_read(path, &files->v[files->n - 1].cache);
}

/* The loader that an ELF file names; NULL: it names none. The caller frees. */
static char *
loader_of(const char *path)
{
	struct elf_file file;
	char *loader = NULL;
	size_t n = 0;
	GElf_Phdr header;
	Elf_Data *name;

	if (!elf_file_open(&file, path))
		return NULL;
	if (elf_getphdrnum(file.elf, &n))
		n = 0;
	for (size_t i = 0; i < n && !loader; i++)
		if (gelf_getphdr(file.elf, (int)i, &header) && header.p_type == PT_INTERP &&
		    (name = elf_getdata_rawchunk(
		         file.elf, (int64_t)header.p_offset, header.p_filesz, ELF_T_BYTE)))
			loader = memory_copy_n(name->d_buf, name->d_size);
	elf_file_close(&file);
	return loader;
}

/* Returns where the target's programs find a file. The caller frees. */
static char *
path_below(const struct target *target, const char *path)
{
	const char *root =
	    target->sysroot && strcmp(target->sysroot, "/") ? target->sysroot : "";
	char *below = text_print("%s%s", root, path);

	if (!access(below, F_OK))
		return below;
	free(below);
	return memory_copy(path);
}

bool
host_files_ask(
    const struct target *target, bool emulated, const char *program, struct command *command)
{
	OWNED char *loader = loader_of(program);

	*command = (struct command){.timeout = ASK_SECONDS, .cwd = memory_copy("/")};
	if (!loader) {
		command_free(command);
		return false;
	}
	if (emulated) {
		words_add(&command->argv, target->qemu->exe);
		words_add(&command->argv, "-L");
		words_add(&command->argv, target->sysroot);
	}
	words_take(&command->argv, emulated ? path_below(target, loader) : memory_copy(loader));
	words_add(&command->argv, "--list");
	words_add(&command->argv, program);
	build_add_env(&command->env, target);
	words_set_variable(&command->env, "LD_DEBUG=libs");
	return true;
}

/* The loader says, with a pid where it only looks:
            23716:	 search cache=/etc/ld.so.cache
            23716:	  trying file=/lib/x86_64-linux-gnu/libc.so.6
        libc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f51ad56f000)
        /lib64/ld-linux-x86-64.so.2 (0x00007f51ad76d000) */
static char *
host_files_path_in(const char *line, size_t n)
{
	static const char *const marks[] = {"cache=", "file=", " => ", "\t"};
	OWNED char *copy = memory_copy_n(line, n);
	char *at = NULL;

	for (size_t i = 0; i < COUNTOF(marks) && !at; i++)
		if ((at = strstr(copy, marks[i])))
			at += strlen(marks[i]);
	if (at && *at == '/')
		return memory_copy_n(
		    at, (size_t)(strstr(at, " (") ? strstr(at, " (") - at : (long)strlen(at)));
	return NULL;
}

void
host_files_learn(struct host_files *files, const struct target *target, const char *said)
{
	for (; said && *said; said += strcspn(said, "\n"), said += *said == '\n') {
		OWNED char *path = host_files_path_in(said, strcspn(said, "\n"));

		if (path)
			note(files, target, path_below(target, path));
	}
}

/* Notes a program that a target always needs, and its libraries. */
static void
note_program(struct host_files *files, const struct target *target, const char *program)
{
	struct command command;
	FREED_BY(outcome_free) struct outcome outcome = {0};

	note(files, target, memory_copy(program));
	if (!host_files_ask(target, false, program, &command))
		return;
	jobs_run_one(&command, &outcome);
	host_files_learn(files, target, outcome.output);
}

static void
forget_file(struct host_file *file)
{
	free(file->path);
	text_free(&file->cache);
}

static void
host_files_forget(struct host_files *files, const struct target *target)
{
	size_t kept = 0;

	for (size_t i = 0; i < files->n; i++)
		if (files->v[i].target == target)
			forget_file(&files->v[i]);
		else
			files->v[kept++] = files->v[i];
	files->renewed = files->renewed || kept < files->n;
	files->n = kept;
}

void
host_files_begin(
    struct host_files *files, const struct target *target, const struct valgrind *valgrind)
{
	host_files_forget(files, target);
	note(files, target, path_below(target, "/etc/ld.so.cache"));
	note(files, target, path_below(target, "/etc/ld.so.preload"));
	note_program(files, target, target->exe);
	if (!target->qemu) {
		note(files, target,
		    valgrind_tool(
		        valgrind, target->narrow ? native.valgrind_narrow : native.valgrind));
	} else if (!target->qemu->wrong) {
		note(files, target, memory_copy(target->qemu->plugin));
		note_program(files, target, target->qemu->exe);
	}
}

char *
host_files_changed(const struct host_files *files, const struct target *target)
{
	const struct host_file *first = NULL;
	size_t n = 0;

	ARRAY_EACH(const struct host_file, file, files->v, files->n)
		if (file->target == target && has_changed(file) && !n++)
			first = file;
	if (n < 2)
		return n ? memory_copy(first->path) : NULL;
	return text_print("%s and %zu more file%s", first->path, n - 1, n > 2 ? "s" : "");
}

void
host_files_free(struct host_files *files)
{
	for (size_t i = 0; i < files->n; i++)
		forget_file(&files->v[i]);
	free(files->v);
	*files = (struct host_files){0};
}
