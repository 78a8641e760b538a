#ifndef JUDGE_H
#define JUDGE_H

#include "code/loop.h"
#include "code/machine_use.h"
#include "input/language.h"
#include "model/results.h"
#include "model/deviation.h"

/* The verdicts empty, folded and rep, as a measured cell's counts and its machine code show
   them. loop: of a compiled test, otherwise NULL. */
verdict_set judge(const struct cell *cell, const struct test *test,
    const unsigned long loops[LENGTH_COUNT], const struct loop *loop);

/* The verdicts on what valgrind's or QEMU's machine did otherwise than a processor, as it was
   found in the measurements of a cell. */
verdict_set judge_deviations(const struct deviations found[VARIANT_COUNT][LENGTH_COUNT],
    const struct test *test, const struct language *language);

/* The verdicts on what object files show of the same, under valgrind. loop: as for judge. */
verdict_set judge_use(const struct machine_use *use, const struct loop *loop);

/* Why the counts of an interpreter's script, all four, show that its process did not make all
   of its iterations, or NULL. A script may be unable to report its end, or a child process may
   have reached the end and reported it. */
const char *judge_unfinished(
    const struct cell *cell, const struct language *language, const unsigned long *loops);

#endif
