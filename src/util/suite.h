#ifndef SUITE_H
#define SUITE_H

/* The path of the suite that ships for a language, beside the running program: in its source
   tree or where it was installed. NULL where there is none; the caller frees. */
char *suite_path(const char *language);

#endif
