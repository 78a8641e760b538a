#include <ctype.h>
#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <stdlib.h>
#include <string.h>

#include "code/variables.h"
#include "util/array.h"
#include "util/memory.h"
#include "util/text.h"

struct variables {
	Dwfl *dwfl;
	Dwfl_Module *module;
	int machine;
	const unsigned char *bytes;
	GElf_Addr begin; /* of the function */
	size_t n;
	GElf_Rela *relocations; /* of the code; r_offset is from its beginning */
	size_t relocation_count;
};

static const Dwfl_Callbacks callbacks = {.section_address = dwfl_offline_section_address,
    .find_debuginfo = dwfl_standard_find_debuginfo};

/* Returns the name of a symbol that the file defines, or NULL. */
static const char *
read_symbol(const struct variables *file, int i, GElf_Sym *symbol, GElf_Addr *at)
{
	const char *name =
	    dwfl_module_getsym_info(file->module, i, symbol, at, NULL, NULL, NULL);

	return name && symbol->st_shndx != SHN_UNDEF ? name : NULL;
}

static bool
find_symbol(const struct variables *file, const char *name, GElf_Sym *symbol, GElf_Addr *at)
{
	int n = dwfl_module_getsymtab(file->module);

	for (int i = 0; i < n; i++)
		if (text_same(read_symbol(file, i, symbol, at), name))
			return true;
	return false;
}

static Elf_Data *
find_relocations(Elf *elf, size_t section)
{
	GElf_Shdr header;

	for (Elf_Scn *s = elf_nextscn(elf, NULL); s; s = elf_nextscn(elf, s))
		if (gelf_getshdr(s, &header) && header.sh_info == section &&
		    (header.sh_type == SHT_RELA || header.sh_type == SHT_REL))
			return elf_getdata(s, NULL);
	return NULL;
}

static bool
read_relocation(Elf_Data *data, size_t i, GElf_Rela *r)
{
	GElf_Rel without;

	if (data->d_type == ELF_T_RELA)
		return gelf_getrela(data, (int)i, r);
	if (!gelf_getrel(data, (int)i, &without))
		return false;
	*r = (GElf_Rela){.r_offset = without.r_offset, .r_info = without.r_info};
	return true;
}

/* Notes where in the code, which begins so far in its section, something is relocated. */
static void
note_relocations(struct variables *file, Elf_Data *data, GElf_Addr offset)
{
	GElf_Rela r;

	for (size_t i = 0; data && read_relocation(data, i, &r); i++) {
		if (r.r_offset < offset || r.r_offset - offset >= file->n)
			continue;
		r.r_offset -= offset;
		*ARRAY_ADD(file->relocations, file->relocation_count) = r;
	}
}

/* Finds the code. */
static bool
find_code(struct variables *file, const char *function)
{
	GElf_Sym symbol;
	GElf_Addr bias, at;
	GElf_Ehdr header;
	Elf_Scn *section;
	Elf_Data *data;
	Elf *elf = dwfl_module_getelf(file->module, &bias);

	if (!elf || !gelf_getehdr(elf, &header) ||
	    !find_symbol(file, function, &symbol, &file->begin))
		return false;
	at = file->begin;
	section = dwfl_module_address_section(file->module, &at, &bias);
	data = section ? elf_getdata(section, NULL) : NULL;
	if (!data || at > data->d_size || symbol.st_size > data->d_size - at)
		return false;
	file->machine = header.e_machine;
	file->bytes = (const unsigned char *)data->d_buf + at;
	file->n = symbol.st_size;
	note_relocations(file, find_relocations(elf, elf_ndxscn(section)), at);
	return true;
}

struct variables *
variables_open(const char *path, const char *function)
{
	struct variables *file = memory_new(sizeof *file);

	file->dwfl = dwfl_begin(&callbacks);
	if (file->dwfl)
		file->module = dwfl_report_offline(file->dwfl, "test", path, -1);
	if (file->module && !dwfl_report_end(file->dwfl, NULL, NULL) &&
	    find_code(file, function))
		return file;
	variables_close(file);
	return NULL;
}

