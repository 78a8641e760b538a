#include <stddef.h>

#include "process/signals.h"

/* Printing may raise SIGPIPE. */
const int signals_list[SIGNALS_COUNT] = {SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE,
    SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGVTALRM, SIGPROF};

static volatile sig_atomic_t caught;

static void
note_signal(int number)
{
	if (number != SIGCHLD)
		caught = number;
}

void
signals_begin(struct signals *signals)
{
	struct sigaction act = {.sa_handler = note_signal};
	sigset_t set;

	sigemptyset(&set);
	for (size_t i = 0; i < SIGNALS_COUNT; i++) {
		sigaddset(&set, signals_list[i]);
		sigaction(signals_list[i], NULL, &signals->actions[i]);
		if (signals_list[i] == SIGCHLD || signals->actions[i].sa_handler != SIG_IGN)
			sigaction(signals_list[i], &act, NULL);
	}
	sigprocmask(SIG_BLOCK, &set, &signals->before);
	sigdelset(&signals->before, SIGCHLD);
}

void
signals_end(struct signals *signals)
{
	for (size_t i = 0; i < SIGNALS_COUNT; i++)
		sigaction(signals_list[i], &signals->actions[i], NULL);
	sigprocmask(SIG_SETMASK, &signals->before, NULL);
}

int
signals_caught(void)
{
	return caught;
}
