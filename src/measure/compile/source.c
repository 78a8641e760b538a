#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "measure/compile/look.h"
#include "measure/compile/source.h"
#include "model/param.h"
#include "util/embedded.h"
#include "util/memory.h"
#include "util/text.h"
#include "util/array.h"

/* A source while it is made. */
struct source_writer {
	const struct source *of;
	char *count; /* of iterations; NULL: none */
	char *name;  /* of the test, as a word */
	char *desc;  /* of the test, its first line */
	bool skips;  /* inside an @if@ that is false */
	struct text out;
	unsigned line;              /* the number of the next line */
	const struct part *resumes; /* lines are still this part's, up to its last one */
	unsigned origin;            /* its line in the benchfile; 0: none */
};

static void
source_add_line(struct source_writer *w, const char *s, size_t n)
{
	text_add_n(&w->out, s, n);
	text_add_char(&w->out, '\n');
	w->line++;
	if (!w->of->origins)
		return;
	*ARRAY_ADD(w->of->origins->v, w->of->origins->n) = w->origin;
	w->origin += w->origin != 0;
}

/* Returns true if more blanks before its lines are the same to the compiler: no string in it
   may go on in the next line. */
static bool
may_be_indented(const char *s)
{
	return !strstr(s, "\\\n") && !strstr(s, "R\"") && !strchr(s, '`');
}

/* A string of a language that is indented, as Python: 0, 1 or 3 quotes will end it. */
struct open_string {
	char quote;
	size_t quotes;
};

/* Goes through a line of n bytes, from the string that is open before it to that behind it. */
static void
follow_string(struct open_string *open, const char *s, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++) {
		size_t quotes = n - i > 2 && s[i + 1] == s[i] && s[i + 2] == s[i] ? 3 : 1;

		if (s[i] == '#' && !open->quotes)
			break;
		if (s[i] == '\\') {
			i++;
		} else if (!open->quotes && (s[i] == '"' || s[i] == '\'')) {
			*open = (struct open_string){s[i], quotes};
			i += quotes - 1;
		} else if (open->quotes && s[i] == open->quote && quotes >= open->quotes) {
			i += open->quotes - 1;
			open->quotes = 0;
		}
	}
	/* Only a backslash at the end of its line continues the others. */
	if (open->quotes == 1 && i <= n)
		open->quotes = 0;
}

/* Adds the lines of s, indented by the n blanks at indent, but for those that begin in a string
   of a language that is indented. */
static void
add_indented(struct source_writer *w, const char *s, const char *indent, size_t n)
{
	struct open_string open = {0};
	size_t length;

	for (;; s += length + 1) {
		length = strcspn(s, "\n");
		if (length && !open.quotes)
			text_add_n(&w->out, indent, n);
		if (w->of->target->language->indents)
			follow_string(&open, s, length);
		source_add_line(w, s, length);
		if (!s[length])
			break;
	}
}

/* Adds the lines of s, indented where a language or a person wants that. */
static void
source_add_lines(struct source_writer *w, const char *s, const char *indent, size_t n)
{
	const struct language *language = w->of->target->language;
	bool read = w->of->standalone && language_is_compiled(language) && may_be_indented(s);

	add_indented(w, s, indent, language->indents || read ? n : 0);
}

/* Adds the name of a file as it is written inside a string of the language. A directive is one
   line: where the name has several, a blank takes the place of the newline, as in messages. */
static void
source_add_quoted(struct text *t, const char *s)
{
	for (; *s; s++) {
		if (*s == '"' || *s == '\\')
			text_add_char(t, '\\');
		text_add_char(t, *s == '\n' || *s == '\r' ? ' ' : *s);
	}
}

static void
add_directive(struct source_writer *w, unsigned line, const char *file)
{
	const char *form = w->of->target->language->line;
	FREED_BY(text_free) struct text quoted = TEXT_EMPTY;
	OWNED char *number = text_print("%u", line), *numbered = NULL, *directive = NULL;

	if (!*form || w->of->standalone || w->of->marked)
		return;
	source_add_quoted(&quoted, file);
	numbered = text_replace(form, "{line}", number);
	directive = text_replace(numbered, "{file}", quoted.n ? quoted.s : "");
	source_add_line(w, directive, strlen(directive));
}

