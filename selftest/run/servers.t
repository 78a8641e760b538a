#!/bin/sh
# A server that the snippet or the system kills is replaced, once for a cell, and other tests are not affected.
. "$(dirname "$0")/../tap.sh"
. "$here/cells.sh"

parts 2 parent room killed pids
twice='active/long loop: its server ended twice:'

if chosen parent; then
	# Killed by what it measures, more than once: the parent of an orphan would be cgbench.
	cat >parent.bench <<'EOB'
preamble =
    #include <signal.h>
    #include <stdlib.h>
    #include <sys/resource.h>
    #include <unistd.h>

[good::one]
code = BLACK_BOX(1);

[parent::killed]
code = kill(getppid(), SIGKILL);

[good::two]
code = BLACK_BOX(2);

[parent::crashed]
code = kill(getppid(), SIGSEGV);

[parent::asked]
code = kill(getppid(), SIGTERM);

[parent::group]
# Outside its group, by which it could be found.
code = setpgid(0, getpgid(getppid()));
real = pid

[good::three]
code = BLACK_BOX(3);
EOB
	grind parent --benchfile=parent.bench -- gcc=put -static
	is "$status" 128 "a server that is killed by what it measures: status"
	measured good::one good::two good::three parent::group
	failed parent::killed "$twice killed by SIGKILL\$"
	# If that hits valgrind's own code and not a system call, valgrind reports its own crash and exits.
	failed parent::crashed "$twice (killed by SIGSEGV|exited with status 1)\$"
	failed parent::asked "$twice killed by SIGTERM\$"
	nothing_left "a server that is killed by what it measures"
	grind alone --benchfile=parent.bench --tests=/^good/ -- gcc=put -static
	equal alone parent 3 "a server that is killed by what it measures: the others count the same"
	grind exec --engine=exec --benchfile=parent.bench -- gcc=put -static
	is "$status" 128 "exec: a parent that is killed by what it measures: status"
	measured good::one good::two good::three parent::group
	first='active/long loop: its parent ended first:'
	failed parent::killed "$first killed by SIGKILL\$"
	failed parent::crashed "$first killed by SIGSEGV\$"
	failed parent::asked "$first killed by SIGTERM\$"
	nothing_left "exec: a parent that is killed by what it measures"
	is "$("$here/difference" exec.json parent.json | grep -E '^parent::group .* (Ir|Dr|Dw|COND|IND) ')" "" \
		"a process that leaves its group counts the same in both engines"

	# The parent of a server is not cgbench either.
	cat >server.bench <<'EOB'
preamble =
    #include <signal.h>
    #include <unistd.h>

[constructor]
preamble =
    __thread int own;
    static void __attribute__((constructor)) first(void) { kill(getppid(), SIGKILL); }
code = BLACK_BOX(own++);

[good]
code = BLACK_BOX(1);
EOB
	grind server --benchfile=server.bench -- gcc=put -static
	# It dies with its parent, possibly after it has started.
	failed constructor "active/long loop: (its server ended twice: )?its parent ended first: killed by SIGKILL\$"
	measured good
	nothing_left "a server that kills its parent"
fi

# Killed from outside, as when memory runs out: its cells are measured again, once. The snippet
# reports its parent and waits for the end, once for each file that it can remove.
mkfifo reached never
cat >killed.bench <<EOB
preamble =
    #include <fcntl.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <unistd.h>

[before::one]
code = BLACK_BOX(malloc(BLACK_BOX(20)));

[before::two]
code = BLACK_BOX(2);

[there]
setup =
    if (!unlink("$work/once") || !unlink("$work/twice")) {
        FILE *f = fopen("$work/reached", "w");
        fprintf(f, "%d\\n", getppid());
        fclose(f);
        f = fopen("$work/never", "r");
    }
code = BLACK_BOX(3);
real = pid

[after::one]
code = BLACK_BOX(malloc(BLACK_BOX(20)));

