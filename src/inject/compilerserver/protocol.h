#pragma once

/* Packets on a socket, which is the compiler server's standard input. The server first sends an
   int to say that it is ready. A request is a list of words, each with its '\0', to be added to
   the words that the server was started with; the descriptor for the output is sent with it.
   The answer is an int: the process that does the work, a child of cgbench, or less than 1. */
#define COMPILER_SERVER_LIBRARY "libcgbench-compilerserver.so"
#define COMPILER_SERVER_REQUEST (1 << 16)
