#ifndef DISK_H
#define DISK_H

/* Why a file is missing or cut off that another process was to write in dir, found by writing a
   small one there: ": No space left on device; set TMPDIR to a directory with more". Empty if
   one can be written. The caller frees. */
char *disk_obstacle(const char *dir);

#endif
