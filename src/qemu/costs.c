#include <elf.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "inject/qemu/protocol.h"
#include "outfile/cachegrind.h"
#include "qemu/costs.h"
#include "qemu/qemu.h"
#include "util/array.h"
#include "util/file.h"
#include "util/memory.h"

static const char damaged[] = "a line of it is damaged";

static void
costs_begin(struct callgrind_out *out)
{
	out->jumps = true;
	out->function_count = out->binaries.n = out->files.n = 1;
	out->functions = memory_new(sizeof *out->functions);
	out->binaries.v = memory_new(sizeof *out->binaries.v);
	out->files.v = memory_new(sizeof *out->files.v);
	out->functions[0].name = "";
	out->binaries.v[0] = out->files.v[0] = "???";
}

/* " 0x5500000714 12 1 0" */
static bool
costs_read_site(struct callgrind_out *out, const char *s)
{
	struct callgrind_cost cost = {0};

	if (sscanf(s, " %" SCNx64 " %" SCNu64 " %" SCNu64 " %" SCNu64, &cost.address,
	        &cost.counts[FIELD_IR], &cost.counts[FIELD_DR], &cost.counts[FIELD_DW]) != 4)
		return false;
	*ARRAY_ADD(out->costs, out->cost_count) = cost;
	return true;
}

/* " 0x5500000714 0x5500000700 11" */
static bool
costs_read_jump(struct callgrind_out *out, const char *s)
{
	struct callgrind_call call = {0};

	if (sscanf(s, " %" SCNx64 " %" SCNx64 " %" SCNu64, &call.address, &call.target,
	        &call.calls) != 3)
		return false;
	*ARRAY_ADD(out->calls, out->call_count) = call;
	return true;
}

/* Sets *address to that of an ELF file's beginning in its symbol table. */
static bool
first_address(const char *path, uint64_t *address)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	Elf64_Ehdr header;
	Elf64_Phdr p;
	bool found = false;

	if (fd < 0)
		return false;
	if (pread(fd, &header, sizeof header, 0) == sizeof header &&
	    !memcmp(header.e_ident, ELFMAG, SELFMAG))
		for (unsigned i = 0; i < header.e_phnum && !found &&
		                     pread(fd, &p, sizeof p,
		                         (off_t)(header.e_phoff + i * sizeof p)) == sizeof p;
		     i++)
			found = p.p_type == PT_LOAD && !p.p_offset;
	close(fd);
	*address = found ? p.p_vaddr : 0;
	return found;
}

/* " 0x5500000000 /usr/lib/libc.so.6": a file that is no program or library has no code. */
static bool
read_loaded(struct load_map *map, pid_t pid, const char *s)
{
	uint64_t in_memory, in_file;
	int path = 0;

	if (sscanf(s, " %" SCNx64 " %n", &in_memory, &path) != 1 || !path)
		return false;
	if (!first_address(s + path, &in_file))
		return true;
	*ARRAY_ADD(map->v, map->n) =
	    (struct loaded){pid, memory_copy(s + path), in_memory - in_file};
	return true;
}

/* Returns NULL, or what is wrong. */
static const char *
costs_parse(struct callgrind_out *out, struct load_map *map, pid_t pid)
{
	char *end;

	for (char *s = out->text.s; s && (end = strchr(s, '\n')); s = end + 1) {
		bool good = true;

		*end = '\0';
		if (*s == CGBENCH_QEMU_END)
			return NULL;
		if (*s == CGBENCH_QEMU_SITE)
			good = costs_read_site(out, s + 1);
		else if (*s == CGBENCH_QEMU_JUMP)
			good = costs_read_jump(out, s + 1);
		else if (*s == CGBENCH_QEMU_LOADED)
			good = read_loaded(map, pid, s + 1);
		if (!good)
			return damaged;
	}
	return "it is cut off";
}

char *
costs_read(const char *dir, pid_t pid, struct callgrind_out *out, struct load_map *map)
{
	char *path = text_print("%s/" CGBENCH_QEMU_FILE "%ld", dir, (long)pid), *why = NULL;
	const char *wrong = NULL;

	*out = (struct callgrind_out){0};
	costs_begin(out);
	if (!file_read(path, &out->text))
		why = out_file_wrong(QEMU_WRITER, dir, NULL);
	else if (out->text.n && out->text.s[0] == CGBENCH_QEMU_WRONG)
		why = memory_copy_n(out->text.s + 1, strcspn(out->text.s + 1, "\n"));
	else
		wrong = costs_parse(out, map, pid);
	if (wrong)
		why = out_file_wrong(QEMU_WRITER, dir, wrong);
	unlink(path);
	free(path);
	return why;
}
