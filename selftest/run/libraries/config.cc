#include "turns.h"
int
configured()
{
	return turns(get_config().turns);
}
int
caught()
{
	try {
		throw 1;
	} catch (int i) {
		return i;
	}
}
