#pragma once

#include "measure/again/remeasure.h"

/* Measures cells again in another way, and notes in them what differs. results: those of the
   targets, measured. */

/* Adds to each cell its counts in the layouts 1 to n of model/memory_layout.h. A cell that
   fails in a layout has no counts for it. *failed: how many fail. */
enum measure_end again_in_layouts(struct results *results, struct targets *targets,
    const struct config *config, unsigned n, size_t *failed);
/* Adds VERDICT_VARYING to the cells whose later iterations do not cost what the earlier ones
   do, in another layout, too. */
enum measure_end again_find_varying(
    struct results *results, struct targets *targets, const struct config *config);
/* Executes in single steps of the processor what was counted in another way, and adds
   VERDICT_MACHINE to the cells for which it takes another number of instructions. It needs no
   list of what valgrind does otherwise. Leaves out what would take long, what has such a
   verdict already, what the engine step does not count and, unless all is set, what uses no
   registers that valgrind may not have as the processor does. */
enum measure_end again_in_steps(
    struct results *results, struct targets *targets, const struct config *config, bool all);
/* Measures the cells of puts again that read files of the host which changed since they were
   noted in config->files, having said which, and notes the files anew. */
enum measure_end again_if_changed(
    struct results *results, struct targets *targets, const struct config *config);
/* Fails such cells: what was measured since no longer belongs together. */
void again_fail_changed(
    struct results *results, const struct targets *targets, const struct config *config);
/* Measures cells with profiles, which they take over if the counts are the same; other cells
   get the reason in "unprofiled". wanted has an entry for each cell of results, in the same
   order. targets: those of the last puts of results, with which they were measured. */
enum measure_end again_with_profiles(struct results *results, const bool *wanted,
    struct targets *targets, const struct config *config);

enum { TIME_SECONDS = 1 };

/* Times what was measured and is compiled, or a command, and adds the times to the cells. Each
   cell takes about so many seconds; 0: as many as its test says, otherwise TIME_SECONDS. Each
   test is compiled and linked once more. results: those of the targets. Says why cells have no
   times, and adds the number of failures to *failed. */
enum measure_end again_timed(struct results *results, struct targets *targets,
    const struct config *config, double seconds, size_t *failed);
