#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "input/flags.h"
#include "input/sources.h"
#include "measure/compile/build.h"
#include "measure/compile/includes.h"
#include "measure/compile/snippet.h"
#include "measure/compile/source.h"
#include "measure/compile/standalone.h"
#include "util/array.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/paths.h"

/* The most bytes of the user's files that are taken. */
enum { MOST = 16000 };

static const char symbol[] = "cgbench_test";

struct standalone_maker {
	struct standalone_source *s;
	const struct results *results;
	struct target *here; /* the puts' targets; NULL unless all are of this run */
	const struct test *test;
	const struct shared *shared; /* of a put; NULL: its parts share nothing */
	bool holds;                  /* its source does, see source_make */
	struct trim trim;
	char *name; /* of the test, as part of a file's name */
	struct text commands;
	struct words paths; /* of the user's files */
	size_t taken;       /* their bytes */
};

/* A name that is one word to sh and no path. The caller frees. */
static char *
standalone_file_name(const char *s)
{
	struct text t = TEXT_EMPTY;

	for (; *s; s++)
		if (isalnum((unsigned char)*s) || strchr("+._=", *s))
			text_add_char(&t, *s);
		else if (t.n && t.s[t.n - 1] != '-')
			text_add_char(&t, '-');
	if (!t.n)
		text_add(&t, "test");
	return text_take(&t);
}

static void
standalone_add_file(struct standalone_maker *m, char *name, char *text)
{
	*ARRAY_ADD(m->s->files, m->s->n) = (struct standalone_file){name, text};
}

/* The interpreter that the executable of a put starts here, if it is only a script that starts
   one: valgrind does not follow it. Otherwise NULL. The caller frees. */
static char *
started_by(const struct put *put)
{
	OWNED char *exe = file_find_executable(put->exe), *path = exe ? file_real(exe) : NULL;
	const char *measured = put_trait(put, TRAIT_PATH);
	bool differs = path && *measured && strcmp(path, measured) != 0;

	return differs ? memory_copy(measured) : NULL;
}

/* The target that the put was measured as, which need not exist here. */
static void
make_target(struct target *target, const struct standalone_maker *m, const struct put *put,
    const struct language *language)
{
	const char *of_tests = m->results->tests.language;

	*target = (struct target){.put = put, .language = language};
	target->exe = language_is_script(language) ? started_by(put) : NULL;
	if (!target->exe)
		target->exe = memory_copy(put->exe);
	if (!words_split(&target->args, put_trait(put, TRAIT_ARGS)) || !target->args.n)
		words_add_all(&target->args, &put->args);
	target->plain = of_tests && !strcmp(of_tests, language->name);
}

/* Takes a file of the user's by its name below the first of the directories that it is in. */
static void
standalone_take(struct standalone_maker *m, const char *path, const struct words *dirs)
{
	const char *name = NULL;
	struct text t = TEXT_EMPTY;

	if (words_find(&m->paths, path) < m->paths.n)
		return;
	words_add(&m->paths, path);
	for (size_t i = 0; i < dirs->n && !name; i++)
		name = file_below(path, dirs->v[i]);
	for (size_t i = 0; i < m->s->n && name; i++)
		if (!strcmp(m->s->files[i].name, name))
			name = NULL;
	if (!name || strstr(name, "..") || !file_read(path, &t) || m->taken + t.n > MOST ||
	    (t.s && strlen(t.s) != t.n)) {
		words_add(&m->s->missing, path);
		text_free(&t);
		return;
	}
	m->taken += t.n;
	standalone_add_file(m, memory_copy(name), text_take(&t));
}

/* Takes the user's files that a command would read, which then finds them in the current
   directory. beside: where the text is that it compiles, or NULL. */
static void
take_included(
    struct standalone_maker *m, struct words *command, const char *text, const char *beside)
{
	FREED_BY(words_free) struct words dirs = WORDS_EMPTY, files = WORDS_EMPTY;

	includes_dirs(&dirs, command);
	includes_find(&files, &m->s->missing, text, beside, &dirs);
	if (beside)
		words_add(&dirs, beside);
	for (size_t i = 0; i < files.n; i++)
		standalone_take(m, files.v[i], &dirs);
	if (files.n)
		includes_move(command, ".");
}

