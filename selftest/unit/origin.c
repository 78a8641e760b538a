#include <stdint.h>
#include <unistd.h>

#include "measure/profile/origin.h"
#include "tap.h"

/* This program, where it is in memory, stands for a library. */
extern const char __executable_start[];

enum { LOW = 0x10000000, HIGH = 0x20000000, HIGHEST = 0x30000000 };

static struct images images;
static char *self;

static uint64_t
own_address(void (*function)(void))
{
	return (uint64_t)((uintptr_t)function - (uintptr_t)__executable_start);
}

void origin_test_function(void);

void
origin_test_function(void)
{
}

/* Checks the origin of an address, if callgrind names that file. */
static void
found(const char *binary, uint64_t address, const char *want, uint64_t at, const char *name)
{
	const char *binaries[] = {"other", binary};
	struct callgrind_function functions[] = {{.name = "f"}, {.name = "g", .binary = 1}};
	const struct callgrind_out out = {.binaries = {binaries, 2}, .functions = functions, .function_count = 2};
	struct loaded loaded[] = {{.path = self, .bias = HIGH}, {.path = (char *)"/none", .bias = LOW},
	    {.path = self, .bias = LOW}, {.path = (char *)"/none", .bias = HIGHEST}};
	const struct load_map map = {.v = loaded, .n = 4};
	struct origin origin = origin_find(&images, &out, &map, 1, address);

	is(origin.binary, want, name);
	ok(origin.address == at, "%s: the address", name);
}

static void
test_find(void)
{
	uint64_t at = own_address(origin_test_function);

	found("/x", 7, "/x", 7, "a file that callgrind knows");
	found("???", LOW + at, self, at, "a library before others");
	found("???", HIGH + at, self, at, "one behind another");
	found("???", HIGH, self, 0, "its first byte");
	found("???", HIGHEST + at, "", 0, "a file that cannot be read");
	found("???", at, "", 0, "no file");
}

static void
named(const char *binary, uint64_t address, const char *name, const char *want)
{
	const struct origin origin = {binary, address};
	OWNED char *got = origin_name(&images, &origin, name);

	is(got, want, want);
}

static void
test_names(void)
{
	const struct origin origin = {self, own_address(origin_test_function)};
	const struct origin none = {self, 1};
	uint64_t begin = origin.address;

	named("", 0, "f", "generated code");
	named(self, 1, "_Z1fv", "f()");
	named(self, begin, "0x00000000001090a0", "origin_test_function");
	named(self, begin, "", "origin_test_function");
	named(self, begin, "0x12 f", "0x12 f");
	named("/none/libx.so.1.2", 1, "0x12", "libx.so (no symbols)");
	named("/none/x", 1, "0x12 [PLT]", "x (no symbols)");
	is_freed(origin_called(&images, &origin, ""), "origin_test_function", "the name that callgrind would have");
	is_freed(origin_called(&images, &origin, "f"), "f", "or has");
	is_freed(origin_called(&images, &none, ""), "", "none without a symbol");
	ok(origin_begin(&images, &origin, "origin_test_function") == begin, "where it begins");
	ok(!origin_begin(&images, &origin, "f") && !origin_begin(&images, &none, "f"),
	    "not that of another name, or without a symbol");
}

int
main(void)
{
	static char path[4096];

	if (readlink("/proc/self/exe", path, sizeof path - 1) < 0)
		abort();
	self = path;
	test_find();
	test_names();
	images_free(&images);
	return tap_done();
}
