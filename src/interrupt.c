#include <signal.h>
#include <stddef.h>

#include "interrupt.h"
#include "savefile.h"

static void
die_of(int number)
{
	savefile_cleanup();
	/* It is the default's turn once this returns. */
	raise(number);
}

void
interrupt_handle(void)
{
	static const int deadly[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGALRM,
	    SIGUSR1, SIGUSR2, SIGXCPU, SIGVTALRM, SIGPROF};
	struct sigaction act = {.sa_handler = die_of, .sa_flags = SA_RESETHAND}, old;
	size_t i;

	for (i = 0; i < sizeof deadly / sizeof *deadly; i++) {
		sigaction(deadly[i], NULL, &old);
		if (old.sa_handler != SIG_IGN)
			sigaction(deadly[i], &act, NULL);
	}
	signal(SIGXFSZ, SIG_IGN);
}
