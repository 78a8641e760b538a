#!/bin/sh
# Programs see of the host the processor that valgrind shows them, which --cpu restricts, and its caches.
. "$(dirname "$0")/../tap.sh"

unknown='cgbench: --host-cache: cachegrind does not know this host.s caches; set them with --grindargs=.*'
if [ "$(uname -m)" != x86_64 ]; then
	skip 'other processors' 'only those of x86-64 have levels'
	run "$CGBENCH" --host-cache -e 1 -- gcc
	like "$status $err" "^128 $unknown\$" 'valgrind cannot find out the caches: refused'
	done_testing
	exit
fi

bench=$here/counts/cpu/cpu.bench

# counted OPTION...: "CPU: N differences in CELLS cells" for each processor.
counted() {
	"$top/scripts/cpus" -j2 --benchfile="$bench" "$@" -- gcc 2>&1 | grep -v '^[^ ]* [^ ]* gcc '
}

# processors LEVEL: all show the same counts with that level of --cpu, and some show others without one.
processors() {
	"$CGBENCH" --list --benchfile="$bench" | sed '/^$/,$d; s/ .*//' | in_turn 6 >names
	some=--tests=$(paste -sd, names) n=$(grep -c . names)
	want="avx2: 0 differences in $n cells
avx: 0 differences in $n cells
sse4.2: 0 differences in $n cells"
	case $1 in
	v1) is "$(counted --cpu=v1 "$some")" "$want
sse2: 0 differences in $n cells" '--cpu=v1: all processors count the same' ;;
	v2) is "$(counted --cpu=v2 "$some" | grep -v '^sse2: ')" "$want" '--cpu=v2: all but the oldest count the same' ;;
	*) is "$(counted | grep -c ': 0 differences in 17 cells')" 1 'without a level, other processors count otherwise' ;;
	esac
}

# old CPU WORD...: runs cgbench as on an older host.
old() {
	cpu=$1
	shift
	run "$UNITS/host" "$cpu" "$places" "$CGBENCH" "$@"
}

snippet='BLACK_BOX(BLACK_BOX(6) / 7)'

"$UNITS/host" avx "" /bin/true
if [ $? = 77 ] || ! grep -qw avx2 /proc/cpuinfo || ! command -v objdump >found; then
	skip "other processors" "they cannot be had here"
else
	for level in $(printf '%s\n' v1 v2 none | in_turn 1); do
		processors "$level"
	done

	# The program's address without randomisation.
	places=$(objdump -d "$CGBENCH" |
		sed -n 's/^ *\([0-9a-f]*\):.*[[:blank:]]cpuid.*/0x\1/p' |
		while read -r place; do printf '%#x\n' $((place + 0x555555554000)); done | paste -sd,)
	old avx -e "$snippet" --write=avx.json -- gcc
	is "$status" 0 "a processor without AVX2: it measures"
	like "$err" '^cgbench: this processor has no AVX2: .* use --cpu=v2 on both for equal counts$' \
		"a processor without AVX2: it says so"
	like "$(cat avx.json)" '"cpu":"avx"' "a processor without AVX2: which, is saved"
	old avx --cpu=v2 -e "$snippet" --write=v2.json -- gcc
	is "$status $err" "0 " "--cpu=v2 there: nothing to say"
	like "$(cat v2.json)" '"cpu":"v2"' "--cpu=v2: is saved"
	old avx --cpu=v3 -e "$snippet" -- gcc
	is "$status $err" "129 cgbench: --cpu=v3 needs a processor with avx2; programs see one with avx here" \
		"--cpu=v3 there: refused"
	old sse2 --cpu=v2 -e "$snippet" -- gcc
	is "$status $err" "129 cgbench: --cpu=v2 needs a processor with sse4.2; programs see one with sse2 here" \
		"--cpu=v2 on the oldest: refused"
	old sse2 -e "$snippet" --tables --raw -- gcc
	like "$err" 'use --cpu=v1 on both for equal counts$' "the oldest: another remedy"
	run "$CGBENCH" --cpu=v2 -e "$snippet" --write=here.json -- gcc=here
	run "$CGBENCH" --read=v2.json --read=here.json --tables --raw --fields=Ir
	is "$status" 0 "results of two of them with --cpu=v2 are comparable"
	run "$CGBENCH" --read=avx.json --read=here.json --tables --raw --fields=Ir
	is "$status" 128 "results of two processors without --cpu are not comparable"
	like "$err" "the processor valgrind shows \('avx', 'v2'\)" "results of two processors: the reason is told"
fi

run "$CGBENCH" --cpu=v4 -e "$snippet" -- gcc
is "$status $err" "129 cgbench: --cpu: invalid value 'v4'; use v1, v2 or v3" "an unknown level"
run "$CGBENCH" --cpu=v1 -e "$snippet" -- gcc --env=GLIBC_TUNABLES=glibc.malloc.check=1
is "$status $err" "129 cgbench: --cpu=v1 sets GLIBC_TUNABLES, which 'gcc' sets too: remove one" "a put that sets it"

