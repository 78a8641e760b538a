#ifndef DECLARATIONS_H
#define DECLARATIONS_H

#include "input/annotated/tokens.h"

/* The classes of a source in C or C++, its functions with a body, and its annotated functions
   and members. They are found by brackets and semicolons, not by the grammar of C++. */

enum declared_kind { DECLARED_CLASS, DECLARED_FUNCTION, DECLARED_MEMBER };

/* What has no such index. */
#define DECLARED_NONE ((size_t)-1)

struct declared {
	enum declared_kind kind;
	char *scope;  /* the namespaces and classes around it, "a::b"; "" */
	char *name;   /* of a class without one: "" */
	char *path;   /* the name with its scopes */
	char *alias;  /* of a class: the name that a typedef gives it; NULL: none */
	char *type;   /* of a class, as it is written in a function; NULL until it is set */
	size_t owner; /* the index of the class that it is in, or DECLARED_NONE */
	size_t first, end; /* its tokens, with the annotations before it */
	size_t open;       /* the token of the bracket that opens its parameters or members */
	unsigned line;     /* of its name, or of its bracket */
	bool is_template;  /* or is in one */
	unsigned kinds;    /* of its annotations, 1 << annotation_kind; 0 until it is set */
};

struct declarations {
	struct declared *v;
	size_t n;
};

/* Ends the program with STATUS_USAGE and one line FILE:LINE if a bracket is left open or an
   annotation is not before a declaration. */
void declarations_read(struct declarations *declarations, const struct tokens *tokens);
void declarations_free(struct declarations *declarations);
/* The token after the one at i, or after the brackets that it opens. Ends the program in the
   same way if they are left open. */
size_t declarations_skip(const struct tokens *tokens, size_t i);
/* Where the tokens end that may be annotations of the declaration; they begin with its first.
 */
size_t declared_annotations_end(const struct declared *declared);
/* The token after the angle brackets that the one at i opens. Where they are not closed before
   the token at end, or before a semicolon, it is a sign. */
size_t declarations_skip_angles(const struct tokens *tokens, size_t i, size_t end);

#endif
