#ifndef IMAGES_H
#define IMAGES_H

#include "code/image.h"

/* Executables and libraries, each of which is read once. Starts as {0}. */
struct images {
	struct opened *v;
	size_t n;
};

/* The file as it was when it was asked for first; NULL if image_open refused it. */
const struct image *images_get(struct images *images, const char *path);
void images_free(struct images *images);

#endif