# glibc 2.36 reads past the end of GLIBC_TUNABLES, up to random bytes, so some starts in a hundred
# select other functions.
{
	echo 'preamble = #include <string.h>'
	echo '[start]'
	echo "param.n = $(seq 10 | in_turn 5 | xargs)"
	echo 'code = BLACK_BOX(strlen(BLACK_BOX("a few words")) + n);'
} >starts.bench
# starts OPTION... -- PUT: the number of different sums of raw counts.
starts() {
	"$CGBENCH" -j2 --engine=exec --benchfile=starts.bench --write=starts.json "$@"
	perl -MJSON::PP -0777 -ne '
		my %seen;
		for my $row (values %{decode_json($_)->{results}}) {
			$seen{join " ", map { map { $_->{Ir} } @$_ } @$_}++ for values %$row;
		}
		print scalar keys %seen, "\n"' starts.json
}
in_turn 1 <<'END' >chosen
--cpu=v1 -- gcc -static
-- gcc -static --env=GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2
END
while read -r options; do
	# shellcheck disable=SC2086 # the words of a line
	is "$(starts $options)" 1 "all starts count the same: $options"
done <chosen

### --host-cache: the caches that valgrind takes when it is told none.

tool=$("$top/scripts/valgrind-tools")/cachegrind-amd64-linux
walk='for (int i = 0; i < 65536; i += 64) block[i]++'
block='static char block[65536] __attribute__((aligned(4096)));'

# caches: those that cachegrind describes in own.out.
caches() {
	sed -n 's/ direct-mapped$/ 1-way associative/
		s/^desc: \(..\) cache: *\([0-9]*\) B, \([0-9]*\) B, \([0-9]*\)-way associative$/\1=\2,\4,\3/p' \
		own.out | paste -sd' '
}

# host_caches HOST WORD...: --host-cache, where these words run valgrind's tools.
host_caches() {
	host=$1
	shift
	rm -f own.out host.json told.json
	VALGRIND_LAUNCHER=valgrind VALGRIND_LIB=${tool%/*} "$@" --tool=cachegrind --cache-sim=yes \
		--cachegrind-out-file=own.out /bin/true >/dev/null 2>&1
	own=$(caches)
	if ! [ "$own" ]; then
		skip "--host-cache, $host" "valgrind itself does not run there without cache options"
		return 1
	fi
	like "$own" '^I1=[0-9]+,[0-9]+,[0-9]+ D1=[0-9,]+ LL=[0-9,]+$' "$host: valgrind describes its caches"
	run "$CGBENCH" --host-cache --preamble="$block" -e "$walk" --write=host.json -- gcc
	is "$status $err" "0 " "--host-cache, $host: measured"
	like "$(cat host.json)" "\"caches\":\"$own\"" "--host-cache, $host: the caches are those of the host"
	run "$CGBENCH" --grindargs="$(echo "--$own" | sed 's/ / --/g')" --preamble="$block" -e "$walk" \
		--write=told.json -- gcc
	is "$("$here/difference" host.json told.json)" "1 cells" "--host-cache, $host: counts as with these caches"
}

if host_caches "this host" "$tool"; then
	run "$CGBENCH" --host-cache --grindargs=--D1=1024,2,64 -e "$snippet" --write=host.json -- gcc
	like "$(cat host.json)" '"caches":"I1=[0-9,]+ D1=1024,2,64 LL=' "--grindargs overrides --host-cache"
fi

# A host whose caches valgrind does not find out, and takes some of its own.
if [ -x "$tool" ]; then
	mkdir blind
	ln -s "${tool%/*}"/* blind
	rm blind/cachegrind-amd64-linux
	executable blind/cachegrind-amd64-linux <<-END
		case "\$*" in
		*--cache-sim*) echo '--1-- Warning: Cannot auto-detect cache config, using defaults.' >&2 ;;
		esac
		exec "$tool" "\$@"
	END
	run env VALGRIND_LIB="$work/blind" "$CGBENCH" --host-cache -e "$snippet" -- gcc
	like "$status $err" "^128 $unknown\$" '--host-cache, caches that are not found out: refused'
else
	skip '--host-cache, caches that are not found out' 'there is no cachegrind where it is looked for'
fi

# An AMD host: valgrind 3.19 takes its last level for direct-mapped.
if ! can_step '--host-cache, an AMD host'; then
	:
elif ! [ -x "$tool" ] || ! command -v objdump >/dev/null; then
	skip "--host-cache, an AMD host" "there is no objdump, or no cachegrind where it is looked for"
else
	mkdir amd
	ln -s "${tool%/*}"/* amd
	rm amd/cachegrind-amd64-linux
	places=$(objdump -d "$tool" | sed -n 's/^ *\([0-9a-f]*\):.*[[:blank:]]cpuid.*/0x\1/p' | paste -sd,)
	executable amd/cachegrind-amd64-linux <<-END
		exec "$UNITS/host" amd $places "$tool" "\$@"
	END
	export VALGRIND_LIB="$work/amd"
	host_caches "an AMD host" "$work/amd/cachegrind-amd64-linux" &&
		is "$own" "I1=32768,8,64 D1=32768,8,64 LL=268435456,1,64" "an AMD host: a direct-mapped last level"
fi

done_testing
