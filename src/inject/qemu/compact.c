#include <fcntl.h>
#include <inttypes.h>
#include <link.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compact.h"
#include "learnt.h"

/* Until a piece of memory is mapped anew, nothing writes to it after it was copied: all that is
   kept meanwhile is on the stack, which stays as it is. */

enum { PAGE = 4096, MOST_PIECES = 512 };

/* A line of /proc/self/maps. */
struct piece {
	uintptr_t begin, end;
	int protection;
	bool has_file;
};

struct pieces {
	struct piece v[MOST_PIECES];
	size_t n;
};

static int
add_if_within(struct dl_phdr_info *object, size_t size, void *data)
{
	struct piece *piece = data;
	uintptr_t begin = UINTPTR_MAX, end = 0;
	size_t i;

	(void)size;
	for (i = 0; i < object->dlpi_phnum; i++) {
		const ElfW(Phdr) *part = &object->dlpi_phdr[i];
		uintptr_t at = object->dlpi_addr + part->p_vaddr;

		if (part->p_type != PT_LOAD)
			continue;
		if (at < begin)
			begin = at;
		if (at + part->p_memsz > end)
			end = at + part->p_memsz;
	}
	begin &= ~(uintptr_t)(PAGE - 1);
	end = (end + PAGE - 1) & ~(uintptr_t)(PAGE - 1);
	return piece->begin >= begin && piece->end <= end;
}

/* Whether the piece is QEMU's and may be mapped from a file: part of a program or a library
   that the loader has loaded, which the emulated program's are not; the heap; or where QEMU
   puts translated code, as it makes nothing else executable. What malloc has mapped by itself
   might later be made longer in place. */
static bool
is_suitable(struct piece *piece, const char *name)
{
	if (!strncmp(name, "[heap]", 6))
		return true;
	if (*name == '[' || !piece->protection)
		return false;
	return (!piece->has_file &&
	           piece->protection == (PROT_READ | PROT_WRITE | PROT_EXEC)) ||
	       dl_iterate_phdr(add_if_within, piece);
}

/* A line: 7f53c4a00000-7f53c4a28000 r--p 00000000 08:01 1837 /usr/lib/libc.so.6 */
static void
add_line(struct pieces *pieces, const char *line)
{
	struct piece *piece = &pieces->v[pieces->n];
	unsigned long inode;
	char access[5];
	int name = 0;

	if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %4s %*s %*s %lu %n", &piece->begin,
	        &piece->end, access, &inode, &name) != 4 ||
	    access[3] != 'p')
		return;
	piece->protection = (access[0] == 'r' ? PROT_READ : 0) |
	                    (access[1] == 'w' ? PROT_WRITE : 0) |
	                    (access[2] == 'x' ? PROT_EXEC : 0);
	piece->has_file = inode;
	if (is_suitable(piece, line + name))
		pieces->n++;
}

static void
find_pieces(struct pieces *pieces)
{
	FILE *maps = fopen("/proc/self/maps", "re");
	char line[4096 + 128];

	pieces->n = 0;
	while (maps && pieces->n < MOST_PIECES && fgets(line, sizeof line, maps))
		add_line(pieces, line);
	if (maps)
		fclose(maps);
}

static bool
copy(int file, uintptr_t from, uintptr_t size, off_t to)
{
	return pwrite(file, (const void *)from, size, to) == (ssize_t)size;
}

/* Copies what was ever used of a piece without a file: the rest is zero, as what is not written
   in the file. */
