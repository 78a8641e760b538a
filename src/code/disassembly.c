#include <ctype.h>
#include <elf.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "code/assembly.h"
#include "code/disassembly.h"
#include "code/machine_code.h"
#include "code/naming.h"
#include "code/stub.h"
#include "util/array.h"

/* A row says what an instruction of AArch64 or RISC-V does, from its text as objdump writes it,
   without blanks after commas: "ldr x0,[sp,#8]". The first mnemonic that applies; "*" stands
   for any end. */
struct mnemonics {
	const char *names; /* separated by blanks */
	enum profile_kind kind;
};

static const struct mnemonics aarch64_mnemonics[] = {
    {".* udf", PROFILE_UNKNOWN},
    {"bl blr blraa* blrab* ret reta* svc brk", PROFILE_CALL},
    {"b.* bc.* cbz cbnz tbz tbnz", PROFILE_BRANCH},
    {"b br bra*", PROFILE_JUMP},
    {"nop bti paciasp autiasp hint yield", PROFILE_NOP},
    {"mul madd msub mneg smull smulh umull umulh smaddl umaddl smsubl umsubl smnegl umnegl "
     "mla mls fmul fmul* fmadd fmsub fnmadd fnmsub fnmul fmla* fmls* pmul* smlal* umlal* smlsl* "
     "umlsl* sqdmul* sqrdmul* smull* umull* sdot udot",
        PROFILE_MULTIPLY},
    {"sdiv udiv fdiv fsqrt", PROFILE_DIVIDE},
    {"ldadd* ldclr* ldeor* ldset* ldsmax* ldsmin* ldumax* ldumin* swp* cas*", PROFILE_LOAD_OP},
    {"stadd* stclr* steor* stset* stsmax* stsmin* stumax* stumin*", PROFILE_LOAD_OP},
    {"ld*", PROFILE_LOAD},
    {"st stp st1 st2 st3 st4 st*", PROFILE_STORE},
    {"mov movz movk movn mvn fmov movi mvni", PROFILE_MOVE},
    {"*", PROFILE_OTHER},
};

static const struct mnemonics riscv_mnemonics[] = {
    {".* unimp", PROFILE_UNKNOWN},
    {"jal jalr call ret ecall ebreak", PROFILE_CALL},
    {"beq* bne* blt* bge* bgt* ble*", PROFILE_BRANCH},
    {"j jr tail", PROFILE_JUMP},
    {"nop", PROFILE_NOP},
    {"mul* fmul* fmadd* fmsub* fnmadd* fnmsub*", PROFILE_MULTIPLY},
    {"div* rem* fdiv* fsqrt*", PROFILE_DIVIDE},
    {"amo*", PROFILE_LOAD_OP},
    {"lb lbu lh lhu lw lwu ld flw fld flh flq lr.*", PROFILE_LOAD},
    {"sb sh sw sd fsw fsd fsh fsq sc.*", PROFILE_STORE},
    {"mv li lui fmv.s fmv.d", PROFILE_MOVE},
    {"v*", PROFILE_VECTOR},
    {"*", PROFILE_OTHER},
};

/* Returns true if an operand is a whole vector register of AArch64: "v0.16b", "{v0.4s,v1.4s}",
   and "q0". */
static bool
disassembly_has_vector(const char *text)
{
	for (const char *s = strpbrk(text, " ,{"); s; s = strpbrk(s + 1, " ,{"))
		if ((s[1] == 'v' || s[1] == 'q') && isdigit((unsigned char)s[2]))
			return true;
	return false;
}

/* Returns true if fmov moves between floating-point and general registers. */
static bool
crosses(const char *text)
{
	const char *first = strchr(text, ' '), *second = first ? strchr(first, ',') : NULL;

	if (!second || !text_begins(text, "fmov") || second[1] == '#')
		return false;
	return (first[1] == 'x' || first[1] == 'w') != (second[1] == 'x' || second[1] == 'w');
}

/* Returns what decoded_kind would, with these differences:
   - LOAD_OP: only an atomic operation, such as ldadd and amoadd.w; no other works with memory
   - VECTOR: works on vector registers; nothing that computes a single number does
   UNKNOWN if objdump does not know it. machine: as in an ELF header. */
