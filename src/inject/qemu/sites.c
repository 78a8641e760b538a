#include <inttypes.h>
#include <stdlib.h>

#include "protocol.h"
#include "sites.h"

/* Lists of sites by the address, of which instructions have an even one on most machines. */
enum { LISTS = 1 << 16 };

static struct site *lists[LISTS];

void *
sites_allocate(size_t size)
{
	void *p = calloc(1, size);

	if (!p)
		abort();
	return p;
}

struct site *
sites_at(uint64_t address)
{
	struct site **list = &lists[(address >> 1) % LISTS], *site = *list;

	while (site && site->address != address)
		site = site->next;
	if (site)
		return site;
	site = sites_allocate(sizeof *site);
	site->address = address;
	site->next = *list;
	return *list = site;
}

void
sites_jump(struct site *from, struct site *to)
{
	struct site_jump *jump = from->jumps;

	while (jump && jump->to != to)
		jump = jump->next;
	if (!jump) {
		jump = sites_allocate(sizeof *jump);
		*jump = (struct site_jump){.to = to, .next = from->jumps};
		from->jumps = jump;
	}
	jump->times++;
}

/* The site that follows one, in no order; the first one for NULL. NULL: it was the last one. */
static struct site *
site_after(const struct site *site)
{
	size_t i = site ? (site->address >> 1) % LISTS + 1 : 0;

	if (site && site->next)
		return site->next;
	while (i < LISTS && !lists[i])
		i++;
	return i < LISTS ? lists[i] : NULL;
}

void
sites_clear(void)
{
	struct site *site = NULL;

	while ((site = site_after(site))) {
		site->executed = site->reads = site->writes = 0;
		for (struct site_jump *jump = site->jumps; jump; jump = jump->next)
			jump->times = 0;
	}
}

struct site
sites_sum(void)
{
	const struct site *site = NULL;
	struct site sum = {0};

	while ((site = site_after(site))) {
		sum.executed += site->executed;
		sum.reads += site->reads;
		sum.writes += site->writes;
	}
	return sum;
}

/* Writes where files are loaded: of each, the range in which it begins.
       7f53c4a00000-7f53c4a28000 r--p 00000000 08:01 1837 /usr/lib/libc.so.6 */
static void
sites_write_files(FILE *file, uint64_t distance)
{
	FILE *maps = fopen("/proc/self/maps", "re");
	char line[4096 + 128];

	while (maps && fgets(line, sizeof line, maps)) {
		uint64_t begin, offset;
		int path = 0;

		sscanf(
		    line, "%" SCNx64 "-%*x %*s %" SCNx64 " %*s %*s %n", &begin, &offset, &path);
		if (path && line[path] == '/' && !offset)
			fprintf(file, "%c 0x%" PRIx64 " %s", CGBENCH_QEMU_LOADED,
			    begin - distance, line + path);
	}
	if (maps)
		fclose(maps);
}

void
sites_write(FILE *file, uint64_t distance)
{
	const struct site *site = NULL;

	sites_write_files(file, distance);
	while ((site = site_after(site))) {
		if (site->executed)
			fprintf(file, "%c 0x%" PRIx64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n",
			    CGBENCH_QEMU_SITE, site->address, site->executed, site->reads,
			    site->writes);
		for (const struct site_jump *jump = site->jumps; jump; jump = jump->next)
			if (jump->times)
				fprintf(file, "%c 0x%" PRIx64 " 0x%" PRIx64 " %" PRIu64 "\n",
				    CGBENCH_QEMU_JUMP, site->address, jump->to->address,
				    jump->times);
	}
	fprintf(file, "%c\n", CGBENCH_QEMU_END);
}
