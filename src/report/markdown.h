#pragma once

#include "util/text.h"

/* Foreign text in GitHub's Markdown, of which nothing is taken as markup. */

/* Adds a name as code, so that an "@" in it mentions no user, in a table or elsewhere. */
void markdown_code_cell(struct text *t, const char *name);
void markdown_code(struct text *t, const char *name);
/* Adds a name as code inside of HTML. */
void markdown_code_html(struct text *t, const char *name);
/* Adds text to the letter, as a block of code in a language, which may be "". */
void markdown_block(struct text *t, const char *language, const char *s);
