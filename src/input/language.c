#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "input/language.h"
#include "input/places.h"
#include "util/embedded.h"
#include "util/memory.h"
#include "util/message.h"
#include "util/near.h"

static const char *const known_keys[] = {"match", "compile", "link", "run", "version",
    "extension", "line", "position", "terminator", "prelude", "warmup", "program", "main",
    "env", "empty", "indent", "engine", "command", "turn", "shim", "stub", "compile_main",
    "assemble", "end", "param.integer", "param.real", "param.text", "opaque", "jit", "rehearse",
    NULL};

static const char *
text_of(const struct ini_section *top, const char *name)
{
	const struct ini_key *key = ini_find(top, name);

	return key ? key->text : "";
}

static struct pattern *
read_pattern(const struct ini *ini, const char *name)
{
	const struct ini_key *key = ini_find(&ini->v[0], name);
	struct pattern *pattern;
	char *inner, *error;

	if (!key)
		return NULL;
	if (!pattern_slashes(key->text, &inner))
		message_die(STATUS_USAGE, "%s:%u:1: %s must have the form /.../", ini->file,
		    key->line, name);
	pattern = pattern_new(inner, &error);
	if (!pattern)
		message_die(STATUS_USAGE, "%s:%u:1: %s: %s", ini->file, key->line, name, error);
	free(inner);
	return pattern;
}

static struct pattern *
read_match(const struct ini *ini)
{
	struct pattern *match = read_pattern(ini, "match");

	if (!match)
		message_die(STATUS_USAGE, "%s: 'match' is missing: which executables it claims",
		    ini->file);
	return match;
}

static struct words
read_command(const struct ini *ini, const char *name)
{
	const struct ini_key *key = ini_find(&ini->v[0], name);
	struct words words = WORDS_EMPTY;

	if (key && !words_split(&words, key->text))
		message_die(STATUS_USAGE, "%s:%u:1: %s: a quote is left open", ini->file,
		    key->line, name);
	return words;
}

static struct words
read_version(const struct ini *ini)
{
	struct words words = WORDS_EMPTY;

	if (ini_find(&ini->v[0], "version"))
		return read_command(ini, "version");
	words_add(&words, "{put}");
	words_add(&words, "--version");
	return words;
}

/* Whether the key's text is yes, which differs from the default no. */
static bool
is_set(const struct ini *ini, const char *name, const char *yes, const char *no)
{
	const struct ini_key *key = ini_find(&ini->v[0], name);

	if (!key || !strcmp(key->text, no))
		return false;
	if (strcmp(key->text, yes))
		message_die(STATUS_USAGE, "%s:%u:1: %s = %s: it is either %s or %s", ini->file,
		    key->line, name, key->text, yes, no);
	return true;
}

static char *
name_of(const char *file)
{
	const char *slash = strrchr(file, '/'), *base = slash ? slash + 1 : file;
	const char *dot = strrchr(base, '.');

	return memory_copy_n(base, dot ? (size_t)(dot - base) : strlen(base));
}

static void
free_one(struct language *language)
{
	free(language->name);
	free(language->file);
	pattern_free(language->match);
	pattern_free(language->position);
	words_free(&language->compile);
	words_free(&language->compile_main);
	words_free(&language->assemble);
	words_free(&language->link);
	words_free(&language->run);
	words_free(&language->version);
	words_free(&language->env);
	free(language->param_integer);
	free(language->param_real);
	free(language->param_text);
	free(language->opaque);
	free(language->empty);
	free(language->extension);
	free(language->line);
	free(language->terminator);
	free(language->prelude);
	free(language->warmup);
	free(language->program);
	free(language->turn);
	free(language->stub);
	free(language->shim);
	free(language->main);
}

/* Where the language of that file is to stand. */
static struct language *
place_for(struct languages *languages, const char *file)
{
	char *name = name_of(file);
	size_t i;

	for (i = 0; i < languages->n && strcmp(languages->v[i].name, name); i++)
		;
	free(name);
	if (i < languages->n) {
		free_one(&languages->v[i]);
		return &languages->v[i];
	}
	languages->v = memory_resize(languages->v, languages->n + 1, sizeof *languages->v);
	return &languages->v[languages->n++];
}

