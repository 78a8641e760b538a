/* Places at which valgrind loaded libraries, from its log. */

#include "tap.h"
#include "outfile/load_map.h"

static const char logged[] = "--100-- Valgrind options:\n"
                             "--100-- Reading syms from /usr/bin/perl\n"
                             "--100--    svma 0x0000023720, avma 0x000012b720\n"
                             "--100-- Reading syms from /lib/no text\n"
                             "--100--    object doesn't have a symbol table\n"
                             "--100-- Reading syms from /lib/libm.so.6\n"
                             "--100--    svma 0x0000010300, avma 0x0004852300\n"
                             "--100--   Considering /usr/lib/debug/.build-id/7e/bc65.debug ..\n"
                             "==100== -- Reading syms from /a/lie\n"
                             "--00:00:00:01.234 200-- Reading syms from /lib/List/Util.so\n"
                             "--300-- Reading syms from /lib/other.so\n"
                             "--00:00:00:01.234 200--    svma 0x0000002000, avma 0x0004999000\n"
                             "--300--    svma 0x0000001000, avma 0x0004888000\n";

static const char executed[] = "==300== Command: wc -l\n"
                               "--300-- Reading syms from /usr/bin/wc\n"
                               "--300--    svma 0x0000001000, avma 0x000010b000\n";

static const struct loaded *
find(const struct load_map *map, const char *path)
{
	for (size_t i = 0; i < map->n; i++)
		if (!strcmp(map->v[i].path, path))
			return &map->v[i];
	return NULL;
}

static void
has(const struct load_map *map, const char *path, uint64_t bias)
{
	const struct loaded *loaded = find(map, path);

	ok(loaded && loaded->bias == bias, "%s is loaded at its address", path);
}

int
main(void)
{
	struct load_map map = {0}, copy = {0};

	ok(!load_map_follow(&map, "missing"), "a log that cannot be read");
	load_map_read(&map, logged);
	has(&map, "/usr/bin/perl", 0x108000);
	has(&map, "/lib/libm.so.6", 0x4842000);
	has(&map, "/lib/other.so", 0x4887000);
	ok(!find(&map, "/lib/no text"), "a file without code has no address");
	ok(!find(&map, "/a/lie"), "what the program prints is not read");
	ok(!find(&map, "/lib/List/Util.so"), "the address of another process is not taken");
	load_map_copy(&copy, &map, 300);
	has(&copy, "/usr/bin/perl", 0x108000);
	has(&copy, "/lib/other.so", 0x4887000);
	load_map_free(&copy);
	load_map_copy(&copy, &map, 400);
	has(&copy, "/usr/bin/perl", 0x108000);
	ok(!find(&copy, "/lib/other.so"), "a process has not what another one loaded");
	load_map_free(&copy);
	load_map_read(&map, executed);
	load_map_copy(&copy, &map, 300);
	has(&copy, "/usr/bin/wc", 0x10a000);
	ok(!find(&copy, "/lib/other.so"), "a process that executes a program has lost what it loaded before");
	has(&copy, "/usr/bin/perl", 0x108000);
	load_map_free(&copy);
	load_map_free(&map);
	return tap_done();
}
