#pragma once

#include "code/image.h"
#include "model/profile.h"

/* The data that machine code has about the sites of a profile: text, kind, frame and target.

   text is the instruction as gcc would write it, such as "movq -4(%rdx),%xmm0": in the GNU
   assembler's syntax, with the letter of the operands' size, without blanks after commas.
   - A jump within its function goes to an address, "jne 0x1139", which is the site's target, so
     that a report can write a label in its place.
   - Any other jump, and a call, goes to a function: "call memcpy", also by way of the linkage
     table, or "jmp memcpy+16"; to an address if it has no name.
   - Data are named as well: "movl counts+8(%rip),%eax", and what the dynamic linker tells an
     address of "movq stdout@GOTPCREL(%rip),%rax". What has no name is .LC0, .LC1 and so on, in
     the order of the function's sites. So the text does not depend on where the linker puts
     code and data.

   frame: the instruction addresses memory relative to rsp, or to rbp in a function that keeps
   rsp in it, or it is a push, a pop, an enter or a leave. So these are variables in memory and
   spilled registers, saved registers, and arguments on the stack; not what is accessed through
   a pointer into the frame, nor the return addresses of calls. */

/* Fills in the sites of a binary's functions; index: of the binary in the profile. What is not
   in the image has no text and is PROFILE_UNKNOWN. */
void listing_fill(struct profile *profile, size_t index, const struct image *image);
/* Fills in the sites of all functions from the files of the binaries that are for x86-64; for
   others, see disassembly.h. Sites of a binary that cannot be read remain unknown. Sets the
   build ids, to "" where there is none, and whether the profile is of a stripped program. */
void listing_annotate(struct profile *profile, struct images *images);
