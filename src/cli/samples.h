#ifndef SAMPLES_H
#define SAMPLES_H

/* --action=selftest: checks the parsers on samples of real valgrinds that are built in, and the
   arithmetic, and prints TAP. Returns STATUS_OK or STATUS_NO. */
int samples_run(void);

#endif
