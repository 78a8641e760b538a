#pragma once

#include <stdbool.h>

#include "util/text.h"

/* Foreign text in GitHub's Markdown, of which nothing is taken as markup. */

/* Adds a name as code, so that an "@" in it mentions no user. */
void markdown_code(struct text *t, const char *name, bool in_table);
/* Adds a name as code inside of HTML. */
void markdown_code_html(struct text *t, const char *name);
/* Adds text to the letter, as a block of code in a language, which may be "". */
void markdown_block(struct text *t, const char *language, const char *s);
