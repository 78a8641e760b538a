#pragma once

#include "util/words.h"

/* The files that sources in C and C++ include from directories of the user's. */

/* Adds the paths of the files that a text includes, and that those include, each once. beside:
   the directory of the text, or NULL; dirs: those of includes_dirs; lost: takes the names in
   quotes of files that are in neither. Does not follow conditions; leaves out the system's. */
void includes_find(struct words *files, struct words *lost, const char *text,
    const char *beside, const struct words *dirs);
/* Adds a file, unless it is there, with what it includes. Takes ownership of the path. */
void includes_add(
    struct words *files, struct words *lost, char *path, const struct words *dirs);
/* Adds also the files that -imacros and -include name in the words of a command. */
void includes_forced(struct words *files, struct words *lost, const struct words *command,
    const struct words *dirs);
/* Adds the directories that the words of a command name by -iquote, -I, -isystem and
   -idirafter, in the order in which they are searched. */
void includes_dirs(struct words *dirs, const struct words *command);
/* Makes the words name that directory in place of each of them. */
void includes_move(struct words *command, const char *dir);
