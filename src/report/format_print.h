#pragma once

#include "report/page.h"
#include "util/text.h"

/* One function for each format. The others than format_text add counts, never ratios, of the
   page's tests in its order, without AVERAGE, to a text. */

void format_text(const struct page *page);
void format_csv(struct text *t, const struct page *page);
void format_json(struct text *t, const struct page *page);
void format_markdown(struct text *t, const struct page *page);
void format_html(struct text *t, const struct page *page);
/* A chart of what has one: a history of one test, or a norm and one other put. */
void format_svg(struct text *t, const struct page *page);
void format_github(struct text *t, const struct page *page);
/* These two print one put. */
void format_bencher(struct text *t, const struct page *page);
void format_google(struct text *t, const struct page *page);

/* The only put shown, or the first. */
size_t format_put(const struct page *page);
/* Returns true if the cell, which the page shows, was tried. */
bool format_tries(const struct page *page, size_t test, size_t put);
/* Adds the least and the most that a cell costs over all layouts as two further members of a
   JSON object, or nothing if the range is unknown. */
void format_range(struct text *t, const struct page *page, size_t test, size_t put,
    enum field f, const char *least, const char *most);
/* Adds the shortest decimal number that is read back as v. */
void format_number(struct text *t, double v);
/* Adds the number, or null if it is unknown. */
void format_value(struct text *t, struct value value);
/* Adds a further member of a JSON object with it. */
void format_member(struct text *t, const char *key, struct value value);
/* Adds a value of a line of CSV, quoted if need be. */
void format_csv_value(struct text *t, const char *s);
