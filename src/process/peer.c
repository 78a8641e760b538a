#include <sys/uio.h>

#include "process/peer.h"

bool
peer_read(pid_t pid, uint64_t from, void *to, size_t n)
{
	struct iovec here = {to, n}, there = {(void *)(uintptr_t)from, n};

	return process_vm_readv(pid, &here, 1, &there, 1, 0) == (ssize_t)n;
}

bool
peer_write(pid_t pid, uint64_t to, const void *from, size_t n)
{
	struct iovec here = {(void *)(uintptr_t)from, n}, there = {(void *)(uintptr_t)to, n};

	return process_vm_writev(pid, &here, 1, &there, 1, 0) == (ssize_t)n;
}
