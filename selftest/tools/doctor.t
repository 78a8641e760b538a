#!/bin/sh
# --action=doctor: what is installed, on one screen, with a PATH that has little.
# shellcheck disable=SC2016 # perl's variables
. "$(dirname "$0")/../tap.sh"

# has NAME...: $bin has these programs, under their names, and no other.
bin=$work/bin
has() {
	rm -rf "$bin"
	mkdir "$bin"
	for has_name; do
		ln -s "$(command -v "$has_name")" "$bin/$has_name"
	done
}

# says ERE NAME: a line of what it says, with the lines that belong to it, matches.
says() {
	like "$(awk '/^ / { sub(/^ +/, " "); line = line $0; next } { print line; line = $0 } END { print line }' "$work/out")" \
		"$1" "$2"
}

has gcc as ld valgrind perl
# A script on Debian, which starts a program next to it.
if command -v valgrind.bin >/dev/null; then
	ln -s "$(command -v valgrind.bin)" "$bin"
fi
printf '#!/bin/sh\necho "clang (a 5) version 98.7.6-1 (x 1.2)"\n' >"$bin/clang"
printf '#!/bin/sh\necho "tcc 8"\n' >"$bin/tcc"
printf '#!/bin/sh\nexit 1\n' >"$bin/python3"
chmod +x "$bin/clang" "$bin/tcc" "$bin/python3"
run env PATH="$bin" "$CGBENCH" --action=doctor
is "$status:$err" 0: 'valgrind and gcc work'
says "^valgrind +$(valgrind --version | sed 's/.*-\([0-9.]*\).*/\1/'), $bin/valgrind\$" 'the valgrind in PATH, with its version'
says '^fork +works$' 'the engine fork'
says '^exec +works$' 'the engine exec'
says "^aarch64 +optional: 'aarch64-linux-gnu-gcc' cannot be run: .*apt-get install gcc-aarch64-linux-gnu" 'what another machine needs'
says '^qemu +optional: .*qemu-x86_64 is not in .PATH; install it \(Debian: apt-get install qemu-user\)$' 'what an engine needs'
says "^puts +c: clang 98[.]7[.]6, gcc $(gcc -dumpfullversion), tcc; perl: perl $(perl -e 'printf "%vd", $^V')\$" \
	'puts by language, with their versions; not one that is a script to nothing'
says '^optional +ada awk c\+\+ .* python .*; install them \(Debian: apt-get install gnat mawk g\+\+ .* python3 .*\)$' \
	'and languages without one, with their packages'
is "$(tail -n 1 out | xargs)" 'ready c, perl' 'the last line names the languages that are ready'
apt=$(tr '\n' ' ' <out | sed 's/.*apt-get install//; s/).*//' | xargs -n 1)
is "$(sed -n 's/^\t?*\([^:]*\):.*/\1/p' "$top/scripts/install-deps" >known; echo "$apt" | grep -vxFf known)" '' \
	'the packages of the doctor are those of scripts/install-deps'
is "$(echo "$apt" | grep -cvx golang-go)" "$(sed -n '/^optional/,/^ready/p' out | tr -d '\n' | sed 's/^optional//; s/;.*//' | wc -w)" \
	'one for each language, and another for go'
is "$(awk 'length > 80' out)" '' 'the doctor prints no more than 80 columns'
ok 'the report fits on 24 lines' [ "$(wc -l <out)" -le 24 ]

has gcc as ld
run env PATH="$bin" "$CGBENCH" --action=doctor
is "$status" 1 'without valgrind, nothing works'
says '^valgrind +is not in .PATH$' 'a missing valgrind is told'
says '^fork +valgrind is not in .PATH; install it \(Debian: apt-get install valgrind\)$' 'a missing valgrind is told with its package'

mkdir empty
run env PATH="$work/empty" "$CGBENCH" --action=doctor
is "$status" 1 'an empty PATH is a failure'
says '^puts +none$' 'an empty PATH has no puts'
is "$(tail -n 1 out | xargs)" 'ready nothing' 'and nothing is ready'

done_testing
