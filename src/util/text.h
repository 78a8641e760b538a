#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "util/memory.h"

/* A string that grows. Start from TEXT_EMPTY; s is NULL or ends with a NUL. */
struct text {
	char *s;
	size_t n, room;
};

#define TEXT_EMPTY \
	{ \
		NULL, 0, 0 \
	}

void text_add(struct text *t, const char *s);
void text_add_n(struct text *t, const char *s, size_t n);
void text_add_char(struct text *t, char c);
/* Makes room for n more bytes and a NUL, which may then be written to s + n; text_added says
   how many were. The room is exact if nothing was added before. */
void text_reserve(struct text *t, size_t n);
void text_added(struct text *t, size_t n);
/* Adds it in decimal digits. */
void text_add_number(struct text *t, uint64_t number);
__attribute__((format(printf, 2, 3))) void text_addf(struct text *t, const char *format, ...);
/* A stream whose output is added to t; the caller closes it. A stream in memory of the C
   library loses text without an error when memory runs out. */
FILE *text_stream(struct text *t);
/* Cuts t to its first n bytes. */
void text_cut(struct text *t, size_t n);
/* Gives the string, never NULL, to the caller and leaves t empty. */
char *text_take(struct text *t);
void text_free(struct text *t);
/* Returns a new string, formatted as printf does; the caller frees. */
__attribute__((format(printf, 1, 2))) char *text_print(const char *format, ...);
/* Does so with the arguments of a caller. */
__attribute__((format(printf, 1, 0))) char *text_print_list(const char *format, va_list list);
/* A copy of s with to in place of each from, which is not empty. The caller frees. */
char *text_replace(const char *s, const char *from, const char *to);
/* Returns true if the n bytes at s are the word. */
bool text_equals(const char *s, size_t n, const char *word);
/* Returns true if they are one of the words, which blanks separate; one that ends with "*"
   stands for any end. */
bool text_is_one_of(const char *s, size_t n, const char *words);
/* Returns true if the word is in the n bytes at list, which are words with a comma between
   each. */
bool text_lists(const char *list, size_t n, const char *word);
/* Returns true if both are NULL or the same string. */
bool text_same(const char *a, const char *b);
/* Returns the start of line n of s, from 0 on; NULL if s, which may be NULL, lacks it. */
const char *text_line(const char *s, size_t n);
bool text_begins(const char *s, const char *beginning);
bool text_ends(const char *s, const char *end);
/* Returns true if it has no other bytes than ASCII. */
bool text_is_ascii(const char *s);
/* The length of the name that s begins with, of letters, digits and '_'. */
size_t text_name(const char *s);
/* Returns true if it has the name of n bytes, not as a part of another one. */
bool text_has_name(const char *s, const char *name, size_t n);
/* A number for a hash table. */
size_t text_hash(const char *s);
