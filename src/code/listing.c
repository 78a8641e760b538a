#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "code/assembly.h"
#include "code/decoded.h"
#include "code/demangled.h"
#include "code/listing.h"
#include "code/stub.h"
#include "util/memory.h"
#include "util/text.h"

/* Where a function of the profile begins, as the symbol table has it. */
struct entry {
	uint64_t address;
	const char *name;
};

struct listing {
	const struct image *image;
	struct entry *entries; /* by address */
	size_t entry_count;
	/* Of the file's function at hand: */
	uint64_t begin, end;
	bool frame_pointer;
	/* Of the profile's function at hand: */
	const struct profile_function *function;
	uint64_t *nameless; /* addresses of its data without a name, which are .LC0, .LC1 */
	size_t nameless_count;
};

static bool
read_at(const struct listing *l, uint64_t address, struct decoded *d)
{
	size_t n;
	const unsigned char *code = image_bytes(l->image, address, &n);

	return code && decoded_read(d, code, n);
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

/* The place in memory that an operand names by its address alone, or to which an index is
   added; sets *place. */
static bool
has_place(
    const struct decoded *d, const ZydisDecodedOperand *o, uint64_t address, uint64_t *place)
{
	const ZydisDecodedOperandMem *m = &o->mem;

	if (o->type != ZYDIS_OPERAND_TYPE_MEMORY || m->segment == ZYDIS_REGISTER_FS ||
	    m->segment == ZYDIS_REGISTER_GS)
		return false;
	*place = (uint64_t)m->disp.value;
	if (m->base == ZYDIS_REGISTER_RIP)
		*place += address + d->i.length;
	return m->base == ZYDIS_REGISTER_RIP || m->base == ZYDIS_REGISTER_NONE;
}

/* The name that a program's sources have: without what is added to the names of a test so that
   tests can be linked together (code/isolate.h). */
static void
add_plain(struct text *t, const char *name)
{
	const char *test = strstr(name, ".cgbenchtest");
	char *own = memory_copy_n(name, test ? (size_t)(test - name) : strlen(name));
	char *plain = demangled_name(own);

	text_add(t, plain);
	free(plain);
	free(own);
}

static void
add_symbol(struct text *t, const char *name, uint64_t distance)
{
	add_plain(t, name);
	if (distance)
		text_addf(t, "+%" PRIu64, distance);
}

static int
compare_entries(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	return x->address < y->address ? -1 : x->address > y->address;
}

/* The profile's name of the function that begins at the address, or NULL. */
static const char *
entry_name(const struct listing *l, uint64_t address)
{
	struct entry key = {.address = address};
	const struct entry *found = l->entry_count ? bsearch(&key, l->entries, l->entry_count,
	                                                 sizeof *l->entries, compare_entries)
	                                           : NULL;

	return found ? found->name : NULL;
}

/* Callgrind may have the name of a function from a separate file. */
static void
add_function(const struct listing *l, uint64_t address, struct text *t)
{
	const struct image_symbol *s = image_symbol(l->image, address);
	uint64_t begin = s ? s->address : address, end;
	const char *name, *stub;

	if (!s)
		image_function(l->image, address, &begin, &end);
	name = entry_name(l, begin);
	stub = s || name ? NULL : stub_import(l->image, address);
	if (name)
		text_add(t, name);
	else if (s)
		add_plain(t, s->name);
	else if (stub)
		add_plain(t, stub);
	else
		text_addf(t, "0x%" PRIx64, address);
	if ((name || s) && address != begin)
		text_addf(t, "+%" PRIu64, address - begin);
}

static void
add_nameless(struct listing *l, uint64_t place, struct text *t)
{
	size_t i;

	for (i = 0; i < l->nameless_count && l->nameless[i] != place; i++)
		;
	if (i == l->nameless_count) {
		l->nameless = memory_resize(l->nameless, i + 1, sizeof *l->nameless);
		l->nameless[l->nameless_count++] = place;
	}
	text_addf(t, ".LC%zu", i);
}

static void
add_place(struct listing *l, uint64_t place, struct text *t)
{
	const char *import = image_import(l->image, place);
	const struct image_symbol *s = image_symbol(l->image, place);

	if (import) {
		add_plain(t, import);
		text_add(t, "@GOTPCREL");
	} else if (s && s->function) {
		add_function(l, place, t);
	} else if (s) {
		add_symbol(t, s->name, place - s->address);
	} else {
		add_nameless(l, place, t);
	}
}

static bool
is_step(const struct profile_function *f, uint64_t address)
{
	size_t low = 0, high = f->step_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (f->steps[middle].address < address)
			low = middle + 1;
		else
			high = middle;
	}
	return low < f->step_count && f->steps[low].address == address;
}

