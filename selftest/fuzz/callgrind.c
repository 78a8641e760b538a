/* Reads callgrind's files, and makes a profile of them. */

#include "fuzz.h"
#include "measure/profile/profile_make.h"

/* Instead of the function that reads the executables and libraries that it names. */
const struct image *
images_get(struct images *images, const char *path)
{
	(void)images;
	(void)path;
	return NULL;
}

static void
make(struct profiling *found)
{
	const struct callgrind_out *out = &found->measurements[VARIANT_ACTIVE][LENGTH_SHORT].v->out;
	struct cell cell = {.measured = true};
	struct images images = {0};
	struct profiled of = {.cell = &cell,
	    .once = true,
	    .program = "/src/sample",
	    .symbol = "work",
	    .function = "work",
	    .images = &images};
	char *why;

	for (size_t i = 0; i < out->cost_count; i++)
		for (enum field f = 0; f < FIELD_COUNT; f++)
			cell.counts[VARIANT_ACTIVE][LENGTH_SHORT].of[f] += out->costs[i].counts[f];
	profile_free(profile_make(found, &of, &why));
	free(why);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	struct profiling *found = memory_new(sizeof *found);
	struct profiling_measurement *of = &found->measurements[VARIANT_ACTIVE][LENGTH_SHORT];
	struct text text = TEXT_EMPTY;

	*of = (struct profiling_measurement){memory_new(sizeof *of->v), 1};
	text_add_n(&text, (const char *)data, n);
	if (!callgrind_parse(&of->v->out, &text))
		make(found);
	profiling_free(found);
	return 0;
}