static enum profile_kind
mnemonic_kind(int machine, const char *text)
{
	const struct mnemonics *row =
	    machine == EM_AARCH64 ? aarch64_mnemonics : riscv_mnemonics;
	size_t n = strcspn(text, " ");

	while (!text_is_one_of(text, n, row->names))
		row++;
	if (machine == EM_AARCH64 &&
	    ((row->kind == PROFILE_OTHER && disassembly_has_vector(text)) ||
	        (row->kind == PROFILE_MOVE && (crosses(text) || strstr(text, ".")))))
		return PROFILE_VECTOR;
	return row->kind == PROFILE_OTHER ? assembly_kind(text) : row->kind;
}

static bool
is_register(const char *s, const char *name)
{
	return text_begins(s, name) && !isalnum((unsigned char)s[strlen(name)]);
}

/* Returns true if an instruction accesses memory relative to the stack pointer, or to the frame
   pointer if the function has one; see listing.h. */
static bool
mnemonic_is_frame(int machine, const char *text, bool frame_pointer)
{
	bool arm = machine == EM_AARCH64;
	const char *base = strrchr(text, arm ? '[' : '('); /* of "[sp,#8]" and "8(sp)" */

	return base && (is_register(base + 1, "sp") ||
	                   (frame_pointer && is_register(base + 1, arm ? "x29" : "s0")));
}

/* The instructions of a stub. */
enum { LENGTH = 4 };

static const struct image *
image_of(const struct image *const *images, const struct profile_function *function)
{
	const struct image *image = images[function->binary];

	return image && image_machine(image) != EM_X86_64 ? image : NULL;
}

void
disassembly_ask(
    const struct profile *profile, const struct image *const *images, struct text *bytes)
{
	size_t n;

	ARRAY_EACH(
	    const struct profile_function, f, profile->functions, profile->function_count) {
		const struct image *image = image_of(images, f);

		for (size_t k = 0; image && k < f->site_count; k++) {
			size_t length = machine_code_read(image, f->sites[k].address).length;
			const unsigned char *from = image_bytes(image, f->sites[k].address, &n);

			if (length)
				text_add_n(bytes, (const char *)from, length);
		}
	}
}

/* Goes through what objdump printed. */
struct disassembly_reader {
	const char *at;    /* the next line */
	uint64_t position; /* of the instruction at hand among all bytes */
	uint64_t expected; /* that it should have */
	const struct image *image;
	struct naming *naming;
	uint64_t begin, end; /* of the file's function at hand */
	bool frame_pointer;
};

/* Returns the next instruction, which the caller frees, with its position, or NULL:
       "      10:\tldr\tx0, [x0, #4056]  // a remark" is "ldr x0,[x0,#4056]"
       "      14:\tauipc\tra,0x0 # a remark" */
static char *
next_text(struct disassembly_reader *r)
{
	struct text t = TEXT_EMPTY;
	const char *end;
	char *after;

	for (;; r->at = *end ? end + 1 : end) {
		if (!*r->at)
			return NULL;
		end = r->at + strcspn(r->at, "\n");
		r->position = strtoull(r->at, &after, 16);
		if (after > r->at && after[0] == ':' && after[1] == '\t')
			break;
	}
	for (const char *s = after + 2; s < end; s++) {
		if (text_begins(s, "//") || text_begins(s - 1, " # "))
			break;
		if (*s == '\t')
			text_add_char(&t, ' ');
		else if (*s != ' ' || s[-1] != ',')
			text_add_char(&t, *s);
	}
	r->at = *end ? end + 1 : end;
	while (t.n && t.s[t.n - 1] == ' ')
		text_cut(&t, t.n - 1);
	return text_take(&t);
}

/* Names where a jump or call goes. */
static void
name_target(struct disassembly_reader *r, struct profile_site *site)
{
	size_t n = assembly_before_operand(site->text);
	struct text t = TEXT_EMPTY;
	uint64_t target;
	char *end;

	if (!text_begins(site->text + n, "0x"))
		return;
	target = strtoull(site->text + n, &end, 16) - r->position + site->address;
	text_add_n(&t, site->text, n);
	if (site->kind != PROFILE_CALL)
		site->target = target;
	if (site->target && naming_is_inside(r->naming, site->address, target))
		text_addf(&t, "0x%" PRIx64, target);
	else
		naming_add_function(r->naming, target, &t);
	free(site->text);
	site->text = text_take(&t);
}

