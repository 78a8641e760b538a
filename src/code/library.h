#pragma once

#include <stdbool.h>

/* Returns true if a library of this host defines name: the C library, its mathematics, the
   dynamic loader or, as their names all begin with an underscore, one of C++. Libraries of C++
   are searched beside the C library. They are not loaded, as that would run their constructors
   here. */
bool library_defines(const char *name);
