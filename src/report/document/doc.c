#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "report/document/doc.h"

static const struct doc_form *const forms[] = {&doc_text, &doc_markdown, &doc_html};

static const struct doc_form *
form_of(const struct doc *doc)
{
	return forms[doc->kind];
}

/* Adds what a conversion to a number stands for. Returns where it ends. */
static const char *
doc_add_number(struct text *t, const char *format, va_list *of)
{
	/* A size_t is an unsigned long on all hosts. */
	if (text_begins(format, "%zu") || text_begins(format, "%lu"))
		text_add_number(t, va_arg(*of, unsigned long));
	else if (text_begins(format, "%d"))
		text_addf(t, "%d", va_arg(*of, int));
	else if (text_begins(format, "%%"))
		text_add_char(t, '%');
	else
		abort();
	return format + (format[1] == 'z' || format[1] == 'l' ? 3 : 2);
}

/* Only text keeps the lines of a paragraph. */
static void
doc_add_format(struct doc *doc, const char *format, va_list *of)
{
	bool fill = doc->kind != DOC_TEXT && doc->open == DOC_PARAGRAPH;

	while (*format) {
		size_t n = strcspn(format, "`[%\n");

		text_add_n(&doc->t, format, n);
		format += n;
		if (text_begins(format, "`%s`") || text_begins(format, "[%s]") ||
		    text_begins(format, "%s")) {
			form_of(doc)->add(doc, *format, va_arg(*of, const char *));
			format += *format == '%' ? 2 : 4;
		} else if (*format == '%') {
			format = doc_add_number(&doc->t, format, of);
		} else if (*format) {
			text_add_char(&doc->t, fill && *format == '\n' ? ' ' : *format);
			format++;
		}
	}
}

/* Adds what the caller was given. */
#define ADD(doc, format) \
	do { \
		va_list of; \
\
		va_start(of, format); \
		doc_add_format(doc, format, &of); \
		va_end(of); \
	} while (0)

void
doc_add(struct doc *doc, const char *format, ...)
{
	ADD(doc, format);
}

void
doc_markup(struct doc *doc, const char *format, ...)
{
	if (doc->kind == DOC_HTML)
		ADD(doc, format);
}

void
doc_begin(struct doc *doc, enum doc_block block)
{
	enum doc_block before = doc->open;

	if (before != DOC_ITEM || block != DOC_ITEM)
		doc_end(doc);
	doc->open = block;
	form_of(doc)->begin(doc, before);
}

void
doc_block(struct doc *doc, enum doc_block block, const char *format, ...)
{
	doc_begin(doc, block);
	ADD(doc, format);
}

void
doc_details_end(struct doc *doc)
{
	text_add(doc_end(doc), form_of(doc)->details_end);
}

void
doc_table(struct doc *doc, const char *attributes, const char *caption)
{
	doc_end(doc);
	doc->open = DOC_CELL;
	doc->caption = caption;
	text_add(&doc->attributes, attributes ? attributes : "");
	form_of(doc)->begin(doc, DOC_NOTHING);
	text_cut(&doc->attributes, 0);
}

bool
doc_is_number(enum doc_column kind)
{
	return kind >= DOC_NUMBER && kind <= DOC_AMOUNT;
}

void
doc_column(struct doc *doc, enum doc_column kind, size_t gap, const char *format, ...)
{
	size_t at = doc->t.n;

	text_add_char(&doc->columns, (char)kind);
	if (form_of(doc)->begin_head)
		form_of(doc)->begin_head(doc);
	ADD(doc, format);
	if (form_of(doc)->end_head)
		form_of(doc)->end_head(doc, kind, gap, at);
}

void
doc_row(struct doc *doc)
{
	form_of(doc)->begin_row(doc);
	text_cut(&doc->attributes, 0);
	doc->column = 0;
}

void
doc_cell(struct doc *doc, enum color color, const char *format, ...)
{
	enum doc_column kind =
	    doc->open == DOC_VALUES ? DOC_WORDS : (enum doc_column)doc->columns.s[doc->column];

	form_of(doc)->begin_cell(doc, kind, color);
	text_cut(&doc->attributes, 0);
	doc->column++;
	doc->color = color;
	ADD(doc, format);
}

struct text *
doc_end(struct doc *doc)
{
	if (!doc->open)
		return &doc->t;
	form_of(doc)->end(doc);
	doc->open = DOC_NOTHING;
	doc->begun = true;
	doc->column = doc->left = doc->used = 0;
	text_cut(&doc->columns, 0);
	return &doc->t;
}

void
doc_free(struct doc *doc)
{
	text_free(&doc->t);
	text_free(&doc->columns);
	text_free(&doc->attributes);
}
