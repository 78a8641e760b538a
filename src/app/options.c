#include "app/options.h"

bool
options_print(const struct options *o)
{
	return o->show || o->summary || o->explain || (!o->write && !o->bisect && !o->check);
}

bool
options_show(const struct options *o)
{
	return options_print(o) || o->formats.n;
}

void
options_free(struct options *options)
{
	fields_free(options->fields);
	words_free(&options->derived);
	words_free(&options->complete);
	words_free(&options->benchfiles);
	words_free(&options->params);
	words_free(&options->code);
	words_free(&options->code_names);
	words_free(&options->setup);
	words_free(&options->preamble);
	words_free(&options->ldflags);
	words_free(&options->sources);
	words_free(&options->inherited);
	words_free(&options->language_files);
	words_free(&options->reads);
	words_free(&options->history_files);
	words_free(&options->unmeasured);
	words_free(&options->labels);
	words_free(&options->formats);
	gates_free(&options->gates);
	words_free(&options->grindargs);
	words_free(&options->putargs);
	puts_free(&options->puts);
}
