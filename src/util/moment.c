#include <stddef.h>
#include <time.h>

#include "util/moment.h"

/* A year that does not fit is not shown. */
static const char *
print(int64_t seconds, const char *format, char *buffer)
{
	time_t time = (time_t)seconds;
	struct tm tm;

	if (!gmtime_r(&time, &tm) || !strftime(buffer, MOMENT_SIZE, format, &tm))
		*buffer = '\0';
	return buffer;
}

const char *
moment_show(int64_t seconds, char *buffer)
{
	return print(seconds, "%Y-%m-%dT%H:%M:%SZ", buffer);
}

const char *
moment_day(int64_t seconds, char *buffer)
{
	return print(seconds, "%Y-%m-%d", buffer);
}
