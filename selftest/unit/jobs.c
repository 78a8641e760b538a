#include "process/jobs.h"
#include "tap.h"

static struct command
command_of(const char *program)
{
	struct command command = {0};

	words_add(&command.argv, program);
	return command;
}

/* Two jobs end at once, because neither can start. */
int
main(void)
{
	struct jobs *jobs = jobs_new(2);
	struct command first = command_of("/nonexistent/first");
	struct command second = command_of("/nonexistent/second");
	struct job_event event;

	ok(jobs_want_more(jobs), "jobs_want_more: nothing runs");
	jobs_push(jobs, &second, 2, NULL);
	jobs_push_first(jobs, &first, 1, NULL);
	ok(!jobs_want_more(jobs), "jobs_want_more: jobs are queued");
	ok(jobs_next(jobs, &event) && event.aim == 1 && event.outcome, "the job that was put first ends first");
	ok(!jobs_want_more(jobs), "jobs_want_more: the second job's end is not reported yet");
	ok(jobs_next(jobs, &event) && event.aim == 2 && event.outcome, "the second job ends");
	is_freed(
	    outcome_why(event.outcome), "cannot run /nonexistent/second: No such file or directory", "outcome_why");
	ok(jobs_want_more(jobs), "jobs_want_more: both ends are reported");
	ok(!jobs_next(jobs, &event), "no job is left");
	jobs_free(jobs);
	return tap_done();
}
