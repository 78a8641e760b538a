/* Callgrind's output. */

#include "tap.h"
#include "outfile/callgrind.h"

/* Written by 3.19 with the options that cgbench gives it, of a program of two sources; without what it wrote about
   libraries and about calls of them but one, and some instructions, which its totals lack. */
static const char sample[] = "# callgrind format\n"
                             "version: 1\n"
                             "cmd:  ./sample\n"
                             "\n"
                             "desc: Trigger: Program termination\n"
                             "\n"
                             "positions: instr line\n"
                             "events: Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw Bc Bcm Bi Bim\n"
                             "summary: 1521 489 262 11 16 2 11 9 1 202 34 8 6\n"
                             "\n"
                             "ob=(2) ???\n"
                             "fl=(51) ???\n"
                             "fn=(265) 0x0000000000109030 [PLT]\n"
                             "0x109020 0 1 1 1\n"
                             "+6 0 1 1 0 0 0 0 0 0 0 0 0 1 1\n"
                             "cob=(3) /usr/lib/x86_64-linux-gnu/libc.so.6\n"
                             "cfi=(146) ./stdlib/./stdlib/abs.c\n"
                             "cfn=(268) abs\n"
                             "calls=1 0x3d0b0 26 \n"
                             "* 0 4 1 0 1 0 0 1\n"
                             "+10 0 1 1 0 0 0 0 0 0 0 0 0 1 1\n"
                             "+6 0 1 0 1\n"
                             "+5 0 1\n"
                             "\n"
                             "ob=(5) /src/sample\n"
                             "fl=(145) /src/sample.c\n"
                             "fn=(264) down\n"
                             "0x1149 3 4\n"
                             "+2 * 4\n"
                             "+2 * 4 0 0 0 0 0 0 0 0 4 3\n"
                             "+2 * 1 1\n"
                             "+1 * 3\n"
                             "fi=(162) /src/sample.h\n"
                             "+4 -2 3\n"
                             "+3 * 3\n"
                             "+2 * 3\n"
                             "fe=(145)\n"
                             "+2 +2 3 0 3\n"
                             "cfn=(264)\n"
                             "calls=3 -18 * \n"
                             "* * 45 6 3 0 0 0 0 0 0 6 3\n"
                             "+5 * 3\n"
                             "+3 * 3\n"
                             "+4 * 3 3\n"
                             "\n"
                             "fn=(263) work\n"
                             "0x1168 4 1 0 1\n"
                             "+8 * 1 0 1\n"
                             "cfn=(264)\n"
                             "calls=1 -39 -1 \n"
                             "* * 37 4 3 0 0 0 0 0 0 4 3\n"
                             "+9 * 1 0 1\n"
                             "cob=(2)\n"
                             "cfi=(51)\n"
                             "cfn=(265)\n"
                             "calls=1 0x109030 -4 \n"
                             "* * 651 227 122 1 5 2 1 4 1 81 10 4 4\n"
                             "+5 * 1\n"
                             "fi=(163) /usr/include/stdlib.h\n"
                             "+2 364 1\n"
                             "+17 * 1 0 1\n"
                             "fe=(145)\n"
                             "+5 4 1\n"
                             "+8 * 1 1\n"
                             "\n"
                             "ob=(2)\n"
                             "fl=(51)\n"
                             "fn=(269) 0x0000000000109040 [PLT]\n"
                             "0x109046 0 1 0 1\n"
                             "+5 0 1\n"
                             "\n"
                             "ob=(5)\n"
                             "fl=(145)\n"
                             "fn=(262) main\n"
                             "0x119f 5 1 0 0 1 0 0 1\n"
                             "+7 * 1 0 1\n"
                             "cfn=(263)\n"
                             "calls=1 -62 -1 \n"
                             "* * 1513 488 261 10 16 2 10 9 1 202 34 8 6\n"
                             "+18 * 1 1\n"
                             "\n"
                             "totals: 55 9 11 1 0 0 1 0 0 4 3 2 2\n";

static const char *
parse(struct callgrind_out *out, const char *s)
{
	struct text t = TEXT_EMPTY;

	text_add(&t, s);
	return callgrind_parse(out, &t);
}

/* The only cost at an address of a binary. */
static const struct callgrind_cost *
cost_at(const struct callgrind_out *out, const char *binary, uint64_t address)
{
	const struct callgrind_cost *found = NULL;

	for (size_t i = 0; i < out->cost_count; i++) {
		const struct callgrind_cost *cost = &out->costs[i];

		if (cost->address == address && !strcmp(out->binaries.v[out->functions[cost->function].binary], binary))
			found = found ? abort(), NULL : cost;
	}
	return found;
}

