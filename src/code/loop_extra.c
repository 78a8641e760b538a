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
	/* Instructions of the snippet that are executed before it: on the shortest way, and on
	   the longest one or UNBOUNDED. */
	size_t shortest, longest;
	unsigned lengthened; /* so often */
};

enum { UNBOUNDED = 1 << 20, MOST_LENGTHENED = 16 };

/* The snippet ends with its last instruction, by a jump, or by a branch. A jump or branch
   over the rest of the snippet is an end with the last instruction, too. */
enum exit_kind { EXIT_FALL, EXIT_JUMP, EXIT_BRANCH, EXIT_KINDS };

/* The places where the snippet ends and the loop goes on. The members below n are of those
   exits only that an iteration may take which executes as many instructions as were counted. */
struct exits {
	size_t n;
	size_t taken;
	bool unknown;     /* both ways have code of their own from one of them on */
	bool pads;        /* there is padding before each of them */
	bool may_pad;     /* before some */
	size_t saved;     /* at most so many registers are copied, saved or loaded again */
	long least, most; /* so many more instructions are executed with the snippet */
};

struct extra_search {
	const struct loop *loop;
	struct flow *flows; /* for every byte of all ranges, one after the other */
	size_t flow_count;
	size_t count;                    /* of an iteration; 0: not known */
	struct operand made[LOOP_SLOTS]; /* places in the frame with a new value */
	size_t made_count;
	struct loop_spot without; /* where the empty loop goes on */
	struct loop_spot end;     /* what comes from here on is no snippet, or nowhere */
	struct exits exits[EXIT_KINDS];
	uint64_t invariant; /* registers that the snippet reads and the loop never changes */
	bool aligned;       /* all labels are */
	bool changed;
};

static struct flow *
flow_at(const struct extra_search *s, struct loop_spot spot)
{
	size_t first = 0;

	for (const struct loop_range *range = s->loop->ranges; range < spot.range; range++)
		first += range->end - range->begin;
	return &s->flows[first + spot.at - spot.range->begin];
}

static bool
loop_extra_is_inside(struct loop_spot spot)
{
	return spot.range && spot.at < spot.range->end;
}

static bool
is_spot(struct loop_spot a, struct loop_spot b)
{
	return a.range == b.range && a.at == b.at;
}

static uint64_t
live_at(const struct extra_search *s, struct loop_spot spot)
{
	return loop_extra_is_inside(spot) ? flow_at(s, spot)->live : 0;
}

static bool
goes_again(const struct extra_search *s, struct loop_spot spot)
{
	return loop_extra_is_inside(spot) && flow_at(s, spot)->again;
}

/* Notes which registers may be read after an instruction of the function, and if the loop may
   come to another iteration from there. */
static void
look_ahead(struct extra_search *s, struct loop_spot spot)
{
	struct instruction i = loop_walk_read(s->loop, spot);
	struct loop_ways ways = loop_walk_ways(s->loop, spot, &i);
	struct instruction_registers r = loop_walk_registers(s->loop, spot);
	struct flow *flow = flow_at(s, spot), before = *flow;

	if (!i.length)
		return;
	flow->live |= ((live_at(s, ways.next) | live_at(s, ways.target)) & ~r.set) | r.read;
	flow->again |= loop_walk_guards(s->loop, loop_walk_state(spot), &i) ||
	               goes_again(s, ways.next) || goes_again(s, ways.target);
	s->changed |= flow->live != before.live || flow->again != before.again;
}

static bool
is_made(const struct extra_search *s, const struct operand *place)
{
	for (size_t i = 0; i < s->made_count; i++)
		if (s->made[i].number == place->number &&
		    s->made[i].distance == place->distance)
			return true;
	return false;
}

