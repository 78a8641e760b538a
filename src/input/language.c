#include <glob.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "input/language.h"
#include "input/placeholder.h"
#include "model/chance.h"
#include "util/array.h"
#include "util/embedded.h"
#include "util/file.h"
#include "util/ini.h"
#include "util/memory.h"
#include "util/message.h"
#include "util/text.h"
#include "util/words.h"

/* The way in which a key of a language file becomes a member. */
enum member_kind { TEXT, WORDS, REGEX, SWITCH, CHANCE };

#define AT(member) offsetof(struct language, member)

static const struct member {
	const char *key;
	enum member_kind kind;
	size_t offset;
	const char *yes, *no; /* of a SWITCH; the default is no */
} members[] = {
    {"match", REGEX, AT(match), NULL, NULL},
    {"package", TEXT, AT(package), NULL, NULL},
    {"compile", WORDS, AT(compile), NULL, NULL},
    {"link", WORDS, AT(link), NULL, NULL},
    {"run", WORDS, AT(run), NULL, NULL},
    {"version", WORDS, AT(version), NULL, NULL},
    {"executable", TEXT, AT(executable), NULL, NULL},
    {"extension", TEXT, AT(extension), NULL, NULL},
    {"line", TEXT, AT(line), NULL, NULL},
    {"position", REGEX, AT(position), NULL, NULL},
    {"wrong", REGEX, AT(wrong), NULL, NULL},
    {"stores", REGEX, AT(stores), NULL, NULL},
    {"box", TEXT, AT(box), NULL, NULL},
    {"terminator", TEXT, AT(terminator), NULL, NULL},
    {"headers", TEXT, AT(headers), NULL, NULL},
    {"hints", TEXT, AT(hints), NULL, NULL},
    {"missing", REGEX, AT(missing), NULL, NULL},
    {"prelude", TEXT, AT(prelude), NULL, NULL},
    {"brief", TEXT, AT(brief), NULL, NULL},
    {"warmup", TEXT, AT(warmup), NULL, NULL},
    {"program", TEXT, AT(program), NULL, NULL},
    {"main", TEXT, AT(main), NULL, NULL},
    {"env", WORDS, AT(env), NULL, NULL},
    {"empty", TEXT, AT(empty), NULL, NULL},
    {"indent", SWITCH, AT(indents), "yes", "no"},
    {"engine", SWITCH, AT(exec_only), "exec", "fork"},
    {"command", SWITCH, AT(command), "yes", "no"},
    {"iteration", TEXT, AT(iteration), NULL, NULL},
    {"shim", TEXT, AT(shim), NULL, NULL},
    {"stub", TEXT, AT(stub), NULL, NULL},
    {"compile_main", WORDS, AT(compile_main), NULL, NULL},
    {"standalone", WORDS, AT(standalone), NULL, NULL},
    {"assemble", WORDS, AT(assemble), NULL, NULL},
    {"debug", WORDS, AT(debug), NULL, NULL},
    {"function", TEXT, AT(function), NULL, NULL},
    {"end", SWITCH, AT(mute), "no", "yes"},
    {"param.integer", TEXT, AT(param_integer), NULL, NULL},
    {"param.real", TEXT, AT(param_real), NULL, NULL},
    {"param.text", TEXT, AT(param_text), NULL, NULL},
    {"param.made", TEXT, AT(param_made), NULL, NULL},
    {"opaque", TEXT, AT(opaque), NULL, NULL},
    {"hold", TEXT, AT(hold), NULL, NULL},
    {"settle", TEXT, AT(settle), NULL, NULL},
    {"renew", TEXT, AT(renew), NULL, NULL},
    {"unoptimised", WORDS, AT(unoptimised), NULL, NULL},
    {"mark", TEXT, AT(mark), NULL, NULL},
    {"jit", SWITCH, AT(jit), "yes", "no"},
    {"rehearse", SWITCH, AT(rehearsed), "yes", "no"},
    {"real", CHANCE, AT(real), NULL, NULL},
};
enum { MEMBERS = COUNTOF(members) };

static void
language_check_keys(const struct ini *ini)
{
	const struct ini_section *keys = &ini->v[0];
	OWNED const char **names = memory_array(MEMBERS + keys->n + 1, sizeof *names);
	size_t n = MEMBERS;

	for (size_t i = 0; i < MEMBERS; i++)
		names[i] = members[i].key;
	for (size_t i = 0; i < keys->n; i++)
		if (source_rule_is_key(keys->keys[i].name))
			names[n++] = keys->keys[i].name;
	ini_check_keys(ini, keys, names, "a language");
	if (!ini_find(&ini->v[0], "match"))
		message_die(STATUS_USAGE,
		    "%s: 'match' is missing: it says which executables the language claims",
		    ini->file);
}