/* Removes a level of optimisation that a later one overrides, and the directory of cgbench's
   headers: those that the source includes are beside it. */
static void
drop_needless(struct words *argv)
{
	OWNED char *headers = paths_headers();
	struct words kept = WORDS_EMPTY;
	const char *last = NULL;

	for (size_t i = 0; i < argv->n; i++)
		if (text_begins(argv->v[i], "-O"))
			last = argv->v[i];
	for (size_t i = 0; i < argv->n; i++)
		if (headers && i + 1 < argv->n && !strcmp(argv->v[i], "-idirafter") &&
		    !strcmp(argv->v[i + 1], headers))
			i++;
		else if (argv->v[i] == last || !text_begins(argv->v[i], "-O"))
			words_add(&kept, argv->v[i]);
	words_free(argv);
	*argv = kept;
}

/* Adds a command, as it is typed: the compiler by the name that it was called by. */
static void
standalone_add_command(struct standalone_maker *m, struct words *argv, const char *template,
    const struct target *target)
{
	words_replace(argv, 0, memory_copy(strcmp(template, "{put}") ? template : target->exe));
	drop_needless(argv);
	words_quote(argv, &m->commands);
	text_add(&m->commands, " && ");
}

/* Adds the commands that compile the test's sources, and their objects. */
static void
add_units(struct standalone_maker *m, const struct target *target, const char *label,
    struct words *objects, struct words *ldflags)
{
	FREED_BY(words_free) struct words sources = WORDS_EMPTY;

	sources_of(&sources, target, m->test);
	for (size_t i = 0; i < sources.n; i++) {
		const char *name = file_base(sources.v[i]);
		const struct source_rule *rule =
		    source_rules_find(&target->language->rules, name);
		char *object = text_print("%s.%s.o", label, name);
		OWNED char *beside = file_parent(sources.v[i]);
		FREED_BY(words_free) struct words dirs = WORDS_EMPTY;
		FREED_BY(command_free) struct command command = {0};
		FREED_BY(text_free) struct text t = TEXT_EMPTY;

		if (!rule)
			abort();
		build_make(&command, &rule->compile,
		    &(struct building){.target = target,
		        .test = m->test,
		        .rule = rule,
		        .source = name,
		        .to = object,
		        .tmp = "/tmp"});
		words_add(&dirs, beside);
		standalone_take(m, sources.v[i], &dirs);
		if (file_read(sources.v[i], &t) && t.s)
			take_included(m, &command.argv, t.s, beside);
		standalone_add_command(m, &command.argv, rule->compile.v[0], target);
		words_take(objects, object);
		words_add_all(ldflags, &rule->link);
	}
}

static int64_t
corrected(const struct standalone_maker *m, size_t put)
{
	return results_cell(m->results, m->s->test, put)->corrected;
}

/* "echo LABEL "$(export NAME=VALUE...; each ", where each prints the count of a put. */
static void
begin_count(struct standalone_maker *m, const struct put *put)
{
	const char *variables = put_trait(put, TRAIT_ENV);
	int64_t own = corrected(m, (size_t)(put - m->results->puts.v));
	FREED_BY(words_free) struct words words = WORDS_EMPTY;

	words_add(&words, "echo");
	words_add(&words, put->label);
	words_quote(&words, &m->commands);
	text_addf(&m->commands, " \"$(%s%s%s", *variables ? "export " : "", variables,
	    *variables ? "; " : "");
	if (own)
		text_addf(&m->commands, "own=%" PRId64 " ", own);
	text_add(&m->commands, "each ");
}

