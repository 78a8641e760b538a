#pragma once

#include <stddef.h>

/* What stays of a name or an instruction when another compiler, another version or another
   build makes it: without what these add or choose at will. Two names that have the same
   canonical form are meant to be the same; several of one program may have it, too. */

/* Of a demangled function's name: without the suffixes of clones and parts (.constprop.0,
   .cold, [clone .isra.0], .llvm.123), the hashes of Rust, versions (@@GLIBC_2.17), ABI tags and
   inline namespaces of C++ libraries, and with one name for all lambdas. A stub keeps its
   @plt. The caller frees. */
char *canonical_name(const char *name);
/* Of an executable or library: its base name without versions, "libstdc++" of
   "/lib/libstdc++.so.6.0.30", "python" of "/usr/bin/python3.11". The caller frees. */
char *canonical_library(const char *path);
/* The length of an instruction's mnemonic with its prefixes: 9 of "rep movsq (%rsi),(%rdi)". */
size_t canonical_mnemonic(const char *text);
/* Of an instruction: its names are canonical, and addresses without a name are left out. The
   caller frees. */
char *canonical_text(const char *text);
