#include "app/commands.h"

int
main(void)
{
	return samples_run();
}
