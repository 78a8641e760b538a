#pragma once

#include "history/history.h"
#include "explain/selection.h"
#include "util/words.h"

/* The forms in which results are printed and written. An order is "NAME", for standard output,
   or "NAME:FILE". */

/* The name of the i-th format, NULL after the last. */
const char *format_name(size_t i);
/* Returns true if the orders include the format of that name. */
bool format_is_ordered(const struct words *orders, const char *name);
/* Ends the program with STATUS_USAGE if the order names no format, or no file after ':'. */
void format_check(const char *order);
/* Ends the program with STATUS_USAGE if the orders contradict each other or the view, and with
   STATUS_FAILURE if a file cannot be written. read: the canonical paths of files that are
   read, which no order may overwrite; save: where the run is saved, or NULL; fields: all that
   there are; puts: all that will be shown. */
void format_check_all(const struct words *orders, const struct words *read, const char *save,
    const struct fields *fields, const struct puts *puts, const struct view *view);
/* Follows the orders. Text goes to standard output unless another format does or silent is set.
   Files are replaced as a whole. rulings: NULL if there are no gates; selection: what text,
   json, markdown and html explain, or NULL. An error ends the program with STATUS_FAILURE. */
void format_results(const struct words *orders, const struct comparison *comparison,
    const struct rulings *rulings, const struct selection *selection,
    const struct history *history, const struct view *view, bool silent);
