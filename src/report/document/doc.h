#ifndef DOC_H
#define DOC_H

#include <stdbool.h>
#include <stdio.h>

#include "util/grid.h"
#include "util/text.h"

/* A document of paragraphs, lists and tables, told once and laid out as text, as GitHub's
   Markdown or as HTML. Each block ends where the next one begins.

   Formats are those of printf, with no other conversions than %s, %zu, %lu, %d and %%. Their
   own text is laid out to the letter: in HTML it may have markup. Arguments are not taken as
   markup:

       `%s`  a name: in Markdown code, so that an "@" in it mentions nobody
       [%s]  the name of a test: in HTML a link to its section
       %s    words or a number: in Markdown they must be the program's own */

enum doc_kind { DOC_TEXT, DOC_MARKDOWN, DOC_HTML };

enum doc_block { DOC_NOTHING, DOC_PARAGRAPH, DOC_LINE, DOC_ITEM, DOC_CELL };

/* What a column has decides how it is aligned. */
enum doc_column {
	DOC_WORDS,   /* names; as text, the column has no head */
	DOC_PICTURE, /* the same, aligned to the right as text */
	DOC_NUMBER,
	DOC_BESIDE, /* more about the number before it, under the same head as text */
	DOC_REST,   /* words, cut where the terminal ends */
};

struct doc {
	enum doc_kind kind;
	struct text t; /* as text only the block that is open, otherwise all */
	/* Of text: where it goes, and whether a blank line is needed before a paragraph. */
	FILE *out;
	struct terminal terminal;
	bool begun;
	size_t
	    most; /* Markdown: rows and items beyond so many bytes are counted; 0: no limit */
	const char *row; /* Markdown: what a row is; NULL: "row" */
	/* private */
	enum doc_block open;
	struct grid grid;    /* the table of a text */
	struct text columns; /* the kinds of its columns */
	size_t column;       /* that is next */
	size_t rows;         /* so far; not of a text */
	size_t mark, left;   /* where the last row began; how many are left out */
	enum color color;    /* of the open cell */
};

/* Adds to what is open. In HTML, outside of a block, the format is markup. */
__attribute__((format(printf, 2, 3))) void doc_add(struct doc *doc, const char *format, ...);
/* A paragraph; as text, lines in the format remain. */
__attribute__((format(printf, 2, 3))) void doc_paragraph(
    struct doc *doc, const char *format, ...);
/* The same, but as text without a blank line before it. */
__attribute__((format(printf, 2, 3))) void doc_line(struct doc *doc, const char *format, ...);
/* An element of a list; as text an indented line. */
__attribute__((format(printf, 2, 3))) void doc_item(struct doc *doc, const char *format, ...);

/* Begins a table. HTML has the caption, which is HTML, and further attributes, or NULL. Add the
   columns, then rows, each with its cells. */
void doc_table(struct doc *doc, const char *attributes, const char *caption);
/* gap: blanks before the column of a text. */
__attribute__((format(printf, 4, 5))) void doc_column(
    struct doc *doc, enum doc_column kind, size_t gap, const char *format, ...);
void doc_row(struct doc *doc);
__attribute__((format(printf, 3, 4))) void doc_cell(
    struct doc *doc, enum color color, const char *format, ...);

/* Ends the last block. Returns the text, to which other Markdown or HTML may be added. */
struct text *doc_end(struct doc *doc);
void doc_free(struct doc *doc);

/* How documents are laid out in one form. */
struct doc_form {
	void (*add_name)(struct doc *doc, const char *name);
	void (*add_test)(struct doc *doc, const char *name);
	void (*add_words)(struct doc *doc, const char *words);
	/* Begins doc->open; before: what was open. It is the same if an item follows another.
	 */
	void (*begin)(struct doc *doc, enum doc_block before);
	void (*begin_table)(struct doc *doc, const char *attributes, const char *caption);
	/* Around the head of a column, or NULL. */
	void (*begin_head)(struct doc *doc, enum doc_column kind);
	/* at: where the head begins in doc->t. */
	void (*end_head)(struct doc *doc, enum doc_column kind, size_t gap, size_t at);
	void (*begin_row)(struct doc *doc);
	void (*begin_cell)(struct doc *doc, enum doc_column kind, enum color color);
	void (*end)(struct doc *doc);
};

extern const struct doc_form doc_text, doc_markdown, doc_html;

#endif
