#pragma once

#include <stdlib.h>

#include "model/profile.h"
#include "util/memory.h"

/* Profiles made by hand for the unit tests. */

__attribute__((unused)) static size_t
profile_binary(struct profile *profile, const char *path)
{
	size_t n = profile->binary_count++;

	profile->binaries = memory_resize(profile->binaries, n + 1, sizeof *profile->binaries);
	profile->binaries[n] = (struct profile_binary){memory_copy(path), memory_copy("")};
	return n;
}

__attribute__((unused)) static size_t
profile_file(struct profile *profile, const char *path)
{
	return words_intern(&profile->files, path);
}

/* A profile with one binary, the program, and one file, my.bench. */
__attribute__((unused)) static struct profile *
profile_new(void)
{
	struct profile *profile = memory_new(sizeof *profile);

	profile_binary(profile, "program");
	profile_file(profile, "my.bench");
	return profile;
}

/* Valid until the next function is added. */
__attribute__((unused)) static struct profile_function *
profile_function(struct profile *profile, const char *name, enum profile_owner owner, size_t binary)
{
	size_t n = profile->function_count++;

	profile->functions = memory_resize(profile->functions, n + 1, sizeof *profile->functions);
	profile->functions[n] = (struct profile_function){.name = memory_copy(name), .binary = binary, .owner = owner};
	return &profile->functions[n];
}

/* An instruction that was executed and counted so often; text: NULL if it is unknown. Valid
   until the next one is added. */
__attribute__((unused)) static struct profile_site *
profile_site(
    struct profile_function *function, uint64_t address, int64_t executions, enum profile_kind kind, const char *text)
{
	size_t n = function->site_count++;
	struct profile_site *site;

	function->sites = memory_resize(function->sites, n + 1, sizeof *function->sites);
	site = &function->sites[n];
	*site = (struct profile_site){
	    .address = address, .executions = executions, .kind = kind, .text = memory_copy(text)};
	site->spent[FIELD_IR] = executions;
	return site;
}