static void
add_program(struct standalone_maker *m, const struct target *target)
{
	FREED_BY(words_free) struct words objects = WORDS_EMPTY, ldflags = WORDS_EMPTY;
	FREED_BY(command_free) struct command command = {0};
	OWNED char *label = standalone_file_name(target->put->label);
	OWNED char *program = text_print("%s.out", label);

	flags_add(&ldflags, target, m->test, PART_LDFLAGS);
	add_units(m, target, label, &objects, &ldflags);
	build_make(&command, &target->language->standalone,
	    &(struct building){.target = target,
	        .test = m->test,
	        .source = m->s->files[0].name,
	        .objects = &objects,
	        .ldflags = &ldflags,
	        .to = program,
	        .tmp = "/tmp"});
	take_included(m, &command.argv, m->s->files[0].text, NULL);
	standalone_add_command(m, &command.argv, target->language->standalone.v[0], target);
	begin_count(m, target->put);
	text_addf(&m->commands, "./%s)\"\n", program);
}

static void
add_script_run(struct standalone_maker *m, const struct target *target)
{
	FREED_BY(words_free) struct words run = WORDS_EMPTY;

	build_run(&run, target, "");
	begin_count(m, target->put);
	words_quote(&run, &m->commands);
	text_add(&m->commands, ")\"\n");
}

/* Adds commands with which valgrind counts the instructions of an iteration: runs of a program,
   or of a script, with the code or without it. grindargs: quoted for sh. */
static void
add_counting(struct standalone_maker *m, const struct language *language, const char *grindargs)
{
	const unsigned long *loops = m->results->loops;
	unsigned long most = loops[LENGTH_LONG], least = loops[LENGTH_SHORT];
	bool compiled = language_is_compiled(language), own = false;

	for (size_t i = 0; i < m->s->put_count; i++)
		own = own || corrected(m, m->s->puts[i]);
	if (own)
		text_add(
		    &m->commands, "# own: jumps of the loop, which the table leaves out.\n");
	text_addf(&m->commands,
	    "# %lu iterations less %lu, and that without the code: start-up and loop cancel out.\n"
	    "each() {\n"
	    "\tfor run in '1 %lu' '1 %lu' '0 %lu' '0 %lu'; do\n"
	    "%s"
	    "\t\tvalgrind --tool=cachegrind --vex-guest-chase=no%s%s \\\n"
	    "\t\t\t--cachegrind-out-file=/dev/null \"$@\" %s 2>&1 >/dev/null\n"
	    "\tdone | awk %s'/ I +refs:/ { gsub(\",\", \"\"); ir[++n] = $NF }\n"
	    "\t\tEND { if (n == 4) printf \"%%.15g\\n\", (ir[1] - ir[2] - ir[3] + ir[4]%s) / %lu }'\n"
	    "}\n",
	    most, least, most, least, most, least, compiled ? "" : "\t\tscript $run\n",
	    *grindargs ? " " : "", grindargs, compiled ? "$run" : "<script",
	    own ? "-v own=\"${own:-0}\" " : "", own ? " - own" : "",
	    (most - least) * m->test->ops);
}

/* The two scripts, with the code and without it. */
static void
add_scripts(struct standalone_maker *m, const struct target *target)
{
	const char *extension = target->language->extension, *name = target->language->name;

	for (int active = 1; active >= 0; active--)
		standalone_add_file(m,
		    text_print("%s.%d%s%s", m->name, active, *extension ? "" : ".",
		        *extension ? extension : name),
		    source_make(&(struct source){.target = target,
		        .test = m->test,
		        .symbol = "",
		        .empty = !active,
		        .standalone = true}));
	text_addf(&m->commands, "script() { sed \"s/@count@/$2/\" %s.$1%s%s >script; }\n",
	    m->name, *extension ? "" : ".", *extension ? extension : name);
}

/* Why a source of the test cannot be compiled, or NULL. */
static char *
refused_source(const struct standalone_maker *m, const struct target *target)
{
	const struct language *language = target->language;
	FREED_BY(words_free) struct words sources = WORDS_EMPTY;
	char *why = NULL;

	sources_of(&sources, target, m->test);
	for (size_t i = 0; i < sources.n && !why; i++)
		if (!source_rules_find(&language->rules, sources.v[i]))
			why = text_print("the language file of %s has no rule for %s",
			    language->name, file_base(sources.v[i]));
	return why;
}

