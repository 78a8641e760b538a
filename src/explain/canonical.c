#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "code/assembly.h"
#include "explain/canonical.h"
#include "util/array.h"
#include "util/file.h"
#include "util/text.h"

enum {
	RUST_HASH = 16,         /* digits of the hash in core::fmt::write::h0123456789abcdef */
	RUST_DISAMBIGUATOR = 10 /* least digits of that in core[846817f741e54dfd]::fmt */
};

static size_t
hex_digits(const char *s)
{
	return strspn(s, "0123456789abcdef");
}

/* Returns the length of s, which begins with a bracket, up to the one that closes it. */
static size_t
bracketed(const char *s, char open, char close)
{
	size_t depth = 0, i;

	for (i = 0; s[i]; i++) {
		depth += s[i] == open;
		depth -= s[i] == close;
		if (!depth)
			return i + 1;
	}
	return i;
}

/* The length of what names a lambda or a type without a name at s: "{lambda(int)#2}" as GNU's
   demangler has it, "'lambda0'(int)" as LLVM's, "$_0" as clang names those in functions that
   are not inline. Or 0. */
static size_t
anonymous(const char *s)
{
	size_t n;

	if (text_begins(s, "{lambda") || text_begins(s, "{unnamed type#"))
		return bracketed(s, '{', '}');
	if (text_begins(s, "$_") && isdigit((unsigned char)s[2]))
		return 2 + strspn(s + 2, "0123456789");
	if (!text_begins(s, "'lambda") && !text_begins(s, "'unnamed"))
		return 0;
	n = 1 + strcspn(s + 1, "'");
	n += s[n] == '\'';
	return s[n] == '(' ? n + bracketed(s + n, '(', ')') : n;
}

/* The length of the symbol of a test's own function at s, which names what is in it, too, and
   has a number of this run (measure/task.c): "cgbenchtest00000036::{lambda(int)#1}"; or 0. */
static size_t
snippet(const char *s)
{
	static const char symbol[] = "cgbenchtest";

	return text_begins(s, symbol)
	           ? strlen(symbol) + strspn(s + strlen(symbol), "0123456789")
	           : 0;
}

/* The length of what is left out at s, which the character before it precedes; or 0. */
static size_t
canonical_left_out(const char *s, char before)
{
	static const char *const namespaces[] = {"::__cxx11::", "::__1::", "::_V2::"};
	size_t n;

	for (size_t i = 0; i < COUNTOF(namespaces); i++)
		if (text_begins(s, namespaces[i]))
			return strlen(namespaces[i]) - 2;
	if (text_begins(s, " [clone ") || text_begins(s, "[abi:"))
		return strcspn(s, "]") + (strchr(s, ']') != NULL);
	if (text_begins(s, " (.") && s[strlen(s) - 1] == ')')
		return strlen(s);
	if (text_begins(s, "::h") && hex_digits(s + 3) == RUST_HASH)
		return 3 + RUST_HASH;
	n = s[0] == '[' ? hex_digits(s + 1) : 0;
	if (n >= RUST_DISAMBIGUATOR && s[n + 1] == ']' &&
	    (isalnum((unsigned char)before) || before == '_'))
		return n + 2;
	if (s[0] == '@' && before && !text_begins(s, "@plt"))
		return strspn(s, "@") + strcspn(s + strspn(s, "@"), "@");
	return 0;
}

/* Returns true if the first n bytes of name end with that, after something else. */
static bool
ends(const char *name, size_t n, const char *with)
{
	size_t length = strlen(with);

	return n > length && !memcmp(name + n - length, with, length);
}

/* The length of a name of n bytes without the last part of what a compiler adds to the names of
   copies and parts of a function: of ".constprop.0" the ".0". */
