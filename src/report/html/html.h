#pragma once

#include "util/text.h"

/* Pieces of HTML. Foreign text is made fit for display and escaped, so that none of it is taken
   as markup. End tags that may be omitted are omitted in tables, which are most of a page. */

/* Adds text on one line, between tags or in an attribute in double quotes. */
void html_text(struct text *t, const char *s);
/* Adds a name, whose writing direction does not reorder the text around it. */
void html_name(struct text *t, const char *s);
/* Adds a sentence with names in it, each perhaps with another writing direction. */
void html_sentence(struct text *t, const char *s);
/* Adds text to the letter, with its lines. */
void html_block(struct text *t, const char *s);
/* Adds the id of the section of a test, "test-NAME", in which bytes other than letters, digits,
   '.', ':' and '-' are '_' and two hexadecimal digits. */
void html_test_id(struct text *t, const char *name);
/* Adds the name of a test, which links to that section. */
void html_test_link(struct text *t, const char *name);
/* Begins a table in a box of its own, which scrolls if it is too wide. attributes: "" or, with
   a blank in front, further ones; caption: HTML. */
void html_table(struct text *t, const char *attributes, const char *caption);
#define HTML_TABLE_END "</table></div>\n"
