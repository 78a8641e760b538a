#include "turns.h"
__attribute__((weak)) int
hook(void)
{
	return 1;
}
int
call_hook(void)
{
	return turns(hook());
}
int callback(void);
int
call_back(void)
{
	return turns(callback());
}