void
variables_close(struct variables *file)
{
	if (!file)
		return;
	free(file->relocations);
	if (file->dwfl)
		dwfl_end(file->dwfl);
	free(file);
}

const unsigned char *
variables_bytes(const struct variables *file, size_t *n, int *machine)
{
	*n = file->n;
	*machine = file->machine;
	return file->bytes;
}

/* Returns the number that is added to the address of a symbol. On x86-64 the sum is seen from
   the end of the instruction, unless it is absolute; on x86 the number is in the instruction.
 */
static int64_t
find_addend(const struct variables *file, const GElf_Rela *r, uint64_t end)
{
	uint32_t type = GELF_R_TYPE(r->r_info);
	bool absolute = type == R_X86_64_32 || type == R_X86_64_32S || type == R_X86_64_64;
	int32_t inside = 0;

	if (file->machine == EM_386) {
		memcpy(&inside, file->bytes + r->r_offset, sizeof inside);
		return inside;
	}
	return r->r_addend +
	       (file->machine == EM_X86_64 && !absolute ? (int64_t)(end - r->r_offset) : 0);
}

bool
variables_refer(
    const struct variables *file, uint64_t at, size_t n, int64_t *address, bool *indirect)
{
	const GElf_Rela *r = NULL;
	uint64_t end = at + n;
	uint32_t type;
	GElf_Sym symbol;
	GElf_Addr place;

	for (; !r && at + sizeof(int32_t) <= end; at++)
		ARRAY_EACH(const GElf_Rela, other, file->relocations, file->relocation_count)
			r = other->r_offset == at ? other : r;
	if (!r || !read_symbol(file, (int)GELF_R_SYM(r->r_info), &symbol, &place))
		return false;
	type = GELF_R_TYPE(r->r_info);
	*address = (int64_t)place + find_addend(file, r, end);
	*indirect = file->machine == EM_X86_64 &&
	            (type == R_X86_64_GOTPCREL || type == R_X86_64_GOTPCRELX ||
	                type == R_X86_64_REX_GOTPCRELX);
	return true;
}

struct variable_label *
variables_labels(const struct variables *file, const char *beginning, size_t *n)
{
	struct variable_label *labels = NULL;
	int symbols = dwfl_module_getsymtab(file->module);

	*n = 0;
	for (int i = 0; i < symbols; i++) {
		GElf_Sym symbol;
		GElf_Addr at;
		const char *name = read_symbol(file, i, &symbol, &at);

		if (name && text_begins(name, beginning) && at >= file->begin &&
		    at - file->begin <= file->n)
			*ARRAY_ADD(labels, *n) =
			    (struct variable_label){name, at - file->begin};
	}
	return labels;
}

/* The search for the variables that can be named at an address. */
struct visit {
	const struct variables *file;
	Dwarf_Die *function;
	Dwarf_Addr at;
	int line;
	void (*add)(void *to, const struct variable *variable);
	void *to;
};

/* Finds the operations of a location. clang lists several of an array of variable length: where
   it is made, and last where it stays. */
static bool
find_location(Dwarf_Die *die, unsigned name, Dwarf_Op **ops, size_t *n)
{
	Dwarf_Attribute attribute;
	Dwarf_Addr base, begin, end;
	ptrdiff_t next = 0;

	*n = 0;
	if (!dwarf_attr_integrate(die, name, &attribute))
		return false;
	do
		next = dwarf_getlocations(&attribute, next, &base, &begin, &end, ops, n);
	while (next > 0);
	return !next && *n;
}

/* Returns how far below the call frame address gcc sets x29 on AArch64, to the value of sp: the
   stack grew by "sub sp, sp, N" and "stp x29, x30, [sp, -N]!". */
