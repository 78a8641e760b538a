#include <stdlib.h>
#include <string.h>

#include "model/processes.h"
#include "util/array.h"
#include "util/memory.h"

struct process_counts *
processes_add(struct processes *processes)
{
	struct process_counts *process = ARRAY_ADD(processes->v, processes->n);

	*process = (struct process_counts){0};
	return process;
}

struct counts
processes_sum(const struct processes *processes)
{
	struct counts sum = {0};

	ARRAY_EACH(const struct process_counts, process, processes->v, processes->n)
		for (enum field f = 0; f < FIELD_COUNT; f++)
			sum.of[f] += process->counts.of[f];
	return sum;
}

static int
by_instructions(const void *a, const void *b)
{
	uint64_t x = ((const struct process_counts *)a)->counts.of[FIELD_IR],
	         y = ((const struct process_counts *)b)->counts.of[FIELD_IR];

	return (x < y) - (x > y);
}

void
processes_show(const struct processes *processes, struct text *t)
{
	FREED_BY(processes_free) struct processes programs = {0};

	ARRAY_EACH(const struct process_counts, process, processes->v, processes->n) {
		OWNED char *name =
		    memory_copy_n(process->command, strcspn(process->command, " "));
		size_t i = 0;

		while (i < programs.n && strcmp(programs.v[i].command, name) != 0)
			i++;
		if (i == programs.n)
			processes_add(&programs)->command = memory_copy(name);
		programs.v[i].counts.of[FIELD_IR] += process->counts.of[FIELD_IR];
	}
	text_addf(t, "%zu processes, whose programs cost in Ir: ", processes->n);
	if (programs.n)
		qsort(programs.v, programs.n, sizeof *programs.v, by_instructions);
	for (size_t i = 0; i < programs.n; i++) {
		text_addf(t, "%s%s ", i ? ", " : "", programs.v[i].command);
		text_add_number(t, programs.v[i].counts.of[FIELD_IR]);
	}
}

void
processes_free(struct processes *processes)
{
	ARRAY_EACH(struct process_counts, process, processes->v, processes->n)
		free(process->command);
	free(processes->v);
	*processes = (struct processes){0};
}
