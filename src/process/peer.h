#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* The memory of another process, at its addresses, which this one may read and write like a
   tracer. Returns false unless all n bytes were read or written. */
bool peer_read(pid_t pid, uint64_t from, void *to, size_t n);
bool peer_write(pid_t pid, uint64_t to, const void *from, size_t n);
