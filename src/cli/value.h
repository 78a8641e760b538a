#ifndef VALUE_H
#define VALUE_H

#include "cli/options.h"

/* The values of options as they are typed, each read into what options say of it. s: NULL where
   none was given and none must be; of a choice, one of its words. What makes no sense ends the
   program with STATUS_USAGE. */

void value_action(struct options *options, const char *s);
void value_bisect(struct options *options, const char *s);
void value_changed(struct options *options, const char *s);
void value_color(struct options *options, const char *s);
void value_complete(struct options *options, const char *s);
void value_completion(struct options *options, const char *s);
void value_derive(struct options *options, const char *s);
void value_fields(struct options *options, const char *s);
void value_format(struct options *options, const char *s);
void value_gate(struct options *options, const char *s);
void value_help(struct options *options, const char *s);
void value_jitter(struct options *options, const char *s);
void value_jobs(struct options *options, const char *s);
void value_loops(struct options *options, const char *s);
void value_sort(struct options *options, const char *s);
void value_timeout(struct options *options, const char *s);
void value_verdict(struct options *options, const char *s);
void value_version(struct options *options, const char *s);
void value_width(struct options *options, const char *s);

#endif
