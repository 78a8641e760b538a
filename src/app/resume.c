#include <inttypes.h>
#include <sha256.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/resume.h"
#include "compare/comparable.h"
#include "input/flags.h"
#include "input/sources.h"
#include "measure/compile/includes.h"
#include "savefile/savefile.h"
#include "util/array.h"
#include "util/file.h"
#include "util/message.h"
#include "util/replace.h"

/* Adds the files of the user's that a target compiles for a test. */
static void
resume_add_files(struct words *files, const struct target *target, const struct test *test)
{
	FREED_BY(words_free)
	struct words flags = WORDS_EMPTY, dirs = WORDS_EMPTY, lost = WORDS_EMPTY,
	             sources = WORDS_EMPTY;
	const struct words *env = &target->put->env;
	size_t own = words_find_variable(env, "CPATH=");
	const char *path = own < env->n ? env->v[own] + strlen("CPATH=") : getenv("CPATH");

	words_add_all(&flags, &target->args);
	flags_add(&flags, target, test, PART_CFLAGS);
	includes_dirs(&dirs, &flags);
	if (path)
		words_cut(&dirs, path, ':');
	includes_forced(files, &lost, &flags, &dirs);
	sources_of(&sources, target, test);
	for (size_t i = 0; i < sources.n; i++)
		includes_add(files, &lost, memory_copy(sources.v[i]), &dirs);
	for (size_t i = 0; i < test->part_count; i++)
		includes_find(files, &lost, test->parts[i].text, flags_dir(test), &dirs);
}

/* Adds the bytes of files of the user's, and what tells whether one of the host's was replaced
   by another version. The loader's cache is made anew on each host. */
static void
add_all_files(struct text *t, const struct tests *tests, const struct targets *targets,
    const struct host_files *host, const struct words *language_files)
{
	FREED_BY(words_free) struct words files = WORDS_EMPTY;

	words_add_all(&files, language_files);
	for (size_t k = 0; k < targets->n; k++)
		for (size_t i = 0; i < tests->n; i++)
			if (language_is_compiled(targets->v[k].language))
				resume_add_files(&files, &targets->v[k], &tests->v[i]);
	for (size_t i = 0; i < files.n; i++)
		file_read(files.v[i], t);
	ARRAY_EACH(const struct host_file, file, host->v, host->n)
		if (strcmp(file_base(file->path), "ld.so.cache") != 0)
			text_addf(t, "%s %lld %lld\n", file->path,
			    (long long)file->identity.st_size,
			    (long long)file->identity.st_mtim.tv_sec);
}

/* Hashes what the cells depend on, but for what comparable_shards compares. A profile has
   lines of the benchfile. */
static uint64_t
hash_run(const struct results *results, const struct config *config,
    const struct targets *targets, const struct words *language_files)
{
	FREED_BY(text_free) struct text t = TEXT_EMPTY;
	OWNED char *hex = NULL;

	text_addf(&t, "%u %u %d %d %lu %lu %" PRIu64, config->jobs, config->timeout,
	    config->keep != NULL, config->profiles, results->loops[LENGTH_SHORT],
	    results->loops[LENGTH_LONG], fingerprint_of_tests(&results->tests));
	ARRAY_EACH(const struct put, put, results->puts.v, results->puts.n)
		text_addf(&t, " %s %s", put->label, put_trait(put, TRAIT_KERNEL));
	ARRAY_EACH(const struct test, test, results->tests.v, results->tests.n)
		for (size_t i = 0; i < test->part_count; i++)
			text_addf(&t, "%u ", test->parts[i].line);
	add_all_files(&t, &results->tests, targets, config->files, language_files);
	hex = memory_check(SHA256Data((const uint8_t *)t.s, t.n, NULL));
	hex[16] = '\0';
	return strtoull(hex, NULL, 16);
}

/* Says in what an interrupted run differs from this one, or returns NULL; the caller frees. */
static char *
resume_difference(const struct results *before, const struct results *now)
{
	char *wrong = NULL;

	for (size_t i = 0; i < now->puts.n && i < before->puts.n && !wrong; i++)
		wrong = comparable_shards(&before->puts.v[i], &now->puts.v[i]);
	if (!wrong && (before->shard.selection != now->shard.selection ||
	                  before->tests.n != now->tests.n || before->puts.n != now->puts.n))
		wrong = memory_copy(
		    "one of these differs: the tests, the programs, --loops, --jobs, --timeout, "
		    "--keep, --profile, the kernel, files that programs are made of");
	return wrong;
}

/* Takes over the cells of an interrupted run. */
static void
resume_take_over(struct partial *partial, struct provenance *provenance)
{
	struct results before = {0}, *kept = &partial->kept;
	char *wrong;

	savefile_read_shard(&before, partial->path);
	wrong = resume_difference(&before, kept);
	if (wrong)
		message_die(STATUS_USAGE,
		    "%s was written by another run: %s; remove it, or omit --resume",
		    partial->path, wrong);
	free(kept->cells);
	kept->cells = before.cells;
	before.cells = NULL;
	provenance->date = before.puts.v[0].provenance.date;
	provenance->clean &= before.puts.v[0].provenance.clean;
	results_free(&before);
}

void
resume_begin(struct partial *partial, const struct results *results, struct config *config,
    struct provenance *provenance, const struct targets *targets, const struct options *o)
{
	if (!o->save.write || !replace_check(o->save.write))
		return;
	*partial = (struct partial){*results, text_print("%s.partial", o->save.write),
	    o->judge.check || o->judge.verify || o->measure.jitter || o->measure.timed};
	/* It is saved as the only shard of the run, which has a hash already. */
	partial->kept.shard = (struct shard){.number = 1,
	    .count = 1,
	    .tests = results->tests.n,
	    .selection = hash_run(results, config, targets, &o->measure.language_files)};
	results_make_cells(&partial->kept);
	replace_check(partial->path);
	if (o->save.resume && !access(partial->path, F_OK))
		resume_take_over(partial, provenance);
	config->partial = partial;
}

void
resume_free(struct partial *partial)
{
	free(partial->kept.cells);
	free(partial->path);
}
