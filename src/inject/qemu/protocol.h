#ifndef CGBENCH_QEMU_PROTOCOL_H
#define CGBENCH_QEMU_PROTOCOL_H

/* What cgbench and QEMU's plugin agree on. */

#define CGBENCH_QEMU_PLUGIN "libcgbench-qemu.so"

/* The plugin's argument: the directory where each process that ends by itself leaves a file
   with this name and its pid. */
#define CGBENCH_QEMU_OUT "out"
#define CGBENCH_QEMU_FILE "out."

/* The file is like cachegrind's out file:
       events: Ir Dr Dw
       summary: 86089 20496 8348
   or this character and why there are no counts. */
#define CGBENCH_QEMU_WRONG '!'

#endif