void
languages_add(struct languages *languages, const struct ini *ini)
{
	const struct ini_section *top = &ini->v[0];
	struct language *language;

	if (ini->n > 1)
		message_die(STATUS_USAGE, "%s:%u:1: a language has no [sections]", ini->file,
		    ini->v[1].line);
	ini_check_keys(ini, top, known_keys, "a language");
	places_check(ini);
	language = place_for(languages, ini->file);
	*language = (struct language){
	    .name = name_of(ini->file),
	    .file = memory_copy(ini->file),
	    .match = read_match(ini),
	    .compile = read_command(ini, "compile"),
	    .compile_main = read_command(ini, "compile_main"),
	    .assemble = read_command(ini, "assemble"),
	    .link = read_command(ini, "link"),
	    .run = read_command(ini, "run"),
	    .version = read_version(ini),
	    .extension = memory_copy(text_of(top, "extension")),
	    .line = memory_copy(text_of(top, "line")),
	    .position = read_pattern(ini, "position"),
	    .terminator = memory_copy(text_of(top, "terminator")),
	    .env = read_command(ini, "env"),
	    .param_integer = memory_copy(text_of(top, "param.integer")),
	    .param_real = memory_copy(text_of(top, "param.real")),
	    .param_text = memory_copy(text_of(top, "param.text")),
	    .opaque = memory_copy(text_of(top, "opaque")),
	    .empty = memory_copy(text_of(top, "empty")),
	    .indents = is_set(ini, "indent", "yes", "no"),
	    .command = is_set(ini, "command", "yes", "no"),
	    .mute = is_set(ini, "end", "no", "yes"),
	    .jit = is_set(ini, "jit", "yes", "no"),
	    .rehearsed = is_set(ini, "rehearse", "yes", "no"),
	    .forks = !is_set(ini, "engine", "exec", "fork"),
	    .prelude = memory_copy(text_of(top, "prelude")),
	    .warmup = memory_copy(text_of(top, "warmup")),
	    .program = memory_copy(text_of(top, "program")),
	    .shim = memory_copy(text_of(top, "shim")),
	    .stub = memory_copy(text_of(top, "stub")),
	    .turn = memory_copy(text_of(top, "turn")),
	    .main = memory_copy(text_of(top, "main")),
	};
}

static void
add_builtin(struct languages *languages)
{
	const struct embedded *file;

	for (file = embedded_files; file->name; file++) {
		const char *dot = strrchr(file->name, '.');
		struct ini ini;

		if (!dot || strcmp(dot, ".lang"))
			continue;
		ini_parse(&ini, file->name, (const char *)file->data, file->n);
		languages_add(languages, &ini);
		ini_free(&ini);
	}
}

static void
add_file(struct languages *languages, const char *path)
{
	struct ini ini;

	ini_read(&ini, path);
	languages_add(languages, &ini);
	ini_free(&ini);
}

static void
add_configured(struct languages *languages)
{
	const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
	bool own = config && *config == '/';
	char *pattern = own ? text_print("%s/cgbench/*.lang", config)
	                    : text_print("%s/.config/cgbench/*.lang", home ? home : "");
	glob_t found;
	size_t i;

	if ((own || home) && !glob(pattern, 0, NULL, &found)) {
		for (i = 0; i < found.gl_pathc; i++)
			add_file(languages, found.gl_pathv[i]);
		globfree(&found);
	}
	free(pattern);
}

void
languages_add_all(struct languages *languages, const struct words *files)
{
	size_t i;

	add_builtin(languages);
	add_configured(languages);
	for (i = 0; i < files->n; i++)
		add_file(languages, files->v[i]);
}

bool
language_is_compiled(const struct language *language)
{
	return language->compile.n > 0;
}

const struct language *
languages_find(const struct languages *languages, const char *name)
{
	size_t i;

	for (i = 0; i < languages->n; i++)
		if (!strcmp(languages->v[i].name, name))
			return &languages->v[i];
	return NULL;
}

const struct language *
languages_claim(const struct languages *languages, const char *exe)
{
	const char *slash = strrchr(exe, '/'), *base = slash ? slash + 1 : exe;
	const struct language *claim = NULL;
	size_t i;

	for (i = 0; i < languages->n; i++) {
		if (!pattern_match(languages->v[i].match, base))
			continue;
		if (claim)
			message_die(STATUS_USAGE,
			    "'%s': both %s and %s claim it; say which with --language=%s", exe,
			    claim->name, languages->v[i].name, claim->name);
		claim = &languages->v[i];
	}
	return claim;
}

/* Claims a part of the name: that between dashes and dots, without a version. */
static const struct language *
claim_part(const struct languages *languages, const char *base)
{
	static const char apart[] = "-_.0123456789";
	size_t i, n;

	for (base += strspn(base, apart); *base; base += n + strspn(base + n, apart)) {
		char *part = memory_copy_n(base, n = strcspn(base, apart));

		for (i = 0; i < languages->n; i++)
			if (pattern_match(languages->v[i].match, part))
				break;
		free(part);
		if (i < languages->n)
			return &languages->v[i];
	}
	return NULL;
}

static const struct language *
nearly_called(const struct languages *languages, const char *base)
{
	const char **names = memory_new((languages->n + 1) * sizeof *names), *near = NULL;
	size_t i;

	for (i = 0; i < languages->n; i++) {
		names[i] = languages->v[i].name;
		if (strlen(names[i]) > 2 && strstr(base, names[i]))
			near = names[i];
	}
	if (!near)
		near = near_word(base, names);
	free(names);
	return near && strcmp(near, base) ? languages_find(languages, near) : NULL;
}

const struct language *
languages_near(const struct languages *languages, const char *name)
{
	const char *slash = strrchr(name, '/'), *base = slash ? slash + 1 : name;
	const struct language *part = claim_part(languages, base);

	return part ? part : nearly_called(languages, base);
}

char *
languages_names(const struct languages *languages)
{
	struct text t = TEXT_EMPTY;
	size_t i;

	for (i = 0; i < languages->n; i++)
		text_addf(&t, "%s%s", i ? ", " : "", languages->v[i].name);
	return text_take(&t);
}

void
languages_free(struct languages *languages)
{
	size_t i;

	for (i = 0; i < languages->n; i++)
		free_one(&languages->v[i]);
	free(languages->v);
	*languages = (struct languages){0};
}
