#pragma once

#include "app/options.h"
#include "compare/ruling.h"
#include "explain/selection.h"
#include "history/history.h"

/* Decides which results are shown, and how. */

/* columns: all puts, or what --columns makes of them, which by is for columns_of; NULL: the
   puts. The view borrows their labels. Wrong options end the program with STATUS_USAGE. */
struct view plan_view_make(const struct puts *columns, const char *by, const struct options *o);
/* Prints lines on stderr, below everything printed so far; takes them over. */
void plan_view_say(struct words lines);
/* Shows the results in all formats that the options ask for. rulings, history: may be NULL;
   silent: as in format_results. */
void plan_view_show(const struct comparison *comparison, const struct rulings *rulings,
    const struct selection *selection, const struct history *history, const struct view *view,
    bool silent, const struct options *o);
