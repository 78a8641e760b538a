#pragma once

#include "report/page.h"

/* Explanations in each format. All cells selected must have profiles, see selection_settle. */

/* Prints for each count selected where it comes from or, if it is compared, why it differs from
   the norm's. The view decides on colours and on the width of lines, which is 80 columns if it
   is unknown. An empty line comes first. */
void explain_text(const struct comparison *comparison, const struct selection *selection,
    const struct view *view, FILE *out);
/* Adds to GitHub's Markdown what a compiler's bug tracker needs to know about the
   selected counts: what the puts are, the counts, what they are made of, and how anyone without
   cgbench measures them. The text does not become longer than most bytes: of what does not fit,
   the least important is left out, and a line says so. folded: each test is a heading to click
   on. */
void explain_markdown(struct doc *doc, const struct comparison *comparison,
    const struct selection *selection, bool folded, size_t most);
/* Adds what is explained of a test to HTML, where nothing is cut to a width. The script shows
   it in other fields. */
void explain_html(struct doc *doc, const struct page *page, size_t test);
/* Adds "explanations", a further member of a JSON object, with all that the page explains. */
void explain_json(struct text *t, const struct page *page);
/* Returns what makes at least half of how a test changed on a put in the field that decides,
   with its own difference: a function other than the snippet, "square +3.0"; or else a source
   line, if there are several; or else the kind of instruction that makes most. NULL if it did
   not change, or a cell has no profile. The caller frees. */
char *explain_why(const struct comparison *comparison, size_t test, size_t put);
