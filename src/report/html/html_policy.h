#ifndef HTML_POLICY_H
#define HTML_POLICY_H

#include "util/text.h"

/* Adds a content security policy by which a page loads nothing and runs no script but the one
   with that text, whatever else may look like a script. */
void html_policy(struct text *t, const struct text *script);

#endif
