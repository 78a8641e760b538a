/* Debugging information of which only symbols are kept. */

#include "code/symbol_file.h"
#include "scratch.h"
#include "tap.h"

static const char source[] = "static __attribute__((noinline)) int hidden(int n) { return n * n; }\n"
                             "static int data;\n"
                             "int shown(int n) { return data += hidden(n + 1); }\n"
                             "int named(int n) { return shown(n) + 2; }\n"
                             "__asm__(\".symver named, versioned@@V1\");\n";
static const char versions[] = "V1 { global: shown; versioned; local: *; };\n";

static void
shell(const char *command)
{
	if (system(command))
		abort();
}

static bool
succeeds(const char *command)
{
	return system(command) == 0;
}

int
main(void)
{
	scratch_enter();
	scratch_store("source.c", source, sizeof source - 1);
	scratch_store("versions", versions, sizeof versions - 1);
	shell("gcc -g -O1 -fPIC -shared -Wl,--build-id=0x00012345 "
	      "-Wl,--version-script=versions source.c -o library.so && "
	      "objcopy --only-keep-debug library.so debug && strip library.so");
	ok(symbol_file_write("debug", "symbols"), "the file is written");
	ok(succeeds("nm debug | grep -E ' t |@' >old; nm symbols >new && cmp old new && "
	            "grep -q ' t hidden$' new && grep -q ' T versioned@@V1$' new"),
	    "it has the functions that are not exported or have a version, at their addresses");
	ok(succeeds("nm debug | grep -q ' data$' && nm debug | grep -q ' T shown$'"), "the old file has others");
	ok(succeeds("readelf -SW debug | grep -Eo '\\.text .*' | cut -d' ' -f1-16 >old; "
	            "readelf -SW symbols | grep -Eo '\\.text .*' | cut -d' ' -f1-16 >new; "
	            "test -s new && awk '{ print $3, $5 }' old >a && "
	            "awk '{ print $3, $5 }' new | cmp - a"),
	    "and where the code is");
	ok(succeeds("readelf -SW symbols | grep -Eo 'SYMTAB .*' | awk '{ print $(NF - 1) }' >old; "
	            "readelf -sW symbols | grep -cE ' (NOTYPE|FUNC) +LOCAL ' | cmp - old"),
	    "its local symbols are counted");
	ok(succeeds("! readelf -SW symbols 2>&1 | grep -E 'debug|rror|arning'"), "it is valid and has nothing else");
	ok(succeeds("test $(wc -c <symbols) -lt $(wc -c <debug)"), "it is smaller");

	ok(!symbol_file_write("library.so", "none"), "a file without symbols gives none");
	ok(!symbol_file_write("source.c", "none"), "nor does one that is not ELF");
	ok(!symbol_file_write("missing", "none"), "nor a missing one");
	ok(!symbol_file_write("debug", "missing/symbols"), "it may be impossible to write");
	shell("head -c 2000 debug >cut");
	ok(!symbol_file_write("cut", "none"), "the old one may be damaged");
	ok(!symbol_file_find("library.so"), "nobody has the debugging information of this id");
	shell("gcc -shared -Wl,--build-id=none,--version-script=versions source.c -o library.so");
	ok(!symbol_file_find("library.so"), "nor that of a library without one");
	ok(!symbol_file_find("source.c"), "nor that of a source");
	scratch_leave();
	return tap_done();
}
