#pragma once

#include "input/annotated/annotation.h"
#include "input/annotated/declarations.h"

/* What the declarations of an annotated source mean to each other. */

/* The end of the tokens that may be annotations of the declaration, from its first on. */
const struct token *declared_annotations_end(const struct declared *d);
/* The first annotation of that kind before a declaration, or NULL. */
const struct token *declared_find(const struct declared *d, enum annotation_kind kind);
/* Whether it is a function with that annotation. */
bool declared_is(const struct declared *d, enum annotation_kind kind);
/* Whether it is a class that has the annotation State, or benchmarks. */
bool declared_is_state(const struct declared *d);
/* Whether the class is the other one or inherits from it. */
bool declared_inherits(const struct declared *class, const struct declared *other);
/* Finds the parameters of a function, if that was not done before. Ends the program with
   STATUS_USAGE and one line FILE:LINE if one is neither a State nor a Blackhole. */
void declared_read(struct declared *function);
/* Whether the class, or one that it inherits from, is the one whose member the definition
   outside of it is: "int Numbers::run() {". class: NULL for any. */
bool declared_defines(const struct declared *definition, const struct declared *class);
/* Whether it is a member function that may be called of a const object. */
bool declared_is_const(const struct declared *function);
/* Whether the function returns a value. */
bool declared_returns(const struct declared *function);
/* Finds out the language, and how the classes are written in a function. */
void declared_set_types(struct declarations *all);
