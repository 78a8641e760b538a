#ifndef DEMANGLED_H
#define DEMANGLED_H

/* The name of a symbol as its source has it, without a version: "operator new(unsigned long)"
   for
   "_Znwm@@GLIBCXX_3.4", and D's names. C++'s need its library, libstdc++; without it they
   remain as they are. The caller frees. */
char *demangled_name(const char *symbol);

/* The name that a symbol of D has in its source, without types: "core.atomic.cas" for
   "_D4core6atomic__T3casTmZ...". What is within a template's function or type is left out. NULL
   if the symbol is none of D's. The caller frees. */
char *dlang_name(const char *symbol);

#endif