/* Returns to the numbers of the source's own lines, after a part. */
static void
leave_part(struct source_writer *w)
{
	if (w->resumes)
		add_directive(w, w->line + 1, w->of->file);
	w->resumes = NULL;
}

/* Returns the length of the user's own text in the part. Below it, -e may have a terminator,
   which is no line of the user's. */
static size_t
own_length(const struct source_writer *w, const struct part *part)
{
	OWNED char *added = text_print("\n%s", w->of->target->language->terminator);
	size_t n = strlen(part->text), length = strlen(added);

	return added[1] && !strcmp(test_file(w->of->test), "-e") &&
	               text_ends(part->text, added) &&
	               part->text[n - length - (n > length)] != '\\'
	           ? n - length
	           : n;
}

/* The number of the last line of the user's text in a part that is not blank. */
static unsigned
last_line(const struct source_writer *w, const struct part *part)
{
	const char *s = part->text, *end = s + own_length(w, part);
	unsigned line = part->line, last = line;

	for (; s < end; s++) {
		line += *s == '\n';
		if (!isspace((unsigned char)*s))
			last = line;
	}
	return last;
}

static const struct part *
find_part(const struct source_writer *w, enum part_kind kind)
{
	return w->of->test ? target_part(w->of->target, w->of->test, kind) : NULL;
}

/* The text with a last line that is only ";" at the end of the line before it, unless a comment
   may be there. The caller frees. */
static char *
joined(const char *text)
{
	size_t n = strlen(text);

	if (!text_ends(text, "\n;") || strstr(text, "//") || strstr(text, "\\\n;"))
		return memory_copy(text);
	return text_print("%.*s;", (int)(n - 2), text);
}

/* The text of a part as people read it. In C, its last semicolon may be missing. */
static char *
readable(const struct source_writer *w, const struct part *part)
{
	const char *s = part->text;
	bool open = language_is_c(w->of->target->language) && part->kind != PART_PREAMBLE &&
	            part->kind != PART_VERIFY && part->kind != PART_SOURCE &&
	            !text_ends(s, ";") && !text_ends(s, "}") && !strchr(s, '#');
	OWNED char *text = text_print(open ? "%s\n;" : "%s", s);

	return joined(text);
}

/* Adds text of the user after its own line directive. What follows it in a compiled source
   still has the number of its last line: there a compiler notices what is missing at its end.
 */
static void
source_add_part(struct source_writer *w, const struct part *part, const char *indent, size_t n)
{
	/* If the compiler is measured, it must not read more than the code. */
	bool has_line = part && part->line && !target_compiles_only(w->of->target, w->of->test);
	OWNED char *text = NULL;
	size_t own;

	if (!part || !*part->text)
		return;
	leave_part(w);
	if (has_line)
		add_directive(w, part->line, test_part_file(w->of->test, part));
	w->origin = part->line;
	own = has_line ? own_length(w, part) : strlen(part->text);
	text = w->of->standalone ? readable(w, part) : memory_copy_n(part->text, own);
	/* A compiler of C then counts columns as in the benchfile, of which it shows lines. */
	if (has_line && part->indent && !w->of->standalone && may_be_indented(text) &&
	    language_is_c(w->of->target->language))
		add_indented(w, text, part->indent, strlen(part->indent));
	else
		source_add_lines(w, text, indent, n);
	if (part->text[own] && !w->of->standalone) {
		unsigned last = last_line(w, part);

		add_directive(w, last, test_part_file(w->of->test, part));
		w->origin = last;
		source_add_lines(w, part->text + own + 1, indent, n);
	}
	w->origin = 0;
	if (!has_line)
		return;
	w->resumes = part;
	if (!language_is_compiled(w->of->target->language))
		leave_part(w);
}

