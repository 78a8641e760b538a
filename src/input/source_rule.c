#include <stdlib.h>
#include <string.h>

#include "input/source_rule.h"
#include "util/file.h"
#include "util/array.h"
#include "util/message.h"
#include "util/text.h"

static const char source[] = "source.", compile[] = "compile.", link[] = "link.";

/* Returns the text after the prefix of a key, or NULL. */
static const char *
source_rule_after(const char *key, const char *prefix)
{
	size_t n = strlen(prefix);

	return text_begins(key, prefix) && key[n] ? key + n : NULL;
}

bool
source_rule_is_key(const char *key)
{
	return source_rule_after(key, source) || source_rule_after(key, compile) ||
	       source_rule_after(key, link);
}

static const struct ini_key *
find_key(const struct ini *ini, const char *prefix, const char *name)
{
	OWNED char *key = text_print("%s%s", prefix, name);

	return ini_find(&ini->v[0], key);
}

static void
source_rule_split(struct words *words, const struct ini *ini, const struct ini_key *key)
{
	if (key && !words_split(words, key->text))
		message_at(ini->file, key->line, "%s: a quote is left open", key->name);
}

/* key: the rule's "source.NAME". */
static void
source_rule_add_rule(struct source_rules *rules, const struct ini *ini,
    const struct ini_key *key, const char *name)
{
	struct source_rule rule = {.name = memory_copy(name)};

	source_rule_split(&rule.extensions, ini, key);
	source_rule_split(&rule.compile, ini, find_key(ini, compile, name));
	source_rule_split(&rule.link, ini, find_key(ini, link, name));
	if (!rule.compile.n)
		message_at(ini->file, key->line,
		    "%s: '%s%s' is missing: the command that compiles these files", key->name,
		    compile, name);
	for (size_t i = 0; i < rule.extensions.n; i++) {
		const char *extension = rule.extensions.v[i];

		if (*extension != '.')
			message_at(ini->file, key->line,
			    "%s: '%s' is not an extension: it begins with a dot", key->name,
			    extension);
		if (source_rules_find(rules, extension))
			message_at(ini->file, key->line, "%s: '%s' has a rule already",
			    key->name, extension);
	}
	rules->v[rules->n++] = rule;
}

/* A command must have a list of extensions, and objects must be linked. */
static void
source_rule_check_key(const struct ini *ini, const struct ini_key *key)
{
	const char *name = strchr(key->name, '.') + 1;

	if (!ini_find(&ini->v[0], "compile"))
		message_at(ini->file, key->line,
		    "%s has no meaning without 'compile': the language is interpreted",
		    key->name);
	if (!find_key(ini, source, name))
		message_at(ini->file, key->line,
		    "%s: '%s%s' is missing: the extensions of these files", key->name, source,
		    name);
}

void
source_rules_read(struct source_rules *rules, const struct ini *ini)
{
	const struct ini_section *keys = &ini->v[0];

	*rules = (struct source_rules){memory_array(keys->n + 1, sizeof *rules->v), 0};
	ARRAY_EACH(const struct ini_key, key, keys->keys, keys->n) {
		const char *name = source_rule_after(key->name, source);

		if (source_rule_is_key(key->name))
			source_rule_check_key(ini, key);
		if (name)
			source_rule_add_rule(rules, ini, key, name);
	}
}

const struct source_rule *
source_rules_find(const struct source_rules *rules, const char *file)
{
	const char *extension = strrchr(file_base(file), '.');

	for (size_t i = 0; extension && i < rules->n; i++)
		for (size_t k = 0; k < rules->v[i].extensions.n; k++)
			if (!strcmp(rules->v[i].extensions.v[k], extension))
				return &rules->v[i];
	return NULL;
}

void
source_rules_free(struct source_rules *rules)
{
	for (size_t i = 0; i < rules->n; i++) {
		free(rules->v[i].name);
		words_free(&rules->v[i].extensions);
		words_free(&rules->v[i].compile);
		words_free(&rules->v[i].link);
	}
	free(rules->v);
	*rules = (struct source_rules){0};
}
