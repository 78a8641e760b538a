#!/bin/sh
# Numbers do not depend on where, how and by whom they are measured: a short form of scripts/soak,
# and what it cannot vary.
. "$(dirname "$0")/tap.sh"

run "$top/scripts/soak" --short
is "$status" 0 "8 runs under changing conditions"
like "$out" '^8 measurements of [1-9][0-9]* cells: 0 differ$' "no number differs"

tests='/^(stack::(address|alloca|deep|fills-d1)|heap::(mixed|address)|libc::getenv|branch::random)$/'

# measure NAME WORD...: leaves NAME.json.
measure() {
	name=$1
	shift
	run "$@" "$CGBENCH" --benchfile="$here/agreement/hard.bench" --tests="$tests" \
		--write="$name.json" -- gcc-12=dynamic gcc-12=static -static clang-14=clang
	is "$status $err" "0 " "$name: measured"
}

measure plain env
cells=$("$here/difference" plain.json plain.json)
measure environment env "LONG=$(head -c 60000 /dev/zero | tr '\0' x)"
is "$("$here/difference" plain.json environment.json)" "$cells" "a long environment"

# What is newer in what the kernel tells a program, is cut off.
libexec=${VALGRIND_LIB:-}
for dir in /usr/libexec/valgrind /usr/lib/valgrind /usr/lib/x86_64-linux-gnu/valgrind; do
	[ "$libexec" ] || [ ! -x "$dir/cachegrind-amd64-linux" ] || libexec=$dir
done
"$UNITS/host" kernel "" /bin/true
if [ $? = 77 ]; then
	skip "an older kernel" "ptrace is refused"
else
	mkdir older
	ln -s "$libexec"/* older
	rm older/cachegrind-amd64-linux
	# A shell adds to the environment.
	cat >older/cachegrind-amd64-linux <<-END
		#!/bin/sh
		exec env -i VALGRIND_LIB="\$VALGRIND_LIB" VALGRIND_LAUNCHER=valgrind "$UNITS/host" kernel "" "$libexec/cachegrind-amd64-linux" "\$@"
	END
	chmod +x older/cachegrind-amd64-linux
	measure older env VALGRIND_LIB="$work/older"
	is "$("$here/difference" plain.json older.json)" "$cells" "an older kernel"
fi

done_testing