static int64_t
aarch64_frame(const struct variables *file)
{
	int64_t size = 0;
	uint32_t word;

	for (size_t at = 0; at + sizeof word <= file->n; at += sizeof word) {
		memcpy(&word, file->bytes + at, sizeof word);
		if (word == 0x910003fd) /* mov x29, sp */
			break;
		if ((word & 0xffc07fff) == 0xa9807bfd)
			size -= (int64_t)((int32_t)(word << 10) >> 25) * 8;
		else if ((word & 0xff8003ff) == 0xd10003ff)
			size += (int64_t)(word >> 10 & 0xfff) << (word >> 22 & 1 ? 12 : 0);
	}
	return size;
}

/* The call frame address as gcc has it in unoptimised code, from the frame pointer. */
static void
find_frame_address(const struct variables *file, struct variable *v)
{
	switch (file->machine) {
	case EM_X86_64:
		v->base = BASE_RBP;
		v->distance += 16;
		break;
	case EM_386:
		v->base = BASE_EBP;
		v->distance += 8;
		break;
	case EM_RISCV:
		v->base = BASE_RISCV_FP;
		break;
	case EM_AARCH64:
		v->base = BASE_AARCH64_FP;
		v->other_base = BASE_AARCH64_SP;
		v->distance += aarch64_frame(file);
		break;
	}
}

/* An operation such as DW_OP_breg6 is a register and a distance, DW_OP_reg6 a register. */
static void
find_frame_base(const struct visit *visit, struct variable *v)
{
	Dwarf_Op *ops;
	size_t n;

	if (!find_location(visit->function, DW_AT_frame_base, &ops, &n) || n > 1)
		return;
	if (ops->atom == DW_OP_call_frame_cfa) {
		find_frame_address(visit->file, v);
	} else if (ops->atom >= DW_OP_reg0 && ops->atom <= DW_OP_reg31) {
		v->base = ops->atom - DW_OP_reg0;
	} else if (ops->atom >= DW_OP_breg0 && ops->atom <= DW_OP_breg31) {
		v->base = ops->atom - DW_OP_breg0;
		v->distance += (int64_t)ops->number;
	}
}

static bool
find_address(Dwarf_Die *die, const Dwarf_Op *op, size_t n, struct variable *v)
{
	Dwarf_Attribute attribute;

	if (n != 1 || (op->atom != DW_OP_addr && op->atom != DW_OP_addrx))
		return false;
	v->base = BASE_STATIC;
	v->distance = (int64_t)op->number;
	if (op->atom == DW_OP_addrx && dwarf_attr(die, DW_AT_location, &attribute) &&
	    !dwarf_getlocation_attr(&attribute, op, &attribute))
		dwarf_formaddr(&attribute, (Dwarf_Addr *)&v->distance);
	return true;
}

/* Finds where the object is. Returns false if it has no place: it is a constant. */
static bool
find_place(const struct visit *visit, Dwarf_Die *die, struct variable *v)
{
	Dwarf_Op *ops;
	size_t n;

	v->base = v->other_base = BASE_UNKNOWN;
	if (!dwarf_hasattr(die, DW_AT_location))
		return false;
	if (!find_location(die, DW_AT_location, &ops, &n))
		return true;
	if (find_address(die, ops, n, v))
		return true;
	v->distance = (int64_t)ops->number;
	if (ops->atom == DW_OP_fbreg)
		find_frame_base(visit, v);
	else if (ops->atom >= DW_OP_breg0 && ops->atom <= DW_OP_breg31)
		v->base = ops->atom - DW_OP_breg0;
	for (size_t i = 1; i < n; i++) {
		if (ops[i].atom == DW_OP_plus_uconst && !v->refers)
			v->distance += (int64_t)ops[i].number;
		else if (ops[i].atom == DW_OP_deref)
			v->refers = true;
		else if (!v->refers)
			v->base = BASE_UNKNOWN;
	}
	return true;
}

