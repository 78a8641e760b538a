#pragma once

#include "util/text.h"

/* Why the count of a cell may not mean what it seems to, a row each:
   X(ID, name, meaning, cure). BLACK_BOX in a cure stands for what a language has instead. */
#define VERDICT_ROWS(X) \
	X(EMPTY, "empty", "the code was optimised away", "end it with BLACK_BOX(result)") \
	X(FOLDED, "folded", "the code only moves values known beforehand", \
	    "put BLACK_BOX around its inputs, in the code, not in setup") \
	X(HOISTED, "hoisted", "part of the code runs once, not in every iteration", \
	    "put BLACK_BOX around what it uses of setup, in the code, before its loops") \
	X(SHARED, "shared", "pre or post may share work with the code", \
	    "put BLACK_BOX around the values they share") \
	X(UNSTORED, "unstored", "a store in BLACK_BOX() is left out, as nothing reads it", \
	    "end with DO_NOT_OPTIMIZE() of what is stored to") \
	X(LOOP, "loop", \
	    "the loop may cost more or less with the code: a register saved, padding, a jump", \
	    "let fewer variables live across the code, or try -O1") \
	X(VARYING, "varying", "the iterations, or two runs, differ in cost", \
	    "rebuild its data in pre, align them, or multiply --loops") \
	X(REP, "rep", "one instruction is counted again for each element", \
	    "compare Dr and Dw") \
	X(VDSO, "vdso", \
	    "there is no vDSO here, so reading the clock costs only a system call", \
	    "read it in setup") \
	X(FENV, "fenv", "valgrind ignores SSE's rounding mode, exception flags and traps", \
	    "do without them") \
	X(SIGNAL, "signal", "valgrind delivers a signal that was queued late", \
	    "use raise or sigwait") \
	X(SYSCALL, "syscall", "a system call that is not known here fails", "do without it") \
	X(HEAP, "heap", "the heap outgrew valgrind's 8 MB, then malloc uses mmap", \
	    "use smaller --loops") \
	X(SPLIT, "split", "valgrind counts other data accesses than an instruction makes", \
	    "compare Ir") \
	X(MACHINE, "machine", "the processor itself executes another number of instructions", \
	    "use --engine=step") \
	X(PROCESSES, "processes", "it starts processes, whose work is not counted", \
	    "use --command") \
	X(FORKED, "forked", \
	    "a process that was only forked counts what its parent did before, too", \
	    "compare changes of it, not counts") \
	X(STEPPED, "stepped", \
	    "valgrind does not know an instruction of it, so the processor was single-stepped", \
	    "compare it only with stepped ones")

#define VERDICT_ID(id, name, meaning, cure) VERDICT_##id,
enum verdict { VERDICT_ROWS(VERDICT_ID) VERDICT_COUNT };
#undef VERDICT_ID

/* A set of verdicts: bit 1 << v stands for verdict v. */
typedef unsigned verdict_set;
/* A processor does something else with these. */
#define VERDICT_OF_VALGRIND \
	(1u << VERDICT_VDSO | 1u << VERDICT_FENV | 1u << VERDICT_SIGNAL | \
	    1u << VERDICT_SYSCALL | 1u << VERDICT_HEAP | 1u << VERDICT_SPLIT | \
	    1u << VERDICT_MACHINE)
#define VERDICT_ANY ((1u << VERDICT_COUNT) - 1)
/* A loop over those in a set, which declares v. */
/* NOLINTBEGIN(bugprone-macro-parentheses) */
#define EACH_VERDICT(v, set) \
	for (enum verdict v = 0; v < VERDICT_COUNT; v++) \
		if (1u << v & (set))
/* NOLINTEND(bugprone-macro-parentheses) */

/* The meaning says what was found, as part of a sentence. For the cure, see verdict_cure. */
extern const struct verdict_row {
	const char *name, *meaning, *cure;
} verdict_rows[VERDICT_COUNT];
/* Says what to do about it, as part of a sentence. box: what hides a value from a compiler: a
   function, or variables if it has a blank; "": variables of setup; NULL: unknown. The caller
   frees. */
char *verdict_cure(enum verdict v, const char *box);
/* The verdicts named by a list that is separated by blanks or commas. Sets *unknown, unless
   unknown is NULL, to the first word that is not a verdict, or to "". */
verdict_set verdict_list(const char *list, const char **unknown);
/* Adds the names of a set, separated by that. */
void verdict_add(struct text *t, verdict_set set, const char *between);
/* "empty, folded"; the caller frees. */
char *verdict_names(verdict_set set);
