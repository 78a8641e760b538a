#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "code/accesses.h"
#include "code/variables.h"
#include "measure/compile/look.h"
#include "util/array.h"
#include "util/memory.h"
#include "util/text.h"

/* The parts between labels. */
static const enum part_kind parts[] = {PART_SETUP, PART_PRE, PART_CODE, PART_POST};
enum { SETUP, PRE, CODE, POST, PARTS };

struct step {
	uint64_t at;
	struct accesses does;
	unsigned marked; /* in the search for which it was last visited */
	size_t keeps;    /* it belongs to what keeps something of that size */
	bool boxed;      /* it copies what was boxed */
	bool is_pre;     /* "pre" may execute it */
};

/* The use that a part makes of an object. */
struct use {
	unsigned what; /* a set of ACCESS_READ, ... */
	bool needs;    /* it may read the object before it sets it */
	bool whole;    /* it does not only access members that can be named */
	struct words members;
};

struct object {
	struct variable variable;
	struct use uses[PARTS];
	bool unread; /* its value is only noted, so that it is not known which parts read it */
};

struct search {
	struct variables *file;
	const unsigned char *code;
	size_t n; /* bytes of it */
	struct step *steps;
	size_t step_count;
	size_t
	    *index; /* for each byte of the code, the step that begins there, or step_count */
	struct variable_label *labels;
	size_t label_count;
	uint64_t begin[PARTS], end[PARTS]; /* both 0: there is no such part */
	bool elsewhere[PARTS]; /* it writes memory through a pointer, or calls a function */
	struct object *objects;
	size_t object_count;
	unsigned searches;
};

char *
look_label(enum part_kind kind, bool end)
{
	return text_print("cgbench_%s_%s", end ? "end" : "begin", part_name(kind));
}

/* Sets *at to the place of a label; it stays 0 if there is none. */
static void
find_label(const struct search *s, enum part_kind kind, bool end, uint64_t *at)
{
	OWNED char *name = look_label(kind, end);

	ARRAY_EACH(const struct variable_label, label, s->labels, s->label_count)
		if (!strcmp(label->name, name))
			*at = label->at;
}

static bool
is_kept_until(const struct search *s, uint64_t at)
{
	ARRAY_EACH(const struct variable_label, label, s->labels, s->label_count)
		if (label->at == at && text_begins(label->name, "cgbench_kept_end_"))
			return true;
	return false;
}

/* Notes what the language's DO_NOT_OPTIMIZE and BLACK_BOX do, from labels in them:
       cgbench_kept_24_7    begins to keep 24 bytes, the 7th of all labels
       cgbench_kept_end_8   ends it
       cgbench_boxed_9      has boxed what is copied next */
static void
find_boxes(struct search *s)
{
	static const char keeps[] = "cgbench_kept_", boxes[] = "cgbench_boxed_";

	ARRAY_EACH(const struct variable_label, label, s->labels, s->label_count) {
		bool kept = text_begins(label->name, keeps),
		     boxed = text_begins(label->name, boxes);
		size_t size = kept ? strtoul(label->name + sizeof keeps - 1, NULL, 10) : 0;
		size_t i = s->index[label->at];

		for (; size && i < s->step_count && !is_kept_until(s, s->steps[i].at); i++)
			s->steps[i].keeps = size;
		for (; boxed && i < s->step_count && s->steps[i].does.moves; i++)
			s->steps[i].boxed = true;
	}
}

/* Finds the address of a static object that an instruction accesses, or makes. */
static void
find_static(const struct search *s, struct step *step)
{
	struct accesses *does = &step->does;
	struct access *access = NULL;
	int64_t address;
	bool indirect;

	if (does->calls ||
	    !variables_refer(s->file, step->at, does->length, &address, &indirect))
		return;
	for (size_t i = 0; i < does->n && !access; i++)
		if (does->v[i].base == BASE_STATIC)
			access = &does->v[i];
	if (!access && does->n == ACCESSES)
		return;
	if (!access || indirect) {
		access = access ? access : &does->v[does->n++];
		*access = (struct access){.what = ACCESS_ADDRESS};
	}
	access->base = BASE_STATIC;
	access->distance = address;
}