static bool
find_type(Dwarf_Die *die, Dwarf_Die *type)
{
	Dwarf_Attribute attribute;

	return dwarf_attr_integrate(die, DW_AT_type, &attribute) &&
	       dwarf_formref_die(&attribute, type) && !dwarf_peel_type(type, type);
}

static bool
is_structure(Dwarf_Die *type)
{
	return dwarf_tag(type) == DW_TAG_structure_type || dwarf_tag(type) == DW_TAG_class_type;
}

static bool
is_reference(Dwarf_Die *type)
{
	int tag = dwarf_tag(type);

	return tag == DW_TAG_reference_type || tag == DW_TAG_rvalue_reference_type;
}

static bool
is_rust(Dwarf_Die *die)
{
	Dwarf_Die cudie;

	return dwarf_diecu(die, &cudie, NULL, NULL) && dwarf_srclang(&cudie) == DW_LANG_Rust;
}

/* Returns true for what the source does not name. clang also calls names in brackets of C++
   artificial. */
static bool
is_compilers_own(Dwarf_Die *die)
{
	return dwarf_hasattr(die, DW_AT_artificial) && text_begins(dwarf_diename(die), "__");
}

/* Reads a variable that is declared above the line. Returns false if that cannot be named or
   has no place. */
static bool
read_variable(const struct visit *visit, Dwarf_Die *die, struct variable *v)
{
	int tag = dwarf_tag(die), declared = 0;
	Dwarf_Die type;
	Dwarf_Word size = 0;

	if ((tag != DW_TAG_variable && tag != DW_TAG_formal_parameter) || !dwarf_diename(die) ||
	    is_compilers_own(die) ||
	    (!dwarf_decl_line(die, &declared) && declared >= visit->line) ||
	    !find_type(die, &type) || !find_place(visit, die, v))
		return false;
	v->name = dwarf_diename(die);
	v->refers |= is_reference(&type);
	if (!dwarf_aggregate_size(&type, &size))
		v->size = size;
	else
		v->refers = true; /* an array of variable length */
	v->noted = is_rust(die);
	v->number =
	    dwarf_tag(&type) == DW_TAG_base_type || dwarf_tag(&type) == DW_TAG_enumeration_type;
	v->type = dwarf_dieoffset(&type);
	return true;
}

bool
variables_find_function(Dwarf_Die *in, Dwarf_Addr at, Dwarf_Die *function)
{
	Dwarf_Die child;

	for (int more = dwarf_child(in, &child); !more;
	     more = dwarf_siblingof(&child, &child)) {
		if (dwarf_tag(&child) == DW_TAG_subprogram && dwarf_haspc(&child, at) > 0) {
			*function = child;
			return true;
		}
		if (variables_find_function(&child, at, function))
			return true;
	}
	return false;
}

/* Adds the variables of a function or block, after those of blocks in it. */
static void
visit_block(const struct visit *visit, Dwarf_Die *block)
{
	Dwarf_Die child;

	for (int more = dwarf_child(block, &child); !more;
	     more = dwarf_siblingof(&child, &child))
		if (dwarf_tag(&child) == DW_TAG_lexical_block &&
		    dwarf_haspc(&child, visit->at) > 0)
			visit_block(visit, &child);
	for (int more = dwarf_child(block, &child); !more;
	     more = dwarf_siblingof(&child, &child)) {
		struct variable v = {0};

		if (read_variable(visit, &child, &v))
			visit->add(visit->to, &v);
	}
}

void
variables_visible(const struct variables *file, uint64_t at, int line,
    void (*add)(void *to, const struct variable *variable), void *to)
{
	Dwarf_Addr bias;
	Dwarf_Die *cudie = NULL, function;

	while ((cudie = dwfl_module_nextcu(file->module, cudie, &bias)))
		if (variables_find_function(cudie, file->begin - bias, &function)) {
			visit_block(&(struct visit){.file = file,
			                .function = &function,
			                .at = file->begin + at - bias,
			                .line = line,
			                .add = add,
			                .to = to},
			    &function);
			return;
		}
}

