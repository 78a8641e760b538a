#include <string.h>
#include <time.h>

#include "util/date.h"

void
date_add(struct text *t, int64_t date)
{
	time_t seconds = (time_t)date;
	struct tm tm;

	gmtime_r(&seconds, &tm);
	text_addf(t, "%04d-%02d-%02dT%02d:%02d:%02dZ", tm.tm_year + 1900, tm.tm_mon + 1,
	    tm.tm_mday, tm.tm_hour, tm.tm_min, tm.tm_sec);
}

char *
date_text(int64_t date)
{
	struct text t = TEXT_EMPTY;

	date_add(&t, date);
	return text_take(&t);
}

/* strptime accepts blanks, timegm the 31st of April. Only what date_text writes is a date. */
bool
date_parse(const char *s, int64_t *date)
{
	struct tm tm = {0};
	OWNED char *text = NULL;

	if (!strptime(s, "%Y-%m-%dT%H:%M:%SZ", &tm))
		return false;
	*date = timegm(&tm);
	if (*date < 0 || *date > DATE_LAST)
		return false;
	text = date_text(*date);
	return !strcmp(text, s);
}
