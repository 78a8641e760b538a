#ifndef FORMAT_H
#define FORMAT_H

#include "compare/view.h"
#include "model/results.h"
#include "util/words.h"

/* In what form results are printed and written. An order is "NAME", which goes to standard
   output, or "NAME:FILE". */

/* The name of the format of that number; NULL behind the last. */
const char *format_name(size_t i);
/* Ends the program with STATUS_USAGE where the order names no format, or no file behind ':'. */
void format_check(const char *order);
/* Ends it with STATUS_USAGE where orders contradict each other or the view, and with
   STATUS_FAILURE where a file cannot be written. save: where the run is saved, or NULL; puts:
   all that are shown. */
void format_check_all(const struct words *orders, const char *save, const struct puts *puts,
    const struct view *view);
/* Follows the orders; text goes to standard output where no other format does and it is not
   silent. Files are replaced as a whole. What goes wrong ends the program with STATUS_FAILURE.
 */
void format_results(const struct words *orders, const struct results *results,
    const struct view *view, bool silent);

#endif
