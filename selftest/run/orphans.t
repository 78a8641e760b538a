#!/bin/sh
# Processes left by measured code and compilers end no run late, even if they trace the code, or are traced by a process
# that nobody waits for. A compiler's own daemon lives on.
. "$(dirname "$0")/../tap.sh"
. "$here/cells.sh"

limit=$(seconds 1)
slept=$((5 * limit))

cat >left.bench <<'EOF'
preamble =
	#include <signal.h>
	#include <stdlib.h>
	#include <sys/prctl.h>
	#include <sys/ptrace.h>
	#include <unistd.h>
	/* Goes on in a process of another session, which traces the first one from now on. */
	static void
	trace(pid_t pid)
	{
		int ends[2];
		char c;
		if (pipe(ends))
			abort();
		if (!fork()) {
			setsid();
			if (fork())
				_exit(0);
			if (ptrace(PTRACE_SEIZE, pid, 0, 0) || write(ends[1], "", 1) != 1)
				_exit(1);
			for (;;)
				pause();
		}
		close(ends[1]);
		if (read(ends[0], &c, 1) != 1)
			abort();
		close(ends[0]);
	}
	static void
	be_traceable(void)
	{
		prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);
	}
real = pid

[good::one]
code = BLACK_BOX(1);

[left::traced]
# The first that is killed is traced by the second.
setup =
	int ends[2];
	char c;
	if (pipe(ends))
		abort();
	if (!fork()) {
		setsid();
		pid_t pid = fork();
		if (!pid) {
			be_traceable();
			setsid();
			if (write(ends[1], "", 1) != 1)
				_exit(1);
			for (;;)
				pause();
		}
		if (read(ends[0], &c, 1) != 1)
			abort();
		trace(pid);
		if (write(ends[1], "", 1) != 1)
			abort();
		_exit(0);
	}
	if (read(ends[0], &c, 1) != 1)
		abort();
code = BLACK_BOX(1);

[left::stopped]
setup =
	if (!fork()) {
		setsid();
		if (!fork())
			raise(SIGSTOP);
		_exit(0);
	}
code = BLACK_BOX(1);

[traced::hangs]
setup = be_traceable(); trace(getpid());
code = for (;;) pause();

[good::two]
code = BLACK_BOX(2);
EOF

if can_step 'what traces, or is traced'; then
	for engine in $(printf '%s\n' fork exec | in_turn 1); do
		grind "$engine" -j2 --engine="$engine" --timeout="$limit" --benchfile=left.bench -- gcc=put
		is "$status" 128 "$engine: what is left traces, or is traced: status"
		measured good::one left::traced left::stopped good::two
		failed traced::hangs ".*not done after $slept seconds"
		nothing_left "$engine: what is left"
		for signal in INT:130 TERM:143; do
			env --default-signal="${signal%:*}" "$CGBENCH" --debug --engine="$engine" --benchfile=left.bench --tests=traced::hangs \
				-- gcc >out 2>err &
			pid=$!
			perl -e 'open my $log, "<", "err" or die; while (!grep { /cachegrind/ } <$log>) { seek $log, 0, 1 }'
			kill -s "${signal%:*}" $pid
			status=0
			wait $pid 2>wait.err || status=$?
			is "$status" "${signal#*:}" "$engine: SIG${signal%:*} ends it"
			nothing_left "$engine: SIG${signal%:*}"
		done
	done
	engine=

	# A compiler that something of its own session traces ends for nobody else. It is killed, and so is who traces it.
	executable wrapper <<-EOF
		case "\$*" in
		*slow*)
			setsid perl -e 'syscall(101, 0x4206, 0 + shift, 0, 0) == 0 or die; open my \$out, ">", shift; sleep' \$\$ '$work/traces' &
			while [ ! -e '$work/traces' ]; do
				kill -0 \$! || exit 1
			done
			;;
		esac
		exec gcc "\$@"
	EOF
	printf '[a]\ncode = BLACK_BOX(1);\n[slow]\ncflags = -Dslow\ncode = BLACK_BOX(1);\n' >slow.bench
	grind traced --timeout="$limit" --language=c --benchfile=slow.bench -- ./wrapper=put
	is "$status" 128 'a compiler that is traced: status'
	measured a
	failed slow "compile: not done after $slept seconds"
	nothing_left 'a compiler that is traced'
fi

# A test may say that it is another process that hangs.
mkfifo stays
sh -c 'read x <stays' &
victim=$!
replies=$(sed -n 's/.*CGBENCH_REPLIES = \([0-9]*\).*/\1/p' "$top/src/inject/forkserver/protocol.h")
cat >victim.bench <<EOF
preamble =
	#include <fcntl.h>
	#include <stdio.h>
	#include <unistd.h>
real = pid

[hangs]
# The first request has begun in this process.
code =
	char path[64];
	int reply[] = {0, $victim, 0, 0};
	snprintf(path, sizeof path, "/proc/%d/fd/$replies", getppid());
	(void)!write(open(path, O_WRONLY), reply, sizeof reply);
	for (;;)
		pause();
EOF
grind victim --timeout="$limit" --benchfile=victim.bench -- gcc=put
is "$status" 128 "a test that names another's process: status"
failed hangs ".*not done after $slept seconds"
kill "$victim"
ended=0
wait "$victim" 2>wait.err || ended=$?
is "$ended" 143 "a test that names another's process: that one lives until it is asked to end"

# A daemon of its own, for all who compile, and a process of the same session that is none.
executable starter <<EOF
case "\$*" in
*first*)
	perl -MPOSIX=setsid -e 'exit if fork; setsid() if shift eq "daemon"; setpgrp; open my \$out, ">", shift; print \$out \$\$;
		close \$out; open my \$in, "<", shift' \$KIND '$work/pid' '$work/never'
	while [ ! -s '$work/pid' ]; do :; done
	;;
esac
exec gcc "\$@"
EOF
mkfifo never
printf '[a]\ncflags = -Dfirst\ncode = BLACK_BOX(1);\n[b]\ncode = BLACK_BOX(2);\n[c]\ncode = BLACK_BOX(3);\n' >first.bench
for kind in daemon process; do
	rm -f pid
	sed "s/\$KIND/$kind/" starter >"$kind"
	chmod +x "$kind"
	grind "$kind" -j2 --language=c --benchfile=first.bench -- "./$kind=put"
	is "$status" 0 "a compiler that starts a $kind: status"
	measured a b c
	[ $kind = daemon ] && lives=0 || lives=1
	kill -0 "$(cat pid)" 2>kill.err && dead=0 || dead=1
	is "$dead" "$lives" "the $kind lives on, if it is a daemon"
	kill "$(cat pid)" 2>kill.err
done

done_testing
