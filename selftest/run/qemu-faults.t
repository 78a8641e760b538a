#!/bin/sh
# Missing or failing parts, where programs of other machines are measured: those cells alone fail, one line
# says why and what to install, and nothing is left.

. "$(dirname "$0")/../tap.sh"
. "$here/cells.sh"

for tool in qemu-aarch64 aarch64-linux-gnu-gcc; do
	if ! command -v "$tool" >found; then
		skip 'faults of QEMU' "$tool is not installed"
		done_testing
		exit
	fi
done
arm=aarch64-linux-gnu-gcc
one='__asm__ volatile("nop")'

# Parts of a cross compiler, and one that is not Debian's, of which nothing is known.
mkdir over
cat >hidden <<-'END'
	mount -t tmpfs none over && mkdir over/new over/work && mount -t overlay none \
		-o "lowerdir=${1%/*},upperdir=over/new,workdir=over/work,userxattr" "${1%/*}" && rm -r "$1" || exit 99
	shift
	exec "$@"
END
# shellcheck disable=SC2016
printf 'exec clang --target=aarch64-linux-gnu "$@"\n' | executable own-gcc

# A namespace of its own needs no user's when this is root, who in a chroot can have none.
apart=-rm
[ "$(id -u)" != 0 ] || apart=-m

target=--target=aarch64-linux-gnu
libraries=/usr/aarch64-linux-gnu
link='link: exited with status 1'
compile='compile: .*exited with status 1'
# install PACKAGE
install() {
	echo "is missing: install it \\(Debian: apt-get install $1\\)"
}
missing='; the C library of aarch64'
# Rows: a file or directory that is missing, a header, the put of the host, which is measured, the other put with an
# argument, and the message about that one.
in_turn 2 >rows <<END
/usr/bin/aarch64-linux-gnu-ld|stdio.h|gcc|clang|$target|$link; the linker of aarch64 $(install binutils-aarch64-linux-gnu)
/usr/bin/aarch64-linux-gnu-ld|stdio.h|gcc|./own-gcc||$link
$libraries/lib|stdio.h|gcc|$arm||prepare: the C library of its machine is missing in $libraries; install it \\(Debian: \
apt-get install libc6-dev-arm64-cross\\)
$libraries/lib/libc.so.6|stdio.h|gcc|$arm||$link$missing $(install libc6-dev-arm64-cross)
$libraries/include|stdio.h|gcc|clang|$target|$compile$missing $(install libc6-dev-arm64-cross)
/usr/lib/gcc-cross/aarch64-linux-gnu|stdio.h|gcc|clang|$target|$compile; gcc's library of aarch64 \
$(install gcc-aarch64-linux-gnu)
$libraries/include/c++|vector|g++|clang++|$target|$compile; the C\\+\\+ library of aarch64 $(install 'g\+\+-aarch64-linux-gnu')
END
while IFS='|' read -r path header host put argument why; do
	run unshare $apart sh hidden "$path" "$CGBENCH" --tables --raw --fields=Ir --preamble="#include <$header>" -e "$one" -- \
		"$host=host" "$put=other" ${argument:+"$argument"}
	if [ "$status" = 99 ] || ! unshare $apart true 2>/dev/null; then
		skip "without $path" 'nothing can be mounted'
		continue
	fi
	is "$status $(awk '$1 == "e" && $3 { print $2, $3 }' out)" '128 1.0 FAIL' "without $path the other put is measured"
	like "$(sed 's/^cgbench: e on other: //; s/^    //' err)" "^$why(; -v shows all messages)?\$" \
		"without $path the message about $put says so"
done <rows

# Libraries that are installed, but not found.
in_turn 1 >rows <<END
--target=arm64-linux-gnu:with
--target=aarch64:with
$target --sysroot=$libraries:without
END
while read -r arguments; do
	# shellcheck disable=SC2086
	run "$CGBENCH" --tables --raw --fields=Ir -e "$one" -- gcc=host clang=other ${arguments%:*}
	case $arguments in
	*:with) found="write $target" ;;
	*) found='omit --sysroot' ;;
	esac
	if [ "$status" = 0 ]; then
		skip "${arguments%:*}: what finds them is said" 'this clang finds them'
		continue
	fi
	like "$status $(grep 'exited with status 1; ' err)" "^128 .*exited with status 1; to use Debian's libraries of aarch64, \
$found(;|\$)" "${arguments%:*}: what finds them is said"
done <rows
run "$CGBENCH" --tables --raw --fields=Ir -e 'not_declared;' -- clang=other --target=arm64-linux-gnu
like "$(grep '^    compile: ' err)" '^    compile: exited with status 1(; -v .*)?$' 'nothing is said of libraries where an error is another one'

