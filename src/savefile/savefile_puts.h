#ifndef SAVEFILE_PUTS_H
#define SAVEFILE_PUTS_H

#include "model/put.h"
#include "util/document.h"

/* Adds the puts in the value of a saved file's key "perls". Their arguments are split as sh
   would; savefile_own.h knows them better where cgbench wrote the file. */
void savefile_puts_read(struct document *doc, const json_t *json, struct puts *puts);

#endif
