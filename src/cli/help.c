#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commandline.h"
#include "cli/option_table.h"
#include "util/embedded.h"
#include "util/message.h"
#include "util/text.h"

enum { WIDTH = 80, INDENT = 8 };

static const char *const purposes[] = {
    [MEASURE] = "measure",
    [PRINT] = "print",
    [SAVE] = "save",
    [JUDGE] = "judge",
    [OTHER] = "other",
};

/* Makes "--loops=SHORT,LONG", "-j N (--jobs)", "-e CODE" or "--changed[=PERCENT]". */
static char *
spell(const struct option *option)
{
	const char *name = option->name, *value = option->value;
	char letter = option->letter;
	enum takes takes = option_takes(option);
	struct text t = TEXT_EMPTY;

	if (letter)
		text_addf(&t, takes == TAKES_VALUE ? "-%c %s" : "-%c", letter, value);
	if (letter && name)
		text_addf(&t, " (--%s)", name);
	else if (name)
		text_addf(&t, "--%s%s%s", name, takes == TAKES_VALUE ? "=" : "",
		    takes == TAKES_NOTHING ? "" : value);
	return text_take(&t);
}

static void
help_print_row(enum purpose purpose)
{
	const struct option *option = NULL;
	size_t column = INDENT - 1;

	printf("%-*s", INDENT - 1, purposes[purpose]);
	while ((option = option_next(option))) {
		OWNED char *spelled = NULL;

		if (option->purpose != purpose)
			continue;
		spelled = spell(option);
		column += 1 + strlen(spelled);
		if (column > WIDTH) {
			printf("\n%*s", INDENT - 1, "");
			column = INDENT + strlen(spelled);
		}
		printf(" %s", spelled);
	}
	putchar('\n');
}

/* Prints the first screen, with a row of options for each purpose. */
static void
print_first(const struct embedded *file)
{
	static const char options[] = "@options@\n";
	const char *text = (const char *)file->data, *found = strstr(text, options);

	fwrite(text, 1, (size_t)(found - text), stdout);
	for (enum purpose purpose = MEASURE; purpose != HIDDEN; purpose++)
		help_print_row(purpose);
	fputs(found + strlen(options), stdout);
}

void
help_print(const char *topic)
{
	OWNED char *name = topic ? text_print("help-%s.txt", topic) : text_print("help.txt");
	const struct embedded *file = embedded_find(name);

	if (!file)
		message_die(STATUS_USAGE,
		    "--help has no topic '%s'; cgbench --help lists them at its end", topic);
	if (topic)
		fwrite(file->data, 1, file->n, stdout);
	else
		print_first(file);
}
