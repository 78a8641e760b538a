#include <stdlib.h>
#include <string.h>

#include "code/loop.h"
#include "code/loop_walk.h"
#include "util/array.h"
#include "util/memory.h"

/* The snippet is what only the active loop executes. A compiler also puts there what serves the
   loop: it copies a register to where the loop goes on with it, loads one again that a call
   changed, fills what is before a label, or gives both ways code of their own. Such an
   instruction computes nothing, but leaves in a register that the loop reads later what was
   known before the snippet. */

/* The registers, as instruction_register has them, at the start of an instruction. */
struct flow {
	bool visited;     /* it is one of the snippet */
	uint64_t carried; /* were given what was known before the snippet */
	uint64_t made;    /* were given something else */
	uint64_t live;    /* may be read later */
	bool pads;        /* it follows padding */
	bool again;       /* the loop may come to another iteration from here */
	bool label;       /* a jump leads to it */
};

struct search {
	const struct loop *loop;
	struct flow *flows; /* for every byte of all parts, one after the other */
	size_t flow_count;
	struct operand made[LOOP_SLOTS]; /* places in the frame with a new value */
	size_t made_count;
	struct loop_spot without; /* where the empty loop goes on */
	struct loop_spot end;     /* what comes from here on is no snippet, or nowhere */
	size_t most;              /* more instructions, at any exit, */
	size_t by_jump;           /* or at any by a jump from the snippet */
	bool falls;               /* there are other exits than those */
	bool pads;                /* at each of them there is padding */
	bool aligned;             /* all labels are */
	bool changed;
};

static size_t
part_size(const struct loop_part *part)
{
	return part->end - part->begin;
}

static struct flow *
flow_at(const struct search *s, struct loop_spot spot)
{
	size_t first = 0;

	for (const struct loop_part *part = s->loop->parts; part < spot.part; part++)
		first += part_size(part);
	return &s->flows[first + spot.at - spot.part->begin];
}

static const unsigned char *
code_at(const struct search *s, struct loop_spot spot)
{
	return (const unsigned char *)s->loop->object.sections[spot.part->section].bytes.s +
	       spot.at;
}

static bool
is_inside(struct loop_spot spot)
{
	return spot.part && spot.at < spot.part->end;
}

static bool
is_spot(struct loop_spot a, struct loop_spot b)
{
	return a.part == b.part && a.at == b.at;
}

static uint64_t
live_at(const struct search *s, struct loop_spot spot)
{
	return is_inside(spot) ? flow_at(s, spot)->live : 0;
}

static bool
goes_again(const struct search *s, struct loop_spot spot)
{
	return is_inside(spot) && flow_at(s, spot)->again;
}

/* Notes which registers may be read after an instruction of the function, and if the loop may
   come to another iteration from there. */
static void
look_ahead(struct search *s, struct loop_spot spot)
{
	struct instruction i = loop_walk_read(s->loop, spot);
	struct loop_ways ways = loop_walk_ways(s->loop, spot, &i);
	struct instruction_registers r = loop_walk_registers(s->loop, spot, &i);
	struct flow *flow = flow_at(s, spot), before = *flow;

	if (!i.length)
		return;
	flow->live |= ((live_at(s, ways.next) | live_at(s, ways.target)) & ~r.set) | r.read;
	flow->again |= loop_walk_guards(s->loop, loop_walk_state(spot), &i) ||
	               goes_again(s, ways.next) || goes_again(s, ways.target);
	s->changed |= flow->live != before.live || flow->again != before.again;
}

static bool
is_same_place(const struct operand *a, const struct operand *b)
{
	return a->number == b->number && a->distance == b->distance;
}

static bool
is_made(const struct search *s, const struct operand *place)
{
	for (size_t i = 0; i < s->made_count; i++)
		if (is_same_place(&s->made[i], place))
			return true;
	return false;
}

/* Returns true if a move gives its target what was known before the snippet. */
static bool
carries(const struct search *s, const struct flow *flow, const struct instruction *i)
{
	switch (i->from.kind) {
	case OPERAND_CONSTANT:
		return true;
	case OPERAND_REGISTER:
	case OPERAND_VECTOR:
		return !(flow->made & instruction_register(&i->from));
	case OPERAND_FRAME:
		return !is_made(s, &i->from);
	default:
		return i->relative_at;
	}
}

static void
note_store(struct search *s, const struct flow *flow, const struct instruction *i)
{
	if (i->to.kind != OPERAND_FRAME || carries(s, flow, i) || is_made(s, &i->to) ||
	    s->made_count == LOOP_SLOTS)
		return;
	s->made[s->made_count++] = i->to;
	s->changed = true;
}

