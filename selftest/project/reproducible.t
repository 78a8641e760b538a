#!/bin/sh
# Builds do not depend on where, when and by whom they are made, nor does a saved file on who measures.
# scripts/reproduce builds everything; here it builds a part, of which two files have their turn.
. "$(dirname "$0")/../tap.sh"

# shellcheck disable=SC2046 # files are words
run "$top/scripts/reproduce" CFLAGS='-O0 -g' $(printf 'build/%s\n' util/text.o cli/main.o files.o cgbench-timer \
	libcgbench-forkserver.so libcgbench-compilerserver.so libcgbench-qemu.so include/cgbench.h | in_turn 2)
is "$status:$err" 0: 'a part is built twice'
like "$out" '^reproduce: both builds are the same, of [1-9]' 'both builds are the same'

cat >users.bench <<'END'
language = c
preamble = #include <stdio.h>

[divide]
code = BLACK_BOX(BLACK_BOX(100u) / 7);

[print]
setup = char text[80];
code = snprintf(text, sizeof text, "%.3f", BLACK_BOX(0.1)); DO_NOT_OPTIMIZE(text);
END
chmod 755 "$work"
mkdir -m 777 saved home
mkdir -p another/directory
cp users.bench another/directory
# measure FILE DIRECTORY COMMAND...: the command runs cgbench there.
measure() {
	file=$1
	cd "$2" || exit
	shift 2
	run "$@" "$CGBENCH" --benchfile=users.bench --profile --write="$work/saved/$file.json" -- gcc=fast -O2 gcc=small -Os
	cd "$work" || exit
	is "$status:$err" 0: "$file measures"
}
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null && setpriv --reuid=1234 test -x "$CGBENCH"; then
	user='setpriv --reuid=1234 --regid=1234 --clear-groups'
else
	user=
	skip 'another user' 'only root can be another user, whom the program must be open to'
fi
measure one .
chmod -R a+rX another
umask 077
# shellcheck disable=SC2086
measure other another/directory $user env -i PATH="$PATH" HOME="$work/home" LC_ALL=C.UTF-8 TZ=Asia/Tokyo USER=other MORE="$(seq 999)"
sed -i 's/"dir":"[^"]*",//g' saved/*.json
same_run saved/one.json saved/other.json 'both files are the same, but for when and where they were written'

done_testing
