#!/bin/sh
# The fingerprint of a saved file, and its effect when files are compared.
# shellcheck disable=SC2016 # perl's variables
. "$(dirname "$0")/../tap.sh"

export LC_ALL=C
cat >old.bench <<'END'
language = c

[kept]
code = BLACK_BOX(BLACK_BOX(6) * 7);

[changed]
code = BLACK_BOX(BLACK_BOX(1) * 2);
END
sed 's/\* 2/* 3/' old.bench >new.bench

# trait FILE PUT NAME
trait() {
	json "$1" "\$f->{cgbench}{fingerprints}[$2]{$3}"
}

# Saved traits.
mkdir bin
ln -s "$(command -v gcc)" bin/my-gcc
run "$CGBENCH" --benchfile=old.bench --write=old.json --putargs=-O1 --grindargs='--vgdb=no --LL=4194304,16,64' \
	-- ./bin/my-gcc=old --args='-D X=1' --env=A='b c' clang
is "$status:$err" 0: 'two puts are saved'
is "$(trait old.json 0 cgbench)" "$(cat "$top/VERSION")" 'a saved file has the version of cgbench'
is "$(trait old.json 0 valgrind)" "$(valgrind --version | sed 's/^valgrind-//')" 'a saved file has the version of valgrind'
is "$(trait old.json 0 kernel)" "$(uname -r)" 'a saved file has the version of the kernel'
is "$(trait old.json 0 libc)" "$(getconf GNU_LIBC_VERSION | sed 's/^glibc //')" \
	'a saved file has the version of the C library'
is "$(trait old.json 0 engine)" fork 'a saved file has the engine'
is "$(trait old.json 0 caches)" 'I1=32768,8,64 D1=32768,8,64 LL=4194304,16,64' 'the caches as they are in effect'
is "$(trait old.json 0 grindargs)" --vgdb=no 'the other options of valgrind'
like "$(trait old.json 0 pins)" '^randomisation=(off|on) stack=[0-9]+$' 'a fingerprint has the pins'
is "$(trait old.json 0 language)" c 'a fingerprint has the language'
is "$(trait old.json 0 path)" "$(realpath bin/my-gcc)" 'the path, links resolved'
is "$(trait old.json 0 sha256)" "$(sha256sum <bin/my-gcc | sed 's/ .*//')" 'the hash of the executable'
is "$(trait old.json 0 version)" "$(./bin/my-gcc --version | sed q)" 'what it says it is'
is "$(trait old.json 0 args)" "-O1 -D X=1" 'a fingerprint has all arguments of the put'
is "$(trait old.json 0 env)" "'A=b c'" 'a fingerprint has the environment of the put'
is "$(trait old.json 1 args):$(trait old.json 1 env)" "-O1:" 'a saved file has the arguments of the other put'
is "$(trait old.json 1 version)" "$(clang --version | sed q)" 'a saved file has the version of the other put'
is "$(json old.json '$f->{loop_counts}->@*' | xargs)" '10 20' 'the loop counts are elsewhere'
texts=$(json old.json 'map { $_->{texts}->@* } $f->{cgbench}{tests}->@{qw(kept changed)}')
is "$(echo "$texts" | grep -cE '^[0-9a-f]{16}$'):$(echo "$texts" | sort -u | wc -l)" 4:2 \
	'a saved file has a hash of what each cell measured'

# The processor, according to valgrind itself.
capable=$(valgrind -v --tool=none true 2>&1 | sed -n 's/.*Arch and hwcaps: .*amd64/-/p')-
case $capable in
*-avx2-*) cpu=avx2 ;;
*-avx-*) cpu=avx ;;
*-ssse3-*) cpu=sse4.2 ;;
*) cpu=sse2 ;;
esac
is "$(trait old.json 0 cpu)" "$cpu" "the processor that valgrind shows, as its $capable"

# Versions of interpreters.
cat >say.bench <<'END'
[say]
code.perl  = my $x = 1;
code.lua   = local x = 1
code.shell = x=1
END
set -- perl dash --env=B=2
! command -v lua5.4 >lua || set -- "$@" lua5.4
run "$CGBENCH" --benchfile=say.bench --write=say.json --engine=exec -- "$@"
is "$status:$err" 0: 'the fingerprints of interpreters are saved'
is "$(trait say.json 0 version)" "$(perl --version | sed -n 2p)" 'the first line with something on it'
is "$(trait say.json 1 version)" '' 'nothing where a program does not say'
is "$(trait say.json 0 engine)" exec 'a fingerprint has the engine'
is "$(trait say.json 0 env):$(trait say.json 1 env)" PERL_HASH_SEED=0:B=2 'variables of the language and of the put'
if [ -s lua ]; then
	is "$(trait say.json 2 version)" "$(lua5.4 -v)" 'a language with its own way to ask'
