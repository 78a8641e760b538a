#ifndef ANNOTATED_SOURCE_H
#define ANNOTATED_SOURCE_H

#include "input/annotated/annotation.h"
#include "input/annotated/declarations.h"

/* One parameter of a function. */
struct annotated_parameter {
	size_t state; /* the index of its class, or DECLARED_NONE: it is a Blackhole */
	char *type;   /* as it is written, without "const" and "struct"; owned */
	bool is_const;
	bool is_pointer; /* or else a reference or a value */
};

struct annotated_parameters {
	struct annotated_parameter *v;
	size_t n;
};

/* An annotated source, and what its declarations mean to each other. */
struct annotated_source {
	struct tokens tokens;
	struct declarations declarations;
	const char *language;                     /* NULL: that of the puts */
	struct annotated_parameters **parameters; /* of each declaration, once read */
};

/* The text must remain. Ends the program with STATUS_USAGE and one line FILE:LINE if an
   annotation is unknown or cannot have its arguments. */
void annotated_source_read(struct annotated_source *source, const char *path, const char *text);
void annotated_source_free(struct annotated_source *source);
/* The first annotation of that kind before a declaration, or NULL. */
const struct token *annotated_source_find(const struct annotated_source *source,
    const struct declared *declared, enum annotation_kind kind);
/* Whether it is a function with that annotation. */
bool annotated_source_is(const struct annotated_source *source, const struct declared *declared,
    enum annotation_kind kind);
/* Whether the class of that index has the annotation State, or benchmarks. */
bool annotated_source_is_state(const struct annotated_source *source, size_t class);
/* Whether the class of that index is the other one or inherits from it. */
bool annotated_source_inherits(
    const struct annotated_source *source, size_t class, size_t other);
/* Ends the program in the same way if one is neither a State nor a Blackhole. */
const struct annotated_parameters *annotated_source_parameters(
    const struct annotated_source *source, const struct declared *function);
/* Whether the class, or one that it inherits from, is the one whose member the definition
   outside of it is: "int Numbers::run() {". */
bool annotated_source_defines(
    const struct annotated_source *source, const struct declared *definition, size_t class);
/* Whether it is a member function that may be called of a const object. */
bool annotated_source_is_const(
    const struct annotated_source *source, const struct declared *function);
/* Whether the function returns a value. */
bool annotated_source_returns(
    const struct annotated_source *source, const struct declared *function);

#endif
