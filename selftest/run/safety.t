#!/bin/sh
# SECURITY.md's promises: files of others are read, and nothing of them is run; temporary files are private.
. "$(dirname "$0")/../tap.sh"

mkdir tmp bin
TMPDIR=$work/tmp
export TMPDIR
umask 022

# Reading. The library has functions of other types than those that it replaces.
cc -w -fno-builtin -shared -fPIC -o alone.so "$here/run/safety/alone.c"
alone() {
	run env LD_PRELOAD="$work/alone.so" ASAN_OPTIONS="${ASAN_OPTIONS-}:verify_asan_link_order=0" "$CGBENCH" "$@"
}

# Each program that a file names is there and would leave a trace.
for name in put gcc c++filt objdump git less sh; do
	printf '#!/bin/sh\ntouch "%s/ran"\nexec /usr/bin/%s "$@"\n' "$work" "$name" >"bin/$name"
done
chmod +x bin/*
run "$CGBENCH" -e 'BLACK_BOX(BLACK_BOX(100u) / 7)' --profile --write=mine.json -- gcc=one -O1 gcc=two -Os
is "$status:$err" 0: 'two puts are saved'
sed "s|\"path\":\"[^\"]*\"|\"path\":\"$work/bin/put\"|g; s|\"gcc\"|\"$work/bin/put\"|g" mine.json >theirs.json
run "$CGBENCH" -e 'BLACK_BOX(BLACK_BOX(100u) / 7)' --write=one.json -- gcc=one -O1
ok 'somebody else had others' grep -q bin/put theirs.json
printf 'preamble = #include "%s/tmp/no.h"\nsources = %s/bin/*\n[a]\ncode = system("touch ran");\n' "$work" "$work" >theirs.bench
printf '//@@Benchmark\nvoid f(void) { system("touch ran"); }\n' >theirs.cpp
PATH=$work/bin:$PATH

alone -e 'BLACK_BOX(1)' -- gcc
is "$status" 86 'what measures starts a process'
rm -rf ran tmp/*
while read -r arguments; do
	# shellcheck disable=SC2086
	alone $arguments
	is "$status:$(grep -vE '^cgbench: (two against|gates)' err)" 0: "cgbench $arguments"
done <<END
--read=theirs.json
--read=theirs.json --explain
--read=theirs.json --format=html:page.html
--read=theirs.json --format=markdown:comment.md
--read=theirs.json --write=again.json
--read=one.json --baseline=one.json --fail-above=Ir,0 --show
--read=theirs.json --compact=two --format=svg:chart.svg
--history theirs.json mine.json
--format=html:page.html --history theirs.json mine.json
--list --benchfile=theirs.bench
--list --read=theirs.json
--help
--version
END
run "$CGBENCH" --list --benchfile=theirs.cpp
is "$status:$err" 0: 'perl and universal-ctags read an annotated source'
ok 'nothing of the file was run' [ ! -e ran ]

# Temporary files: of the user alone, in a directory that nobody else has made, and removed.
executable gcc <<END
find '$TMPDIR' -maxdepth 1 -type d -name 'cgbench-*' -printf '%m %f\n' >>'$work/seen'
exec gcc "\$@"
END
for number in first second; do
	run "$CGBENCH" -e 'BLACK_BOX(1)' -- ./gcc
	is "$status" 0 "$number run"
	sort -u seen >"$number"
	rm seen
	cut -d ' ' -f 2 first | xargs -I NAME ln -sf "$work/elsewhere" "$TMPDIR/NAME"
done
find "$TMPDIR" -type l -delete
cat first second >seen
is "$(cut -d ' ' -f 1 seen | sort -u)" 700 "a run's directory is closed to others"
is "$(comm -12 first second):$(ls -d elsewhere 2>/dev/null)" : 'a run takes another directory than a link of that name'
is "$(ls -A tmp)" '' "a run's directory is removed"

# SIGKILL leaves the run's directory, and a file beside the one that is saved.
mkfifo never
printf '[ ! -e kill ] || read x <%s\nexec gcc "$@"\n' "'$work/never'" | executable slow
touch kill .cgbench-abcDEF
setsid "$CGBENCH" -e 'BLACK_BOX(1)' --language=c -- ./slow &
pid=$!
until [ "$(ls -A tmp)" ]; do kill -0 $pid; done
kill -KILL $pid
wait $pid 2>wait.err || :
rm kill
left=$(ls -A tmp)
run "$CGBENCH" -e 'BLACK_BOX(1)' --language=c --write=saved.json -- ./slow
is "$status:$(ls -A tmp):$(echo .cgbench-*)" "0:$left:.cgbench-abcDEF" 'what is young may be in use'
touch -d '2 days ago' "tmp/$left" .cgbench-abcDEF
run "$CGBENCH" -e 'BLACK_BOX(1)' --language=c --write=saved.json -- ./slow
is "$status:$(ls -A tmp):$(echo .cgbench-*)" '0::.cgbench-*' 'what SIGKILL left is removed when it is a day old'

# workdir SIZE: where root's files of a run are if /dev/shm has so much room.
workdir() {
	# shellcheck disable=SC2016
	unshare -m sh -c 'mount -t tmpfs -o size="$1" none /dev/shm && shift && unset TMPDIR && "$@"' sh "$1" \
		"$CGBENCH" --debug --language=shell -e 'x=1' -- dash 2>&1 | sed -n 's|^cgbench: run: cd \([a-z/]*\)/cgbench-.*|\1|p' | sort -u
}
if [ "$(id -u)" = 0 ] && unshare -m true 2>/dev/null; then
	is "$(workdir 1g) $(workdir 1023m)" '/dev/shm /tmp' 'a run is in memory if 1 GiB is free there'
else
	skip 'a run is in memory if 1 GiB is free there' 'mounting is not permitted'
fi

done_testing
