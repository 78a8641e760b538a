#pragma once

#include "model/formula.h"

/* All fields of a run: the built-in ones and those that the user defines. They may refer to
   each other whatever their order, so nothing but fields_define may be called before
   fields_resolve, and nothing changes after it. NULL stands for the built-in fields in
   functions about names and counted fields. */
struct fields;

/* The length of the longest name. */
enum { FIELD_NAME_MOST = 31 };

struct fields *fields_new(void);
/* Adds a field, "NAME=FORMULA", which ", higher is better" may follow. Ends the program with
   STATUS_USAGE if the name is not good. The string must last. */
void fields_define(struct fields *fields, const char *definition);
/* The definition of the user's field that has the same name as this one, or NULL. */
const char *fields_defined(const struct fields *fields, const char *definition);
/* Reads all formulas. Ends the program with STATUS_USAGE if one is wrong, or if a field is
   defined in terms of itself. */
void fields_resolve(struct fields *fields);
void fields_free(struct fields *fields);

const char *fields_name(const struct fields *fields, enum field f);
/* All names, by field, ended by NULL. */
const char *const *fields_names(const struct fields *fields);
/* Returns the fields that the user defined. */
field_set fields_own(const struct fields *fields);
/* The formula with which the user defined a field. */
const char *fields_definition(const struct fields *fields, enum field f);
/* The meaning of a field that is not counted, for a table's key: its formula or a few words. */
const char *fields_meaning(const struct fields *fields, enum field f);
/* Returns true if a higher value is better; it is worse for all built-in fields. */
bool fields_higher(const struct fields *fields, enum field f);
/* Returns true for a quotient, which may well be less than 1. */
bool fields_divides(const struct fields *fields, enum field f);

/* The value of a derived field from those of others; false if it has none. */
bool fields_value(
    const struct fields *fields, enum field f, formula_get *get, void *context, double *v);
/* The fields that must be known to calculate these, directly or indirectly, without the derived
   ones. */
field_set fields_needs(const struct fields *fields, field_set set);
