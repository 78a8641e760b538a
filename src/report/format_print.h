#ifndef FORMAT_PRINT_H
#define FORMAT_PRINT_H

#include "report/page.h"
#include "util/text.h"

/* One function for each format. format_text has bench.pl's layout. The others print counts,
   never ratios, of the page's tests in its order, without AVERAGE. */

void format_text(const struct page *page);
void format_csv(const struct page *page);
void format_json(const struct page *page);
void format_markdown(const struct page *page);
void format_html(const struct page *page);
/* A chart of what has one: a history of one test, or a norm and one other put. */
void format_svg(const struct page *page);
void format_github(const struct page *page);
/* These two print one put. */
void format_bencher(const struct page *page);
void format_google(const struct page *page);

/* The only put shown, or the first. */
size_t format_put(const struct page *page);
/* Returns true if the page shows the cell and the cell was tried. */
bool format_shows(const struct page *page, size_t test, size_t put);
/* Returns true if the cell has counts that are comparable with the norm's. */
bool format_compares(const struct page *page, size_t test, size_t put);
/* Adds the least and the most that a cell costs over all layouts as two further members of a
   JSON object, or nothing if the range is unknown. */
void format_range(struct text *t, const struct page *page, size_t test, size_t put,
    enum field f, const char *least, const char *most);
/* Adds the shortest decimal number that is read back as v. */
void format_number(struct text *t, double v);
/* Adds a value of a line of CSV, quoted if need be. */
void format_csv_value(struct text *t, const char *s);
/* Prints t and empties it. */
void format_flush(const struct page *page, struct text *t);

#endif
