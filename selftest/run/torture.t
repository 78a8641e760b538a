#!/bin/sh
# No call of the C library that fails in cgbench, no signal and no full disk makes it crash, hang, leave a
# process or a file, tear a file or print a wrong count: selftest/run/torture/. Some kinds of runs are tried in turn, with a
# part of the calls and moments; CGBENCH_TEST_ALL=1 tries all, which takes hours.
. "$(dirname "$0")/../tap.sh"

few=5 two=1 one=1 moments=5
! whole || few=15 two=2 moments=10
[ "${CGBENCH_TEST_ALL:-0}" != 1 ] || few=0 two=0 one=0 moments=200

if grep -q __asan_init "$CGBENCH"; then
	skip torture "AddressSanitizer replaces the functions that are to fail"
	done_testing
	exit 0
fi

mkdir tmp
TMPDIR=$work/tmp
export TMPDIR
cat >two.bench <<'END'
[a]
code = BLACK_BOX(BLACK_BOX(6) * 7);
[b]
setup = char s[] = "some words";
code = BLACK_BOX(s[BLACK_BOX(1)]);
END
printf '[a]\ncode = BLACK_BOX(BLACK_BOX(6) * 7);\n' >one.bench
run "$CGBENCH" --benchfile=two.bench --profile --write=1.json -- gcc=a gcc=b -O1
is "$status" 0 'a run of two puts is saved'
run "$CGBENCH" --benchfile=two.bench --write=2.json -- gcc=b
is "$status" 0 'a second run is saved'

# Parts that only read are between those that measure.
parts 3 read fork text exec html profile explain qemu history full write signals 'full: html'

# torture NAME MOST OPTION ARGUMENT...: MOST faults of each kind; 0: all.
torture() {
	name=$1 most=$2 option=$3
	shift 3
	chosen "$name" || return 0
	mkdir -p here
	(cd here && perl "$here/run/torture/torture.pl" --library="$UNITS/torture.so" --name="$name" --most="$most" \
		${option:+"$option"} -- "$CGBENCH" "$@") >said 2>&1 || echo "not ok $name: torture.pl" >>said
	report said
	rm -rf here
}

torture read $few '' --read=../1.json --format=csv --tables --raw
torture text $few '' --read=../1.json
torture html $few '' --read=../1.json --format=html:page.html
torture explain $few '' --read=../1.json --explain
torture history $few '' --format=text --history ../1.json ../2.json
torture write $few '' --read=../1.json --write=out.json
torture 'full: html' $few --full --read=../1.json --format=html:page.html

set -- -j1 --timeout=20 --write=out.json --fields=Ir --tables --raw --format=csv
torture fork $one '' "$@" --benchfile=../two.bench -- gcc=a gcc=b -O2
torture exec $one '' "$@" --benchfile=../one.bench --engine=exec -- gcc
torture profile $one '' -j1 --timeout=20 --write=out.json --profile --explain --benchfile=../one.bench -- gcc
if command -v qemu-aarch64 >found && command -v aarch64-linux-gnu-gcc >found; then
	torture qemu $one '' "$@" --benchfile=../one.bench -- aarch64-linux-gnu-gcc
else
	skip qemu "qemu-user or the cross compiler is not installed"
fi
torture full $two --full "$@" --benchfile=../one.bench -- gcc
torture signals $moments --signals "$@" --benchfile=../two.bench -- gcc=a gcc=b -O2

done_testing
