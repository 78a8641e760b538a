#include <string.h>

#include "cli/commandline.h"
#include "cli/putargs.h"
#include "cli/setting.h"
#include "model/derive.h"
#include "util/message.h"
#include "valgrind/valgrind.h"

static _Noreturn void
unknown_long(const char *name, size_t n)
{
	const char *near = n > 1 ? setting_abbreviated(name, n) : NULL;

	if (!near)
		near = setting_near(name, n);
	if (near)
		message_die(STATUS_USAGE, "unknown option --%.*s; did you mean --%s?", (int)n,
		    name, near);
	message_die(
	    STATUS_USAGE, "unknown option --%.*s; cgbench --help lists them", (int)n, name);
}

/* The value of the option in argv[*i] that stands behind '=' or in the next word. */
static const char *
value_of(const char *shown, const char *attached, int argc, char **argv, int *i)
{
	const char *value = attached;

	if (!value && *i + 1 < argc)
		value = argv[++*i];
	if (!value || !*value)
		message_die(STATUS_USAGE, "option %s needs a value", shown);
	return value;
}

static void
read_long(struct options *options, int argc, char **argv, int *i, bool first)
{
	const char *name = argv[*i] + 2;
	size_t n = strcspn(name, "=");
	const char *attached = name[n] ? name + n + 1 : NULL;
	const struct setting *setting = setting_named(name, n);
	char shown[32] = "--";

	if (!setting)
		unknown_long(name, n);
	strncat(shown, setting_name(setting), sizeof shown - 3);
	if (setting_takes(setting) == TAKES_VALUE)
		attached = value_of(shown, attached, argc, argv, i);
	else if (setting_takes(setting) == TAKES_NOTHING && attached)
		message_die(STATUS_USAGE, "option %s takes no value", shown);
	if (setting_is_first(setting) == first)
		setting_set(setting, options, attached);
}

/* bench.pl takes "-raw" for "--raw", which would be several letters here. Two letters may well
   be an option and its value. */
static const char *
long_with_one_dash(const char *s)
{
	size_t n = strcspn(s, "=");

	return n > 2 ? setting_abbreviated(s, n) : NULL;
}

/* "-j8", "-j 8", "-j=8", "-vj8" */
static void
read_short(struct options *options, int argc, char **argv, int *i, bool first)
{
	const char *s = argv[*i] + 1, *meant = long_with_one_dash(s);
	const struct setting *setting;
	char shown[3] = "-";

	if (meant)
		message_die(STATUS_USAGE,
		    "unknown option -%.*s; did you mean --%s? A long option has two dashes",
		    (int)strcspn(s, "="), s, meant);
	for (; *s; s++) {
		shown[1] = *s;
		setting = setting_lettered(*s);
		if (!setting)
			message_die(STATUS_USAGE,
			    "unknown option %s in %s; cgbench --help lists them", shown,
			    argv[*i]);
		if (setting_takes(setting) == TAKES_VALUE) {
			const char *attached = s[1] == '=' ? s + 2 : s[1] ? s + 1 : NULL;

			attached = value_of(shown, attached, argc, argv, i);
			if (setting_is_first(setting) == first)
				setting_set(setting, options, attached);
			return;
		}
		if (s[1] == '=')
			message_die(STATUS_USAGE, "option %s takes no value", shown);
		if (setting_is_first(setting) == first)
			setting_set(setting, options, NULL);
	}
}

/* Sets what is to be set first, or all others; returns where the puts begin. */
static int
read_all(struct options *options, int argc, char **argv, bool first)
{
	int i;

	for (i = 1; i < argc && argv[i][0] == '-' && argv[i][1]; i++) {
		if (!strcmp(argv[i], "--")) {
			i++;
			break;
		}
		if (argv[i][1] == '-')
			read_long(options, argc, argv, &i, first);
		else
			read_short(options, argc, argv, &i, first);
	}
	return i;
}

void
commandline_parse(struct options *options, int argc, char **argv)
{
	int i;

	*options = (struct options){.timeout = 60};
	read_all(options, argc, argv, true);
	derive_check();
	i = read_all(options, argc, argv, false);
	putargs_parse(&options->puts, argc - i, argv + i);
	valgrind_check_args(&options->grindargs);
}
