#ifndef SETTING_H
#define SETTING_H

#include "cli/options.h"

/* One option: what it is called and what it sets. */
struct setting;

/* How an option takes its value. */
enum takes { TAKES_NOTHING, TAKES_VALUE, TAKES_PERHAPS };

/* In which row of the first screen of --help it stands. */
enum purpose { MEASURE, PRINT, SAVE, JUDGE, OTHER, HIDDEN };

/* The setting called by the n bytes at name, or NULL; a letter is no name. */
const struct setting *setting_named(const char *name, size_t n);
const struct setting *setting_lettered(char letter);
/* The long name that the n bytes at name abbreviate, or NULL. */
const char *setting_abbreviated(const char *name, size_t n);
/* The long name that the n bytes at name were probably meant to be, or NULL. */
const char *setting_near(const char *name, size_t n);

/* Whether word is a long option, "--raw" or "--raw=x". */
bool setting_is(const char *word);

/* The setting behind that one, the first one behind NULL; NULL behind the last. */
const struct setting *setting_next(const struct setting *setting);
/* Whether it is to be set before all others, wherever it stands, as they may refer to it. */
bool setting_is_first(const struct setting *setting);
const char *setting_name(const struct setting *setting);
char setting_letter(const struct setting *setting);
enum takes setting_takes(const struct setting *setting);
/* The form of its value as --help shows it, "[=FORM]" where there is perhaps one, or NULL.
   Words in capitals stand for what completions suggest where they know it (complete.c), those
   in small letters for themselves; '|' is between alternatives, ",..." behind what makes a
   list. */
const char *setting_value(const struct setting *setting);
enum purpose setting_purpose(const struct setting *setting);
/* What it does, in a few words. */
const char *setting_about(const struct setting *setting);
/* value: NULL where none was given, and the setting takes none or perhaps one. Ends the program
   with STATUS_USAGE where it makes no sense. */
void setting_set(const struct setting *setting, struct options *options, const char *value);

#endif
