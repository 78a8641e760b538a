#include <stdlib.h>
#include <string.h>

#include "measure/compile/trim.h"
#include "util/array.h"
#include "util/memory.h"
#include "util/words.h"

/* A branch of an #if is READ, or KEPT with its directive; it is left out for NOW, or for GOOD
   with the next ones. */
enum trim_fate { READ, KEPT, NOW, GOOD };

/* The fate of the branch that a directive begins. */
static enum trim_fate
fate_of(const struct trim *trim, const char *directive)
{
	static const char any[] = "any";
	const struct {
		const char *directive, *machine;
	} known[] = {{"#ifdef __TINYC__", ""}, {"#ifndef __TINYC__", any},
	    {"#ifdef __SSE2__", "x86_64"}, {"#ifdef __x86_64__", "x86_64"},
	    {"#if defined __aarch64__", "aarch64"}, {"#elif defined __aarch64__", "aarch64"},
	    {"#ifdef __riscv", "riscv64"}, {"#elif defined __riscv", "riscv64"},
	    {"#elif defined __riscv_flen && __riscv_flen >= 64", "riscv64"},
	    {"#if __SIZEOF_POINTER__ < 8", ""}, {"#ifdef CGBENCH_MARKED", ""},
	    {"#ifndef CGBENCH_REALS", trim->reals ? "" : any}, {"#else", any}};

	for (size_t i = 0; i < COUNTOF(known); i++)
		if (!strcmp(directive, known[i].directive))
			return known[i].machine == any ||
			               !strcmp(known[i].machine, trim->machine)
			           ? READ
			           : NOW;
	/* Other directives name the machine that they exclude. */
	return strstr(directive, "!defined __x86_64__") && !strcmp(trim->machine, "x86_64")
	           ? NOW
	           : KEPT;
}

char *
trim_branches(const char *s, const struct trim *trim)
{
	FREED_BY(words_free) struct words lines = WORDS_EMPTY;
	OWNED enum trim_fate *fates = NULL;
	enum trim_fate *fate;
	struct text out = TEXT_EMPTY;

	if (!trim->machine)
		return memory_copy(s);
	words_cut(&lines, s, '\n');
	fate = fates = memory_array(lines.n + 1, sizeof *fates);
	for (size_t i = 0; i < lines.n; i++) {
		const char *line = lines.v[i], *word = line + strspn(line, "\t");
		bool next = text_begins(word, "#el"), remains;

		if (text_begins(word, "#if")) {
			fate++;
			*fate = fate[-1] >= NOW ? GOOD : fate_of(trim, word);
		} else if (next && *fate != KEPT) {
			*fate = *fate == NOW ? fate_of(trim, word) : GOOD;
		}
		remains =
		    *word == '#' &&
		            (next || text_begins(word, "#if") || text_begins(word, "#endif"))
		        ? *fate == KEPT
		        : *fate < NOW && (trim->warned || !text_begins(word, "#pragma GCC"));
		fate -= fate > fates && text_begins(word, "#endif");
		if (remains)
			text_addf(&out, "%s\n", line);
	}
	if (out.n)
		text_cut(&out, out.n - 1);
	return text_take(&out);
}

/* The length of the paragraph at s. */
static size_t
paragraph(const char *s)
{
	const char *end = s;

	while ((end = strstr(end, "\n\n"))) {
		size_t blank = strspn(end, "\n");

		if (end[blank] != '\t')
			return (size_t)(end - s);
		end += blank;
	}
	return strlen(s);
}

/* Returns true if the text needs what the n bytes at s define. */
static bool
trim_is_needed(const char *s, size_t n, const char *text)
{
	for (const char *end = s + n; s < end; s += strcspn(s, "\n") + 1) {
		const char *name =
		    text_begins(s, "#define ") ? s + strlen("#define ") : strstr(s, "cgbench_");

		if (*s != '\t' && *s != ' ' && !text_begins(s, "template <class T,") && name &&
		    name < s + strcspn(s, "\n") && text_has_name(text, name, text_name(name)))
			return true;
	}
	return false;
}

char *
trim_unused(const char *prelude, const char *source)
{
	struct text used = TEXT_EMPTY, out = TEXT_EMPTY;
	FREED_BY(words_free) struct words pieces = WORDS_EMPTY;
	bool *needed = memory_new(strlen(prelude) + 1), more = true;

	text_add(&used, source);
	for (size_t n; *prelude; prelude += n + strspn(prelude + n, "\n")) {
		n = paragraph(prelude);
		words_take(&pieces, memory_copy_n(prelude, n));
	}
	while (more) {
		more = false;
		for (size_t i = pieces.n; i-- > 0;)
			if (!needed[i] &&
			    trim_is_needed(pieces.v[i], strlen(pieces.v[i]), used.s)) {
				more = needed[i] = true;
				text_add(&used, pieces.v[i]);
			}
	}
	for (size_t i = 0; i < pieces.n && used.n > strlen(source); i++)
		if (needed[i] || strstr(pieces.v[i], "#pragma clang"))
			text_addf(&out, "%s%s\n", out.n ? "\n" : "", pieces.v[i]);
	text_free(&used);
	free(needed);
	return text_take(&out);
}