static void
look_decode(struct search *s, int machine)
{
	uint64_t at = 0;

	s->index = memory_array(s->n + 1, sizeof *s->index);
	while (at < s->n) {
		struct step step = {
		    .at = at, .does = accesses_read(machine, s->code + at, s->n - at)};

		find_static(s, &step);
		s->index[at] = s->step_count;
		*ARRAY_ADD(s->steps, s->step_count) = step;
		at += step.does.length ? step.does.length : 1;
	}
	/* No step begins inside another. */
	for (size_t i = 0; i < s->step_count; i++) {
		uint64_t end = i + 1 < s->step_count ? s->steps[i + 1].at : s->n;

		for (at = s->steps[i].at + 1; at < end; at++)
			s->index[at] = s->step_count;
	}
	s->index[s->n] = s->step_count;
}

static bool
is_label(const struct search *s, uint64_t at)
{
	for (size_t i = 0; i < PARTS; i++)
		if (s->end[i] && (at == s->begin[i] || at == s->end[i]))
			return true;
	return false;
}

/* A search through the code of a part, which ends at labels. look tells whether the search goes
   on behind a step. */
struct walk {
	struct search *search;
	size_t part;
	bool (*look)(struct walk *walk, struct step *step);
	struct object *object;
	bool found;
	bool ends; /* the end of the part was reached */
};

static void walk_from(struct walk *walk, uint64_t at);

static void
walk_on(struct walk *walk, uint64_t at)
{
	walk->ends |= at == walk->search->end[walk->part];
	if (at <= walk->search->n && !is_label(walk->search, at))
		walk_from(walk, at);
}

static void
walk_scattered(struct walk *walk)
{
	const struct search *s = walk->search;

	for (uint64_t at = s->begin[walk->part]; at < s->end[walk->part]; at++)
		if (s->index[at] < s->step_count)
			walk_from(walk, at);
}

static void
walk_from(struct walk *walk, uint64_t at)
{
	struct search *s = walk->search;
	struct step *step;

	while (s->index[at] < s->step_count) {
		step = &s->steps[s->index[at]];
		if (step->marked == s->searches)
			return;
		step->marked = s->searches;
		if (!walk->look(walk, step))
			return;
		if (step->does.scattered)
			walk_scattered(walk);
		else if (step->does.jumps)
			walk_on(walk, at + (uint64_t)step->does.target);
		at += step->does.length;
		walk->ends |= step->does.goes_on && at == s->end[walk->part];
		if (!step->does.goes_on || at > s->n || is_label(s, at))
			return;
	}
}

static void
walk(struct search *s, struct walk *walk)
{
	walk->search = s;
	s->searches++;
	if (s->begin[walk->part] != s->end[walk->part])
		walk_from(walk, s->begin[walk->part]);
}

/* Far from the frame pointer, an address is made in several steps. */
static bool
is_far(const struct variable *v, const struct access *access)
{
	enum { NEAR = 2048 };

	return access->what == ACCESS_ADDRESS && v->base >= 0 &&
	       (v->distance < -NEAR || v->distance > NEAR) &&
	       (access->distance <= -NEAR || access->distance >= NEAR);
}

static bool
touches(const struct object *object, const struct access *access)
{
	const struct variable *v = &object->variable;
	int64_t size = v->refers ? (int64_t)sizeof(uint64_t) : (int64_t)v->size;
	int64_t accessed = access->size ? (int64_t)access->size : 1;

	if (access->base == BASE_UNKNOWN || v->base == BASE_UNKNOWN ||
	    (access->base != v->base && access->base != v->other_base))
		return false;
	return is_far(v, access) || (access->distance < v->distance + size &&
	                                access->distance + accessed > v->distance);
}

static bool
sets(const struct object *object, const struct access *access)
{
	const struct variable *v = &object->variable;

	return access->what == ACCESS_WRITE && !v->refers && access->size >= v->size &&
	       access->distance <= v->distance &&
	       access->distance + (int64_t)access->size >= v->distance + (int64_t)v->size;
}

static void
note_access(
    struct search *s, struct object *object, struct use *use, const struct access *access)
{
	const struct variable *v = &object->variable;
	int64_t offset = access->distance - v->distance;

	use->what |= access->what;
	use->whole |=
	    access->what == ACCESS_ADDRESS || !access->size || offset < 0 ||
	    !variables_members(s->file, v, (uint64_t)offset, access->size, &use->members);
}

