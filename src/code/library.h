#pragma once

#include <stdbool.h>

/* Whether the C library, its mathematics or the dynamic loader defines name, or the libraries
   of C++, whose names all begin with an underscore: those of this host. Libraries of C++ are
   searched beside the C library, and not loaded, as that would run their constructors here. */
bool library_defines(const char *name);