/* Writes a name in place of the number that is in "add x0,x0,#8", "ldr x0,[x0,#8]", "[x0]",
   "adrp x0,0x1000", "addi a0,a0,8", "ld a0,8(a0)", "auipc a0,0x1". */
static void
add_named(struct text *t, const char *text, char *name, bool aarch64)
{
	static const char slot[] = "@GOTPCREL";
	bool got = text_ends(name, slot);
	bool page = text_begins(text, "adrp") || text_begins(text, "auipc");
	size_t n = assembly_before_operand(text), m = strlen(text);
	bool access = text[m - 1] == ']', plain = text[n] == '[';

	if (got)
		name[strlen(name) - strlen(slot)] = '\0';
	if (plain)
		n = m - 1;
	text_add_n(t, text, n);
	if (aarch64)
		text_addf(t, "%s%s%s%s", plain ? "," : "",
		    page  ? got ? ":got:" : ""
		    : got ? ":got_lo12:"
		          : ":lo12:",
		    name, access ? "]" : "");
	else
		text_addf(t, "%%%spcrel_%s(%s)%s", got && page ? "got_" : "",
		    page ? "hi" : "lo", name,
		    strchr(text + n, '(') ? strchr(text + n, '(') : "");
}

static void
name_place(struct disassembly_reader *r, struct profile_site *site)
{
	FREED_BY(text_free) struct text name = TEXT_EMPTY, t = TEXT_EMPTY;
	uint64_t place;

	if (!machine_code_place(r->image, r->begin, r->end, site->address, &place))
		return;
	naming_add_place(r->naming, place, &name);
	add_named(&t, site->text, name.s, image_machine(r->image) == EM_AARCH64);
	free(site->text);
	site->text = text_take(&t);
}

/* Finds the function that a site is in, and whether that has a frame pointer. */
static void
enter_function(struct disassembly_reader *r, uint64_t address)
{
	if (address - r->begin < r->end - r->begin && !stub_import(r->image, address))
		return;
	if (stub_import(r->image, address)) {
		r->begin = address < STUB_SIZE ? 0 : address - STUB_SIZE + LENGTH;
		r->end = address + STUB_SIZE;
	} else if (!image_function(r->image, address, &r->begin, &r->end)) {
		r->begin = r->end = address;
	}
	r->frame_pointer = machine_code_has_frame_pointer(r->image, r->begin, r->end);
}

static bool
read_site(struct disassembly_reader *r, struct profile_site *site)
{
	int machine = image_machine(r->image);
	char *text = next_text(r);

	free(site->text);
	site->text = text;
	if (!text || !*text || r->position != r->expected)
		return false;
	r->expected += machine_code_read(r->image, site->address).length;
	enter_function(r, site->address);
	site->kind = mnemonic_kind(machine, text);
	site->frame = mnemonic_is_frame(machine, text, r->frame_pointer);
	if (site->kind == PROFILE_JUMP || site->kind == PROFILE_BRANCH ||
	    site->kind == PROFILE_CALL)
		name_target(r, site);
	if (!site->target)
		name_place(r, site);
	return true;
}

static bool
disassembly_read_function(struct disassembly_reader *r, struct profile_function *function)
{
	r->begin = r->end = 0;
	naming_begin(r->naming, function);
	for (size_t k = 0; k < function->site_count; k++)
		if (machine_code_read(r->image, function->sites[k].address).length &&
		    !read_site(r, &function->sites[k]))
			return false;
	return true;
}

bool
disassembly_read(
    struct profile *profile, const struct image *const *images, const char *printed)
{
	struct disassembly_reader r = {.at = printed};
	bool whole = true;

	for (size_t i = 0; whole && i < profile->function_count; i++) {
		struct profile_function *f = &profile->functions[i];
		FREED_BY(naming_free) struct naming naming = {0};

		r.image = image_of(images, f);
		r.naming = &naming;
		if (!r.image)
			continue;
		naming_find(&naming, profile, f->binary, r.image);
		whole = disassembly_read_function(&r, f);
	}
	return whole;
}
