#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "process/host.h"
#include "process/pinned.h"
#include "util/text.h"

/* The first line of a file, to where it has one of the characters in ends. */
static void
add_line(struct words *host, const char *name, const char *path, const char *ends)
{
	FILE *f = fopen(path, "re");
	char line[256];

	if (f && fgets(line, sizeof line, f)) {
		line[strcspn(line, ends)] = '\0';
		words_take(host, text_print("%s=%s", name, line));
	}
	if (f)
		fclose(f);
}

/* From /proc/cpuinfo:
       model name	: Intel(R) Xeon(R) Processor @ 2.90GHz */
static void
add_processor(struct words *host)
{
	static const char key[] = "model name";
	FILE *f = fopen("/proc/cpuinfo", "re");
	char line[256];

	while (f && fgets(line, sizeof line, f)) {
		const char *colon = strchr(line, ':');

		if (strncmp(line, key, sizeof key - 1) || !colon)
			continue;
		line[strcspn(line, "\n")] = '\0';
		words_take(host, text_print("processor=%s", colon + 1 + (colon[1] == ' ')));
		break;
	}
	if (f)
		fclose(f);
}

void
host_describe(struct words *host)
{
	int processor = pinned_processor();
	char *governor =
	    text_print("/sys/devices/system/cpu/cpu%d/cpufreq/scaling_governor", processor);

	add_processor(host);
	if (processor >= 0)
		words_take(host, text_print("cpu=%d", processor));
	add_line(host, "governor", governor, "\n");
	add_line(host, "smt", "/sys/devices/system/cpu/smt/control", "\n");
	/* "0.52 0.58 0.59 1/597 12345\n" */
	add_line(host, "load", "/proc/loadavg", " \n");
	add_line(host, "clock",
	    "/sys/devices/system/clocksource/clocksource0/current_clocksource", "\n");
	free(governor);
}
