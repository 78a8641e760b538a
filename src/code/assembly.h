#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "model/profile.h"

/* The text of an instruction, as listing.h describes it: all that is left of one in a saved
   profile. */

/* The length of its mnemonic with its prefixes: 9 of "rep movsq (%rsi),(%rdi)". */
size_t assembly_mnemonic(const char *text);
/* The length up to its last blank or comma, where its last operand begins. */
size_t assembly_before_operand(const char *text);
/* Returns true if an instruction of x86-64 calls a function or jumps. */
bool assembly_goes(const char *text);
/* ARITHMETIC, COMPARE, LOGIC or OTHER: the kind of an instruction of any machine that is none
   of those before them, from its text or its mnemonic. */
enum profile_kind assembly_kind(const char *text);
/* An instruction of x86-64 in the GNU assembler's Intel syntax:
   "movl -4(%rax,%rcx,8),%edx" is "mov edx, DWORD PTR [rax+rcx*8-4]". Where registers tell the
   size of what is in memory, it is not written. An instruction of the x87 stays as it is. The
   caller frees. */
char *assembly_intel(const char *text);