/* Adds a statement for each of the names, all on one line. */
static void
source_add_statements(struct source_writer *w, const char *statement, const struct words *names,
    const char *indent, size_t n)
{
	FREED_BY(text_free) struct text t = TEXT_EMPTY;

	for (size_t i = 0; i < names->n; i++) {
		OWNED char *one = text_replace(statement, "{name}", names->v[i]);

		text_addf(&t, i ? " %s" : "%s", one);
	}
	if (t.s) {
		leave_part(w);
		source_add_lines(w, t.s, indent, n);
	}
}

/* The name of "@name@" if that is alone on its line, or NULL; *indent: how many blanks are
   before it. */
static char *
placeholder_of_line(const char *s, size_t n, size_t *indent)
{
	for (*indent = 0; n && isspace((unsigned char)*s); ++*indent)
		s++, n--;
	while (n && isspace((unsigned char)s[n - 1]))
		n--;
	if (n < 3 || s[0] != '@' || memchr(s + 1, '@', n - 1) != s + n - 1)
		return NULL;
	return memory_copy_n(s + 1, n - 2);
}

/* Returns the word for the placeholder at s, inside a line, and sets its length; or NULL. */
static const char *
word_at(const struct source_writer *w, const char *s, size_t *length)
{
	const struct {
		const char *placeholder, *word;
	} words[] = {{"@symbol@", w->of->symbol}, {"@count@", w->count}, {"@name@", w->name},
	    {"@desc@", w->desc}};

	for (size_t i = 0; i < COUNTOF(words); i++) {
		*length = strlen(words[i].placeholder);
		if (!strncmp(s, words[i].placeholder, *length))
			return words[i].word;
	}
	return NULL;
}

static void
add_text_line(struct source_writer *w, const char *s, size_t n)
{
	const char *end = s + n, *word;
	size_t length;

	if (w->resumes)
		add_directive(
		    w, last_line(w, w->resumes), test_part_file(w->of->test, w->resumes));
	while (s < end) {
		word = *s == '@' ? word_at(w, s, &length) : NULL;
		if (word) {
			text_add(&w->out, word);
			s += length;
		} else {
			text_add_char(&w->out, *s++);
		}
	}
	source_add_line(w, s, 0);
	leave_part(w);
}

/* Returns true if a terminator belongs after the part, which may lack its last one. A person
   does not want to read it; a compiler that is measured must read nothing but the code. */
static bool
may_be_open(const struct source_writer *w, const struct part *part)
{
	const struct language *language = w->of->target->language;

	return language_is_c(language) && !w->of->standalone &&
	       (part->kind == PART_CODE ||
	           (!text_ends(part->text, language->terminator) &&
	               !target_compiles_only(w->of->target, w->of->test)));
}

/* Adds the label at an end of the part. */
static void
add_mark(struct source_writer *w, enum part_kind kind, bool end)
{
	OWNED char *label = look_label(kind, end);
	OWNED char *statement = text_replace(w->of->target->language->mark, "{name}", label);

	if (kind == PART_CODE && !end)
		*w->of->marked = w->line;
	source_add_lines(w, statement, "", 0);
}

/* Adds the part, and what keeps the compiler from computing in the code what "pre" does, and
   before the code what "post" computes as well. */
static void
add_iterated(struct source_writer *w, enum part_kind kind, const char *indent, size_t n)
{
	const struct language *language = w->of->target->language;
	const char *statement = kind == PART_PRE ? language->hold : language->renew;
	const struct part *part = find_part(w, kind);
	FREED_BY(words_free) struct words names = WORDS_EMPTY;

	if (w->of->marked)
		add_mark(w, kind, false);
	if (w->of->shared && part && *part->text && *statement) {
		words_add_all(
		    &names, kind == PART_PRE ? &w->of->shared->held : &w->of->shared->renewed);
		if (!names.n) {
			statement = language->settle;
			words_add(&names, "");
		}
	}
	if (kind == PART_POST)
		source_add_statements(w, statement, &names, indent, n);
	source_add_part(w, part, indent, n);
	if (part && *part->text && (w->of->marked || may_be_open(w, part)))
		add_text_line(w, language->terminator, strlen(language->terminator));
	if (kind == PART_PRE)
		source_add_statements(w, statement, &names, indent, n);
	if (w->of->marked)
		add_mark(w, kind, true);
}

