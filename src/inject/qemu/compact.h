#ifndef CGBENCH_QEMU_COMPACT_H
#define CGBENCH_QEMU_COMPACT_H

/* Makes QEMU cheaper to fork, without changing what is in its memory: its code, data, heap and
   translations become private mappings of one file in memory, and those side by side become
   one. Then a fork copies the entries of only those pages that were used since, of a tenth as
   many mappings. Nothing is done if QEMU has threads, or if the kernel refuses. */
void compact(void);

#endif
