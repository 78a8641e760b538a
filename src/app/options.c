#include "app/options.h"

bool
options_print(const struct options *o)
{
	return o->print.show || o->view.summary || o->view.explain ||
	       (!o->save.write && !o->judge.bisect && !o->judge.check);
}

bool
options_show(const struct options *o)
{
	return options_print(o) || o->print.formats.n;
}

void
options_free(struct options *options)
{
	fields_free(options->fields);
	words_free(&options->derived);
	words_free(&options->complete);
	words_free(&options->measure.benchfiles);
	words_free(&options->measure.params);
	words_free(&options->measure.code);
	words_free(&options->measure.code_names);
	words_free(&options->measure.setup);
	words_free(&options->measure.preamble);
	words_free(&options->measure.prepare);
	words_free(&options->measure.ldflags);
	words_free(&options->measure.sources);
	words_free(&options->measure.inherited);
	words_free(&options->measure.language_files);
	words_free(&options->save.reads);
	words_free(&options->save.history_files);
	words_free(&options->save.unmeasured);
	words_free(&options->save.labels);
	words_free(&options->print.formats);
	gates_free(&options->judge.gates);
	words_free(&options->measure.grindargs);
	words_free(&options->measure.putargs);
	puts_free(&options->puts);
}
