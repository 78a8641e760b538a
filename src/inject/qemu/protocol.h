#pragma once

/* cgbench and QEMU's plugin agree on this. */

#define CGBENCH_QEMU_PLUGIN "libcgbench-qemu.so"

/* The plugin's argument: the directory where each process that ends by itself leaves a file
   with this name and its pid. */
#define CGBENCH_QEMU_OUT "out"
#define CGBENCH_QEMU_FILE "out."

/* The file is like cachegrind's out file:
       desc: Clock: 3
       desc: Refused: 0
       events: Ir Dr Dw
       summary: 86089 20496 8348
   or this character and why there are no counts. The first numbers are the system calls that
   read a clock, and those that QEMU does not know. */
#define CGBENCH_QEMU_CLOCK "desc: Clock: "
#define CGBENCH_QEMU_REFUSED "desc: Refused: "
#define CGBENCH_QEMU_WRONG '!'

/* System calls that Linux does not have. The first tells that the program has read a counter of
   the processor, whose value QEMU takes from the host. The other gives the plugin the pid of
   its process, where getpid gives a pinned number. */
enum { CGBENCH_QEMU_TICKS = 0x63672, CGBENCH_QEMU_SELF = 0x63673 };

/* The plugin's second argument: to count by instruction, only in processes that were forked,
   from there on. The summary is followed by lines that begin with these characters: a file and
   the address at which it begins; an instruction's address, executions, reads and writes; from
   where and to where execution went on, other than to the next instruction, and how often; the
   end. f 0x5500000000 /tmp/program i 0x5500000714 12 1 0 j 0x5500000714 0x5500000700 11
       . */
#define CGBENCH_QEMU_PROFILE "profile=on"
#define CGBENCH_QEMU_LOADED 'f'
#define CGBENCH_QEMU_SITE 'i'
#define CGBENCH_QEMU_JUMP 'j'
#define CGBENCH_QEMU_END '.'
