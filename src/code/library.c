#include <dlfcn.h>
#include <gnu/lib-names.h>

#include "code/image.h"
#include "code/library.h"
#include "util/array.h"
#include "util/file.h"
#include "util/text.h"
#include "util/words.h"

/* Adds what the libraries of C++ define that are beside the C library's mathematics. */
static void
add_cxx(struct words *names, void *mathematics)
{
	static const char *const libraries[] = {
	    "libstdc++.so.6", "libgcc_s.so.1", "libc++.so.1", "libc++abi.so.1"};
	Dl_info of;

	if (!dladdr(dlsym(mathematics, "sin"), &of))
		return;
	for (size_t i = 0; i < COUNTOF(libraries); i++) {
		int n = (int)(file_base(of.dli_fname) - of.dli_fname);
		OWNED char *path = text_print("%.*s%s", n, of.dli_fname, libraries[i]);
		struct image *library = image_open(path);

		if (library)
			image_add_exports(library, names);
		image_free(library);
	}
}

static bool
cxx_defines(const char *name, void *mathematics)
{
	static struct words names;
	static bool read;

	if (!read)
		add_cxx(&names, mathematics);
	read = true;
	return words_find(&names, name) < names.n;
}

bool
library_defines(const char *name)
{
	static void *mathematics;

	/* With the handle, dlsym searches only what mathematics needs: cgbench itself is linked
	   with more libraries than a test is. */
	if (!mathematics && !(mathematics = dlopen(LIBM_SO, RTLD_LAZY)))
		return false;
	return dlsym(mathematics, name) || (*name == '_' && cxx_defines(name, mathematics));
}
