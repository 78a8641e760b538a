#ifndef GUARD_H
#define GUARD_H

/* What a function holds while it calls others that may end in message_die: within message_try
   it is released then, as the function itself does otherwise. Guards nest as calls do. */
struct guard {
	void (*release)(void *held);
	void *held;
	struct guard *outer;
};

/* From now on held is released if the work is abandoned. */
void guard_open(struct guard *guard, void (*release)(void *held), void *held);
/* Must be called on the innermost guard. Releases nothing. */
void guard_close(const struct guard *guard);
/* The guard that was opened last and not closed; NULL: none. */
const struct guard *guard_innermost(void);
/* Releases what is held by the guards within outer, and closes them. */
void guard_release(const struct guard *outer);

#endif
