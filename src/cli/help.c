#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commandline.h"
#include "cli/option_table.h"
#include "model/verdict.h"
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

static void
help_print_verdicts(void)
{
	for (enum verdict v = 0; v < VERDICT_COUNT; v++) {
		OWNED char *cure = verdict_cure(v, NULL);

		printf("%-9s %s:\n          %s\n", verdict_rows[v].name,
		    verdict_rows[v].meaning, cure);
	}
}

/* Prints a file that has a list in the place of its line that begins with '@'. */
static void
print_filled(const char *text)
{
	const char *found = strstr(text, "\n@");

	fwrite(text, 1, found ? (size_t)(found - text) + 1 : strlen(text), stdout);
	if (!found)
		return;
	if (text_begins(found, "\n@verdicts"))
		help_print_verdicts();
	else
		for (enum purpose purpose = MEASURE; purpose != HIDDEN; purpose++)
			help_print_row(purpose);
	fputs(strchr(found + 1, '\n') + 1, stdout);
}

void
help_print(const char *topic)
{
	OWNED char *name = topic ? text_print("help-%s.txt", topic) : text_print("help.txt");
	const struct embedded *file = embedded_find(name);

	if (!file)
		message_die(STATUS_USAGE,
		    "--help has no topic '%s'; cgbench --help lists them at its end", topic);
	print_filled((const char *)file->data);
}
