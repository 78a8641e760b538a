#include "app/samples.h"

int
main(void)
{
	return samples_run();
}