static bool
look_at_step(struct walk *walk, struct step *step)
{
	struct search *s = walk->search;

	step->is_pre |= walk->part == PRE;
	s->elsewhere[walk->part] |= step->does.calls;
	for (size_t i = 0; i < step->does.n; i++) {
		const struct access *access = &step->does.v[i];

		s->elsewhere[walk->part] |=
		    access->base == BASE_UNKNOWN && access->what & ACCESS_WRITE;
		for (size_t k = 0; k < s->object_count; k++)
			if (touches(&s->objects[k], access))
				note_access(
				    s, &s->objects[k], &s->objects[k].uses[walk->part], access);
	}
	return true;
}

static bool
is_unread(const struct search *s, const struct object *object)
{
	for (size_t i = 0; i < s->step_count; i++)
		for (size_t k = 0; k < s->steps[i].does.n; k++)
			if (touches(object, &s->steps[i].does.v[k]) &&
			    s->steps[i].does.v[k].what & (ACCESS_READ | ACCESS_ADDRESS))
				return false;
	return object->variable.noted && object->variable.base != BASE_UNKNOWN;
}

/* Goes on until the object is read or set. */
static bool
look_for_need(struct walk *walk, struct step *step)
{
	for (size_t i = 0; i < step->does.n && !walk->found; i++) {
		const struct access *access = &step->does.v[i];

		if (!touches(walk->object, access))
			continue;
		if (sets(walk->object, access))
			return false;
		walk->found |= access->what & (ACCESS_READ | ACCESS_ADDRESS);
	}
	return !walk->found;
}

static void
look_add_object(void *to, const struct variable *variable)
{
	struct search *s = to;

	/* Objects of an annotated source are boxed. */
	if (text_begins(variable->name, "cgbench_"))
		return;
	for (size_t i = 0; i < s->object_count; i++)
		if (!strcmp(s->objects[i].variable.name, variable->name))
			return;
	*ARRAY_ADD(s->objects, s->object_count) = (struct object){.variable = *variable};
}

static void
add_declared(void *to, const struct variable *variable)
{
	if (!text_begins(variable->name, "cgbench_"))
		words_intern(to, variable->name);
}

static void
find_uses(struct search *s)
{
	for (size_t part = 0; part < PARTS; part++)
		walk(s, &(struct walk){.part = part, .look = look_at_step});
	for (size_t i = 0; i < s->object_count; i++) {
		struct walk need = {
		    .part = POST, .look = look_for_need, .object = &s->objects[i]};

		walk(s, &need);
		s->objects[i].uses[POST].needs = need.found;
		s->objects[i].unread = is_unread(s, &s->objects[i]);
	}
}

/* Returns true if the step keeps the whole object, or sets a reference to what was boxed: then
   nothing is left to compute. */
static bool
keeps(const struct object *object, const struct step *step)
{
	if (step->boxed && object->variable.refers && step->does.n == 1 &&
	    step->does.v[0].what == ACCESS_WRITE)
		return touches(object, &step->does.v[0]);
	for (size_t i = 0; i < step->does.n; i++)
		if (step->keeps == object->variable.size &&
		    step->does.v[i].what & ACCESS_ADDRESS &&
		    step->does.v[i].base == object->variable.base &&
		    step->does.v[i].distance == object->variable.distance)
			return true;
	return false;
}

/* Goes on until the object is kept. */
static bool
look_for_end(struct walk *walk, struct step *step)
{
	return !keeps(walk->object, step);
}

static bool
changes(const struct object *object, const struct step *step)
{
	for (size_t i = 0; i < step->does.n; i++)
		if (touches(object, &step->does.v[i]) &&
		    step->does.v[i].what & (ACCESS_WRITE | ACCESS_ADDRESS))
			return !keeps(object, step);
	return false;
}

/* Returns true if "pre" always keeps the object after it may have changed it. */
static bool
is_kept(struct search *s, struct object *object)
{
	bool kept = false;

	for (size_t i = 0; i < s->step_count; i++) {
		struct walk end = {
		    .search = s, .part = PRE, .look = look_for_end, .object = object};
		struct step *step = &s->steps[i];

		kept |= step->is_pre && keeps(object, step);
		if (!step->is_pre || !changes(object, step))
			continue;
		s->searches++;
		if (step->does.jumps)
			walk_on(&end, step->at + (uint64_t)step->does.target);
		if (step->does.goes_on)
			walk_on(&end, step->at + step->does.length);
		if (end.ends || step->does.scattered)
			return false;
	}
	return kept;
}

/* Returns true if something else than its name may lead to the object. */
static bool
is_lent(const struct object *object)
{
	for (size_t part = 0; part < PARTS; part++)
		if (object->uses[part].what & ACCESS_ADDRESS)
			return true;
	return false;
}

