#include <elf.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "code/decoded.h"
#include "code/listing.h"
#include "code/machine_code.h"
#include "code/naming.h"
#include "util/array.h"
#include "util/text.h"

struct listing {
	const struct image *image;
	struct naming naming;
	/* The file's function at hand: */
	uint64_t begin, end;
	bool frame_pointer;
};

static bool
read_at(const struct listing *l, uint64_t address, struct decoded *d)
{
	size_t n;
	const unsigned char *bytes = image_bytes(l->image, address, &n);

	return bytes && decoded_read(d, bytes, n);
}

static uint64_t
jump_target(const struct decoded *d, uint64_t address)
{
	return address + d->i.length + d->operands[0].imm.value.u;
}

static bool
is_direct(const struct decoded *d)
{
	return d->i.operand_count_visible &&
	       d->operands[0].type == ZYDIS_OPERAND_TYPE_IMMEDIATE &&
	       d->operands[0].imm.is_relative;
}

/* Returns true if a name replaces the number in an operand, and sets *place to the address that
   the number means, without an index. It does if the number is relative to rip, or an absolute
   address at which the program has something. */
static bool
listing_is_named(const struct listing *l, const struct decoded *d, const ZydisDecodedOperand *o,
    uint64_t address, uint64_t *place)
{
	const ZydisDecodedOperandMem *m = &o->mem;
	size_t n;

	if (o->type != ZYDIS_OPERAND_TYPE_MEMORY || m->segment == ZYDIS_REGISTER_FS ||
	    m->segment == ZYDIS_REGISTER_GS || d->i.meta.category == ZYDIS_CATEGORY_WIDENOP)
		return false;
	*place = (uint64_t)m->disp.value;
	if (m->base == ZYDIS_REGISTER_RIP)
		*place += address + d->i.length;
	return m->base == ZYDIS_REGISTER_RIP ||
	       (m->base == ZYDIS_REGISTER_NONE && image_is_fixed(l->image) &&
	           (image_symbol(l->image, *place) || image_bytes(l->image, *place, &n)));
}

static void
listing_add_operand(struct listing *l, const struct decoded *d, const ZydisDecodedOperand *o,
    const struct profile_site *site, struct text *t)
{
	FREED_BY(text_free) struct text name = TEXT_EMPTY;
	uint64_t place;

	if (is_direct(d) && site->target &&
	    naming_is_inside(&l->naming, site->address, site->target))
		text_addf(&name, "0x%" PRIx64, site->target);
	else if (is_direct(d))
		naming_add_function(&l->naming, jump_target(d, site->address), &name);
	else if (listing_is_named(l, d, o, site->address, &place))
		naming_add_place(&l->naming, place, &name);
	decoded_add_operand(d, o, name.s, t);
}

static char *
listing_text_of(struct listing *l, const struct decoded *d, const struct profile_site *site)
{
	struct text t = TEXT_EMPTY;
	size_t n = decoded_written_count(d);

	decoded_add_name(d, &t);
	for (size_t i = 0; i < n; i++) {
		text_add_char(&t, i ? ',' : ' ');
		listing_add_operand(l, d, decoded_written(d, i), site, &t);
	}
	return text_take(&t);
}

/* Returns true if rbp is the frame pointer of the function at the address. The file is asked:
   the function may have begun before it was measured, and the profile may join several. */
static bool
has_frame_pointer(struct listing *l, uint64_t address)
{
	const struct image_symbol *s, *whole;

	if (address - l->begin < l->end - l->begin)
		return l->frame_pointer;
	if (!image_function(l->image, address, &l->begin, &l->end)) {
		l->begin = l->end = 0;
		return false;
	}
	s = image_symbol(l->image, address);
	whole = s ? image_whole(l->image, s) : NULL;
	l->frame_pointer = machine_code_has_frame_pointer(l->image, l->begin, l->end) ||
	                   (whole && machine_code_has_frame_pointer(l->image, whole->address,
	                                 whole->address + whole->size));
	return l->frame_pointer;
}

static bool
is_frame_access(const struct decoded *d, bool frame_pointer)
{
	ZydisInstructionCategory category = d->i.meta.category;

	if (category == ZYDIS_CATEGORY_CALL || category == ZYDIS_CATEGORY_RET)
		return false;
	if (category == ZYDIS_CATEGORY_POP || category == ZYDIS_CATEGORY_PUSH ||
	    d->i.mnemonic == ZYDIS_MNEMONIC_ENTER || d->i.mnemonic == ZYDIS_MNEMONIC_LEAVE)
		return true;
	ARRAY_EACH(const ZydisDecodedOperand, o, d->operands, d->i.operand_count)
		if (decoded_is_access(d, o) &&
		    (o->mem.base == ZYDIS_REGISTER_RSP ||
		        (o->mem.base == ZYDIS_REGISTER_RBP && frame_pointer)))
			return true;
	return false;
}

static void
fill_site(struct listing *l, struct profile_site *site)
{
	struct decoded d;

	free(site->text);
	site->text = NULL;
	site->kind = PROFILE_UNKNOWN;
	site->frame = false;
	site->target = 0;
	if (!read_at(l, site->address, &d))
		return;
	site->kind = decoded_kind(&d);
	if ((site->kind == PROFILE_JUMP || site->kind == PROFILE_BRANCH) && is_direct(&d))
		site->target = jump_target(&d, site->address);
	site->frame = is_frame_access(&d, has_frame_pointer(l, site->address));
	site->text = listing_text_of(l, &d, site);
}

void
listing_fill(struct profile *profile, size_t index, const struct image *image)
{
	struct listing l = {.image = image};

	naming_find(&l.naming, profile, index, image);
	ARRAY_EACH(struct profile_function, f, profile->functions, profile->function_count) {
		if (f->binary != index)
			continue;
		naming_begin(&l.naming, f);
		for (size_t k = 0; k < f->site_count; k++)
			fill_site(&l, &f->sites[k]);
	}
	naming_free(&l.naming);
}

/* Returns true if the binary holds all code that was run, and some of it has no symbol. */
static bool
is_stripped(const struct profile *profile, size_t index, const struct image *image)
{
	bool nameless = false;

	for (size_t i = 0; i < profile->binary_count; i++)
		if (i != index && *profile->binaries[i].path)
			return false;
	for (size_t i = 0; i < profile->function_count; i++)
		nameless |= profile->functions[i].binary == index &&
		            text_ends(profile->functions[i].name, PROFILE_NAMELESS);
	return nameless && !image_needs_libraries(image);
}

void
listing_annotate(struct profile *profile, struct images *images)
{
	for (size_t i = 0; i < profile->binary_count; i++) {
		struct profile_binary *binary = &profile->binaries[i];
		const struct image *image =
		    *binary->path ? images_get(images, binary->path) : NULL;

		free(binary->build_id);
		binary->build_id = memory_copy(image ? image_build_id(image) : "");
		if (!image)
			continue;
		if (image_machine(image) == EM_X86_64)
			listing_fill(profile, i, image);
		profile->stripped |= is_stripped(profile, i, image);
	}
}
