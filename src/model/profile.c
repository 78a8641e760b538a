#include <stdlib.h>

#include "model/profile.h"

const char *
profile_kind_name(enum profile_kind kind)
{
#define KIND_NAME(id, name) name,
	static const char *const names[PROFILE_KINDS] = {PROFILE_KIND_ROWS(KIND_NAME)};
#undef KIND_NAME

	return names[kind];
}

const char *
profile_owner_name(enum profile_owner owner)
{
	static const char *const names[PROFILE_OWNERS] = {
	    "snippet", "program", "library", "generated"};

	return names[owner];
}

int64_t
profile_function_spent(const struct profile_function *function, enum field f)
{
	int64_t sum = 0;
	size_t i;

	for (i = 0; i < function->step_count; i++)
		sum += function->steps[i].spent[f];
	return sum;
}

int64_t
profile_spent(const struct profile *profile, enum field f)
{
	int64_t sum = 0;
	size_t i;

	for (i = 0; i < profile->function_count; i++)
		sum += profile_function_spent(&profile->functions[i], f);
	return sum;
}

const char *
profile_function_file(const struct profile *profile, const struct profile_function *function)
{
	size_t i;

	for (i = 0; i < function->step_count; i++)
		if (function->steps[i].line)
			return profile->files[function->steps[i].file];
	return NULL;
}

static void
free_function(struct profile_function *function)
{
	size_t i;

	for (i = 0; i < function->step_count; i++)
		free(function->steps[i].text);
	free(function->steps);
	free(function->callees);
	free(function->name);
}

void
profile_free(struct profile *profile)
{
	size_t i;

	if (!profile)
		return;
	for (i = 0; i < profile->function_count; i++)
		free_function(&profile->functions[i]);
	for (i = 0; i < profile->object_count; i++) {
		free(profile->objects[i].path);
		free(profile->objects[i].build_id);
	}
	for (i = 0; i < profile->file_count; i++)
		free(profile->files[i]);
	free(profile->functions);
	free(profile->objects);
	free(profile->files);
	free(profile);
}
