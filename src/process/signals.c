#include <stddef.h>

#include "process/signals.h"

/* Printing may bring SIGPIPE. */
const int signals_signals[HELD_COUNT] = {SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE,
    SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGVTALRM, SIGPROF};

static volatile sig_atomic_t caught;

static void
note_signal(int number)
{
	if (number != SIGCHLD)
		caught = number;
}

void
signals_begin(struct signals *held)
{
	struct sigaction act = {.sa_handler = note_signal};
	sigset_t set;
	size_t i;

	sigemptyset(&set);
	for (i = 0; i < HELD_COUNT; i++) {
		sigaddset(&set, signals_signals[i]);
		sigaction(signals_signals[i], NULL, &held->actions[i]);
		if (signals_signals[i] == SIGCHLD || held->actions[i].sa_handler != SIG_IGN)
			sigaction(signals_signals[i], &act, NULL);
	}
	sigprocmask(SIG_BLOCK, &set, &held->before);
	sigdelset(&held->before, SIGCHLD);
}

void
signals_end(struct signals *held)
{
	size_t i;

	for (i = 0; i < HELD_COUNT; i++)
		sigaction(signals_signals[i], &held->actions[i], NULL);
	sigprocmask(SIG_SETMASK, &held->before, NULL);
}

int
signals_caught(void)
{
	return caught;
}