static void
test_costs(const struct callgrind_out *out)
{
	const struct callgrind_cost *cost = cost_at(out, "/src/sample", 0x1149);

	ok(cost && cost->line == 3 && cost->counts[FIELD_IR] == 4 && !cost->counts[FIELD_DR],
	    "the first instruction of a function");
	is(cost ? out->functions[cost->function].name : NULL, "down", "its name");
	is(cost ? out->files.v[cost->file] : NULL, "/src/sample.c", "its file");
	cost = cost_at(out, "/src/sample", 0x114d);
	ok(cost && cost->counts[FIELD_COND] == 4 && cost->counts[FIELD_COND_M] == 3,
	    "events by their names, at a relative address");
	cost = cost_at(out, "/src/sample", 0x1154);
	ok(cost && cost->line == 1, "a line before that of the instruction before");
	is(cost ? out->files.v[cost->file] : NULL, "/src/sample.h", "an inlined function's file");
	is(cost ? out->functions[cost->function].name : NULL, "down", "but not its name");
	cost = cost_at(out, "???", 0x109046);
	ok(cost && cost->counts[FIELD_DW] == 1, "code of no known file, by its place in memory");
}

static const struct callgrind_call *
call_to(const struct callgrind_out *out, const char *caller, const char *callee)
{
	for (size_t i = 0; i < out->call_count; i++)
		if (!strcmp(out->functions[out->calls[i].caller].name, caller) &&
		    !strcmp(out->functions[out->calls[i].callee].name, callee))
			return &out->calls[i];
	return NULL;
}

static void
test_calls(const struct callgrind_out *out)
{
	const struct callgrind_call *call = call_to(out, "down", "down");

	ok(call && call->calls == 3 && call->address == 0x115b && call->target == 0x1149, "a function calls itself");
	call = call_to(out, "main", "work");
	ok(call && call->calls == 1 && call->address == 0x11a6 && call->target == 0x1168,
	    "what a call costs with its callees is none of its own cost");
	call = call_to(out, "0x0000000000109030 [PLT]", "abs");
	ok(call != NULL, "a function of a library");
	is(call ? out->binaries.v[out->functions[call->callee].binary] : NULL, "/usr/lib/x86_64-linux-gnu/libc.so.6",
	    "its file");
}

/* The sample with the first of from replaced. */
static char *
changed(const char *from, const char *to)
{
	const char *at = strstr(sample, from);

	return at ? text_print("%.*s%s%s", (int)(at - sample), sample, to, at + strlen(from)) : NULL;
}

static void
refuses(const char *from, const char *to, const char *why)
{
	OWNED char *s = changed(from, to);
	struct callgrind_out out;

	is(s ? parse(&out, s) : "no such text", why, why);
	if (s)
		callgrind_free(&out);
}

static void
test_damage(void)
{
	static const char damaged[] = "a line of it is damaged";
	struct callgrind_out out;

	refuses("+4 -2 3\n", "+4 -2 2\n", "its totals are not those of its lines");
	refuses("+4 -2 3\n", "+4 -2 x\n", damaged);
	refuses("+4 -2 3\n", "+4 -2 3 0 0 0 0 0 0 0 0 0 0 0 0 0\n", damaged);
	refuses("+4 -2 3\n", "+4 -2 99999999999999999999\n", damaged);
	refuses("fn=(264) down", "fn=(264 down", damaged);
	refuses("fn=(264) down", "fn=(264)", "it uses the number of a name that it has not given");
	refuses("calls=3 -18 *", "calls=3", damaged);
	refuses("instr line", "line", "it does not count by instruction");
	refuses(" Bcm Bi Bim", "", "it lacks some of the 13 fields");
	refuses(" Bim", " Ge", "it has other events than the 13 fields");
	refuses("events: Ir", "event: Ir", damaged);
	is(parse(&out, ""), "it is cut off", "an empty file");
	callgrind_free(&out);
	refuses(strstr(sample, "totals:"), "", "it is cut off");
	refuses(strstr(sample, "totals:") - 6, "", "it is cut off");
}

int
main(void)
{
	struct callgrind_out out;

	is(parse(&out, sample), NULL, "a sample");
	test_costs(&out);
	test_calls(&out);
	callgrind_free(&out);
	test_damage();
	return tap_done();
}
