#ifndef EXPLAIN_MARKDOWN_H
#define EXPLAIN_MARKDOWN_H

#include "compare/comparison.h"
#include "explain/selection.h"
#include "util/text.h"

/* Adds to a text in GitHub's Markdown what a compiler's bug tracker needs to know about the
   selected counts: what the puts are, the counts, what they are made of, and how anyone without
   cgbench measures them. The text does not become longer than most bytes: of what does not fit,
   the least important is left out, and a line says so. folded: each test is a heading to click
   on. */
void explain_markdown(struct text *t, const struct comparison *comparison,
    const struct selection *selection, bool folded, size_t most);

#endif
