#ifndef DLANG_H
#define DLANG_H

/* The name that a symbol of D has in its source, without types: "core.atomic.cas" for
   "_D4core6atomic__T3casTmZ...". What is within a template's function or type is left out. NULL
   if the symbol is none of D's. The caller frees. */
char *dlang_name(const char *symbol);

#endif
