#include "compare/machines.h"
#include "sample.h"
#include "saved.h"

static void
set_machine(struct put *put, const char *valgrind, const char *cpu)
{
	saved_add_fingerprint(put);
	saved_set_trait(put, TRAIT_VALGRIND, valgrind);
	saved_set_trait(put, TRAIT_CPU, cpu);
}

int
main(void)
{
	struct results results = sample_make(1, 5);

	ok(!machines_any(&results), "no machine is known");
	set_machine(&results.puts.v[0], "3.19.0", "x");
	set_machine(&results.puts.v[1], "3.19.0", "x");
	ok(!machines_any(&results), "one machine");
	set_machine(&results.puts.v[2], "qemu 7.2", "aarch64 a76");
	set_machine(&results.puts.v[4], "qemu 7.2", "aarch64 a76");
	set_machine(&results.puts.v[3], "3.19.0", "x");
	ok(machines_any(&results), "two");
	is_freed(machines_columns(&results), "p0, p1, p3 on x86_64 (valgrind); p2, p4 on aarch64 (QEMU)", "which");
	is(machines_meaning(&results),
	    "QEMU counts only Ir, Dr and Dw. Counts of different machines also compare their instruction sets.",
	    "what both mean");
	results_keep_puts(&results, 2, 1);
	ok(machines_any(&results), "one that is emulated");
	is(machines_meaning(&results), "QEMU counts only Ir, Dr and Dw.", "what that means");
	results_free(&results);
	results = sample_make(1, 3);
	set_machine(&results.puts.v[0], "3.19.0", "x");
	set_machine(&results.puts.v[2], "3.19.0", "aarch64 a76");
	ok(machines_any(&results), "two machines under valgrind");
	is(machines_meaning(&results), "Counts of different machines also compare their instruction sets.",
	    "what they mean");
	is_freed(machines_columns(&results), "p0 on x86_64 (valgrind); p2 on aarch64 (valgrind)", "one is unknown");
	results_free(&results);
	return tap_done();
}