/* Why there is no source that stands alone, or NULL. */
static char *
standalone_refusal(const struct standalone_maker *m, const struct target *target)
{
	const struct language *language = target->language;

	if (!target_has_code(target, m->test))
		return memory_copy("the file has no code for that language");
	if (m->test->compile_only && target->plain)
		return memory_copy("the test measures the compiler");
	if (language->command)
		return memory_copy("the test is a command line");
	if (language_is_compiled(language) && !language->standalone.n)
		return text_print(
		    "the language file of %s has no 'standalone'", language->name);
	if (*language->iteration)
		return text_print("%s has no loop", language->name);
	return language_is_compiled(language) ? refused_source(m, target) : NULL;
}

/* Returns true if each compiler here compiles two sources, and to the same. */
static bool
are_same(const struct standalone_maker *m, const char *one, const char *other)
{
	bool same = true;

	for (size_t i = 0; i < m->s->put_count && same; i++) {
		FREED_BY(text_free) struct text a = TEXT_EMPTY, b = TEXT_EMPTY;

		same = snippet_compile(&m->here[i], m->test, "-c", one, &a) &&
		       snippet_compile(&m->here[i], m->test, "-c", other, &b) && a.n &&
		       a.n == b.n && !memcmp(a.s, b.s, a.n);
	}
	return same;
}

/* The source, which keeps the parts of the test apart or does not. */
static char *
standalone_source(const struct standalone_maker *m, const struct target *target, bool holds,
    const char *prelude)
{
	return source_of_standalone(&(struct source){.target = target,
	                                .test = m->test,
	                                .symbol = symbol,
	                                .shared = holds ? m->shared : NULL,
	                                .prelude = prelude},
	    &m->trim);
}

/* The source with all of the prelude. A cell may be shared although its compiler took what
   keeps the parts of the test apart. */
static char *
make_whole_source(struct standalone_maker *m, const struct target *target)
{
	const char *prelude = target->language->prelude;
	char *source = standalone_source(m, target, true, prelude);

	m->holds = !m->shared || m->holds || (m->here && are_same(m, source, source));
	if (m->holds)
		return source;
	free(source);
	return standalone_source(m, target, false, prelude);
}

/* The source, with the shorter prelude if the code is the same. */
static char *
make_source(struct standalone_maker *m, const struct target *target)
{
	const struct language *language = target->language;
	char *source = make_whole_source(m, target);
	bool same = !m->here || !*language->brief || !m->trim.machine;

	for (int reals = 0; reals <= 1 && !same; reals++) {
		char *brief;

		m->trim.reals = reals;
		brief = standalone_source(m, target, m->holds, language->brief);
		same = are_same(m, brief, source);
		free(same ? source : brief);
		source = same ? brief : source;
	}
	return source;
}

/* Adds what the commands of all puts share. */
static void
standalone_begin(struct standalone_maker *m, const struct target *target)
{
	const struct language *language = target->language;

	add_counting(m, language, put_trait(target->put, TRAIT_GRINDARGS));
	if (language_is_compiled(language))
		standalone_add_file(m, text_print("%s%s", m->name, language->extension),
		    make_source(m, target));
	else
		add_scripts(m, target);
	m->s->own = m->s->n;
}

/* Finds out what is known of the puts, of which the target is the next one. */
static void
know(struct standalone_maker *m, const struct target *target, bool first)
{
	static const char odd[] = "-m32 -mx32 -m16 -mno-sse* -mgeneral-regs-only -march=i* "
	                          "-march=rv* -mabi=* -target* --target*";
	const char *name = file_base(target->exe);
	char *machine = fingerprint_machine(target->put->fingerprint);
	bool is_odd = text_begins(put_trait(target->put, TRAIT_VERSION), "tcc") ||
	              (*name == 'i' && strstr(name, "86-"));
	FREED_BY(words_free) struct words flags = WORDS_EMPTY;

	flags_add(&flags, target, m->test, PART_CFLAGS);
	words_add_all(&flags, &target->args);
	for (size_t i = 0; i < flags.n; i++) {
		is_odd |= text_is_one_of(flags.v[i], strlen(flags.v[i]), odd);
		m->trim.warned |=
		    text_begins(flags.v[i], "-W") || text_begins(flags.v[i], "-ped");
	}
	if (is_odd || (!first && !text_same(machine, m->trim.machine))) {
		free(machine);
		machine = NULL;
	}
	free(m->trim.machine);
	m->trim.machine = machine;
}

