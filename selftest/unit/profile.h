#pragma once

#include <stdlib.h>

#include "model/profile.h"
#include "util/memory.h"

/* Profiles made by hand for the unit tests. */

__attribute__((unused)) static size_t
profile_object(struct profile *profile, const char *path)
{
	size_t n = profile->object_count++;

	profile->objects = memory_resize(profile->objects, n + 1, sizeof *profile->objects);
	profile->objects[n] = (struct profile_object){memory_copy(path), memory_copy("")};
	return n;
}

__attribute__((unused)) static size_t
profile_file(struct profile *profile, const char *path)
{
	return words_intern(&profile->files, path);
}

/* A profile with one object, the program, and one file, my.bench. */
__attribute__((unused)) static struct profile *
profile_new(void)
{
	struct profile *profile = memory_new(sizeof *profile);

	profile_object(profile, "program");
	profile_file(profile, "my.bench");
	return profile;
}

/* Valid until the next function is added. */
__attribute__((unused)) static struct profile_function *
profile_function(struct profile *profile, const char *name, enum profile_owner owner, size_t object)
{
	size_t n = profile->function_count++;

	profile->functions = memory_resize(profile->functions, n + 1, sizeof *profile->functions);
	profile->functions[n] = (struct profile_function){.name = memory_copy(name), .object = object, .owner = owner};
	return &profile->functions[n];
}

/* An instruction that was executed and counted so often; text: NULL if it is unknown. Valid
   until the next one is added. */
__attribute__((unused)) static struct profile_step *
profile_step(
    struct profile_function *function, uint64_t address, int64_t executions, enum profile_kind kind, const char *text)
{
	size_t n = function->step_count++;
	struct profile_step *step;

	function->steps = memory_resize(function->steps, n + 1, sizeof *function->steps);
	step = &function->steps[n];
	*step = (struct profile_step){
	    .address = address, .executions = executions, .kind = kind, .text = memory_copy(text)};
	step->spent[FIELD_IR] = executions;
	return step;
}