static bool
may_be_written(const struct search *s, const struct object *object)
{
	unsigned what = object->uses[PRE].what;

	/* A number that "pre" reads is new in each iteration: otherwise all that is computed of
	   it could be done before the loop. */
	if (object->variable.base == BASE_UNKNOWN || what & ACCESS_WRITE ||
	    (what && object->variable.number))
		return true;
	if (!object->uses[CODE].what)
		return false;
	return what & ACCESS_ADDRESS || (object->variable.refers && what) ||
	       (s->elsewhere[PRE] && (is_lent(object) || (what && !object->variable.number)));
}

static bool
may_be_read(const struct object *object)
{
	return object->variable.base == BASE_UNKNOWN || object->unread ||
	       object->uses[POST].needs;
}

static void
look_add_members(struct words *names, const struct object *object, const struct use *use)
{
	for (size_t i = 0; i < use->members.n; i++)
		words_take(names, text_print("%s%s", object->variable.name, use->members.v[i]));
}

static void
look_add_names(struct search *s, struct shared *shared)
{
	for (size_t i = 0; i < s->object_count; i++) {
		struct object *object = &s->objects[i];

		if (may_be_written(s, object) && !is_kept(s, object)) {
			look_add_members(&shared->held, object, &object->uses[CODE]);
			words_intern(&shared->held, object->variable.name);
		}
		if (may_be_read(object)) {
			const struct use *use = &object->uses[POST];

			look_add_members(&shared->renewed, object, use);
			if (use->whole || !use->members.n)
				words_intern(&shared->renewed, object->variable.name);
		}
	}
}

/* Returns true if the object is larger than what is stored to it, as an array. */
static bool
stores_part(const struct object *object, const struct access *access)
{
	return touches(object, access) && access->size < object->variable.size;
}

/* Returns true if a step stores through a pointer, or to an element or a member. */
static bool
stores(struct search *s, const struct step *step)
{
	bool found = false;

	for (size_t i = 0; i < step->does.n && !found; i++) {
		const struct access *access = &step->does.v[i];
		struct search here = {0};

		if (!(access->what & ACCESS_WRITE))
			continue;
		variables_visible(s->file, step->at, INT_MAX, look_add_object, &here);
		found = access->base == BASE_UNKNOWN || !access->size;
		for (size_t k = 0; k < here.object_count; k++)
			found |= stores_part(&here.objects[k], access);
		free(here.objects);
	}
	return found;
}

/* Counts what is stored between labels around what is boxed; boxes are inside others. */
static size_t
count_stores(struct search *s)
{
	static const char begins[] = "cgbench_operand_", ends[] = "cgbench_operand_end_";
	size_t n = 0;

	ARRAY_EACH(const struct step, step, s->steps, s->step_count) {
		int depth = 0;

		ARRAY_EACH(const struct variable_label, label, s->labels, s->label_count)
			if (label->at <= step->at && text_begins(label->name, begins))
				depth += text_begins(label->name, ends) ? -1 : 1;
		n += depth > 0 && stores(s, step);
	}
	return n;
}

static void
search_free(struct search *s)
{
	for (size_t i = 0; i < s->object_count; i++)
		for (size_t part = 0; part < PARTS; part++)
			words_free(&s->objects[i].uses[part].members);
	free(s->objects);
	free(s->labels);
	free(s->steps);
	free(s->index);
	variables_close(s->file);
}

bool
look_read(struct shared *shared, const char *object, const char *function, int line)
{
	struct search s = {.file = variables_open(object, function)};
	int machine;

	if (!s.file)
		return false;
	s.code = variables_code(s.file, &s.n, &machine);
	s.labels = variables_labels(s.file, "cgbench_", &s.label_count);
	for (size_t i = 0; i < PARTS; i++) {
		find_label(&s, parts[i], false, &s.begin[i]);
		find_label(&s, parts[i], true, &s.end[i]);
	}
	look_decode(&s, machine);
	find_boxes(&s);
	/* "pre" has ended here, and the code has not begun. */
	variables_visible(s.file,
	    s.end[PRE]      ? s.end[PRE]
	    : s.begin[POST] ? s.begin[POST]
	                    : s.end[SETUP],
	    line, look_add_object, &s);
	variables_visible(s.file, s.end[SETUP], line, add_declared, &shared->declared);
	find_uses(&s);
	look_add_names(&s, shared);
	shared->stores = count_stores(&s);
	search_free(&s);
	return true;
}