/* Whether a jump stays in its function. What has no symbol is one if it has a step. */
static bool
is_inside(const struct listing *l, uint64_t from, uint64_t to)
{
	uint64_t begin, end;

	return (image_function(l->image, from, &begin, &end) && begin <= to && to < end) ||
	       is_step(l->function, to);
}

/* Sets *place if the operand is written with a name in place of a number. An absolute address
   is one only if something of the program is there. */
static bool
is_named(const struct listing *l, const struct decoded *d, const ZydisDecodedOperand *o,
    uint64_t address, uint64_t *place)
{
	size_t n;

	return has_place(d, o, address, place) &&
	       d->i.meta.category != ZYDIS_CATEGORY_WIDENOP &&
	       (o->mem.base == ZYDIS_REGISTER_RIP ||
	           (image_is_fixed(l->image) &&
	               (image_symbol(l->image, *place) || image_bytes(l->image, *place, &n))));
}

static void
add_operand(struct listing *l, const struct decoded *d, const ZydisDecodedOperand *o,
    const struct profile_step *step, struct text *t)
{
	struct text name = TEXT_EMPTY;
	uint64_t place;

	if (is_direct(d) && step->target && is_inside(l, step->address, step->target))
		text_addf(&name, "0x%" PRIx64, step->target);
	else if (is_direct(d))
		add_function(l, jump_target(d, step->address), &name);
	else if (is_named(l, d, o, step->address, &place))
		add_place(l, place, &name);
	assembly_operand(d, o, name.s, t);
	text_free(&name);
}

static char *
text_of(struct listing *l, const struct decoded *d, const struct profile_step *step)
{
	struct text t = TEXT_EMPTY;
	size_t i, n = assembly_operand_count(d);

	assembly_name(d, &t);
	for (i = 0; i < n; i++) {
		text_add_char(&t, i ? ',' : ' ');
		add_operand(l, d, assembly_operand_at(d, i), step, &t);
	}
	return text_take(&t);
}

/* movq %rsp,%rbp */
static bool
sets_frame_pointer(const struct decoded *d)
{
	return d->i.mnemonic == ZYDIS_MNEMONIC_ENTER ||
	       (d->i.mnemonic == ZYDIS_MNEMONIC_MOV &&
	           d->operands[0].reg.value == ZYDIS_REGISTER_RBP &&
	           d->operands[1].reg.value == ZYDIS_REGISTER_RSP);
}

static bool
code_sets_frame_pointer(const struct listing *l, uint64_t from, uint64_t to)
{
	struct decoded d;

	for (; from < to && read_at(l, from, &d); from += d.i.length)
		if (sets_frame_pointer(&d))
			return true;
	return false;
}

/* Whether rbp is the frame pointer of the function in which the step is, which may have begun
   before what is measured. A function of the profile may consist of several of the file. */
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
	l->frame_pointer =
	    code_sets_frame_pointer(l, l->begin, l->end) ||
	    (whole && code_sets_frame_pointer(l, whole->address, whole->address + whole->size));
	return l->frame_pointer;
}

static bool
is_frame_access(const struct decoded *d, bool frame_pointer)
{
	size_t i;

	switch (d->i.meta.category) {
	case ZYDIS_CATEGORY_CALL:
	case ZYDIS_CATEGORY_RET:
		return false;
	case ZYDIS_CATEGORY_POP:
	case ZYDIS_CATEGORY_PUSH:
		return true;
	default:
		break;
	}
	if (d->i.mnemonic == ZYDIS_MNEMONIC_ENTER || d->i.mnemonic == ZYDIS_MNEMONIC_LEAVE)
		return true;
	for (i = 0; i < d->i.operand_count; i++) {
		const ZydisDecodedOperand *o = &d->operands[i];

		if (decoded_is_access(d, o) &&
		    (o->mem.base == ZYDIS_REGISTER_RSP ||
		        (o->mem.base == ZYDIS_REGISTER_RBP && frame_pointer)))
			return true;
	}
	return false;
}

