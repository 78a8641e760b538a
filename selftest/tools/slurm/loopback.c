// Preloaded into Slurm's daemons, which believe any message that says who sent it (auth/none):
// they listen on the loopback alone. Slurm's NoInAddrAny needs a host name that resolves to it.
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

int
bind(int fd, const struct sockaddr *address, socklen_t length)
{
	struct sockaddr_in loopback;

	if (address->sa_family == AF_INET) {
		loopback = *(const struct sockaddr_in *)address;
		loopback.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
		address = (const struct sockaddr *)&loopback;
		length = sizeof(loopback);
	}
	return (int)syscall(SYS_bind, fd, address, length);
}
