#include <dlfcn.h>
#include <gelf.h>
#include <gnu/lib-names.h>

#include "code/elf_file.h"
#include "code/library.h"
#include "util/array.h"
#include "util/file.h"
#include "util/name_table.h"
#include "util/text.h"
#include "util/words.h"

struct names {
	struct words v;
	struct name_table table;
};

static void
library_add_names(struct names *names, Elf *elf, Elf_Scn *section, size_t strings)
{
	Elf_Data *data = elf_getdata(section, NULL);
	GElf_Sym symbol;

	for (int i = 0; data && gelf_getsym(data, i, &symbol); i++) {
		const char *name = elf_strptr(elf, strings, symbol.st_name);

		if (name && symbol.st_shndx != SHN_UNDEF)
			words_intern_fast(&names->v, &names->table, name);
	}
}

/* Adds the names that a library defines, if there is one. */
static void
library_add_library(struct names *names, const char *path)
{
	struct elf_file file;
	Elf_Scn *section = NULL;
	GElf_Shdr header;

	if (!elf_file_open(&file, path))
		return;
	while ((section = elf_nextscn(file.elf, section)))
		if (gelf_getshdr(section, &header) && header.sh_type == SHT_DYNSYM)
			library_add_names(names, file.elf, section, header.sh_link);
	elf_file_close(&file);
}

/* Adds what the libraries of C++ define that are beside the C library's mathematics. */
static void
add_cxx(struct names *names, void *mathematics)
{
	static const char *const libraries[] = {
	    "libstdc++.so.6", "libgcc_s.so.1", "libc++.so.1", "libc++abi.so.1"};
	Dl_info of;

	if (!dladdr(dlsym(mathematics, "sin"), &of))
		return;
	for (size_t i = 0; i < COUNTOF(libraries); i++) {
		int n = (int)(file_base(of.dli_fname) - of.dli_fname);
		OWNED char *path = text_print("%.*s%s", n, of.dli_fname, libraries[i]);

		library_add_library(names, path);
	}
}

bool
library_defines(const char *name)
{
	static struct names cxx;
	static void *mathematics;

	/* With the handle, dlsym searches only what mathematics needs: cgbench itself is linked
	   with more libraries than a test is. */
	if (!mathematics && (mathematics = dlopen(LIBM_SO, RTLD_LAZY)))
		add_cxx(&cxx, mathematics);
	return (mathematics && dlsym(mathematics, name)) ||
	       (*name == '_' && words_find_fast(&cxx.v, &cxx.table, name) < cxx.v.n);
}
