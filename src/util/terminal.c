#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "util/stdout_capture.h"
#include "util/terminal.h"

/* Only the eight colours that users can set in any terminal: readable on dark and on light. */
static const char *const codes[] = {
    [COLOR_NONE] = "",
    [COLOR_BETTER] = "\033[32m",
    [COLOR_MUCH_BETTER] = "\033[1;32m",
    [COLOR_WORSE] = "\033[31m",
    [COLOR_MUCH_WORSE] = "\033[1;31m",
    [COLOR_FAILED] = "\033[1;35m",
};

const char *
terminal_color(enum color color)
{
	return codes[color];
}

static const char *
variable(const char *name)
{
	const char *value = getenv(name);

	return value ? value : "";
}

bool
terminal_is_able(int fd)
{
	const char *term = variable("TERM");

	return isatty(fd) && *term && strcmp(term, "dumb") != 0;
}

static bool
has_colors(int fd)
{
	return terminal_is_able(fd) && !*variable("NO_COLOR");
}

size_t
terminal_width(int fd)
{
	struct winsize size;

	return ioctl(fd, TIOCGWINSZ, &size) ? 0 : size.ws_col;
}

size_t
terminal_height(int fd)
{
	struct winsize size;

	return ioctl(fd, TIOCGWINSZ, &size) ? 0 : size.ws_row;
}

static size_t
own_width(int fd)
{
	size_t width = strtoul(variable("COLUMNS"), NULL, 10);

	if (!isatty(fd))
		return 0;
	return width ? width : terminal_width(fd);
}

struct terminal
terminal_of(FILE *out, enum colors colors, size_t width)
{
	int fd = stdout_capture_show(out);

	return (struct terminal){
	    .width = width ? width : own_width(fd),
	    .colors = fd >= 0 &&
	              (colors == COLORS_ALWAYS || (colors == COLORS_AUTO && has_colors(fd))),
	};
}

/* The program itself stays in the C locale. */
bool
terminal_utf8(void)
{
	locale_t locale = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
	bool utf8 = locale && !strcmp(nl_langinfo_l(CODESET, locale), "UTF-8");

	if (locale)
		freelocale(locale);
	return utf8;
}
