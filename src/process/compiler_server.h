#pragma once

#include <sys/types.h>

#include "process/command.h"

/* Compilers that were loaded and stopped before main: such a server forks a process for each
   command that makes a product. */
struct compiler_servers {
	struct compiler_server *v;
	size_t n;
};

/* Runs the command in a process forked off a server of its program, with that descriptor as its
   output. Returns the process, which is a child; or 0 if there is no server, and the command
   must be started by itself. Starts a server after a few such commands. */
pid_t compiler_server_fork(
    struct compiler_servers *servers, const struct command *command, int output);
/* Ends the command's server and starts none again. */
void compiler_server_retire(struct compiler_servers *servers, const struct command *command);
/* Notes that a child has ended, which may be a server. */
void compiler_server_ended(struct compiler_servers *servers, pid_t pid);
/* The number of servers that are running. */
size_t compiler_server_count(const struct compiler_servers *servers);
/* Closes the connections to the servers, which then end by themselves. */
void compiler_server_free(struct compiler_servers *servers);
