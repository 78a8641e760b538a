#include <elf.h>

#include "machine/native.h"
#include "step/site.h"
#include "step/step.h"
#include "tap.h"

/* The engine step's answer for an instruction of the machine that it runs on. */
static const struct {
	int machine;
	const char *text;
	unsigned char bytes[8];
	const char *want; /* as shown() prints it */
} all[] = {
    {EM_X86_64, "add %eax,%edx", "\x01\xc2", "Ir"},
    {EM_X86_64, "jne", "\x75\x10", "Ir COND"},
    {EM_X86_64, "jmp", "\xeb\x10", "Ir"},
    {EM_X86_64, "jmp *%rax", "\xff\xe0", "Ir IND"},
    {EM_X86_64, "call *(%rax)", "\xff\x10", "Ir Dr Dw IND"},
    {EM_X86_64, "ret", "\xc3", "Ir Dr"},
    {EM_X86_64, "rep movsb", "\xf3\xa4", "Ir Dr Dw, repeats"},
    {EM_X86_64, "syscall", "\x0f\x05", "Ir, traps, shows"},
    {EM_X86_64, "pushf", "\x9c", "Ir Dw, shows"},
    {EM_X86_64, "int3", "\xcc", "Ir, traps"},
    {EM_X86_64, "nothing", "\x06", "unknown"},
    {EM_AARCH64, "add x0,x0,x1", "\x00\x00\x01\x8b", "Ir"},
    {EM_AARCH64, "b.ne", "\x41\x00\x00\x54", "Ir COND"},
    {EM_AARCH64, "cbnz x0", "\x40\x00\x00\xb5", "Ir COND"},
    {EM_AARCH64, "tbz w0,#3", "\x40\x00\x18\x36", "Ir COND"},
    {EM_AARCH64, "b", "\x02\x00\x00\x14", "Ir"},
    {EM_AARCH64, "csel x0,x0,x1,ne", "\x00\x10\x81\x9a", "Ir"},
    {EM_AARCH64, "br x16", "\x00\x02\x1f\xd6", "Ir IND"},
    {EM_AARCH64, "blr x1", "\x20\x00\x3f\xd6", "Ir IND"},
    {EM_AARCH64, "ret", "\xc0\x03\x5f\xd6", "Ir"},
    {EM_AARCH64, "ldr x0,[x1]", "\x20\x00\x40\xf9", "Ir"},
    {EM_AARCH64, "ldar x0,[x1]", "\x20\xfc\xdf\xc8", "Ir"},
    {EM_AARCH64, "stxr w2,x0,[x1]", "\x20\x7c\x02\xc8", "Ir"},
    {EM_AARCH64, "casal x0,x2,[x1]", "\x22\xfc\xe0\xc8", "Ir"},
    {EM_AARCH64, "caspa x0,x1,x2,x3,[x4]", "\x82\x7c\x60\x48", "Ir"},
    {EM_AARCH64, "ldadd x0,x2,[x1]", "\x22\x00\x20\xf8", "Ir"},
    {EM_AARCH64, "ldxr x0,[x1]", "\x20\x7c\x5f\xc8", "unknown"},
    {EM_AARCH64, "ldaxrb w0,[x1]", "\x20\xfc\x5f\x08", "unknown"},
    {EM_AARCH64, "ldxp x0,x2,[x1]", "\x20\x08\x7f\xc8", "unknown"},
    {EM_AARCH64, "svc #0", "\x01\x00\x00\xd4", "Ir, traps"},
    {EM_AARCH64, "brk #1", "\x20\x00\x20\xd4", "Ir, traps"},
};

/* "Ir COND, traps": what it counts once, as far as the engine counts it, and what else it is;
   "unknown" if it is not single-stepped. The caller frees. */
static char *
shown(const struct step_site *site)
{
	struct text t = TEXT_EMPTY;

	if (!site->known)
		return text_print("unknown");
	for (enum field f = 0; f <= FIELD_IND; f++)
		if (site->counts.of[f])
			text_addf(&t, "%s%s", t.n ? " " : "", field_rows[f].name);
	text_addf(
	    &t, "%s%s%s", site->repeats ? ", repeats" : "", site->traps ? ", traps" : "", site->shows ? ", shows" : "");
	return text_take(&t);
}

static void
check_row(size_t row)
{
	struct step_site site = {.address = 0x10000, .n = sizeof site.bytes};
	OWNED char *got = NULL;

	memcpy(site.bytes, all[row].bytes, sizeof all[row].bytes);
	site_decode(&site);
	got = shown(&site);
	is(got, all[row].want, all[row].text);
}

int
main(void)
{
	OWNED char *cpu = native_cpu();
	bool named = native.number != EM_X86_64;

	for (size_t row = 0; row < COUNTOF(all); row++)
		if (all[row].machine == native.number)
			check_row(row);
	ok(named == text_begins(cpu, "aarch64 "), "the processor is that of the machine: %s", cpu);
	return tap_done();
}