/* Returns true if the labels of the function are aligned, and not by chance: all begin at a
   multiple of a number, which at random places happens once in 1,024 functions or less. */
static bool
aligns_labels(const struct search *s)
{
	enum { RARE = 1024 };
	uint64_t places = 0, rarity = 1;
	size_t labels = 0;

	for (size_t k = 0; k < s->loop->part_count; k++) {
		struct loop_spot spot = {&s->loop->parts[k], s->loop->parts[k].begin};

		for (; is_inside(spot); spot.at++) {
			struct instruction i = loop_walk_read(s->loop, spot);
			struct loop_spot target = loop_walk_ways(s->loop, spot, &i).target;

			if (!loop_walk_state(spot)->reached || !is_inside(target) ||
			    flow_at(s, target)->label)
				continue;
			flow_at(s, target)->label = true;
			places |= target.at;
			labels++;
		}
	}
	while (labels-- && rarity < RARE)
		rarity *= places & -places;
	return rarity >= RARE;
}

/* A nop of one byte may be the user's own, or the rest of what an assembler fills. */
static bool
pads_at(const struct search *s, struct loop_spot spot, const struct instruction *i)
{
	return i->kind == INSTRUCTION_NOP || (i->length == 1 && *code_at(s, spot) == 0x90 &&
	                                         (flow_at(s, spot)->pads || s->aligned));
}

static struct flow
after(struct search *s, struct loop_spot spot, const struct instruction *i)
{
	struct flow flow = *flow_at(s, spot);
	struct instruction_registers r = loop_walk_registers(s->loop, spot, i);
	uint64_t written = r.set | r.kept;

	/* A constant of few bits changes what the register has. */
	if (i->kind == INSTRUCTION_MOVE && carries(s, &flow, i) &&
	    (i->bits >= 32 || i->from.kind != OPERAND_CONSTANT)) {
		flow.carried |= written;
		flow.made &= ~written;
	} else {
		flow.made |= written;
		flow.carried &= ~written;
	}
	flow.pads = pads_at(s, spot, i);
	if (i->kind == INSTRUCTION_MOVE)
		note_store(s, flow_at(s, spot), i);
	return flow;
}

/* Returns where the loop goes on behind jumps, and adds their number to *count. */
static struct loop_spot
behind_jumps(const struct search *s, struct loop_spot spot, size_t *count)
{
	for (size_t most = 8; most && is_inside(spot); most--) {
		struct instruction i = loop_walk_read(s->loop, spot);

		if (i.kind != INSTRUCTION_JUMP)
			break;
		spot = loop_walk_target(s->loop, spot, &i);
		++*count;
	}
	return spot;
}

/* Returns true if the code goes on behind the instruction with the target of its jump, but for
   what is the snippet's, too: it jumps over some of the snippet. */
static bool
jumps_over(struct loop_spot from, struct loop_spot target)
{
	for (struct loop_spot spot = from; is_inside(spot); spot.at++) {
		if (is_spot(spot, target))
			return spot.at != from.at;
		if (loop_walk_state(spot)->reached)
			return false;
	}
	return false;
}

/* Two places from which the code may go on in the same way. */
struct pair {
	struct loop_spot a, b;
};

struct pairs {
	struct pair v[256];
	size_t n;
};

static bool
add_pair(const struct search *s, struct pairs *pairs, struct loop_spot a, struct loop_spot b)
{
	/* It does not matter how the loop ends. */
	if (is_spot(a, b) || (!goes_again(s, a) && !goes_again(s, b)))
		return true;
	if (!is_inside(a) || !is_inside(b))
		return false;
	for (size_t i = 0; i < pairs->n; i++)
		if (is_spot(a, pairs->v[i].a) && is_spot(b, pairs->v[i].b))
			return true;
	if (pairs->n == COUNTOF(pairs->v))
		return false;
	pairs->v[pairs->n++] = (struct pair){a, b};
	return true;
}

/* Returns true if the instructions of a pair do the same, with other registers. Adds the pairs
   that they lead to. */
