#include "cli/samples.h"

int
main(void)
{
	return samples_run();
}
