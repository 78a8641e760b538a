#pragma once

#include <stddef.h>

/* A canonical form is the part of a name or an instruction that stays when another compiler,
   another version or another build makes it: without what these add or choose at will. Two
   names that have the same canonical form are meant to be the same; several of one program may
   have it, too. */

/* A demangled function's name without the suffixes of clones and parts (.constprop.0,
   .cold, [clone .isra.0], .llvm.123), the hashes of Rust, versions (@@GLIBC_2.17), ABI tags and
   inline namespaces of C++ libraries, and with one name for all lambdas. A stub keeps its
   @plt. The caller frees. */
char *canonical_name(const char *name);
/* The base name of an executable or library without versions, "libstdc++" of
   "/lib/libstdc++.so.6.0.30", "python" of "/usr/bin/python3.11". The caller frees. */
char *canonical_library(const char *path);
/* An instruction whose names are canonical; addresses without a name are left out. The
   caller frees. */
char *canonical_text(const char *text);