static bool
is_alike(const struct search *s, struct pairs *pairs, struct pair pair)
{
	struct instruction a = loop_walk_read(s->loop, pair.a),
	                   b = loop_walk_read(s->loop, pair.b);
	struct loop_ways from_a = loop_walk_ways(s->loop, pair.a, &a),
	                 from_b = loop_walk_ways(s->loop, pair.b, &b);
	enum instruction_like like = instruction_compare(code_at(s, pair.a),
	    pair.a.part->end - pair.a.at, code_at(s, pair.b), pair.b.part->end - pair.b.at);

	if (like == INSTRUCTION_UNLIKE || a.kind == INSTRUCTION_COMPUTED)
		return false;
	if (like == INSTRUCTION_INVERSE)
		return add_pair(s, pairs, from_a.target, from_b.next) &&
		       add_pair(s, pairs, from_a.next, from_b.target);
	return add_pair(s, pairs, from_a.target, from_b.target) &&
	       add_pair(s, pairs, from_a.next, from_b.next);
}

/* Returns true if the code goes on from both places with the same instructions, until it comes
   to the same place. */
static bool
goes_alike(const struct search *s, struct loop_spot a, struct loop_spot b)
{
	struct pairs pairs = {.n = 0};

	if (!add_pair(s, &pairs, a, b))
		return false;
	for (size_t i = 0; i < pairs.n; i++)
		if (!is_alike(s, &pairs, pairs.v[i]))
			return false;
	return true;
}

static size_t
larger(size_t a, size_t b)
{
	return a > b ? a : b;
}

static size_t
count_bits(uint64_t set)
{
	size_t n = 0;

	for (; set; set &= set - 1)
		n++;
	return n;
}

/* The snippet ends before the spot, by a jump or not, behind an instruction that pads or not.
 */
static void
leave(struct search *s, struct loop_spot spot, const struct flow *flow, bool jump)
{
	size_t with = jump, without = 0, extra;
	struct loop_spot here = behind_jumps(s, spot, &with),
	                 there = behind_jumps(s, s->without, &without);

	/* A call that does not return, or an exception, ends the loop. */
	if (!goes_again(s, spot))
		return;
	if (is_spot(here, there))
		extra = with > without ? with - without : without - with;
	else
		extra = !jump && goes_alike(s, spot, s->without) ? 0 : LOOP_EXTRA_UNKNOWN;
	/* A register is saved, and loaded again. */
	if (extra != LOOP_EXTRA_UNKNOWN)
		extra += 2 * count_bits(flow->carried & live_at(s, spot));
	if (jump) {
		s->by_jump = larger(s->by_jump, extra);
		return;
	}
	s->most = larger(s->most, extra);
	s->pads &= flow->pads;
	s->falls = true;
}

static void
go_on(struct search *s, struct loop_spot spot, const struct flow *with, bool leaving, bool jump)
{
	struct flow *flow;

	if (!is_inside(spot))
		return;
	if (loop_walk_state(spot)->reached || is_spot(spot, s->end)) {
		if (leaving)
			leave(s, spot, with, jump);
		return;
	}
	flow = flow_at(s, spot);
	if (flow->visited && flow->pads >= with->pads && !(with->carried & ~flow->carried) &&
	    !(with->made & ~flow->made))
		return;
	flow->visited = true;
	flow->carried |= with->carried;
	flow->made |= with->made;
	flow->pads |= with->pads;
	s->changed = true;
}

/* Follows an instruction of the snippet. leaving: looks at what it leaves the loop with, too.
 */
static void
follow(struct search *s, struct loop_spot spot, bool leaving)
{
	struct instruction i = loop_walk_read(s->loop, spot);
	struct loop_ways ways = loop_walk_ways(s->loop, spot, &i);
	struct flow flow;

	if (!i.length)
		return;
	flow = after(s, spot, &i);
	go_on(s, ways.target, &flow, leaving,
	    i.kind == INSTRUCTION_JUMP && !jumps_over(loop_walk_next(spot, &i), ways.target));
	go_on(s, ways.next, &flow, leaving, false);
}

/* Calls a function for each place of the code, backwards or not, until nothing changes. */
static void
for_each(
    struct search *s, bool backwards, void (*look)(struct search *s, struct loop_spot spot))
{
	do {
		s->changed = false;
		for (size_t k = 0; k < s->loop->part_count; k++) {
			const struct loop_part *part = &s->loop->parts[k];
			uint64_t n = part->end - part->begin;

			for (uint64_t i = 0; i < n; i++)
				look(s, (struct loop_spot){
				            part, part->begin + (backwards ? n - 1 - i : i)});
		}
	} while (s->changed);
}

static void
look_live(struct search *s, struct loop_spot spot)
{
	if (loop_walk_state(spot)->reached || flow_at(s, spot)->visited)
		look_ahead(s, spot);
}

