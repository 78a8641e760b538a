#pragma once

/* Finds the files that come with the program, installed or in the source tree that it was built
   in. All return NULL if there is no such file; the caller frees. */

/* The benchfile that ships for a language. */
char *paths_suite(const char *language);
/* A library that is preloaded into other programs, or the program that times commands. */
char *paths_library(const char *name);
/* The directory of the headers for the user's sources. */
char *paths_headers(void);
