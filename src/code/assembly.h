#ifndef ASSEMBLY_H
#define ASSEMBLY_H

#include "code/decoded.h"
#include "util/text.h"

/* Instructions as the GNU assembler reads them and as gcc writes them: movq -4(%rdx),%xmm0. */

/* Adds prefixes and name: "lock cmpxchgq", "rep stosq", "movzbl". */
void assembly_name(const struct decoded *d, struct text *t);
/* Adds an operand. Displacements are decimal, and so are constants, except the bits of logic
   and vector instructions and what has more than 32 bits. address: NULL, or what is written for
   the displacement, or for the target of a jump. */
void assembly_operand(
    const struct decoded *d, const ZydisDecodedOperand *o, const char *address, struct text *t);
/* How many operands are written, and the one that is written at place i. */
size_t assembly_operand_count(const struct decoded *d);
const ZydisDecodedOperand *assembly_operand_at(const struct decoded *d, size_t i);

#endif
