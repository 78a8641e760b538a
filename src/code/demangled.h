#ifndef DEMANGLED_H
#define DEMANGLED_H

/* The name of a symbol as its source has it, without a version: "operator new(unsigned long)"
   for
   "_Znwm@@GLIBCXX_3.4", and D's names. C++'s need its library, libstdc++; without it they
   remain as they are. The caller frees. */
char *demangled_name(const char *symbol);

#endif
