#include <stdlib.h>

#include "model/standalone_source.h"
#include "util/array.h"

void
standalone_sources_free(struct standalone_sources *sources)
{
	ARRAY_EACH(struct standalone_source, source, sources->v, sources->n) {
		for (size_t k = 0; k < source->n; k++) {
			free(source->files[k].name);
			free(source->files[k].text);
		}
		for (size_t k = 0; source->assembly && k < source->put_count; k++)
			words_free(&source->assembly[k]);
		free(source->assembly);
		free(source->function);
		free(source->files);
		free(source->puts);
		free(source->commands);
		free(source->why);
		words_free(&source->missing);
	}
	free(sources->v);
	*sources = (struct standalone_sources){0};
}
