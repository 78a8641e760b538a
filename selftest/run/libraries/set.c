#include "turns.h"
extern int __start_registry[], __stop_registry[];
int
use_set(void)
{
	return turns((int)(__stop_registry - __start_registry) * 100);
}