# The plugin.
mkdir alone
cp "$CGBENCH" alone
run alone/cgbench --tables --raw --fields=Ir -e "$one" -- gcc -static
is "$status $(awk '/^e / { print $2 }' out)" '0 1.0' 'the program by itself measures programs of this host'
run alone/cgbench --tables --raw --fields=Ir -e "$one" -- $arm=put
is "$status:$out:$err" "128::cgbench: 'put' cannot be measured: libcgbench-qemu.so is missing beside \
cgbench; build and install cgbench again" 'without the plugin there is no count'

# One whose name says that it compiles for this host.
cat >disguise.c <<-'END'
	#include <unistd.h>
	int main(int n, char **argv) { return execvp(argv[0] = n ? "aarch64-linux-gnu-gcc" : "", argv); }
END
gcc disguise.c -o clang-arm
run "$CGBENCH" --tables --raw --fields=Ir -e "$one" -- gcc=host ./clang-arm=put --lang=c
is "$status $(awk '$1 == "e" && $3 { print $2, $3 }' out) $(head -n 1 err)" "128 1.0 FAIL cgbench: e on put: \
compile: does not compile an empty c program: it compiles for aarch64, which its name and arguments do not show" \
	'a compiler for another machine than it seems fails'

gcc disguise.c -o x86_64-linux-gnux32-gcc
run "$CGBENCH" --tables --raw --fields=Ir -e "$one" -- ./x86_64-linux-gnux32-gcc=put --lang=c
is "$status $(awk '/^e / { print $2 }' out)" '0 1.0' 'the compiler for x32 is asked what it compiles for'

# QEMU finds the C library in a directory that is relative to this one.
mkdir -p own/lib
for file in ld-linux-aarch64.so.1 libc.so.6; do
	ln -s "$libraries/lib/$file" own/lib
done
printf '%s\n' --sysroot=own '--sysroot own' | in_turn 1 >rows
while read -r args; do
	run "$CGBENCH" --tables --raw --fields=Ir -e "$one" -- $arm --args="$args"
	is "$status $(awk '/^e / { print $2 }' out)" '0 1.0' "$args is found"
	mv own/lib/ld-linux-aarch64.so.1 .
	run "$CGBENCH" --tables --raw --fields=Ir -e "$one" -- gcc=host $arm=a --args="$args"
	is "$status $(awk '$1 == "e" && $3 { print $2, $3 }' out)" '128 1.0 FAIL' \
		"$args without a loader: the other put is measured"
	is "$(head -n 1 err)" "cgbench: e on a: active/long loop: /lib/ld-linux-aarch64.so.1 is missing in the \
sysroot $PWD/own; omit --sysroot to use Debian's (apt-get install libc6-dev-arm64-cross)" \
		"$args without a loader: the message names it"
	mv ld-linux-aarch64.so.1 own/lib
done <rows
run "$CGBENCH" --tables --raw --engine=exec -e "$one" -- $arm=a -Wl,--dynamic-linker=/none/ld.so
is "$status:$(head -n 1 err)" "128:cgbench: e on a: active/long loop: /none/ld.so is missing in \
$libraries; install it (Debian: apt-get install libc6-dev-arm64-cross)" 'without --sysroot the package is named'
run "$CGBENCH" --tables --raw --fields=Ir -e "$one" -- $arm --sysroot=/none -static
is "$status $(awk '/^e / { print $2 }' out)" '0 1.0' 'a static program needs none'

# A QEMU that is killed, and one that cannot write all of its counts.
cat >killing.bench <<'END'
language = c
preamble =
	#include <signal.h>
	#include <unistd.h>
[before]
code = __asm__ volatile("nop");
[server]
code = kill(getppid(), SIGKILL);
[itself]
code = kill(getpid(), SIGKILL);
[after]
code = __asm__ volatile("nop; nop");
END
# killing [OPTION...]: measures it; counted has the tests and what they count.
killing() {
	run "$CGBENCH" --benchfile=killing.bench --tables --raw --fields=Ir "$@" -- $arm=put
	counted=$(awk '$1 != "AVERAGE" && $2 ~ /^[0-9F]/ { print $1, $2 }' out | xargs)
	blamed='^cgbench: server on put: active/long loop: its server ended twice: killed by SIGKILL$'
}
killing
is "$status $counted" '128 before 1.0 server FAIL itself FAIL after 2.0' 'a QEMU that is killed fails its test alone'
like "$err" "$blamed" 'the message says what killed a QEMU'
qemu=$(command -v qemu-aarch64)
mkdir full
executable full/qemu-aarch64 <<-END
	case \$* in
	*/program) exec prlimit --fsize=60 $qemu "\$@" ;;
	esac
	exec $qemu "\$@"
