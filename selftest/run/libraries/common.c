#include "turns.h"
int shared;
int
use_common(void)
{
	return turns(shared);
}
