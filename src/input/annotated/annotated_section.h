#pragma once

#include "input/annotated/declarations.h"
#include "util/ini.h"
#include "util/words.h"

/* Makes the section of a benchfile that calls a function with "@Benchmark", with these values
   of parameters (param_option). Its texts are one line each, the line of the function. Ends the
   program with STATUS_USAGE and one line if a value is not one that its member takes. */
void annotated_section_make(
    struct ini_section *section, struct declared *function, const struct words *params);
/* Adds a key; takes ownership of text. */
void annotated_section_add(
    struct ini_section *section, const char *name, char *text, unsigned line);
