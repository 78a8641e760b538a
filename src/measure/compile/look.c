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

struct look_site {
	uint64_t at;
	struct accesses does;
	unsigned marked; /* in the search for which it was last visited */
	size_t keeps;    /* it belongs to what keeps something of that size */
	bool boxed;      /* it copies what was boxed */
	bool is_pre;     /* "pre" may execute it */
};

/* The use that a part makes of a variable. */
struct use {
	unsigned what; /* a set of ACCESS_READ, ... */
	bool needs;    /* it may read the variable before it sets it */
	bool whole;    /* it does not only access members that can be named */
	struct words members;
};

struct look_variable {
	struct variable variable;
	struct use uses[PARTS];
	bool unread; /* its value is only noted, so that it is not known which parts read it */
};

struct look_search {
	struct variables *file;
	const unsigned char *bytes;
	size_t n; /* bytes of it */
	struct look_site *sites;
	size_t site_count;
	size_t
	    *index; /* for each byte of the code, the site that begins there, or site_count */
	struct variable_label *labels;
	size_t label_count;
	uint64_t begin[PARTS], end[PARTS]; /* both 0: there is no such part */
	bool elsewhere[PARTS]; /* it writes memory through a pointer, or calls a function */
	struct look_variable *subjects;
	size_t subject_count;
	unsigned searches;
};

char *
look_label(enum part_kind kind, bool end)
{
	return text_print("cgbench_%s_%s", end ? "end" : "begin", part_name(kind));
}

/* Sets *at to the place of a label; it stays 0 if there is none. */
static void
find_label(const struct look_search *s, enum part_kind kind, bool end, uint64_t *at)
{
	OWNED char *name = look_label(kind, end);

	ARRAY_EACH(const struct variable_label, label, s->labels, s->label_count)
		if (!strcmp(label->name, name))
			*at = label->at;
}

static bool
is_kept_until(const struct look_search *s, uint64_t at)
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
find_boxes(struct look_search *s)
{
	static const char keeps[] = "cgbench_kept_", boxes[] = "cgbench_boxed_";

	ARRAY_EACH(const struct variable_label, label, s->labels, s->label_count) {
		bool kept = text_begins(label->name, keeps),
		     boxed = text_begins(label->name, boxes);
		size_t size = kept ? strtoul(label->name + sizeof keeps - 1, NULL, 10) : 0;
		size_t i = s->index[label->at];

		for (; size && i < s->site_count && !is_kept_until(s, s->sites[i].at); i++)
			s->sites[i].keeps = size;
		for (; boxed && i < s->site_count && s->sites[i].does.moves; i++)
			s->sites[i].boxed = true;
	}
}