static struct pattern *
read_pattern(const char *file, const struct ini_key *key)
{
	struct pattern *pattern;
	OWNED char *inner = NULL, *error = NULL;

	if (!pattern_slashes(key->text, &inner))
		message_at(file, key->line, "%s must have the form /.../", key->name);
	pattern = pattern_new(inner, &error);
	if (!pattern)
		message_at(file, key->line, "%s: %s", key->name, error);
	return pattern;
}

static bool
read_switch(const char *file, const struct ini_key *key, const struct member *member)
{
	bool set = !strcmp(key->text, member->yes);

	if (!set && strcmp(key->text, member->no))
		message_at(file, key->line, "%s = %s: it is either %s or %s", key->name,
		    key->text, member->yes, member->no);
	return set;
}

/* key: NULL if the file does not have it. */
static void
read_member(struct language *language, const struct member *member, const char *file,
    const struct ini_key *key)
{
	void *at = (char *)language + member->offset;

	switch (member->kind) {
	case TEXT:
		*(char **)at = memory_copy(key ? key->text : "");
		break;
	case WORDS:
		if (key && !words_split(at, key->text))
			message_at(file, key->line, "%s: a quote is left open", key->name);
		break;
	case REGEX:
		*(struct pattern **)at = key ? read_pattern(file, key) : NULL;
		break;
	case SWITCH:
		*(bool *)at = key && read_switch(file, key, member);
		break;
	case CHANCE:
		if (key && !chance_read(key->text, CHANCE_PINNED, at))
			message_at(file, key->line, "real = %s: " CHANCE_RULE, key->text);
		break;
	}
}

/* Returns NAME or NAME.KIND. */
static char *
language_stem(const char *file)
{
	const char *base = file_base(file), *dot = strrchr(base, '.');

	return memory_copy_n(base, dot ? (size_t)(dot - base) : strlen(base));
}

/* Returns the language whose file has that stem, or NULL. */
static struct language *
find_stem(const struct languages *languages, const char *stem)
{
	for (size_t i = 0; i < languages->n; i++) {
		OWNED char *other = language_stem(languages->v[i].file);

		if (!strcmp(other, stem))
			return &languages->v[i];
	}
	return NULL;
}

static void
free_one(struct language *language)
{
	free(language->name);
	free(language->file);
	source_rules_free(&language->rules);
	for (size_t i = 0; i < MEMBERS; i++) {
		void *at = (char *)language + members[i].offset;

		if (members[i].kind == TEXT)
			free(*(char **)at);
		else if (members[i].kind == WORDS)
			words_free(at);
		else if (members[i].kind == REGEX)
			pattern_free(*(struct pattern **)at);
	}
}

static void
language_add(struct languages *languages, const struct ini *ini)
{
	OWNED char *stem = language_stem(ini->file);
	char *name = memory_copy_n(stem, strcspn(stem, "."));
	struct language *language;

	if (ini->n > 1)
		message_at(ini->file, ini->v[1].line, "a language has no [sections]");
	language_check_keys(ini);
	placeholder_check(ini);
	language = find_stem(languages, stem);
	if (language)
		free_one(language);
	else
		language = ARRAY_ADD(languages->v, languages->n);
	*language = (struct language){.name = name, .file = memory_copy(ini->file)};
	for (size_t i = 0; i < MEMBERS; i++)
		read_member(
		    language, &members[i], ini->file, ini_find(&ini->v[0], members[i].key));
	source_rules_read(&language->rules, ini);
	if (!ini_find(&ini->v[0], "version"))
		words_split(&language->version, "{put} --version");
}

static void
add_builtin(struct languages *languages)
{
	for (const struct embedded *file = embedded_files; file->name; file++) {
		const char *dot = strrchr(file->name, '.');
		FREED_BY(ini_free) struct ini ini = {0};

		if (!dot || strcmp(dot, ".lang"))
			continue;
		ini_parse(&ini, file->name, (const char *)file->data, file->n);
		language_add(languages, &ini);
	}
}

static void
language_add_file(struct languages *languages, const char *path)
{
	FREED_BY(ini_free) struct ini ini = {0};

	ini_read(&ini, path);
	language_add(languages, &ini);
}

static void
add_configured(struct languages *languages)
{
	const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
	bool own = config && *config == '/';
	OWNED char *pattern = own ? text_print("%s/cgbench/*.lang", config)
	                          : text_print("%s/.config/cgbench/*.lang", home ? home : "");
	glob_t found;

	if ((own || home) && !glob(pattern, 0, NULL, &found)) {
		for (size_t i = 0; i < found.gl_pathc; i++)
			language_add_file(languages, found.gl_pathv[i]);
		globfree(&found);
	}
}

