#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An instruction, of x86-64 if no other machine is named, decoded by Zydis: how long it is,
   where it jumps to, and what is needed to follow a value through a function and to see that
   code only moves values. */

enum instruction_kind {
	INSTRUCTION_OTHER,    /* does some work, or is not known here */
	INSTRUCTION_MOVE,     /* copies a value or sets a constant */
	INSTRUCTION_TEST,     /* compares 64 bits with zero */
	INSTRUCTION_NOP,      /* of several bytes: compilers align code with it */
	INSTRUCTION_LANDING,  /* endbr64, which does nothing but allow a jump to it */
	INSTRUCTION_JUMP,     /* to its target */
	INSTRUCTION_BRANCH,   /* to its target or to the next instruction */
	INSTRUCTION_COMPUTED, /* a jump to one of several places, as of a switch */
	INSTRUCTION_END       /* returns, traps, or calls a function as the last action */
};

enum operand_kind {
	OPERAND_NONE,
	OPERAND_CONSTANT, /* also an address that is fixed once the function is entered */
	OPERAND_REGISTER, /* a general register, 0 to 15, or 31 on other machines */
	OPERAND_VECTOR,   /* a vector register, with the same numbers */
	OPERAND_FRAME,    /* memory at a distance from rsp or rbp */
	OPERAND_MEMORY    /* any other memory */
};

enum { REGISTER_RAX, REGISTER_RDX = 2, REGISTER_RSP = 4, REGISTER_RBP, REGISTER_RSI };

struct operand {
	enum operand_kind kind;
	int number;    /* of the register; of FRAME, of its base */
	long distance; /* of FRAME: in bytes from its base */
};

struct instruction {
	size_t length; /* 0 if it cannot be decoded */
	enum instruction_kind kind;
	struct operand from, to; /* of a MOVE; of a TEST, from */
	unsigned bits;           /* of a MOVE: of its target */
	bool wide;               /* of a MOVE: of a 64-bit constant or a whole vector */
	/* The offset of a MOVE from memory relative to rip: that of the displacement in the
	   instruction; else 0. */
	size_t relative_at;
	/* The target of a JUMP, a BRANCH or a call: in bytes from the start of the instruction,
	   and the offset of the displacement in it. */
	long target;
	size_t target_at;
	bool if_zero, if_not_zero; /* of a BRANCH: je, jne */
	bool tests;      /* of a BRANCH: it compares 64 bits of from with zero itself */
	uint32_t writes; /* general registers that it may write, one bit each */
	bool keeps_zero_flag;
	bool pads; /* it does nothing, and fills what nothing leads to if nothing does */
	/* It reads memory and writes to the same place, as addl $1,(%rax) does. Also where only
	   valgrind's implementation does so, such as btsq %rcx,%rax by way of the stack: it
	   makes one such pair of accesses in each run. */
	bool updates;
	bool mxcsr; /* reads or sets the control and status register of SSE */
	/* Reads or sets a register that is neither general nor of a vector, such as those of
	   the x87, of segments, and all flags at once. */
	bool special;
	bool enters_kernel;
	bool repeats;    /* itself, and counts once each time */
	bool calls;      /* a function, which returns to the next instruction */
	bool returns;    /* to behind the call of its function */
	bool sets_frame; /* sets the frame pointer to the stack pointer, or near it */
	/* On AArch64 and RISC-V two instructions make an address: one has its page, such as
	   adrp or auipc, the other one adds the rest to it. */
	enum { HALF_NONE, HALF_PAGE, HALF_REST } half;
	int half_number;    /* of the register with the page */
	int64_t half_value; /* of PAGE from that of the instruction, which on AArch64 is where
	                       its 4 KiB begin; of REST what is added */
};

/* Decodes the instruction that begins at bytes, of which n bytes are left. */
struct instruction instruction_read(const unsigned char *bytes, size_t n);

/* Registers that an instruction of that machine, as in an ELF header, uses: bits of
   OPERAND_REGISTER, and 32 further up of OPERAND_VECTOR. A function that is called reads its
   arguments, one that returns its result and what it must preserve. Other machines than x86-64
   may seem to read more. */
struct instruction_registers {
	uint64_t read;
	uint64_t set;  /* written, so that nothing is left of what was there */
	uint64_t kept; /* written in part */
};
struct instruction_registers instruction_registers(
    int machine, const unsigned char *bytes, size_t n);
/* The bit of a register; 0 of another operand. */
uint64_t instruction_register(const struct operand *o);

/* Tells if two instructions of a machine do the same with other operands: they have one name,
   and are followed by one instruction or, if they jump on a condition, on the same or on its
   inverse. */
enum instruction_like { INSTRUCTION_UNLIKE, INSTRUCTION_LIKE, INSTRUCTION_INVERSE };
enum instruction_like instruction_compare(
    int machine, const unsigned char *a, size_t a_size, const unsigned char *b, size_t b_size);

/* The bit of a general register in writes. */
#define REGISTER_BIT(n) ((uint32_t)1 << (n))
/* A general register of another machine, where the register numbered zero is a constant. */
struct operand instruction_general(int number, int zero);
/* Returns a vector register. */
struct operand instruction_vector(int number);
/* Returns the number of a register: five bits of such an instruction from there on. */
int instruction_field(uint32_t bytes, unsigned from);
/* Makes an instruction of such a machine a MOVE. */
void instruction_move(
    struct instruction *i, struct operand from, struct operand to, unsigned bits);

/* The register of the second argument on other machines. */
enum { AARCH64_SECOND_ARGUMENT = 1, RISCV_SECOND_ARGUMENT = 11 };

/* Decode an instruction of AArch64 and of RISC-V. One that is not known exactly may write every
   register that it names. */
struct instruction aarch64_read(const unsigned char *bytes, size_t n);
struct instruction riscv_read(const unsigned char *bytes, size_t n);
/* Decodes an instruction of a machine, as in an ELF header: one of these, or x86-64. */
struct instruction instruction_read_of(int machine, const unsigned char *bytes, size_t n);
