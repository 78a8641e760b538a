#include <stdlib.h>
#include <string.h>

#include "code/images.h"
#include "util/memory.h"

struct opened {
	char *path;
	struct image *image; /* NULL: it cannot be read */
};

const struct image *
images_get(struct images *images, const char *path)
{
	size_t i;

	for (i = 0; i < images->n; i++)
		if (!strcmp(images->v[i].path, path))
			return images->v[i].image;
	images->v = memory_resize(images->v, images->n + 1, sizeof *images->v);
	images->v[images->n++] = (struct opened){memory_copy(path), image_open(path)};
	return images->v[i].image;
}

void
images_free(struct images *images)
{
	size_t i;

	for (i = 0; i < images->n; i++) {
		free(images->v[i].path);
		image_free(images->v[i].image);
	}
	free(images->v);
	*images = (struct images){0};
}
