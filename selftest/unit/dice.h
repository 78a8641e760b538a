#pragma once

#include <stdint.h>

/* Numbers that look like random ones, and are the same on every machine. */

static uint64_t dice_state = 1;

/* A number from 0 to sides - 1. */
static unsigned
dice(size_t sides)
{
	dice_state = dice_state * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(dice_state >> 33) % (unsigned)sides;
}
