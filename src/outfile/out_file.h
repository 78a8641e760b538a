#ifndef OUT_FILE_H
#define OUT_FILE_H

/* Why there are no counts of a program, such as "cachegrind", that was to write its out file to
   dir, in one line: it wrote none or, if damage is not NULL, that is wrong with it; and if dir
   takes no file now, why. The caller frees. */
char *out_file_wrong(const char *writer, const char *dir, const char *damage);

#endif