/* Adds the code as a function, if each compiler here compiles that. */
static void
standalone_add_function(struct standalone_maker *m)
{
	struct standalone_source *s = m->s;
	OWNED char *name = NULL, *function = snippet_function(m->here, m->test, &name),
	           *template = NULL;
	bool compiles = function != NULL;

	if (!function)
		return;
	template = text_print("@preamble@\n%s%s", function, *function ? "\n" : "");
	s->function = source_make(&(struct source){
	    .target = m->here, .test = m->test, .template = template, .standalone = true});
	s->assembly = memory_array(s->put_count, sizeof *s->assembly);
	for (size_t i = 0; i < s->put_count && compiles; i++)
		compiles =
		    snippet_assembly(&m->here[i], m->test, s->function, name, &s->assembly[i]);
	if (!compiles) {
		free(s->function);
		s->function = NULL;
	}
}

static void
make(struct standalone_maker *m, const struct language *language, const size_t *puts, size_t n)
{
	OWNED struct target *targets = memory_array(n, sizeof *targets);
	bool compiled = language_is_compiled(language);

	for (size_t i = 0; i < n; i++) {
		make_target(&targets[i], m, &m->results->puts.v[puts[i]], language);
		know(m, &targets[i], !i);
		if (!m->s->why)
			m->s->why = standalone_refusal(m, &targets[i]);
	}
	if (!m->s->why)
		standalone_begin(m, targets);
	if (!m->s->why && m->here && *language->brief)
		standalone_add_function(m);
	for (size_t i = 0; i < n; i++) {
		if (!m->s->why)
			(compiled ? add_program : add_script_run)(m, &targets[i]);
		free(targets[i].exe);
		words_free(&targets[i].args);
	}
}

/* Returns false if a compiler may have objected to what keeps the parts of the test apart. */
static bool
standalone_holds(const struct results *results, size_t test, const size_t *puts, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (results_cell(results, test, puts[i])->verdicts & 1u << VERDICT_SHARED)
			return false;
	return true;
}

/* The targets that the puts were measured as in this run, or NULL if it did not measure each of
   them. The caller frees only the array. */
static struct target *
targets_here(
    const struct results *results, const struct targets *targets, const size_t *puts, size_t n)
{
	struct target *here = memory_array(n, sizeof *here);
	size_t first = results->puts.n - targets->n;

	for (size_t i = 0; i < n; i++) {
		if (puts[i] < first) {
			free(here);
			return NULL;
		}
		here[i] = targets->v[puts[i] - first];
		here[i].put = &results->puts.v[puts[i]];
	}
	return here;
}

void
standalone_make(struct standalone_source *s, const struct results *results,
    const struct languages *languages, const struct targets *targets, size_t test, size_t *puts,
    size_t n)
{
	const char *name = put_trait(&results->puts.v[puts[0]], TRAIT_LANGUAGE);
	const struct language *language = languages_find(languages, name);
	struct standalone_maker m = {.s = s,
	    .results = results,
	    .test = results_test(results, test, puts[0]),
	    .holds = standalone_holds(results, test, puts, n)};

	*s = (struct standalone_source){.test = test, .puts = puts, .put_count = n};
	if (!language) {
		s->why = results->of
		             ? memory_copy("the columns are not programs; use --columns=puts")
		         : *name ? text_print("the language %s is unknown here", name)
		                 : memory_copy(
		                       "the file does not say which language the program has");
		return;
	}
	m.name = standalone_file_name(m.test->name);
	for (size_t i = 0; i < n && !m.shared; i++)
		m.shared = results_cell(results, test, puts[i])->shared;
	m.here = targets_here(results, targets, puts, n);
	make(&m, language, puts, n);
	if (!s->why)
		s->commands = text_take(&m.commands);
	text_free(&m.commands);
	words_free(&m.paths);
	free(m.here);
	free(m.name);
	free(m.trim.machine);
}