static bool
copy_used(int file, int pagemap, const struct piece *piece, off_t to)
{
	enum { AT_ONCE = 512 };
	/* In a page's entry: that it is in memory, or swapped out. */
	const uint64_t used = (uint64_t)3 << 62;
	uint64_t entries[AT_ONCE];
	uintptr_t at, n, i;

	for (at = piece->begin; at < piece->end; at += n * PAGE) {
		n = (piece->end - at) / PAGE;
		n = n < AT_ONCE ? n : AT_ONCE;
		if (pread(pagemap, entries, n * sizeof *entries,
		        (off_t)(at / PAGE * sizeof *entries)) != (ssize_t)(n * sizeof *entries))
			return false;
		for (i = 0; i < n; i++)
			if (entries[i] & used &&
			    !copy(file, at + i * PAGE, PAGE,
			        to + (off_t)(at + i * PAGE - piece->begin)))
				return false;
	}
	return true;
}

/* Maps n pieces side by side from the offset in the file, which ends there. Returns where it
   ends now; -1: it could not be done. */
static off_t
map_anew(int file, int pagemap, const struct piece *pieces, size_t n, off_t offset)
{
	uintptr_t begin = pieces[0].begin, end = pieces[n - 1].end;
	off_t after = offset + (off_t)(end - begin);
	int protection = 0;
	size_t i;

	if (ftruncate(file, after))
		return -1;
	for (i = 0; i < n; i++) {
		off_t to = offset + (off_t)(pieces[i].begin - begin);

		protection |= pieces[i].protection;
		if (pieces[i].has_file
		        ? !copy(file, pieces[i].begin, pieces[i].end - pieces[i].begin, to)
		        : !copy_used(file, pagemap, &pieces[i], to))
			return -1;
	}
	if (mmap((void *)begin, end - begin, protection,
	        MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE, file, offset) == MAP_FAILED)
		return -1;
	return after;
}

/* Maps all pieces. Those with files are learnt about, with what lies beside them. */
static void
map_all_anew(int file, int pagemap, const struct pieces *pieces)
{
	struct learnt_range ranges[MOST_PIECES];
	size_t i, n, k, range_count = 0;
	off_t offset = 0;

	for (i = 0; i < pieces->n; i += n) {
		bool has_file = false;

		n = 1;
		while (i + n < pieces->n && pieces->v[i + n].begin == pieces->v[i + n - 1].end)
			n++;
		offset = map_anew(file, pagemap, &pieces->v[i], n, offset);
		if (offset < 0)
			break;
		for (k = i; k < i + n; k++)
			has_file = has_file || pieces->v[k].has_file;
		ranges[range_count].begin = pieces->v[i].begin;
		ranges[range_count].end = pieces->v[i + n - 1].end;
		range_count += has_file;
	}
	learnt_begin(ranges, range_count);
}

/* The directory has a link from itself, from its parent and from each thread. */
static bool
has_threads(void)
{
	struct stat tasks;

	return stat("/proc/self/task", &tasks) || tasks.st_nlink != 3;
}

/* Allows files that are as large as this program may make them. cgbench limits those of
   programs. Returns the limit that there was. */
static struct rlimit
allow_files(void)
{
	struct rlimit old = {RLIM_INFINITY, RLIM_INFINITY}, most;

	getrlimit(RLIMIT_FSIZE, &old);
	most = old;
	most.rlim_cur = most.rlim_max;
	setrlimit(RLIMIT_FSIZE, &most);
	return old;
}

/* Without signals, whose handlers write to memory. */
static void
compact_undisturbed(void)
{
	int file = memfd_create("cgbench", MFD_CLOEXEC);
	int pagemap = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
	struct rlimit old = allow_files();
	struct pieces pieces;

	find_pieces(&pieces);
	if (file >= 0 && pagemap >= 0 && old.rlim_max == RLIM_INFINITY)
		map_all_anew(file, pagemap, &pieces);
	setrlimit(RLIMIT_FSIZE, &old);
	if (pagemap >= 0)
		close(pagemap);
	if (file >= 0)
		close(file);
}

void
compact(void)
{
	sigset_t all, old;

	if (has_threads())
		return;
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &old);
	compact_undisturbed();
	sigprocmask(SIG_SETMASK, &old, NULL);
}