static void
fill_step(struct listing *l, struct profile_step *step)
{
	struct decoded d;

	free(step->text);
	step->text = NULL;
	step->kind = PROFILE_UNKNOWN;
	step->frame = false;
	step->target = 0;
	if (!read_at(l, step->address, &d))
		return;
	step->kind = decoded_kind(&d);
	if ((step->kind == PROFILE_JUMP || step->kind == PROFILE_BRANCH) && is_direct(&d))
		step->target = jump_target(&d, step->address);
	step->frame = is_frame_access(&d, has_frame_pointer(l, step->address));
	step->text = text_of(l, &d, step);
}

static void
fill_function(struct listing *l, struct profile_function *function)
{
	size_t i;

	l->function = function;
	l->nameless_count = 0;
	for (i = 0; i < function->step_count; i++)
		fill_step(l, &function->steps[i]);
}

static void
find_entries(struct listing *l, const struct profile *profile, size_t index)
{
	uint64_t begin, end;
	size_t i;

	l->entries = memory_new(profile->function_count * sizeof *l->entries);
	for (i = 0; i < profile->function_count; i++) {
		const struct profile_function *f = &profile->functions[i];

		if (f->object == index && f->step_count &&
		    !text_ends(f->name, PROFILE_NAMELESS) &&
		    !text_ends(f->name, PROFILE_STUB) &&
		    image_function(l->image, f->steps[0].address, &begin, &end))
			l->entries[l->entry_count++] = (struct entry){begin, f->name};
	}
	if (l->entry_count)
		qsort(l->entries, l->entry_count, sizeof *l->entries, compare_entries);
}

void
listing_fill(struct profile *profile, size_t index, const struct image *image)
{
	struct listing l = {.image = image};
	size_t i;

	find_entries(&l, profile, index);
	for (i = 0; i < profile->function_count; i++)
		if (profile->functions[i].object == index)
			fill_function(&l, &profile->functions[i]);
	free(l.entries);
	free(l.nameless);
}

/* Whether the object holds all code that was run, and some of it has no symbol. */
static bool
is_stripped(const struct profile *profile, size_t index, const struct image *image)
{
	bool nameless = false;
	size_t i;

	for (i = 0; i < profile->object_count; i++)
		if (i != index && *profile->objects[i].path)
			return false;
	for (i = 0; i < profile->function_count; i++)
		nameless |= profile->functions[i].object == index &&
		            text_ends(profile->functions[i].name, PROFILE_NAMELESS);
	return nameless && !image_needs_libraries(image);
}

/* Returns why the object cannot be used, or NULL. */
static char *
annotate_object(struct profile *profile, size_t index)
{
	struct profile_object *object = &profile->objects[index];
	struct image *image = image_open(object->path);
	char *why = NULL;

	if (!image)
		return text_print("cannot read the code of %s: %s", object->path,
		    errno == ENOEXEC ? "not an executable or library for x86-64, or damaged"
		                     : strerror(errno));
	if (!object->build_id)
		object->build_id = memory_copy(image_build_id(image));
	if (strcmp(object->build_id, image_build_id(image)))
		why = text_print("%s was replaced since it was measured: its build id was %s",
		    object->path, *object->build_id ? object->build_id : "missing");
	else
		listing_fill(profile, index, image);
	profile->stripped |= is_stripped(profile, index, image);
	image_free(image);
	return why;
}

static void
forget(struct profile *profile, size_t index)
{
	size_t i, k;

	for (i = 0; i < profile->function_count; i++) {
		struct profile_function *f = &profile->functions[i];

		for (k = 0; f->object == index && k < f->step_count; k++)
			f->steps[k].kind = PROFILE_UNKNOWN;
	}
}

char *
listing_annotate(struct profile *profile)
{
	char *why = NULL, *also;
	size_t i;

	for (i = 0; i < profile->object_count; i++) {
		forget(profile, i);
		if (!*profile->objects[i].path)
			continue;
		also = annotate_object(profile, i);
		if (why)
			free(also);
		else
			why = also;
	}
	return why;
}