END
run env PATH="$PWD/full:$PATH" "$CGBENCH" --tables --raw --fields=Ir -e "$one" -- $arm=a
is "$status:$(head -n 1 err)" "128:cgbench: e on a: active/long loop: QEMU's plugin wrote no counts" \
	'counts that are written in part are not used'

# A test that ends its server, and the next one before that tells of anything.
mkdir second
executable second/qemu-aarch64 <<-END
	case \$* in
	*' --list '*) ;;
	*/program)
		echo >>$PWD/started
		[ "\$(wc -l <$PWD/started)" != 2 ] || kill -s KILL \$\$
		;;
	esac
	exec $qemu "\$@"
END
PATH="$PWD/second:$PATH" killing --tests=before,server,after
is "$status $counted $(wc -l <started)" \
	'128 before 1.0 server FAIL after 2.0 3' 'a test that ends two servers at once fails alone'
like "$err" "$blamed" 'the message says that a test ended two servers'

# Counts by instruction that are damaged.
# damaged COMMAND WHY: what is said if that makes the plugin's file out of what it wrote.
mkdir damaged
damaged() {
	executable damaged/qemu-aarch64 <<-END
		case \$* in
		*/program) ;;
		*) exec $qemu "\$@" ;;
		esac
		read -r own rest </proc/self/stat
		case \$* in
		*,profile=on*) $qemu "\$@" && mv out.* whole && $1 whole >out.\$own ;;
		*) exec $qemu "\$@" ;;
		esac
	END
	run env PATH="$PWD/damaged:$PATH" "$CGBENCH" --engine=exec --explain --tables --raw --fields=Ir -e "$one" -- $arm=put
	is "$status $(awk '/^e / { print $2 }' out) $err" "0 1.0 cgbench: nothing is explained: $2" "explained by '$1'"
}
in_turn 2 >rows <<END
head -n -1|the out file of QEMU's plugin: it is cut off
sed 's/^i .*/i x/'|the out file of QEMU's plugin: a line of it is damaged
{ echo '!no counts'; } <|no counts
sed 's/^j .*/j x/'|the out file of QEMU's plugin: a line of it is damaged
exit 0; :|QEMU's plugin wrote no counts
sed 's/^f .*/f x/'|the out file of QEMU's plugin: a line of it is damaged
END
while IFS='|' read -r command why; do
	damaged "$command" "$why"
done <rows

# A program that hangs or stops is killed after its timeout, also the server and threads.
cat >hang.bench <<'END'
language = c
preamble =
	#include <pthread.h>
	#include <signal.h>
	#include <stdlib.h>
	#include <unistd.h>
	static void *wait_for(void *p) { if (p) pause(); return p; }
	static void start(void *p) {
		pthread_t t;
		if (pthread_create(&t, NULL, wait_for, p)) abort();
		pthread_join(t, NULL);
	}
[good::first]
code = __asm__ volatile("nop");
[hang::loop]
code = for (;;) BLACK_BOX(1);
[hang::thread]
code = start(BLACK_BOX("forever"));
[stop::self]
code = raise(SIGSTOP);
[stop::server]
code = kill(getppid(), SIGSTOP); pause();
[thread]
code = start(NULL);
[child]
setup = if (!fork()) for (;;) pause();
code = __asm__ volatile("nop");
[good::last]
code = __asm__ volatile("nop; nop");
END
stage='active/long loop:'
limit=$(seconds 1)
for engine in $(printf 'exec\nfork\n' | in_turn 1); do
	grind hang -j4 --timeout="$limit" --engine="$engine" --benchfile=hang.bench -- $arm=put -static
	failed hang::loop "$stage .*not done after $limit seconds of processor time"
	for name in hang::thread stop::self stop::server; do
		failed $name "$stage .*not done after $((5 * limit)) seconds"
	done
	failed thread "$stage starts threads, which QEMU does not count"
	measured child
	is "$(echo "$saved" | awk '/^good/ { print $2 }' | xargs)" '1.0 2.0' "$engine: the good ones count"
	nothing_left "$engine: a test that stops"
done

done_testing
