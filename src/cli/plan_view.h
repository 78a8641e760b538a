#ifndef PLAN_VIEW_H
#define PLAN_VIEW_H

#include "cli/options.h"
#include "compare/view.h"
#include "model/test.h"

/* What is shown of the columns that there will be. Wrong options end the program with
   STATUS_USAGE. */

/* Like columns_of, but ends the program if there is no column. */
struct puts plan_view_columns(const struct tests *tests, const char *by);
/* columns: all puts, or what --columns makes of them. The view borrows their labels. */
struct view plan_view_make(
    const struct puts *columns, bool rearranged, const struct options *o);
/* Says which tests do not have the parameter, and so are in no column. */
void plan_view_note(const struct tests *tests, const char *param);

#endif