else
	skip 'a language with its own way to ask' 'no lua5.4'
fi

# Without a saved file no versions are asked for: this compiler counts the requests.
executable gcc <<'END'
[ "$1" != --version ] || echo asked >>"${0%/*}/asked"
exec gcc "$@"
END
run "$CGBENCH" -e 'BLACK_BOX(1)' -- ./gcc
ok 'no put is asked for its version' [ ! -e asked ]
run "$CGBENCH" -e 'BLACK_BOX(1)' --write=twice.json -- ./gcc ./gcc=O3 -O3
is "$(cat asked)" asked 'a put is asked once for its version where it is saved'
is "$(trait twice.json 0 sha256):$(trait twice.json 0 version)" \
	"$(trait twice.json 1 sha256):$(gcc --version | sed q)" 'one answer is for both puts of a program'
cat >gcc <<'END'
#!/bin/sh
[ "$1" != --version ] || exec sleep 100
exec gcc "$@"
END
run "$CGBENCH" -e 'BLACK_BOX(1)' --timeout="$(seconds 1)" --write=slow.json -- ./gcc
is "$status:$(trait slow.json 0 version)" 0: 'a put that does not answer has no version'

# Incomparable files.
usual="$CGBENCH --benchfile=old.bench"
$usual --write=usual.json -- gcc=usual
run "$CGBENCH" -r old.json -r usual.json --tables --fields=Ir
is "$status:$out" 128: 'a run with other caches is refused'
run "$CGBENCH" -r old.json -r usual.json --fields=Ir --force --write=forced.json --show
is "$status:$(echo "$err" | grep -c .)" 0:1 '--force: compared, with a note'
like "$out" '^kept +3[.]0 +3[.]0 [+]0[.]00 % +3[.]0 [+]0[.]00 %$' 'files with other caches are shown with --force'
run "$CGBENCH" -r forced.json --tables --fields=Ir
is "$status:$err" 0: 'a file that --force saved needs none'
is "$(trait forced.json 0 caches):$(trait forced.json 2 caches)" \
	"$(trait old.json 0 caches):$(trait usual.json 0 caches)" 'each put keeps its own'
run "$CGBENCH" -r usual.json --grindargs=--D1=49152,12,64 -v --keep=kept -- gcc=now
is "$status:$out" 128: 'a put that is measured now is compared, too'
like "$err" "^cgbench: 'usual' of usual.json and 'now', measured now, differ in the simulated caches" 'a put that is measured now is named'
ok 'a put is refused before it is measured' [ ! -e kept ]

# Different texts.
"$CGBENCH" --benchfile=new.bench --write=new.json -- gcc=new
run "$CGBENCH" -r usual.json -r new.json --tables --fields=Ir
is "$status:$err" 0: 'files with another text for a test'
like "$out" '^changed +100\.00 +\*$' 'another text is not compared'
run "$CGBENCH" -r usual.json -r new.json --tables --raw --fields=Ir,Dr --write=both.json --show
is "$(echo "$out" | grep -c '^Ir .* \*$')" 1 'another text is not shown beside the first with --tables --raw'
run "$CGBENCH" -r both.json --norm=new --tables --fields=Ir
like "$out" '^changed  +\* 100.00$' 'two texts are not compared from one file'
run "$CGBENCH" -r both.json --fields=Ir --tables --raw -- gcc=third
like "$out" '^changed  +[0-9.]+ +\* +[0-9.]+$' 'a new put measures the text of the first'
sed 's/^\[kept\]$/&\ndesc = as it was\nops = 1/' old.bench >described.bench
"$CGBENCH" --benchfile=described.bench --write=described.json -- gcc=new
run "$CGBENCH" -r usual.json -r described.json --tables --fields=Ir
like "$out" '^kept  +100.00 +100.00$' 'another description, or line, is no other text'

# bench.pl's files.
run "$CGBENCH" -r "$here/read/golden/w12.json" -r "$here/read/golden/t_532_j2.json" --tables --fields=Ir
is "$status:$(echo "$err" | grep -c 'fingerprint')" 0:1 'files without fingerprints: one note'
unlike "$out" '\*' 'equal texts of files without fingerprints are compared'
sed 's/f(1,2,3)/f(3,2,1)/; s/"one"/"1"/g; s/"two"/"2"/g' "$here/read/golden/w12.json" >text.json
run "$CGBENCH" -r "$here/read/golden/w12.json" -r text.json --tables --fields=Ir
is "$(echo "$out" | grep '\* *\*$' | sed 's/ .*//')" call::sub::args3 \
	'other texts of files without fingerprints are not compared'
done_testing
