#!/bin/sh
# Files of the host that measured processes read are replaced in the middle of a run, by a test itself: the
# affected puts are measured again, or fail.
. "$(dirname "$0")/../tap.sh"
. "$here/cells.sh"

# library COST: makes new.so, whose function costs more with it.
library() {
	cat >library.c <<EOB
int cost(int n) { volatile int x = 0; for (int i = 0; i < n; i++) x += $1; return x; }
EOB
	gcc -O1 -shared -fPIC -o new.so library.c
}

# begin: the libraries as they are at first, and the file that makes the test replace one.
begin() {
	library 'i * i + i'
	mv new.so new-again.so
	library 1
	mkdir -p lib
	mv new.so lib/libcost-1.so
	ln -sf libcost-1.so lib/libcost.so
	mv new-again.so new.so
	touch swap
}

# benchfile STATEMENT: a benchfile whose second test executes it in its setup, once.
benchfile() {
	cat >swap.bench <<EOB
ldflags = -L$work/lib -lcost -Wl,-rpath,$work/lib
preamble =
    #include <stdio.h>
    #include <stdlib.h>
    #include <sys/stat.h>
    #include <unistd.h>
    int cost(int n);
    static void swap(void) { $1; }
[before]
code = BLACK_BOX(cost(BLACK_BOX(10)));
[during]
setup = if (!unlink("$work/swap")) swap();
code = BLACK_BOX(cost(BLACK_BOX(10)));
EOB
}

# swapped ENGINE NAME: the run says so in one line, and all cells have the counts of what is there now.
swapped() {
	begin
	grind swapped --engine="$1" --benchfile=swap.bench -- gcc=put
	like "$status:$err" "^0:cgbench: $work/lib/libcost(-1)?.so changed during the run: measuring put again$" \
		"$1: $2: one line"
	like "$saved" '^before +[0-9.]+$' "$1: $2: measured"
	run "$CGBENCH" --write=after.json --engine="$1" --benchfile=swap.bench -- gcc=put
	is "$status:$err" "0:" "$1: $2: nothing changes in the next run"
	equal swapped after 2 "$1: $2: the same counts as in a new run"
}

# Rows: what changes, with an engine.
printf '%s\n' 'library fork' 'appears -' 'cache fork' 'link exec' 'compiler -' 'cache exec' 'always -' 'library exec' \
	'cache qemu' 'none -' | in_turn 3 >rows
while read -r what engine; do
	case $what in
	library)
		benchfile "rename(\"$work/new.so\", \"$work/lib/libcost-1.so\")"
		swapped "$engine" 'a library that is replaced'
		;;
	link)
		benchfile "unlink(\"$work/lib/libcost.so\"); if (symlink(\"../new.so\", \"$work/lib/libcost.so\")) abort()"
		swapped "$engine" 'a link to another library'
		;;
	appears)
		# A library that appears where the loader looks first.
		begin
		mkdir -p first
		benchfile "rename(\"$work/new.so\", \"$work/first/libcost.so\")"
		grind appears --benchfile=swap.bench -- gcc=put --env="LD_LIBRARY_PATH=$work/first"
		is "$status:$err" "0:cgbench: $work/first/libcost.so changed during the run: measuring put again" \
			'a library that appears before the other'
		rm -r first
		;;
	compiler)
		# One of two puts has its compiler replaced.
		for name in gcc-1 gcc-2; do
			printf 'exec %s "$@"\n' gcc | executable $name
		done
		printf 'exec %s -DNEW "$@"\n' gcc | executable gcc-new
		begin
		benchfile "rename(\"$work/gcc-new\", \"$work/gcc-2\")"
		cat >>swap.bench <<'EOB'
[compiled]
code =
    BLACK_BOX(1);
    #ifdef NEW
    BLACK_BOX(2);
    #endif
EOB
		grind compiler --benchfile=swap.bench -- "$work/gcc-1=one" "$work/gcc-2=two"
		is "$status:$err" "0:cgbench: $work/gcc-2 changed during the run: measuring two again" \
			'a compiler that is replaced: only its put is measured again'
		sha256() {
			json compiler.json "\$f->{cgbench}{fingerprints}[$1]{sha256}"
		}
		is "$(sha256 0) $(sha256 1)" "$(sha256sum gcc-1 gcc-2 | cut -d' ' -f1 | paste -s -d ' ')" \
			'the fingerprint is that of the new one'
		run "$CGBENCH" --read=compiler.json --fields=Ir --tables --raw
		like "$out" '^compiled( !)? +1\.0 +2\.0$' 'the counts are those of the new compiler'
		;;
	always)
		# One that changes in every process.
		begin
		benchfile "chmod(\"$work/lib/libcost-1.so\", 0755)"
		sed "s|!unlink(\"$work/swap\")|1|" swap.bench >always.bench
		grind always --benchfile=always.bench -- gcc=put
		is "$status" 128 'a library that changes again and again: status'
		failed before "prepare: $work/lib/libcost.so changed while it was measured: measure it again\$"
		failed during "prepare: "
		;;
	none)
		# No change.
		begin
		benchfile "if (system(\"cat $work/lib/libcost.so >/dev/null; touch $work/lib/other $work/swap.bench\")) abort()"
		grind none --benchfile=swap.bench -- gcc=put
		is "$status:$err" "0:" 'a library that is read, a file beside it and the benchfile are no change'
		;;
	cache)
		# The cache of the loader, on a host of its own.
		if ! unshare -m true 2>/dev/null; then
			skip 'the cache of the loader' 'mounting is not permitted'
			continue
		fi
		if [ "$engine" = qemu ] && ! command -v qemu-x86_64 >found; then
			skip "$engine: the cache of the loader" 'there is no qemu-x86_64'
			continue
		fi
		begin
		benchfile 'FILE *f = fopen("/etc/ld.so.cache", "a"); if (!f || fputc(0, f) || fclose(f)) abort()'
		cp /etc/ld.so.cache cache
		touch swap
		# shellcheck disable=SC2016
		run unshare -m sh -c 'mount --bind cache /etc/ld.so.cache && exec "$@"' sh "$CGBENCH" \
			--engine="$engine" --benchfile=swap.bench --tables --raw --fields=Ir -- gcc=put
		is "$status:$(cat err)" "0:cgbench: /etc/ld.so.cache changed during the run: measuring put again" \
			"$engine: the cache of the loader"
		;;
	esac
done <rows

done_testing
