#include <signal.h>
#include <stddef.h>

#include "cli/interrupt.h"
#include "process/signals.h"
#include "savefile/savefile.h"

static void
die_of(int number)
{
	savefile_cleanup();
	/* The default action runs once this handler returns. */
	raise(number);
}

void
interrupt_handle(void)
{
	struct sigaction act = {.sa_handler = die_of, .sa_flags = SA_RESETHAND}, old;
	size_t i;

	for (i = 1; i < SIGNALS_COUNT; i++) {
		sigaction(signals_list[i], NULL, &old);
		if (old.sa_handler != SIG_IGN)
			sigaction(signals_list[i], &act, NULL);
	}
	signal(SIGXFSZ, SIG_IGN);
}
