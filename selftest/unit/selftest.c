#include "selftest.h"

int
main(void)
{
	return selftest_run();
}
