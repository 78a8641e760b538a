#include <stdlib.h>

#include "model/standalone_source.h"

void
standalone_sources_free(struct standalone_sources *sources)
{
	for (size_t i = 0; i < sources->n; i++) {
		struct standalone_source *source = &sources->v[i];

		for (size_t k = 0; k < source->n; k++) {
			free(source->files[k].name);
			free(source->files[k].text);
		}
		free(source->files);
		free(source->puts);
		free(source->commands);
		free(source->why);
		words_free(&source->missing);
	}
	free(sources->v);
	*sources = (struct standalone_sources){0};
}
