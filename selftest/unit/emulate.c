/* For which machines compilers compile, and what runs their programs. */

#include "measure/emulate.h"
#include "played.h"

static const char *const triples[] = {"x86_64-linux-gnu", "aarch64-linux-gnu", "riscv64-linux-gnu"};

/* The engines qemu and step. */
enum { ALL = 1, STEPS };

/* Tells a target that is called so, has these arguments, and makes objects for a machine. */
static void
tells(const char *file, const char *args, unsigned machine, const char *as_planned, unsigned mode, const char *want)
{
	struct qemus qemus = {0};
	struct target *target;
	struct text t = TEXT_EMPTY;

	for (size_t i = 0; i < MACHINE_COUNT; i++)
		qemus.v[qemus.n++] = (struct qemu){.machine = machine_of_name(triples[i])};
	for (size_t i = 0; i < MACHINE_COUNT; i++)
		if (qemus.v[i].machine == machine_host())
			qemus.v[i].wrong = (char *)"no QEMU";
	played_make("c", 1, 1);
	target = &targets.v[0];
	free(target->exe);
	target->exe = text_print("%s/%s", scratch_path, file);
	target->cpu = "v2";
	words_split(&target->args, args);
	product.e_machine = (Elf64_Half)machine;
	product.e_ident[EI_CLASS] = machine == EM_386 || machine == EM_ARM ? ELFCLASS32 : ELFCLASS64;
	snprintf(plan, sizeof plan, "%s", as_planned);
	config.engine = mode == STEPS ? &engine_step : NULL;
	emulate_targets(&targets, &qemus, mode == ALL, &config);
	text_addf(&t, "%s|%s%s|%s|", played.s ? played.s : "",
	    !target->qemu                             ? ""
	    : target->qemu->machine == machine_host() ? "host"
	                                              : target->qemu->machine->name,
	    target->narrow ? " narrow" : "", target->sysroot ? target->sysroot : "");
	/* A host may lack the libraries of other machines. */
	if (target->unfit && !text_begins(target->unfit, "the C library of its machine"))
		text_add(&t, target->unfit);
	ok(!target->cpu == (target_machine(target)->number != EM_X86_64), "%s: the level", file);
	is_freed(text_replace(t.s, scratch_path, "@"), want, file);
	text_free(&t);
	played_free();
}

static void
why_not(unsigned machine, const struct qemu *qemu, const char *want, const char *name)
{
	const struct language language = {.compile_main.n = 1};
	const struct target target = {.language = &language, .qemu = qemu};

	product.e_machine = (Elf64_Half)machine;
	scratch_store("object", (const char *)&product, sizeof product);
	is_freed(emulate_why_not(&target, "object"), want, name);
}

int
main(void)
{
	const struct qemu qemu = {.machine = machine_of_name("riscv64-linux-gnu")};
	char *gcc;

	played_begin();
	gcc = text_print("%s-gcc", machine_host()->triple);
	product.e_type = ET_EXEC;
	scratch_store(gcc, (const char *)&product, sizeof product);
	scratch_store("clang-1", (const char *)&product, sizeof product);
	scratch_write("tcc", "#!/bin/sh\n");
	tells(gcc, "-O2 -x", native.number, "", 0, "|||");
	tells("clang-1", "", native.number, "", 0, "|||");
	tells("tcc", "", native.number, "", 0, "T|||");
	tells("put", "", native.number, "T0", 0, "T|||");
	tells("clang-1", "-m32", native.number, "", 0, "T|||");
	tells("clang-1", "-mx32 -O2", native.number, "", 0, "T|||");
	tells("clang-1", "-O2 --config=x", native.number, "", 0, "T|||");
	tells("clang-1", "@x", native.number, "", 0, "T|||");
	tells("clang-1", "-b", native.number, "", 0, "T|||");
	tells("clang-1", "-Bx", native.number, "", 0, "T|||");
	tells("put", "", EM_RISCV, "", 0, "T|riscv64|/usr/riscv64-linux-gnu|");
	tells("put", "--sysroot=root", EM_RISCV, "", 0, "T|riscv64|@/root|");
	tells("put", "--sysroot=", EM_RISCV, "", 0, "T|riscv64|/|");
	tells("put", "", EM_RISCV, "T1", 0, "T|||");
	tells("riscv64-linux-gnu-gcc", "", EM_RISCV, "T1", 0, "T|riscv64|/usr/riscv64-linux-gnu|");
	tells("put", "--target=riscv64-linux-gnu", EM_RISCV, "T1", 0, "T|riscv64|/usr/riscv64-linux-gnu|");
	tells("put", "", EM_ARM, "", 0, "T|||its programs are for ARM of 32 bits, which cgbench does not measure");
	tells("clang-1", "", native.number, "", ALL, "|host||no QEMU");
#ifdef __x86_64__
	tells("put", "", EM_386, "", 0, "T| narrow||");
	tells("put", "", EM_386, "", ALL,
	    "T| narrow||its programs are of 32 bits, which --engine=qemu does not measure; "
	    "use --engine=fork or exec");
	tells("put", "", EM_386, "", STEPS,
	    "T| narrow||its programs are of 32 bits, which --engine=step does not measure; "
	    "use --engine=fork or exec");
#endif
	product.e_ident[EI_CLASS] = ELFCLASS64;
	why_not((unsigned)native.number, NULL, NULL, "the host's");
	why_not(EM_RISCV, &qemu, NULL, "QEMU's");
	why_not(EM_RISCV, NULL, "it compiles for riscv64, which its name and arguments do not show", "another one");
	why_not(EM_S390, NULL, "it compiles for S/390 of 64 bits, which its name and arguments do not show",
	    "one that is not measured");
	free(gcc);
	return played_end();
}