static bool
variables_is_hidden(Dwarf_Die *member, bool class)
{
	Dwarf_Attribute attribute;
	Dwarf_Word access = class ? DW_ACCESS_private : DW_ACCESS_public;

	if (dwarf_attr(member, DW_AT_accessibility, &attribute))
		dwarf_formudata(&attribute, &access);
	return access != DW_ACCESS_public;
}

/* Sets *offset to where the member begins. Returns false for a bit-field, which has no address.
 */
static bool
find_offset(Dwarf_Die *member, Dwarf_Word *offset)
{
	Dwarf_Attribute attribute;

	*offset = 0;
	return !dwarf_hasattr(member, DW_AT_bit_size) &&
	       (!dwarf_attr(member, DW_AT_data_member_location, &attribute) ||
	           !dwarf_formudata(&attribute, offset));
}

/* Returns how much of the name of a member the source does not have: rustc calls member 0 of a
   tuple "__0". */
static size_t
skipped(Dwarf_Die *member, const char *name)
{
	return is_rust(member) && text_begins(name, "__") && isdigit((unsigned char)name[2])
	           ? 2
	           : 0;
}

/* The bytes of an object that an access reads or writes. */
struct member_range {
	uint64_t offset, size;
	struct words *paths;
	bool hidden; /* some of it cannot be named */
};

static void variables_add_members(
    struct member_range *range, Dwarf_Die *type, uint64_t at, struct text *path);

/* Adds the member of a type that begins at an offset in the object, if the access is in it. */
static void
variables_add_member(
    struct member_range *range, Dwarf_Die *member, bool class, uint64_t at, struct text *path)
{
	const char *name = dwarf_diename(member);
	bool is_base = dwarf_tag(member) == DW_TAG_inheritance;
	Dwarf_Word offset, size;
	Dwarf_Die type;
	size_t n = path->n;

	if (!find_offset(member, &offset) || !find_type(member, &type) ||
	    dwarf_aggregate_size(&type, &size)) {
		range->hidden = true;
		return;
	}
	at += offset;
	if (at >= range->offset + range->size || at + size <= range->offset)
		return;
	if (variables_is_hidden(member, class)) {
		range->hidden = true;
		return;
	}
	if (!is_base && name)
		text_addf(path, ".%s", name + skipped(member, name));
	if (is_structure(&type))
		variables_add_members(range, &type, at, path);
	else if (!is_base && name)
		words_intern(range->paths, path->s);
	else
		range->hidden = true;
	text_cut(path, n);
}

static void
variables_add_members(
    struct member_range *range, Dwarf_Die *type, uint64_t at, struct text *path)
{
	bool class = dwarf_tag(type) == DW_TAG_class_type;
	Dwarf_Die child;

	for (int more = dwarf_child(type, &child); !more;
	     more = dwarf_siblingof(&child, &child))
		if (dwarf_tag(&child) == DW_TAG_member ||
		    dwarf_tag(&child) == DW_TAG_inheritance)
			variables_add_member(range, &child, class, at, path);
}

bool
variables_members(const struct variables *file, const struct variable *variable,
    uint64_t offset, uint64_t size, struct words *paths)
{
	struct member_range range = {.offset = offset, .size = size, .paths = paths};
	FREED_BY(text_free) struct text path = TEXT_EMPTY;
	Dwarf_Addr bias;
	Dwarf *dwarf = dwfl_module_getdwarf(file->module, &bias);
	Dwarf_Die type;

	if (!dwarf || !dwarf_offdie(dwarf, variable->type, &type) || !is_structure(&type))
		return false;
	variables_add_members(&range, &type, 0, &path);
	return !range.hidden;
}