/* Adds a file of the fork server, with included files in place of the directives. */
static void
add_server(struct source_writer *w, const char *name)
{
	static const char include[] = "#include \"";
	const char *s = (const char *)embedded_find(name)->data;

	while (*s) {
		size_t n = strcspn(s, "\n");

		if (!text_begins(s, include)) {
			source_add_line(w, s, n);
		} else {
			OWNED char *other =
			    memory_copy_n(s + sizeof include - 1, n - sizeof include);

			add_server(w, other);
		}
		s += n + (s[n] == '\n');
	}
}

/* Declares variables that the test does not use, of sizes for which allocators have different
   pools. A script that is made of constants alone allocates before it runs, and what is freed
   then decides which pools the test gets. */
static void
add_variables(struct source_writer *w, const char *indent, size_t n)
{
	for (unsigned i = 0; i < w->of->variables; i++) {
		OWNED char *name = text_print("_cgbench_moves%u", i);
		OWNED char *size = text_print("%u", 1 + i * 5 % MEMORY_LAYOUT_VARIABLES);
		OWNED char *made =
		    param_declare(w->of->target->language->param_made, name, size);

		if (*made)
			source_add_lines(w, made, indent, n);
	}
}

/* Declares the parameters: by its spelling each is an integer, a real number or text. The
   parameters of an annotated source are members of its states: no other name is hidden by these
   objects. */
static void
add_params(struct source_writer *w, const char *indent, size_t n)
{
	const struct language *language = w->of->target->language;
	const char *const declarations[] = {
	    language->param_integer, language->param_real, language->param_text};

	for (size_t i = 0; w->of->test && i < w->of->test->part_count; i++) {
		const struct part *part = &w->of->test->parts[i];
		OWNED char *declared = NULL, *name = NULL;

		if (part->kind != PART_PARAM)
			continue;
		name = text_print("%s%s",
		    test_part(w->of->test, PART_ANNOTATED) ? "cgbench_param_" : "",
		    part_suffix(part));
		declared =
		    param_declare(declarations[param_spelling(part->text)], name, part->text);
		if (*declared)
			source_add_lines(w, declared, indent, n);
	}
}

/* The name of a test as one word, or several between "::". The caller frees. */
static char *
name_as_word(const struct test *test)
{
	char *name = memory_copy(test && test->name ? test->name : "none");

	for (char *s = name; *s; s++)
		if (!isalnum((unsigned char)*s) && *s != ':')
			*s = '_';
	return name;
}

static void source_fill(struct source_writer *w, const char *s);

/* Returns true if all conditions hold: words with a blank between them, of which one may be a
   key that the test has. */
static bool
conditions_hold(const struct source_writer *w, const char *words)
{
	size_t n = strcspn(words, " ");
	enum part_kind kind = part_kind(words, n);
	bool on_top = kind == PART_PREAMBLE && w->of->test && w->of->target->plain &&
	              part_asks(test_top(w->of->test, kind));
	bool first = kind == PART_VERIFY && (w->of->empty || w->of->marked) ? false
	             : text_equals(words, n, "rehearsal")                   ? w->of->rehearsal
	             : text_equals(words, n, "standalone")
	                 ? w->of->standalone
	                 : on_top || part_asks(find_part(w, kind));

	return first && (!words[n] || conditions_hold(w, words + n + 1));
}

