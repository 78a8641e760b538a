#pragma once

#include "history/history.h"

/* Runs and series of a history in words, for reports. The caller frees strings. */

/* Headings of the lines that the functions below add. */
#define HISTORY_WORDS_BREAKS "Breaks (|), across which nothing is compared:"
#define HISTORY_WORDS_COMMANDS "Commands that changed, which may explain steps:"
#define HISTORY_WORDS_WRONG "Runs without counts:"

/* "a1b2c3d (2026-11-23)", with the date of the commit or, without one, of the run, and whether
   the work tree was not clean: "a1b2c3d (2026-11-23, not clean)". */
char *history_words_run(const struct history *history, size_t run);
/* The day of that date; "" if it is unknown. */
char *history_words_day(const struct history *history, size_t run);
/* "12 runs, a1b2c3d (2026-11-01) to f0e1d2c (2026-11-23)" */
char *history_words_title(const struct history *history);
/* The subject of a run's commit, and what else is to know of it: "parser: ... (not clean)". */
char *history_words_about(const struct history *history, size_t run);
/* Each break once, with the series it is in: "a1b2c3d (...): the C library ('2.36', '2.37'); 12
   series". */
void history_words_breaks(const struct history *history, struct words *lines);
/* The runs without counts, and why. */
void history_words_wrong(const struct history *history, struct words *lines);
/* The runs whose command line for a label is another than before: "a1b2c3d (...): lua: './lua
   -j', before './lua'". */
void history_words_commands(const struct history *history, struct words *lines);
/* The series with unexpected verdicts: "fib on lua: folded, in 3 of 12 runs". */
void history_words_verdicts(const struct history *history, struct words *lines);
/* Returns true if the series is in one of those lines. */
bool history_words_marked(const struct history *history, size_t test, size_t label);
/* A value as tables show it, perhaps in the CALC_SHOWN bytes of buffer; "-": unknown. */
const char *history_words_value(
    const struct history *history, size_t k, struct value value, char *buffer);
/* Two values that differ, with as many decimals as it takes to tell them apart. */
void history_words_both(const struct history *history, size_t k, struct value a, struct value b,
    char *shown_a, char *shown_b);
/* The difference of two values, with a sign: "+0.5". */
const char *history_words_step(
    const struct history *history, size_t k, const struct change *change, char *buffer);
