#pragma once

#include "input/target.h"
#include "measure/config.h"

/* Gives each target whose programs are for another machine than the host the QEMU that runs
   them, with all also those whose programs are for the host. A target that then cannot be
   measured says so. A level of the host's processors is not kept for other machines. */
void emulate_targets(
    struct targets *targets, struct qemus *qemus, bool all, const struct config *config);
/* Refuses targets for 32 bits, too, where the kernel does not start valgrind's tool for them
   because it was built without IA32_EMULATION. */
void emulate_refuse_narrow(
    struct targets *targets, const struct valgrind *valgrind, unsigned timeout);
/* Why the target's programs cannot be run, judging by an object file that was compiled for it;
   NULL: they can. The caller frees. */
char *emulate_why_not(const struct target *target, const char *object);
