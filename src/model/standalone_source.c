#include <stdlib.h>

#include "model/standalone_source.h"

static void
free_source(struct standalone_source *source)
{
	size_t i;

	for (i = 0; i < source->n; i++) {
		free(source->files[i].name);
		free(source->files[i].text);
	}
	free(source->files);
	free(source->puts);
	free(source->commands);
	free(source->why);
	words_free(&source->missing);
}

void
standalone_sources_free(struct standalone_sources *sources)
{
	size_t i;

	for (i = 0; i < sources->n; i++)
		free_source(&sources->v[i]);
	free(sources->v);
	*sources = (struct standalone_sources){0};
}
