/* A list in C: states are structures, which functions take by pointer. */
#include <stddef.h>
#include <stdlib.h>

struct node {
	struct node *next;
	int value;
};

//@@State(Scope.Thread)
typedef struct {
	//@@Param({"8", "32"})
	size_t length;
	struct node *first;
} List;

//@@Setup(Level.Trial)
void
fill(List *list)
{
	size_t i;

	for (i = 0; i < list->length; i++) {
		struct node *node = malloc(sizeof *node);

		node->next = list->first;
		node->value = (int)i;
		list->first = node;
	}
}

//@@Teardown(Level.Trial)
void
clear(List *list)
{
	while (list->first) {
		struct node *node = list->first;

		list->first = node->next;
		free(node);
	}
}

//@@Benchmark
int
sum(const List *list)
{
	const struct node *node;
	int sum = 0;

	for (node = list->first; node; node = node->next)
		sum += node->value;
	return sum;
}

//@@Benchmark
void
reverse(List *list)
{
	struct node *reversed = NULL, *node;

	while ((node = list->first)) {
		list->first = node->next;
		node->next = reversed;
		reversed = node;
	}
	list->first = reversed;
}