static void
add_placeholder(struct source_writer *w, const char *name, const char *indent, size_t n)
{
	unsigned long count;

	if (text_begins(name, "if ")) {
		w->skips = !conditions_hold(w, name + 3);
	} else if (!strcmp(name, "else")) {
		w->skips = !w->skips;
	} else if (!strcmp(name, "end")) {
		w->skips = false;
	} else if (w->skips) {
		return;
	} else if (!strcmp(name, "driver")) {
		add_server(w, "driver.c");
	} else if (!strcmp(name, "params")) {
		leave_part(w);
		add_variables(w, indent, n);
		add_params(w, indent, n);
	} else if (!strcmp(name, "iterations")) {
		/* For a language that has no loop. */
		for (count = w->count ? strtoul(w->count, NULL, 10) : 1; count; count--)
			source_fill(w, w->of->target->language->iteration);
	} else if (!strcmp(name, "prelude")) {
		const char *prelude =
		    w->of->prelude ? w->of->prelude : w->of->target->language->prelude;

		leave_part(w);
		if (*prelude)
			source_add_lines(w, prelude, indent, n);
	} else if (!strcmp(name, "preamble")) {
		if (w->of->test && w->of->target->plain) {
			source_add_part(w, test_top(w->of->test, PART_PREAMBLE), indent, n);
			source_add_part(w, test_top(w->of->test, PART_SOURCE), indent, n);
		}
		source_add_part(w, find_part(w, PART_PREAMBLE), indent, n);
	} else if (!strcmp(name, "verify")) {
		/* An expression: neither a label nor a terminator may follow it. */
		source_add_part(w, find_part(w, PART_VERIFY), indent, n);
	} else if (!strcmp(name, "code") && w->of->empty) {
		source_add_lines(w, w->of->target->language->empty, indent, n);
	} else {
		add_iterated(w, part_kind(name, strlen(name)), indent, n);
	}
}

static void
source_fill(struct source_writer *w, const char *s)
{
	while (*s) {
		size_t n = strcspn(s, "\n"), indent;
		OWNED char *name = placeholder_of_line(s, n, &indent);

		if (name)
			add_placeholder(w, name, s, indent);
		else if (!w->skips)
			add_text_line(w, s, n);
		s += n + (s[n] == '\n');
	}
}

char *
source_make(const struct source *source)
{
	const char *desc = source->test && source->test->name ? test_desc(source->test) : "";
	const char *program =
	    source->template ? source->template : source->target->language->program;
	struct source_writer w = {.of = source, .line = 1};

	w.count = source->count ? text_print("%lu", source->count) : NULL;
	w.name = name_as_word(source->test);
	w.desc = memory_copy_n(desc, strcspn(desc, "\n"));
	source_fill(&w, program);
	free(w.count);
	free(w.name);
	free(w.desc);
	return text_take(&w.out);
}

char *
source_of_standalone(const struct source *source, const struct trim *trim)
{
	struct source one = *source;
	OWNED char *program = trim_branches(source->target->language->program, trim);
	OWNED char *all = trim_branches(source->prelude, trim), *used = NULL;
	char *made;

	one.standalone = true;
	one.template = program;
	one.prelude = "";
	made = source_make(&one);
	used = strstr(all, "#define ") ? trim_unused(all, made) : memory_copy(all);
	if (!*used)
		return made;
	free(made);
	one.prelude = trim->machine && !trim->warned ? used : all;
	return source_make(&one);
}

char *
source_of_main(const struct target *target, const struct memory_layout *layout, bool clocked,
    const char *file)
{
	OWNED char *main = source_make(&(struct source){
	    .target = target, .template = target->language->main, .symbol = "", .file = file});
	struct text t = TEXT_EMPTY;

	if (clocked)
		text_add(&t, "#define CGBENCH_CLOCK\n");
	else if (target->qemu)
		text_add(&t, "#define CGBENCH_EMULATED\n");
	if (!clocked && layout->stack)
		text_addf(&t, "#define CGBENCH_STACK %u\n", layout->stack);
	if (!clocked && layout->heap)
		text_addf(&t, "#define CGBENCH_HEAP %u\n", layout->heap);
	text_add(&t, main);
	return text_take(&t);
}