/* Finds the address of a static variable that an instruction accesses, or makes. */
static void
find_static(const struct look_search *s, struct look_site *site)
{
	struct accesses *does = &site->does;
	struct access *access = NULL;
	int64_t address;
	bool indirect;

	if (does->calls ||
	    !variables_refer(s->file, site->at, does->length, &address, &indirect))
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
look_decode(struct look_search *s, int machine)
{
	uint64_t at = 0;

	s->index = memory_array(s->n + 1, sizeof *s->index);
	while (at < s->n) {
		struct look_site site = {
		    .at = at, .does = accesses_read(machine, s->bytes + at, s->n - at)};

		find_static(s, &site);
		s->index[at] = s->site_count;
		*ARRAY_ADD(s->sites, s->site_count) = site;
		at += site.does.length ? site.does.length : 1;
	}
	/* No site begins inside another. */
	for (size_t i = 0; i < s->site_count; i++) {
		uint64_t end = i + 1 < s->site_count ? s->sites[i + 1].at : s->n;

		for (at = s->sites[i].at + 1; at < end; at++)
			s->index[at] = s->site_count;
	}
	s->index[s->n] = s->site_count;
}

static bool
is_label(const struct look_search *s, uint64_t at)
{
	for (size_t i = 0; i < PARTS; i++)
		if (s->end[i] && (at == s->begin[i] || at == s->end[i]))
			return true;
	return false;
}

/* A search through the code of a part, which ends at labels. look tells whether the search goes
   on behind a site. */
struct look_walk {
	struct look_search *search;
	size_t part;
	bool (*look)(struct look_walk *walk, struct look_site *site);
	struct look_variable *subject;
	bool found;
	bool ends; /* the end of the part was reached */
};

static void walk_from(struct look_walk *walk, uint64_t at);

static void
walk_on(struct look_walk *walk, uint64_t at)
{
	walk->ends |= at == walk->search->end[walk->part];
	if (at <= walk->search->n && !is_label(walk->search, at))
		walk_from(walk, at);
}

static void
walk_scattered(struct look_walk *walk)
{
	const struct look_search *s = walk->search;

	for (uint64_t at = s->begin[walk->part]; at < s->end[walk->part]; at++)
		if (s->index[at] < s->site_count)
			walk_from(walk, at);
}

static void
walk_from(struct look_walk *walk, uint64_t at)
{
	struct look_search *s = walk->search;
	struct look_site *site;

	while (s->index[at] < s->site_count) {
		site = &s->sites[s->index[at]];
		if (site->marked == s->searches)
			return;
		site->marked = s->searches;
		if (!walk->look(walk, site))
			return;
		if (site->does.scattered)
			walk_scattered(walk);
		else if (site->does.jumps)
			walk_on(walk, at + (uint64_t)site->does.target);
		at += site->does.length;
		walk->ends |= site->does.goes_on && at == s->end[walk->part];
		if (!site->does.goes_on || at > s->n || is_label(s, at))
			return;
	}
}

static void
walk(struct look_search *s, struct look_walk *walk)
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
touches(const struct look_variable *subject, const struct access *access)
{
	const struct variable *v = &subject->variable;
	int64_t size = v->refers ? (int64_t)sizeof(uint64_t) : (int64_t)v->size;
	int64_t accessed = access->size ? (int64_t)access->size : 1;

	if (access->base == BASE_UNKNOWN || v->base == BASE_UNKNOWN ||
	    (access->base != v->base && access->base != v->other_base))
		return false;
	return is_far(v, access) || (access->distance < v->distance + size &&
	                                access->distance + accessed > v->distance);
}

static bool
sets(const struct look_variable *subject, const struct access *access)
{
	const struct variable *v = &subject->variable;

	return access->what == ACCESS_WRITE && !v->refers && access->size >= v->size &&
	       access->distance <= v->distance &&
	       access->distance + (int64_t)access->size >= v->distance + (int64_t)v->size;
}

static void
note_access(struct look_search *s, struct look_variable *subject, struct use *use,
    const struct access *access)
{
	const struct variable *v = &subject->variable;
	int64_t offset = access->distance - v->distance;

	use->what |= access->what;
	use->whole |=
	    access->what == ACCESS_ADDRESS || !access->size || offset < 0 ||
	    !variables_members(s->file, v, (uint64_t)offset, access->size, &use->members);
}

static bool
look_at_site(struct look_walk *walk, struct look_site *site)
{
	struct look_search *s = walk->search;

	site->is_pre |= walk->part == PRE;
	s->elsewhere[walk->part] |= site->does.calls;
	ARRAY_EACH(const struct access, access, site->does.v, site->does.n) {
		s->elsewhere[walk->part] |=
		    access->base == BASE_UNKNOWN && access->what & ACCESS_WRITE;
		for (size_t k = 0; k < s->subject_count; k++)
			if (touches(&s->subjects[k], access))
				note_access(s, &s->subjects[k],
				    &s->subjects[k].uses[walk->part], access);
	}
	return true;
}

static bool
is_unread(const struct look_search *s, const struct look_variable *subject)
{
	for (size_t i = 0; i < s->site_count; i++)
		for (size_t k = 0; k < s->sites[i].does.n; k++)
			if (touches(subject, &s->sites[i].does.v[k]) &&
			    s->sites[i].does.v[k].what & (ACCESS_READ | ACCESS_ADDRESS))
				return false;
	return subject->variable.noted && subject->variable.base != BASE_UNKNOWN;
}

/* Goes on until the variable is read or set. */
static bool
look_for_need(struct look_walk *walk, struct look_site *site)
{
	for (size_t i = 0; i < site->does.n && !walk->found; i++) {
		const struct access *access = &site->does.v[i];

		if (!touches(walk->subject, access))
			continue;
		if (sets(walk->subject, access))
			return false;
		walk->found |= access->what & (ACCESS_READ | ACCESS_ADDRESS);
	}
	return !walk->found;
}

static void
look_add_subject(void *to, const struct variable *variable)
{
	struct look_search *s = to;

	/* Objects of an annotated source are boxed. */
	if (text_begins(variable->name, "cgbench_"))
		return;
	for (size_t i = 0; i < s->subject_count; i++)
		if (!strcmp(s->subjects[i].variable.name, variable->name))
			return;
	*ARRAY_ADD(s->subjects, s->subject_count) =
	    (struct look_variable){.variable = *variable};
}

static void
add_declared(void *to, const struct variable *variable)
{
	if (!text_begins(variable->name, "cgbench_"))
		words_intern(to, variable->name);
}

static void
find_uses(struct look_search *s)
{
	for (size_t part = 0; part < PARTS; part++)
		walk(s, &(struct look_walk){.part = part, .look = look_at_site});
	for (size_t i = 0; i < s->subject_count; i++) {
		struct look_walk need = {
		    .part = POST, .look = look_for_need, .subject = &s->subjects[i]};

		walk(s, &need);
		s->subjects[i].uses[POST].needs = need.found;
		s->subjects[i].unread = is_unread(s, &s->subjects[i]);
	}
}

/* Returns true if the site keeps the whole variable, or sets a reference to what was boxed:
   then nothing is left to compute. */
static bool
keeps(const struct look_variable *subject, const struct look_site *site)
{
	if (site->boxed && subject->variable.refers && site->does.n == 1 &&
	    site->does.v[0].what == ACCESS_WRITE)
		return touches(subject, &site->does.v[0]);
	for (size_t i = 0; i < site->does.n; i++)
		if (site->keeps == subject->variable.size &&
		    site->does.v[i].what & ACCESS_ADDRESS &&
		    site->does.v[i].base == subject->variable.base &&
		    site->does.v[i].distance == subject->variable.distance)
			return true;
	return false;
}

/* Goes on until the variable is kept. */
static bool
look_for_end(struct look_walk *walk, struct look_site *site)
{
	return !keeps(walk->subject, site);
}

static bool
changes(const struct look_variable *subject, const struct look_site *site)
{
	for (size_t i = 0; i < site->does.n; i++)
		if (touches(subject, &site->does.v[i]) &&
		    site->does.v[i].what & (ACCESS_WRITE | ACCESS_ADDRESS))
			return !keeps(subject, site);
	return false;
}

/* Returns true if "pre" always keeps the variable after it may have changed it. */
static bool
is_kept(struct look_search *s, struct look_variable *subject)
{
	bool kept = false;

	for (size_t i = 0; i < s->site_count; i++) {
		struct look_walk end = {
		    .search = s, .part = PRE, .look = look_for_end, .subject = subject};
		struct look_site *site = &s->sites[i];

		kept |= site->is_pre && keeps(subject, site);
		if (!site->is_pre || !changes(subject, site))
			continue;
		s->searches++;
		if (site->does.jumps)
			walk_on(&end, site->at + (uint64_t)site->does.target);
		if (site->does.goes_on)
			walk_on(&end, site->at + site->does.length);
		if (end.ends || site->does.scattered)
			return false;
	}
	return kept;
}

/* Returns true if something else than its name may lead to the variable. */
static bool
is_lent(const struct look_variable *subject)
{
	for (size_t part = 0; part < PARTS; part++)
		if (subject->uses[part].what & ACCESS_ADDRESS)
			return true;
	return false;
}

static bool
may_be_written(const struct look_search *s, const struct look_variable *subject)
{
	unsigned what = subject->uses[PRE].what;

	/* A number that "pre" reads is new in each iteration: otherwise all that is computed of
	   it could be done before the loop. */
	if (subject->variable.base == BASE_UNKNOWN || what & ACCESS_WRITE ||
	    (what && subject->variable.number))
		return true;
	if (!subject->uses[CODE].what)
		return false;
	return what & ACCESS_ADDRESS || (subject->variable.refers && what) ||
	       (s->elsewhere[PRE] && (is_lent(subject) || (what && !subject->variable.number)));
}

static bool
may_be_read(const struct look_variable *subject)
{
	return subject->variable.base == BASE_UNKNOWN || subject->unread ||
	       subject->uses[POST].needs;
}

static void
look_add_members(
    struct words *names, const struct look_variable *subject, const struct use *use)
{
	for (size_t i = 0; i < use->members.n; i++)
		words_take(
		    names, text_print("%s%s", subject->variable.name, use->members.v[i]));
}

static void
look_add_names(struct look_search *s, struct shared *shared)
{
	ARRAY_EACH(struct look_variable, subject, s->subjects, s->subject_count) {
		if (may_be_written(s, subject) && !is_kept(s, subject)) {
			look_add_members(&shared->held, subject, &subject->uses[CODE]);
			words_intern(&shared->held, subject->variable.name);
		}
		if (may_be_read(subject)) {
			const struct use *use = &subject->uses[POST];

			look_add_members(&shared->renewed, subject, use);
			if (use->whole || !use->members.n)
				words_intern(&shared->renewed, subject->variable.name);
		}
	}
}

/* Returns true if a site stores through a pointer, or to an element or a member. */
static bool
stores(struct look_search *s, const struct look_site *site)
{
	bool found = false;

	for (size_t i = 0; i < site->does.n && !found; i++) {
		const struct access *access = &site->does.v[i];
		struct look_search here = {0};

		if (!(access->what & ACCESS_WRITE))
			continue;
		variables_visible(s->file, site->at, INT_MAX, look_add_subject, &here);
		found = access->base == BASE_UNKNOWN || !access->size;
		for (size_t k = 0; k < here.subject_count; k++)
			/* An array is larger than what is stored to it. */
			found |= touches(&here.subjects[k], access) &&
			         access->size < here.subjects[k].variable.size;
		free(here.subjects);
	}
	return found;
}

/* Counts what is stored between labels around what is boxed; boxes are inside others. */
static size_t
count_stores(struct look_search *s)
{
	static const char begins[] = "cgbench_operand_", ends[] = "cgbench_operand_end_";
	size_t n = 0;

	ARRAY_EACH(const struct look_site, site, s->sites, s->site_count) {
		int depth = 0;

		ARRAY_EACH(const struct variable_label, label, s->labels, s->label_count)
			if (label->at <= site->at && text_begins(label->name, begins))
				depth += text_begins(label->name, ends) ? -1 : 1;
		n += depth > 0 && stores(s, site);
	}
	return n;
}

static void
search_free(struct look_search *s)
{
	for (size_t i = 0; i < s->subject_count; i++)
		for (size_t part = 0; part < PARTS; part++)
			words_free(&s->subjects[i].uses[part].members);
	free(s->subjects);
	free(s->labels);
	free(s->sites);
	free(s->index);
	variables_close(s->file);
}

bool
look_read(struct shared *shared, const char *object, const char *function, int line)
{
	struct look_search s = {.file = variables_open(object, function)};
	int machine;

	if (!s.file)
		return false;
	s.bytes = variables_bytes(s.file, &s.n, &machine);
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
	    line, look_add_subject, &s);
	variables_visible(s.file, s.end[SETUP], line, add_declared, &shared->declared);
	find_uses(&s);
	look_add_names(&s, shared);
	shared->stores = count_stores(&s);
	search_free(&s);
	return true;
}
