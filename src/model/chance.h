#pragma once

#include <stdbool.h>

#include "util/text.h"
#include "util/words.h"

/* A measured process may draw chance from these. A set of them is bits. The first three are
   pinned unless a test, a language or --real asks for the real one; the others cannot be. */
enum chance {
	CHANCE_TIME = 1,
	CHANCE_RANDOM = 2,
	CHANCE_PID = 4,
	CHANCE_NETWORK = 8,
	CHANCE_DIRECTORY = 16, /* the name of the one where it runs */
	CHANCE_PROCESSES = 32, /* others that it starts: their numbers, and when they end */
	CHANCE_HOST = 64,      /* what the kernel tells about it and its processes, in files */
	CHANCE_FILES = 128,    /* the numbers and times of those that it changes */
	CHANCE_PINNED = 7,
	CHANCE_ALL = 255
};

/* The rule for a list of those to leave to chance, for messages. */
#define CHANCE_RULE "it must be a list of what is not pinned: time, random or pid"

/* Adds what a list names, whose words are separated by blanks or commas. Returns false if it
   names something that is not allowed, or nothing. */
bool chance_read(const char *list, unsigned allowed, unsigned *set);
/* Adds the words that a list has for a set. */
void chance_words(struct words *words, unsigned set);
/* Adds a set as part of a sentence: "the time, random bytes". */
void chance_add(struct text *t, unsigned set);