void
languages_add_all(struct languages *languages, const struct words *files)
{
	add_builtin(languages);
	add_configured(languages);
	for (size_t i = 0; i < files->n; i++)
		language_add_file(languages, files->v[i]);
}

bool
language_is_compiled(const struct language *language)
{
	return language->compile.n > 0;
}

char *
language_function(const struct language *language, const char *symbol)
{
	return text_replace(
	    *language->function ? language->function : "@symbol@", "@symbol@", symbol);
}

bool
language_is_c(const struct language *language)
{
	return !strcmp(language->name, "c") || !strcmp(language->name, "c++");
}

bool
language_is_script(const struct language *language)
{
	return !language_is_compiled(language) && !language->command;
}

const struct language *
languages_find(const struct languages *languages, const char *name)
{
	return languages_find_for(languages, name, "");
}

const struct language *
languages_find_for(const struct languages *languages, const char *name, const char *exe)
{
	const struct language *first = NULL;

	for (size_t i = 0; i < languages->n; i++) {
		const struct language *language = &languages->v[i];

		if (strcmp(language->name, name) != 0)
			continue;
		if (*exe && pattern_match(language->match, file_base(exe)))
			return language;
		if (!first)
			first = language;
	}
	return first;
}

void
languages_lend_boxes(const struct languages *languages, struct puts *puts)
{
	for (size_t i = 0; i < puts->n; i++) {
		const char *name = put_trait(&puts->v[i], TRAIT_LANGUAGE);
		const struct language *language =
		    languages_find_for(languages, name, puts->v[i].exe);

		puts->v[i].box = language ? language->box : NULL;
	}
}

const char *
languages_level(const struct languages *languages, const struct results *results)
{
	bool given = false, named = false;

	ARRAY_EACH(const struct put, put, results->puts.v, results->puts.n) {
		const struct language *language =
		    languages_find_for(languages, put_trait(put, TRAIT_LANGUAGE), put->exe);
		OWNED char *command = put_command(put);

		if (!language || words_find(&language->compile, "-O2") == language->compile.n)
			continue;
		*(strstr(command, " -O") || strstr(put->label, "O2") ? &named : &given) = true;
	}
	ARRAY_EACH(const struct test, test, results->tests.v, results->tests.n)
		ARRAY_EACH(const struct part, part, test->parts, test->part_count)
			named |= part->kind == PART_CFLAGS && strstr(part->text, "-O");
	return !given ? NULL : named ? "default -O2" : "-O2";
}

const struct language *
languages_detect(const struct languages *languages, const char *exe)
{
	const char *base = file_base(exe);
	const struct language *claim = NULL;

	for (size_t i = 0; i < languages->n; i++) {
		if (!pattern_match(languages->v[i].match, base))
			continue;
		if (claim)
			message_die(STATUS_USAGE,
			    "'%s': both %s and %s claim it; choose one with --language=%s", exe,
			    claim->name, languages->v[i].name, claim->name);
		claim = &languages->v[i];
	}
	return claim;
}

/* The language that claims a part of the name: what is between dashes and dots, without a
   version. */
static const struct language *
detect_part(const struct languages *languages, const char *base)
{
	static const char apart[] = "-_.0123456789";
	size_t i, n;

	for (base += strspn(base, apart); *base; base += n + strspn(base + n, apart)) {
		OWNED char *part = memory_copy_n(base, n = strcspn(base, apart));

		for (i = 0; i < languages->n; i++)
			if (pattern_match(languages->v[i].match, part))
				break;
		if (i < languages->n)
			return &languages->v[i];
	}
	return NULL;
}

static const struct language *
nearly_called(const struct languages *languages, const char *base)
{
	OWNED const char **names = memory_array(languages->n + 1, sizeof *names);
	const char *near = NULL;

	for (size_t i = 0; i < languages->n; i++) {
		names[i] = languages->v[i].name;
		if (strlen(names[i]) > 2 && strstr(base, names[i]))
			near = names[i];
	}
	if (!near)
		near = words_guess(base, names);
	return near && strcmp(near, base) ? languages_find(languages, near) : NULL;
}

const struct language *
languages_near(const struct languages *languages, const char *name)
{
	const char *base = file_base(name);
	const struct language *part = detect_part(languages, base);

	return part ? part : nearly_called(languages, base);
}

char *
languages_names(const struct languages *languages)
{
	struct text t = TEXT_EMPTY;

	for (size_t i = 0; i < languages->n; i++)
		if (languages_find(languages, languages->v[i].name) == &languages->v[i])
			text_addf(&t, "%s%s", i ? ", " : "", languages->v[i].name);
	return text_take(&t);
}

void
languages_free(struct languages *languages)
{
	for (size_t i = 0; i < languages->n; i++)
		free_one(&languages->v[i]);
	free(languages->v);
	*languages = (struct languages){0};
}
