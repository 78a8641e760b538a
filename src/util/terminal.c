#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

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

/* The descriptor that shows standard output once it is not held any more; -1: it is not held.
 */
static int shown = -1;

static int
copy(int fd)
{
	return fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
}

bool
terminal_hold(void)
{
	int file = memfd_create("output", MFD_CLOEXEC);

	if (file < 0)
		return false;
	shown = copy(STDOUT_FILENO);
	if (shown >= 0)
		dup2(file, STDOUT_FILENO);
	close(file);
	return shown >= 0;
}

int
terminal_release(void)
{
	int file = copy(STDOUT_FILENO);

	dup2(shown, STDOUT_FILENO);
	close(shown);
	shown = -1;
	lseek(file, 0, SEEK_SET);
	return file;
}

/* The descriptor on which a stream is shown in the end, even while it is held. */
static int
shown_on(FILE *out)
{
	int fd = fileno(out);

	return fd == STDOUT_FILENO && shown >= 0 ? shown : fd;
}

struct terminal
terminal_of(FILE *out, enum colors colors, size_t width)
{
	int fd = shown_on(out);
	bool able = terminal_is_able(fd) && !*variable("NO_COLOR");

	if (!width && isatty(fd)) {
		width = strtoul(variable("COLUMNS"), NULL, 10);
		width = width ? width : terminal_width(fd);
	}
	return (struct terminal){width,
	    fd >= 0 && (colors == COLORS_ALWAYS || (colors == COLORS_AUTO && able)),
	    isatty(fd) != 0};
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
