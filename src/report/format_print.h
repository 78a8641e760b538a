#ifndef FORMAT_PRINT_H
#define FORMAT_PRINT_H

#include "report/page.h"
#include "util/text.h"

/* One function for each format. All but text print counts, whatever the view says, of the tests
   of the page in its order, without AVERAGE, and of all puts or of the one that is compact. */

void format_csv(const struct page *page);
void format_json(const struct page *page);
void format_markdown(const struct page *page);
void format_github(const struct page *page);
/* Of one put. */
void format_bencher(const struct page *page);
void format_google(const struct page *page);

/* The put that is compact, or the only one. */
size_t format_put(const struct page *page);
/* Whether the format has something of that cell: it is on the page, and was tried. */
bool format_shows(const struct page *page, size_t test, size_t put);
/* Whether there is a count that can be compared with the norm's. */
bool format_compares(const struct page *page, size_t test, size_t put);
/* The verdicts that a mark stands for, with that between them. */
void format_verdicts(struct text *t, verdict_set verdicts, const char *between);
/* Adds a string as a further member of a JSON object. */
void format_member(struct text *t, const char *key, const char *s);
/* Adds what a cell costs at least and at most, behind such keys as members of a JSON object; no
   member where that is not known. */
void format_range(struct text *t, const struct page *page, size_t test, size_t put,
    enum field f, const char *least, const char *most);
/* As short as it is read back as the same. */
void format_number(struct text *t, double v);
/* Prints what was gathered, and empties it. */
void format_flush(const struct page *page, struct text *t);

#endif
