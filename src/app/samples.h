#pragma once

/* --action=selftest: checks the arithmetic, and the parsers on built-in samples of the output
   of real valgrinds. Prints TAP. Returns STATUS_OK or STATUS_NO. */
int samples_run(void);
