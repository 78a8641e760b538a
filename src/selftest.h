#ifndef SELFTEST_H
#define SELFTEST_H

/* --action=selftest: checks the parsers on samples of real valgrinds that are built in, and the
   arithmetic, and prints TAP. Returns STATUS_OK or STATUS_NO. */
int selftest_run(void);

#endif
