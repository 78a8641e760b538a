#pragma once

/* An instruction of x86-64, as code/listing.h writes it, in the GNU assembler's Intel syntax:
   "movl -4(%rax,%rcx,8),%edx" is "mov edx, DWORD PTR [rax+rcx*8-4]". Where registers tell the
   size of what is in memory, it is not written. An instruction of the x87 stays as it is. The
   caller frees. */
char *intel_text(const char *text);
