#include <stdlib.h>
#include <string.h>

#include "code/naming.h"
#include "code/stub.h"
#include "measure/profile/origin.h"
#include "model/profile.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/text.h"

/* Libraries do not overlap, so only the nearest one before an address can contain it; any
   number of executables are where their symbol tables say. What is loaded later may be where
   something was before. */
static const struct loaded *
find_loaded(struct images *images, const struct load_map *map, uint64_t address)
{
	uint64_t nearest = 0;
	size_t i, n;

	for (i = 0; i < map->n; i++)
		if (map->v[i].bias <= address && map->v[i].bias > nearest)
			nearest = map->v[i].bias;
	while (i--) {
		const struct loaded *loaded = &map->v[i];
		const struct image *image;

		if (loaded->bias && loaded->bias != nearest)
			continue;
		image = images_get(images, loaded->path);
		if (image && image_bytes(image, address - loaded->bias, &n))
			return loaded;
	}
	return NULL;
}

struct origin
origin_find(struct images *images, const struct callgrind_out *out, const struct load_map *map,
    size_t function, uint64_t address)
{
	const char *binary = out->binaries.v[out->functions[function].binary];
	const struct loaded *loaded;

	if (strcmp(binary, "???") != 0)
		return (struct origin){binary, address};
	loaded = find_loaded(images, map, address);
	if (!loaded)
		return (struct origin){"", 0};
	return (struct origin){loaded->path, address - loaded->bias};
}

/* Names that callgrind makes of addresses: "0x00000000001090a0", "0x000000000010c2b0 [PLT]". */
static bool
is_address(const char *name)
{
	size_t n = strspn(name + strcspn(name, "x"), "x0123456789abcdef");

	return text_begins(name, "0x") && (!name[1 + n] || text_begins(name + 1 + n, " ["));
}

/* Returns the symbol of the function that the instruction is in, or NULL. */
static const struct image_symbol *
origin_function_of(struct images *images, const struct origin *origin)
{
	const struct image *image = images_get(images, origin->binary);
	const struct image_symbol *symbol = image ? image_symbol(image, origin->address) : NULL;

	return symbol && symbol->function && symbol->size ? symbol : NULL;
}

char *
origin_called(struct images *images, const struct origin *origin, const char *name)
{
	const struct image_symbol *symbol = origin_function_of(images, origin);

	/* Newer valgrinds leave this beginning out. */
	return symbol && (!*name || text_begins(symbol->name, "_ada_"))
	           ? naming_demangle(symbol->name)
	           : memory_copy(name);
}

/* "/usr/lib/libfoo.so.1.2" is libfoo.so: another version has the same name. */
static char *
nameless(const char *path)
{
	const char *base = file_base(path), *version = strstr(base, ".so.");

	return text_print("%.*s" PROFILE_NAMELESS,
	    (int)(version ? version + strlen(".so") - base : (long)strlen(base)), base);
}

char *
origin_name(struct images *images, const struct origin *origin, const char *name)
{
	const struct image_symbol *symbol;
	const struct image *image;
	const char *import;
	OWNED char *plain = NULL;

	if (!*origin->binary)
		return memory_copy("generated code");
	if (*name && !is_address(name))
		return naming_demangle(name);
	symbol = origin_function_of(images, origin);
	if (symbol)
		return naming_demangle(symbol->name);
	image = images_get(images, origin->binary);
	import = image ? stub_import(image, origin->address) : NULL;
	if (!import)
		return nameless(origin->binary);
	plain = naming_demangle(import);
	return text_print("%s" PROFILE_STUB, plain);
}

uint64_t
origin_begin(struct images *images, const struct origin *origin, const char *name)
{
	const struct image_symbol *symbol = origin_function_of(images, origin);

	/* Callgrind has demangled the names of C++ and Rust. */
	return symbol && (text_begins(symbol->name, "_Z") || text_begins(symbol->name, "_R") ||
	                     !strcmp(symbol->name, name))
	           ? symbol->address
	           : 0;
}
