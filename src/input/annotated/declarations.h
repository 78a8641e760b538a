#pragma once

#include "input/annotated/tokens.h"

/* The classes of a source in C or C++, its functions with a body, and its annotated functions
   and members. They are found by brackets and semicolons, not by the grammar of C++. */

enum declared_kind { DECLARED_CLASS, DECLARED_FUNCTION, DECLARED_MEMBER };

/* One parameter of a function. */
struct declared_parameter {
	struct declared *state; /* its class, or NULL: it is a Blackhole */
	char *type;             /* as it is written, without "const" and "struct" */
	bool is_const;
	bool is_pointer; /* or else a reference or a value */
};

struct declared {
	struct declarations *all; /* that it is one of */
	enum declared_kind kind;
	char *scope; /* the namespaces and classes around it, "a::b"; "" */
	char *name;  /* of a class without one: "" */
	char *path;  /* the name with its scopes */
	char *alias; /* of a class: the name that a typedef gives it; NULL: none */
	char *type;  /* of a class, as it is written in a function; NULL until it is set */
	struct declared *owner;          /* the class that it is in, or NULL */
	const struct token *first, *end; /* its tokens, with the annotations before it */
	const struct token
	    *open;        /* the bracket that opens its parameters or members; or NULL */
	unsigned line;    /* of its name, or of its bracket */
	bool is_template; /* or is in one */
	struct declared_parameter
	    *parameters; /* of a function, once declared_read was called */
	size_t parameter_count;
};

/* In the order of the source. Nothing is added after they were read. */
struct declarations {
	const struct tokens *tokens;
	struct declared *v, *end;
	const char *language; /* NULL: that of the puts, or not set */
	bool is_cplusplus;
};

/* Borrows the tokens. Ends the program with STATUS_USAGE and one line FILE:LINE if a bracket is
   left open or an annotation is not before a declaration. */
void declarations_read(struct declarations *declarations, const struct tokens *tokens);
void declarations_free(struct declarations *declarations);
/* The scope and the name in it, "a::b"; the caller frees. */
char *declarations_path(const char *scope, const char *name);
/* The token after this one, or after the brackets that it opens. Ends the program in the same
   way if they are left open. */
const struct token *declarations_skip(const struct token *token);
/* The token after the angle brackets that this one opens. Where they are not closed before the
   token at end, or before a semicolon, it is a sign. */
const struct token *declarations_skip_angles(
    const struct token *token, const struct token *end);