static void
look_on(struct search *s, struct loop_spot spot)
{
	if (flow_at(s, spot)->visited)
		follow(s, spot, false);
}

static void
look_out(struct search *s, struct loop_spot spot)
{
	if (flow_at(s, spot)->visited)
		follow(s, spot, true);
}

/* The ways of the jump around the snippet. */
static struct loop_spot
way_of(const struct search *s, struct loop_spot guard, bool with)
{
	struct instruction i = loop_walk_read(s->loop, guard);
	struct loop_ways ways = loop_walk_ways(s->loop, guard, &i);

	return i.if_zero == with ? ways.next : ways.target;
}

/* Looks at the snippet that the jump at the spot skips, up to s->end. */
static size_t
look_at(struct search *s, struct loop_spot guard)
{
	const struct flow entry = {0};

	/* What is behind s->end was looked at when there was no end. */
	ARRAY_EACH(struct flow, flow, s->flows, s->flow_count)
		*flow = (struct flow){.live = flow->live, .again = flow->again};
	s->without = way_of(s, guard, false);
	s->made_count = s->most = s->by_jump = 0;
	s->falls = false;
	s->pads = true;
	go_on(s, way_of(s, guard, true), &entry, false, false);
	for_each(s, false, look_on);
	for_each(s, true, look_live);
	for_each(s, false, look_out);
	/* Code that comes back from far is the snippet's own, unless all of it does. */
	if (!s->falls)
		return s->by_jump;
	return s->most == LOOP_EXTRA_UNKNOWN ? s->most : s->most + s->pads;
}

/* A compiler may copy what follows the snippet. So the snippet ends where the code goes on as
   it does without it. */
static size_t
search(struct search *s, struct loop_spot guard)
{
	size_t extra;

	s->end = (struct loop_spot){NULL, 0};
	extra = look_at(s, guard);
	for (size_t k = 0; k < s->loop->part_count && extra == LOOP_EXTRA_UNKNOWN; k++) {
		struct loop_spot end = {&s->loop->parts[k], s->loop->parts[k].begin};

		for (; is_inside(end) && extra == LOOP_EXTRA_UNKNOWN; end.at++) {
			if (!flow_at(s, end)->visited || !goes_alike(s, end, s->without))
				continue;
			s->end = end;
			extra = look_at(s, guard);
			s->end = (struct loop_spot){NULL, 0};
			if (extra == LOOP_EXTRA_UNKNOWN)
				look_at(s, guard);
		}
	}
	return extra;
}

/* Counts the jumps that lead to the snippet, but not those over some of it. */
static size_t
jumps_to(const struct search *s, struct loop_spot spot)
{
	size_t jumps = 0;

	while (is_inside(spot) && jumps < LOOP_SLOTS) {
		struct instruction i = loop_walk_read(s->loop, spot);
		struct loop_ways ways = loop_walk_ways(s->loop, spot, &i);

		if (i.kind != INSTRUCTION_JUMP ||
		    jumps_over(loop_walk_next(spot, &i), ways.target))
			break;
		spot = ways.target;
		jumps++;
	}
	return jumps;
}

/* Searches the snippets that the jumps of a part skip. */
static size_t
search_part(struct search *s, const struct loop_part *part)
{
	size_t most = 0;

	for (struct loop_spot spot = {part, part->begin}; is_inside(spot); spot.at++) {
		struct instruction i;
		size_t extra;

		if (!loop_walk_state(spot)->reached)
			continue;
		i = loop_walk_read(s->loop, spot);
		if (!loop_walk_guards(s->loop, loop_walk_state(spot), &i))
			continue;
		extra = search(s, spot);
		if (extra != LOOP_EXTRA_UNKNOWN)
			extra += jumps_to(s, way_of(s, spot, true));
		most = larger(most, extra);
	}
	return most;
}

size_t
loop_extra(const struct loop *loop)
{
	struct search s = {.loop = loop};
	size_t most = 0;

	if (!loop->machine || !loop_walk_is_x86(loop) || !loop_walk_is_optimised(loop))
		return 0;
	for (size_t k = 0; k < loop->part_count; k++)
		s.flow_count += part_size(&loop->parts[k]);
	s.flows = memory_new((s.flow_count + 1) * sizeof *s.flows);
	s.aligned = aligns_labels(&s);
	for (size_t k = 0; k < loop->part_count; k++)
		most = larger(most, search_part(&s, &loop->parts[k]));
	free(s.flows);
	return most;
}
