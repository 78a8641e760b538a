#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "util/grid.h"
#include "util/text.h"

/* A document of paragraphs, lists and tables, composed once and laid out as text, as GitHub's
   Markdown or as HTML. Each block ends where the next one begins.

   Formats are those of printf, with no other conversions than %s, %zu, %lu, %d and %%. Their
   own text is laid out to the letter: in HTML it may have markup. Arguments are not taken as
   markup:

       `%s`  a name: in Markdown code, so that an "@" in it mentions nobody
       [%s]  the name of a test: in HTML a link to its section
       %s    words or a number: in Markdown they must be the program's own */

enum doc_kind { DOC_TEXT, DOC_MARKDOWN, DOC_HTML };

enum doc_block {
	DOC_NOTHING,
	DOC_PARAGRAPH, /* as text, lines in the format remain */
	DOC_SENTENCES, /* a paragraph; as text, in lines that the terminal has room for */
	DOC_HEADING,   /* below that of a test; as text the same as sentences */
	/* Sums up what comes until doc_details_end, which is shown on demand; as text the same
	   as sentences. */
	DOC_SUMMARY,
	DOC_VALUES, /* a heading of cells; as text they are two blanks apart */
	DOC_LINE,   /* a paragraph; as text without a blank line before it */
	DOC_ITEM,   /* an element of a list; as text an indented line */
	DOC_CELL    /* see doc_table */
};

/* The kind of a column decides how it is aligned. */
enum doc_column {
	DOC_TITLE,   /* names, the first column */
	DOC_WORDS,   /* names; as text, the column has no head */
	DOC_PICTURE, /* the same, aligned to the right as text */
	DOC_NUMBER,
	DOC_CHANGE, /* a number; as text it stays beside the column before it */
	DOC_AMOUNT, /* numbers; as text their points are below each other */
	DOC_BESIDE, /* more about the number before it, under the same head as text */
	DOC_REST,   /* words, cut where the terminal ends */
};

/* Returns true if such a column is aligned to the right. */
bool doc_is_number(enum doc_column kind);

struct doc {
	enum doc_kind kind;
	struct text t; /* as text only the block that is open, otherwise all */
	/* Text is printed to out; begun: a blank line is needed before a paragraph. */
	FILE *out;
	struct terminal terminal;
	bool begun;
	size_t
	    most; /* Markdown: rows and items beyond so many bytes are counted; 0: no limit */
	const char *row; /* Markdown: what a row is; NULL: "row" */
	/* HTML: of the table, row or cell that begins next, " name=value". */
	struct text attributes;
	/* private */
	enum doc_block open;
	struct grid grid;    /* the table of a text */
	struct text columns; /* the kinds of its columns */
	size_t column;       /* that is next */
	size_t used;         /* how much of a line of a text is, in columns */
	const char *caption; /* of the open table */
	size_t rows;         /* so far; not of a text */
	size_t mark, left;   /* where the last row began; how many are left out */
	enum color color;    /* of the open cell */
};

/* Adds to what is open. In HTML, outside of a block, the format is markup. */
__attribute__((format(printf, 2, 3))) void doc_add(struct doc *doc, const char *format, ...);
/* Adds to HTML alone; the format may be markup in a block, too. */
__attribute__((format(printf, 2, 3))) void doc_markup(struct doc *doc, const char *format, ...);
/* Begins a block. */
void doc_begin(struct doc *doc, enum doc_block block);
/* Begins a block with this text. */
__attribute__((format(printf, 3, 4))) void doc_block(
    struct doc *doc, enum doc_block block, const char *format, ...);
#define doc_paragraph(doc, ...) doc_block(doc, DOC_PARAGRAPH, __VA_ARGS__)
#define doc_line(doc, ...) doc_block(doc, DOC_LINE, __VA_ARGS__)
#define doc_item(doc, ...) doc_block(doc, DOC_ITEM, __VA_ARGS__)
void doc_details_end(struct doc *doc);

/* Begins a table. HTML has the caption, which is HTML, and further attributes, or NULL. Add the
   columns, then rows, each with its cells. */
void doc_table(struct doc *doc, const char *attributes, const char *caption);
/* gap: blanks before the column of a text. */
__attribute__((format(printf, 4, 5))) void doc_column(
    struct doc *doc, enum doc_column kind, size_t gap, const char *format, ...);
void doc_row(struct doc *doc);
__attribute__((format(printf, 3, 4))) void doc_cell(
    struct doc *doc, enum color color, const char *format, ...);

/* Ends the last block and adds a block of code to the letter, as Markdown. language: "" if
   unknown. */
void doc_code(struct doc *doc, const char *language, const char *code);
/* Ends the last block. Returns the text, to which other Markdown or HTML may be added. */
struct text *doc_end(struct doc *doc);
void doc_free(struct doc *doc);

/* The functions that lay documents out in one form. */
struct doc_form {
	/* how: the sign before the conversion, '`' or '[', or else '%'. */
	void (*add)(struct doc *doc, char how, const char *s);
	/* Begins doc->open; before: what was open, the same if an item follows another. */
	void (*begin)(struct doc *doc, enum doc_block before);
	/* These are called around the head of a column, unless they are NULL. at: where the
	   head begins in doc->t. */
	void (*begin_head)(struct doc *doc);
	void (*end_head)(struct doc *doc, enum doc_column kind, size_t gap, size_t at);
	void (*begin_row)(struct doc *doc);
	void (*begin_cell)(struct doc *doc, enum doc_column kind, enum color color);
	void (*end)(struct doc *doc);
	const char *details_end;
};

extern const struct doc_form doc_text, doc_markdown, doc_html;