static size_t
without_suffix(const char *name, size_t n)
{
	static const char *const suffixes[] = {".constprop", ".isra", ".part", ".cold", ".llvm",
	    ".lto_priv", ".localalias", ".clone", ".warm", ".specialized", ".argprom"};
	size_t digits;

	for (digits = 0; digits < n && isdigit((unsigned char)name[n - 1 - digits]); digits++)
		;
	if (digits && ends(name, n - digits, ".L"))
		return n - digits - 2;
	if (digits && ends(name, n - digits, "."))
		return n - digits - 1;
	for (size_t i = 0; i < COUNTOF(suffixes); i++)
		if (ends(name, n, suffixes[i]))
			return n - strlen(suffixes[i]);
	return n;
}

char *
canonical_name(const char *name)
{
	struct text text = TEXT_EMPTY;
	size_t n = strlen(name), shorter;

	if (ends(name, n, PROFILE_NAMELESS)) {
		OWNED char *path = memory_copy_n(name, n - strlen(PROFILE_NAMELESS));
		OWNED char *library = canonical_library(path);

		return text_print("%s" PROFILE_NAMELESS, library);
	}
	if (text_begins(name, "*ABS*"))
		return memory_copy(strchr(name, '@') ? "*ABS*@plt" : "*ABS*");
	while (*name) {
		if ((n = anonymous(name)))
			text_add(&text, "{anonymous}");
		else if ((n = snippet(name)))
			text_add(&text, "snippet");
		else if (!(n = canonical_left_out(name, text.n ? text.s[text.n - 1] : '\0')))
			text_add_n(&text, name, n = 1);
		name += n;
	}
	while (text.n && (shorter = without_suffix(text.s, text.n)) < text.n)
		text_cut(&text, shorter);
	return text_take(&text);
}

char *
canonical_library(const char *path)
{
	const char *base = file_base(path);
	const char *so = strstr(base, ".so");
	size_t n = so ? (size_t)(so - base) : strlen(base);
	size_t hash = n;

	while (hash && strchr("0123456789abcdef", base[hash - 1]))
		hash--;
	if (n - hash == RUST_HASH && hash > 1 && base[hash - 1] == '-')
		n = hash - 1;
	while (n && strchr("0123456789.-", base[n - 1]))
		n--;
	return n ? memory_copy_n(base, n) : memory_copy(base);
}

/* Adds the canonical form of the n bytes at symbol, such as "table.0+16"; or "?" for an address
   without a name. */
static void
canonical_add_symbol(struct text *text, const char *symbol, size_t n)
{
	size_t length = n;
	OWNED char *name = NULL, *canonical = NULL;

	while (length && isdigit((unsigned char)symbol[length - 1]))
		length--;
	length = length > 1 && symbol[length - 1] == '+' ? length - 1 : n;
	name = memory_copy_n(symbol, length);
	canonical = isdigit((unsigned char)*name) || *name == '-' ? memory_copy("?")
	                                                          : canonical_name(name);
	text_add(text, canonical);
	text_add_n(text, symbol + length, n - length);
}

/* Returns the operands after the registers and constants that they begin with. */
static const char *
after_plain(const char *operands)
{
	const char *comma;

	while ((*operands == '$' || *operands == '%') && (comma = strchr(operands, ',')))
		operands = comma + 1 + strspn(comma + 1, " ");
	return operands;
}

char *
canonical_text(const char *text)
{
	struct text canonical = TEXT_EMPTY;
	size_t n = assembly_mnemonic(text);
	const char *operands = text + n + strspn(text + n, " \t");
	const char *memory = after_plain(operands);
	const char *rip = strstr(memory, "(%rip)");

	text_add_n(&canonical, text, n);
	if (*operands)
		text_add_char(&canonical, ' ');
	if (rip) {
		text_add_n(&canonical, operands, (size_t)(memory - operands));
		if (*memory == '*') {
			text_add_char(&canonical, '*');
			memory++;
		}
		canonical_add_symbol(&canonical, memory, (size_t)(rip - memory));
		text_add(&canonical, rip);
	} else if (assembly_goes(text) && *operands && !strchr("*%", *operands))
		canonical_add_symbol(&canonical, operands, strlen(operands));
	else
		text_add(&canonical, operands);
	return text_take(&canonical);
}