/* Returns true if a move gives its target what was known before the snippet. */
static bool
carries(const struct extra_search *s, const struct flow *flow, const struct instruction *i)
{
	switch (i->from.kind) {
	case OPERAND_CONSTANT:
		/* Otherwise it is the code that gives a variable another value. */
		return flow->made & instruction_register(&i->to);
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
note_store(struct extra_search *s, const struct flow *flow, const struct instruction *i)
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
aligns_labels(const struct extra_search *s)
{
	enum { RARE = 1024 };
	uint64_t places = 0, rarity = 1;
	const uint64_t unit = loop_walk_is_x86(s->loop)                        ? 1
	                      : s->loop->object.header.e_machine == EM_AARCH64 ? 4
	                                                                       : 2;
	size_t labels = 0;
	struct loop_spot spot = {NULL, 0};

	while (loop_walk_next_spot(s->loop, &spot)) {
		struct instruction i;
		struct loop_spot target;

		if (!loop_walk_state(spot)->reached)
			continue;
		i = loop_walk_read(s->loop, spot);
		target = loop_walk_ways(s->loop, spot, &i).target;
		if (!loop_extra_is_inside(target) || flow_at(s, target)->label)
			continue;
		flow_at(s, target)->label = true;
		places |= target.at;
		labels++;
	}
	while (labels-- && rarity < RARE)
		rarity *= (places & -places) / unit;
	return rarity >= RARE;
}

static size_t
smaller(size_t a, size_t b)
{
	return a < b ? a : b;
}

static size_t
larger(size_t a, size_t b)
{
	return a > b ? a : b;
}

static bool
is_nop(const struct extra_search *s, struct loop_spot spot, const struct instruction *i)
{
	return i->kind == INSTRUCTION_NOP ||
	       (loop_walk_is_x86(s->loop)
	               ? i->length == 1 && *loop_walk_bytes(s->loop, spot) == 0x90
	               : i->pads);
}

/* A nop of one byte may be the user's own, or the rest of what an assembler fills. */
static bool
pads_at(const struct extra_search *s, struct loop_spot spot, const struct instruction *i)
{
	return i->kind == INSTRUCTION_NOP ||
	       (is_nop(s, spot, i) && (flow_at(s, spot)->pads || s->aligned));
}

static struct flow
loop_extra_after(struct extra_search *s, struct loop_spot spot, const struct instruction *i)
{
	struct flow flow = *flow_at(s, spot);
	struct instruction_registers r = loop_walk_registers(s->loop, spot);
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
	/* A function that is called returns. */
	flow.shortest = smaller(flow.shortest + 1 + i->calls, UNBOUNDED);
	flow.longest =
	    i->calls || i->repeats ? UNBOUNDED : smaller(flow.longest + 1, UNBOUNDED);
	if (i->kind == INSTRUCTION_MOVE)
		note_store(s, flow_at(s, spot), i);
	return flow;
}

/* Returns true if the code goes on behind the instruction with the target of its jump, but for
   what is the snippet's, too: it jumps over some of the snippet. */
static bool
jumps_over(struct loop_spot from, struct loop_spot target)
{
	for (struct loop_spot spot = from; loop_extra_is_inside(spot); spot.at++) {
		if (is_spot(spot, target))
			return true;
		if (loop_walk_state(spot)->reached)
			return false;
	}
	return false;
}

/* Two places from which the code may go on in the same way. */
struct pair {
	struct loop_spot a, b;
	long more; /* so many more instructions were executed on the way to a */
};

struct pairs {
	struct pair v[256];
	size_t n;
	bool met;  /* both have come to the same place, */
	long more; /* with so many more instructions on the way of a */
};

/* Returns true if there is a jump or padding, and nothing else is done. */
static bool
goes_on_at(const struct extra_search *s, struct loop_spot spot)
{
	struct instruction i = loop_walk_read(s->loop, spot);

	return i.kind == INSTRUCTION_JUMP || is_nop(s, spot, &i);
}

/* Moves a spot behind jumps and padding, and adds their number to *count. */
static void
loop_extra_skip(const struct extra_search *s, struct loop_spot *spot, long *count)
{
	for (size_t most = 16; most && loop_extra_is_inside(*spot) && goes_on_at(s, *spot);
	     most--) {
		struct instruction i = loop_walk_read(s->loop, *spot);
		struct loop_ways ways = loop_walk_ways(s->loop, *spot, &i);

		*spot = i.kind == INSTRUCTION_JUMP ? ways.target : ways.next;
		++*count;
	}
}

/* Notes that both have come to the same place. Returns false if they had done so otherwise. */
static bool
note_meeting(struct pairs *pairs, long more)
{
	bool same = !pairs->met || pairs->more == more;

	pairs->met = true;
	pairs->more = more;
	return same;
}

/* Adds a pair. Returns false if the two ways are not alike. */
static bool
loop_extra_add_pair(const struct extra_search *s, struct pairs *pairs, struct pair pair)
{
	long of_a = 0, of_b = 0;

	/* It does not matter how the loop ends. */
	if (!goes_again(s, pair.a) && !goes_again(s, pair.b))
		return true;
	loop_extra_skip(s, &pair.a, &of_a);
	loop_extra_skip(s, &pair.b, &of_b);
	pair.more += of_a - of_b;
	if (is_spot(pair.a, pair.b))
		return note_meeting(pairs, pair.more);
	if (!loop_extra_is_inside(pair.a) || !loop_extra_is_inside(pair.b))
		return false;
	for (size_t i = 0; i < pairs->n; i++)
		if (is_spot(pair.a, pairs->v[i].a) && is_spot(pair.b, pairs->v[i].b))
			return pairs->v[i].more == pair.more;
	if (pairs->n == COUNTOF(pairs->v))
		return false;
	pairs->v[pairs->n++] = pair;
	return true;
}

/* Returns true if the instructions of a pair do the same, with other registers. Adds the pairs
   that they lead to. */
static bool
is_alike(const struct extra_search *s, struct pairs *pairs, const struct pair *pair)
{
	struct loop_spot a = pair->a, b = pair->b;
	struct instruction of_a = loop_walk_read(s->loop, a), of_b = loop_walk_read(s->loop, b);
	struct loop_ways from_a = loop_walk_ways(s->loop, a, &of_a),
	                 from_b = loop_walk_ways(s->loop, b, &of_b);
	enum instruction_like like =
	    instruction_compare(s->loop->object.header.e_machine, loop_walk_bytes(s->loop, a),
	        a.range->end - a.at, loop_walk_bytes(s->loop, b), b.range->end - b.at);
	long more = pair->more;

	if (like == INSTRUCTION_UNLIKE || of_a.kind == INSTRUCTION_COMPUTED)
		return false;
	/* Here another iteration begins, on both ways. */
	if (loop_walk_guards(s->loop, loop_walk_state(b), &of_b))
		return note_meeting(pairs, more);
	if (like == INSTRUCTION_INVERSE)
		return loop_extra_add_pair(
		           s, pairs, (struct pair){from_a.target, from_b.next, more}) &&
		       loop_extra_add_pair(
		           s, pairs, (struct pair){from_a.next, from_b.target, more});
	return loop_extra_add_pair(
	           s, pairs, (struct pair){from_a.target, from_b.target, more}) &&
	       loop_extra_add_pair(s, pairs, (struct pair){from_a.next, from_b.next, more});
}

/* Returns true if the code goes on from both places with the same instructions, but for jumps
   and padding, until it comes to the same place: from a with *more instructions more. */
static bool
meets(const struct extra_search *s, struct loop_spot a, struct loop_spot b, long *more)
{
	struct pairs pairs = {.n = 0};

	if (!loop_extra_add_pair(s, &pairs, (struct pair){a, b, 0}))
		return false;
	for (size_t i = 0; i < pairs.n; i++) {
		const struct pair pair = pairs.v[i];

		if (!is_alike(s, &pairs, &pair))
			return false;
	}
	*more = pairs.more;
	return true;
}

/* Returns true if an iteration may come this way, which executes "more" instructions more
   behind it than without the snippet. */
static bool
may_take(const struct extra_search *s, const struct flow *flow, long more)
{
	long count = (long)s->count - more;

	return !s->count || (count >= (long)flow->shortest &&
	                        (flow->longest == UNBOUNDED || count <= (long)flow->longest));
}

/* Adds exits, at whose end "more" instructions more are executed. */
static void
add_exits(struct exits *all, const struct exits *exits, long more)
{
	bool first = !all->taken;

	all->n += exits->n;
	if (!exits->taken)
		return;
	all->unknown |= exits->unknown;
	all->saved = larger(all->saved, exits->saved);
	all->least =
	    first || all->least > exits->least + more ? exits->least + more : all->least;
	all->most = first || all->most < exits->most + more ? exits->most + more : all->most;
	all->pads = exits->pads && (all->pads || first);
	all->may_pad |= exits->may_pad;
	all->taken += exits->taken;
}

/* The snippet ends before the spot. */
static void
loop_extra_leave(
    struct extra_search *s, struct loop_spot spot, const struct flow *flow, enum exit_kind kind)
{
	/* Go's functions use the frame pointer for nothing else. */
	const uint64_t pointers = (uint64_t)loop_walk_is_x86(s->loop) << REGISTER_RSP |
	                          (uint64_t)s->loop->go << REGISTER_RBP;
	uint64_t saved = flow->carried & live_at(s, spot) & ~pointers;
	struct exits exit = {.n = 1,
	    .saved = (size_t)__builtin_popcountll(saved),
	    .pads = flow->pads,
	    .may_pad = flow->pads};

	/* A call that does not return, or an exception, ends the loop. */
	if (!goes_again(s, spot) && !is_spot(spot, s->end))
		return;
	exit.unknown = !meets(s, spot, s->without, &exit.least);
	exit.most = exit.least;
	exit.taken = exit.unknown || may_take(s, flow, exit.least);
	add_exits(&s->exits[kind], &exit, 0);
}

static void
loop_extra_go_on(struct extra_search *s, struct loop_spot spot, const struct flow *with,
    bool leaving, enum exit_kind kind)
{
	struct flow *flow;

	if (!loop_extra_is_inside(spot))
		return;
	if (loop_walk_state(spot)->reached || is_spot(spot, s->end)) {
		if (leaving)
			loop_extra_leave(s, spot, with, kind);
		return;
	}
	flow = flow_at(s, spot);
	if (!flow->visited) {
		flow->shortest = with->shortest;
		flow->longest = with->longest;
	} else if (flow->pads >= with->pads && !(with->carried & ~flow->carried) &&
	           !(with->made & ~flow->made) && flow->shortest <= with->shortest &&
	           flow->longest >= with->longest) {
		return;
	}
	flow->visited = true;
	flow->shortest = smaller(flow->shortest, with->shortest);
	if (flow->longest < with->longest)
		flow->longest =
		    flow->lengthened++ < MOST_LENGTHENED ? with->longest : UNBOUNDED;
	flow->carried |= with->carried;
	flow->made |= with->made;
	flow->pads |= with->pads;
	s->changed = true;
}

/* Follows an instruction of the snippet. leaving: looks at what it leaves the loop with, too.
 */
static void
loop_extra_follow(struct extra_search *s, struct loop_spot spot, bool leaving)
{
	struct instruction i = loop_walk_read(s->loop, spot);
	struct loop_ways ways = loop_walk_ways(s->loop, spot, &i);
	enum exit_kind kind = i.kind == INSTRUCTION_JUMP ? EXIT_JUMP : EXIT_BRANCH;
	struct flow flow;

	if (!i.length)
		return;
	flow = loop_extra_after(s, spot, &i);
	if (jumps_over(loop_walk_next(spot, &i), ways.target))
		kind = EXIT_FALL;
	loop_extra_go_on(s, ways.target, &flow, leaving, kind);
	loop_extra_go_on(s, ways.next, &flow, leaving, EXIT_FALL);
}

/* Three walks through the code: follow the snippet, note what may be read later, and look at
   what the snippet leaves the loop with. */
enum pass { PASS_ON, PASS_LIVE, PASS_OUT };

static void
look_at(struct extra_search *s, struct loop_spot spot, enum pass pass)
{
	bool visited = flow_at(s, spot)->visited;

	if (pass != PASS_LIVE && visited)
		loop_extra_follow(s, spot, pass == PASS_OUT);
	else if (pass == PASS_LIVE && (visited || loop_walk_state(spot)->reached))
		look_ahead(s, spot);
}

/* Looks at each place of the code until nothing changes, backwards for what may be read. */
static void
look_everywhere(struct extra_search *s, enum pass pass)
{
	do {
		s->changed = false;
		for (size_t k = 0; k < s->loop->range_count; k++) {
			const struct loop_range *range = &s->loop->ranges[k];
			uint64_t n = range->end - range->begin;

			for (uint64_t i = 0; i < n; i++) {
				uint64_t at = pass == PASS_LIVE ? n - 1 - i : i;

				look_at(s, (struct loop_spot){range, range->begin + at}, pass);
			}
		}
	} while (s->changed);
}

/* Looks at the snippet that the jump at the spot skips, up to s->end, and returns its exits.
   Code that comes back from far is the snippet's own, unless all of it does. */
static struct exits
loop_extra_look_at(struct extra_search *s, struct loop_spot guard)
{
	const struct flow entry = {0};
	const struct exits *falls = &s->exits[EXIT_FALL];
	struct exits exits;

	/* Code behind s->end was looked at when there was no end. */
	ARRAY_EACH(struct flow, flow, s->flows, s->flow_count)
		*flow = (struct flow){.live = flow->live, .again = flow->again};
	s->without = loop_walk_around(s->loop, guard, false);
	s->made_count = 0;
	memset(s->exits, 0, sizeof s->exits);
	loop_extra_go_on(s, loop_walk_around(s->loop, guard, true), &entry, false, EXIT_FALL);
	look_everywhere(s, PASS_ON);
	look_everywhere(s, PASS_LIVE);
	look_everywhere(s, PASS_OUT);
	exits = *falls;
	add_exits(&exits, &s->exits[EXIT_BRANCH], 0);
	if (!falls->taken)
		add_exits(&exits, &s->exits[EXIT_JUMP], !falls->n);
	return exits;
}

static bool
is_endless(const struct exits *exits)
{
	return exits->unknown || !exits->n;
}

/* A compiler may copy what follows the snippet. So the snippet ends where the code goes on as
   it does without it. */
static struct exits
search(struct extra_search *s, struct loop_spot guard)
{
	const struct loop_spot nowhere = {NULL, 0};
	struct loop_spot end = nowhere;
	struct exits exits;
	long more;

	s->end = nowhere;
	exits = loop_extra_look_at(s, guard);
	while (is_endless(&exits) && loop_walk_next_spot(s->loop, &end)) {
		if (!flow_at(s, end)->visited || goes_on_at(s, end) ||
		    !meets(s, end, s->without, &more))
			continue;
		s->end = end;
		exits = loop_extra_look_at(s, guard);
		s->end = nowhere;
		if (is_endless(&exits))
			loop_extra_look_at(s, guard);
	}
	return exits;
}

/* Counts the jumps that lead to the snippet, but not those over some of it. */
static long
jumps_to(const struct extra_search *s, struct loop_spot spot)
{
	long jumps = 0;

	while (loop_extra_is_inside(spot) && jumps < LOOP_SLOTS) {
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

/* Returns true if the snippet begins with a jump to the next instruction. Without optimisation
   clang puts one there, and as much on the empty way; it may also be the code's own. */
static bool
begins_with_jump(const struct extra_search *s, struct loop_spot spot)
{
	struct instruction i;

	if (loop_walk_is_x86(s->loop) || !loop_extra_is_inside(spot))
		return false;
	i = loop_walk_read(s->loop, spot);
	return i.kind == INSTRUCTION_JUMP &&
	       is_spot(loop_walk_next(spot, &i), loop_walk_ways(s->loop, spot, &i).target);
}

/* Returns the registers that the snippet reads and the loop never changes. */
static uint64_t
find_invariant(const struct extra_search *s)
{
	struct loop_spot spot = {NULL, 0};
	uint64_t read = 0, written = 0;

	while (loop_walk_next_spot(s->loop, &spot)) {
		bool visited = flow_at(s, spot)->visited;
		struct instruction_registers r;

		if (!visited && !(loop_walk_state(spot)->repeated && goes_again(s, spot)))
			continue;
		r = loop_walk_registers(s->loop, spot);
		written |= r.set | r.kept;
		read |= visited ? r.read : 0;
	}
	return read & ~written;
}

/* Returns where the code goes on behind the last jump over the loop, to what follows, if there
   are iterations at all: compilers move work of the loop there. Nowhere without such a jump. */
static struct loop_spot
find_entry(const struct extra_search *s)
{
	struct loop_spot entry = {NULL, 0}, spot = entry;

	while (loop_walk_next_spot(s->loop, &spot)) {
		const struct loop_state *state = loop_walk_state(spot);
		struct instruction i;
		struct loop_ways ways;
		struct loop_spot beyond;
		bool next;

		if (!state->reached || state->repeated)
			continue;
		i = loop_walk_read(s->loop, spot);
		ways = loop_walk_ways(s->loop, spot, &i);
		next = goes_again(s, ways.next);
		beyond = next ? ways.target : ways.next;
		if (next != goes_again(s, ways.target) && loop_extra_is_inside(beyond) &&
		    loop_walk_state(beyond)->repeated)
			entry = next ? ways.next : ways.target;
	}
	return entry;
}

/* Returns true if an instruction computes something, but not from constants only. known: the
   registers that hold these. */
static bool
computes(const struct extra_search *s, struct loop_spot spot, uint64_t *known)
{
	struct instruction i = loop_walk_read(s->loop, spot);
	struct instruction_registers r = loop_walk_registers(s->loop, spot);
	bool moves = i.kind == INSTRUCTION_MOVE;

	if ((moves && i.from.kind == OPERAND_CONSTANT) || (r.read && !(r.read & ~*known))) {
		*known |= r.set;
		return false;
	}
	*known &= ~(r.set | r.kept);
	return i.kind == INSTRUCTION_OTHER;
}

/* Counts what computes, once before the loop, a register that the snippet reads, or is then
   kept in the frame. */
static size_t
count_hoisted(const struct extra_search *s)
{
	struct loop_spot path[256], spot = find_entry(s);
	bool work[COUNTOF(path)];
	uint64_t known = 0, wanted = s->invariant;
	size_t n = 0, hoisted = 0;

	while (n < COUNTOF(path) && goes_again(s, spot) && !loop_walk_state(spot)->repeated) {
		struct instruction i = loop_walk_read(s->loop, spot);
		struct loop_ways ways = loop_walk_ways(s->loop, spot, &i);

		work[n] = computes(s, spot, &known);
		path[n++] = spot;
		spot = goes_again(s, ways.next) ? ways.next : ways.target;
	}
	while (n--) {
		struct instruction i = loop_walk_read(s->loop, path[n]);
		struct instruction_registers r = loop_walk_registers(s->loop, path[n]);

		if (!((r.set | r.kept) & wanted) && i.to.kind != OPERAND_FRAME)
			continue;
		wanted = (wanted & ~r.set) | r.read;
		hoisted += work[n];
	}
	return hoisted;
}

/* Adds the snippet that the jump at the spot skips, if an iteration may come that way. */
static void
add_snippet(struct extra_search *s, struct loop_spot guard, struct loop_extra *all)
{
	const struct loop_spot begin = loop_walk_around(s->loop, guard, true);
	long to = jumps_to(s, begin), more;
	struct exits exits;
	size_t most;
	bool exact;

	if (begins_with_jump(s, begin)) {
		all->snippets++;
		return;
	}
	exits = search(s, guard);
	s->invariant |= find_invariant(s);
	if (exits.n && !exits.taken)
		return;
	more = exits.most + to;
	most = larger((size_t)labs(more), (size_t)labs(exits.least + to));
	exact = !exits.unknown && !exits.saved && !exits.may_pad && exits.least == exits.most &&
	        (exits.n || !to);

	/* A register is saved, and loaded again. */
	most += 2 * exits.saved + exits.pads;
	all->most = larger(all->most, exits.unknown ? LOOP_EXTRA_UNKNOWN : most);
	all->exact = exact && (!all->snippets || (all->exact && all->more == more));
	all->more = more;
	all->snippets++;
}

static struct loop_extra
add_snippets(struct extra_search *s, size_t count)
{
	struct loop_extra all = {0};
	struct loop_spot spot = {NULL, 0};

	s->count = count;
	while (loop_walk_next_spot(s->loop, &spot)) {
		const struct loop_state *state = loop_walk_state(spot);
		struct instruction i;

		if (!state->reached)
			continue;
		i = loop_walk_read(s->loop, spot);
		if (loop_walk_guards(s->loop, state, &i))
			add_snippet(s, spot, &all);
	}
	return all;
}

static void
begin_search(struct extra_search *s, const struct loop *loop)
{
	*s = (struct extra_search){.loop = loop};
	for (size_t k = 0; k < loop->range_count; k++)
		s->flow_count += loop->ranges[k].end - loop->ranges[k].begin;
	s->flows = memory_array(s->flow_count + 1, sizeof *s->flows);
	s->aligned = aligns_labels(s);
}

struct loop_extra
loop_extra(const struct loop *loop, size_t count)
{
	struct extra_search s;
	struct loop_extra all = {0};

	begin_search(&s, loop);
	all = add_snippets(&s, count);
	if (!all.snippets)
		all = add_snippets(&s, 0);
	all.hoisted = count_hoisted(&s);
	free(s.flows);
	return all;
}

bool
loop_goes_on(const struct loop *loop, struct loop_spot guard, struct loop_spot spot,
    struct loop_spot without, long *more)
{
	struct extra_search s;
	bool alike;

	*more = 0;
	if (is_spot(spot, without) || !loop_extra_is_inside(spot) || !loop_walk_is_x86(loop))
		return is_spot(spot, without);
	begin_search(&s, loop);
	loop_extra_look_at(&s, guard);
	alike = !goes_on_at(&s, spot) && meets(&s, spot, without, more);
	free(s.flows);
	return alike;
}