[after::two]
code = BLACK_BOX(5);
EOB
if chosen killed; then
	grind undisturbed -j1 --benchfile=killed.bench -- gcc=put -static
	is "$status $err" "0 " "a server that nobody kills"

	# killed NAME FILE...: grinds while one server is killed for each file, when it reaches the snippet.
	killed() {
		name=$1
		shift
		touch "$@"
		while [ $# -gt 0 ]; do
			# Empty if the last writer has not closed it yet.
			until read -r server <reached; do :; done
			kill -KILL "$server"
			shift
		done &
		grind "$name" -j1 --benchfile=killed.bench -- gcc=put -static
		kill $! 2>/dev/null
		wait
	}

	killed once once
	is "$status $err" "0 " "a server that is killed once: every cell is measured"
	equal undisturbed once 5 "a server that is killed once: the same counts"
	nothing_left "a server that is killed once"

	killed twice once twice
	is "$status" 128 "a server that is killed twice by the same cell: status"
	failed there "$twice killed by SIGKILL"
	measured before::one before::two after::one after::two
	equal undisturbed twice 4 "a server that is killed twice: the others count the same"
	nothing_left "a server that is killed twice"
fi

if chosen room; then
	# The system refuses processes: there is room for cgbench, the guard of the server, and the server.
	few() {
		setpriv --reuid=64321 --regid=64321 --clear-groups prlimit --nproc=4 "$@"
	}
	chmod 755 "$work" && chmod 1777 "$TMPDIR"
	if command -v perl >/dev/null && few test -x "$CGBENCH" 2>/dev/null; then
		printf 'language = perl\n[one]\ncode = 1;\n' >perl.bench
		run few "$CGBENCH" --benchfile=perl.bench -- perl=put
		is "$status" 128 "no room for another process: status"
		like "$err" "^cgbench: one on put: $twice could not fork: too many processes, or no memory\$" \
			"no room for another process: the message"
		nothing_left "no room for another process"
	else
		skip "no room for another process" "setpriv cannot run $CGBENCH as another user"
	fi
fi

if chosen pids; then
	# Pids wrap: a namespace with few pids reuses them within a run. Before Linux 6.14 the limit would
	# apply to the whole host.
	few='echo 350 >/proc/sys/kernel/pid_max'
	host=$(cat /proc/sys/kernel/pid_max)
	release=$(uname -r | awk -F. '{ print $1 * 1000 + $2 }')
	if [ "$release" -ge 6014 ] && [ "$host" -gt 1000 ] &&
		unshare --pid --fork --mount-proc sh -c "$few" 2>/dev/null; then
		is "$(cat /proc/sys/kernel/pid_max)" "$host" "the host has as many pids as before"
		{
			sed '/^\[before/,/^$/d; /^\[after/,$d' killed.bench
			i=0
			while [ $i -lt 80 ]; do
				i=$((i + 1))
				printf '[many::t%d]\ncode = for (int i = 0; i < %d; i++) BLACK_BOX(i);\n\n' $i $i
			done
		} >many.bench
		grind many -j2 --benchfile=many.bench -- gcc=put -static
		is "$status $err" "0 " "many requests of one server are measured"
		# cgbench is stopped in the first test, and continues when its server does not: the server
		# waits for its replies to be read (a write, system call 1, to descriptor 254), or has ended.
		cat >stopped <<-'EOF'
		"$@" &
		read -r server <reached
		kill -STOP $!
		: >never
		waits=0
		while [ $waits -lt 100 ] && read -r call 2>/dev/null </proc/$server/syscall; do
			case $call in
			'1 0xfe '*) waits=$((waits + 1)) ;;
			*) waits=0 ;;
			esac
		done
		kill -CONT $!
		wait $!
	EOF
		touch once
		run unshare --pid --fork --mount-proc sh -c "$few"' && . ./stopped' sh \
			"$CGBENCH" -j1 --benchfile=many.bench --write=few.json -- gcc=put -static
		is "$status $err" "0 " "few pids"
		is "$("$here/difference" many.json few.json | grep -v '^there ')" "81 cells" "few pids: the same counts"
	else
		skip "few pids" "there is no namespace with a limit of its own"
	fi
fi

done_testing
