#include "turns.h"
int part(void);
int
call_part(void)
{
	return turns(part());
}
