#ifndef ZYGOTE_PROTOCOL_H
#define ZYGOTE_PROTOCOL_H

/* Between cgbench and a zygote: packets of a socket that is the zygote's standard input. It
   says first that it is there, with an int. A request is words, each with its '\0', which are
   added to those that the zygote was started with; and with it comes the descriptor of the
   output. The answer is an int, the number of the process, which is cgbench's child; or less
   than 1. */
#define ZYGOTE_LIBRARY "libcgbench-zygote.so"
#define ZYGOTE_REQUEST (1 << 16)

#endif
