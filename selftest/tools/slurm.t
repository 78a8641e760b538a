#!/bin/sh
# The array of docs/clusters.md under Slurm: its tasks' shards, joined, are the whole run. The daemons are
# this test's own; see slurm/cluster.pl.
# shellcheck disable=SC2016 # variables of Perl, and of another shell
. "$(dirname "$0")/../tap.sh"

# Debian's daemons are in sbin, which only root has in PATH.
PATH=$work/bin:$PATH:/usr/sbin
missing=
for command in slurmctld slurmd sbatch; do
	command -v "$command" >/dev/null || missing="$missing $command"
done
if [ "$missing" ]; then
	name='an array of Slurm'
	reason="no$missing: install slurm-wlm"
	if [ "${CI-}" ]; then
		ok "$name: $reason" false
	else
		skip "$name" "$reason"
	fi
	done_testing
	exit
fi

mkdir bin bench tmp
ln -s "$CGBENCH" bin/cgbench
export TMPDIR="$work/tmp"
# Seven tests, so that the shards differ in size; what libc does in some would show in others.
names='arith::div::const|branch::and-chain|call::setjmp|num::snprintf::g|alloc::malloc::mixed|sort::qsort::random|tree::tsearch'
awk -v names="^\\\\[($names)]" 'BEGIN { on = 1 } /^\[/ { on = $0 ~ names } on' "$top/benchfiles/c.bench" \
	>bench/tests.bench
run cgbench --benchfile=bench/tests.bench --write=bench/baseline.json -- gcc
is "$status:$err" 0: 'the whole run is measured'

gcc -shared -fPIC -o loopback.so "$here/tools/slurm/loopback.c" || exit 1
mkfifo said started held
perl "$here/tools/slurm/cluster.pl" "$work/cluster" "$work/loopback.so" $$ >said &
cluster=$!
trap '[ ! "$cluster" ] || { kill "$cluster"; wait "$cluster"; }; cd / && rm -rf "$work"' EXIT
read -r line <said
is "$line" started 'a cluster of one node is started'
export SLURM_CONF="$work/cluster/slurm.conf"

# left: the names of the processes that this test and its jobs left: they have $work in their
# environment, as the commands of this test do.
left() {
	for process in $(env -i grep -lazF "$work/" /proc/[0-9]*/environ 2>/dev/null); do
		cat "${process%environ}comm" 2>/dev/null
	done >"$work/names"
	sort "$work/names" | xargs
}

awk '/^## Slurm/ { on = 1 } on && /^```$/ { exit } code { print } on && /^```sh$/ { code = 1 }' \
	"$top/docs/clusters.md" >counts.sbatch
sed -n '/^    rm -rf shards$/,/^$/s/^    //p' "$top/docs/clusters.md" |
	sed 's/^sbatch --array=1-16 --wait counts.sbatch 16$/sbatch --array=1-3 --wait counts.sbatch 3/' >array
ok 'docs/clusters.md starts an array' grep -qx 'sbatch --array=1-3 --wait counts.sbatch 3' array
run timeout "$(seconds 300)" sh -e array
is "$status:$(grep -c '^Submitted' out)" 0:1 'its tasks end, and its gate passes'
[ "$status" = 0 ] || sed 's/^/# /' err ./*.out cluster/*.log
is "$(find . -name '*.out' | sort | xargs)" './slurm-1_1.out ./slurm-1_2.out ./slurm-1_3.out' 'Slurm ran three tasks'
for number in 1 2 3; do
	is "$(json shards/$number.json '@{$f->{cgbench}{shard}}{qw(number count)}' | xargs)" "$number 3" \
		"one of them measured shard $number"
done
is "$("$here/difference" bench/baseline.json bench/new.json)" '7 cells' 'joined, they are the whole run in all 13 fields'
is "$(find tmp cluster/spool -mindepth 1 -type d)" '' 'no directory is left'

# Jobs that still run end with the cluster.
sbatch --output=/dev/null --wrap="echo yes >'$work/started'; exec tail -f /dev/null" >out
is "$(timeout "$(seconds 60)" cat started)" yes 'another job is started'
like " $(left) " ' slurmctld slurmd .*tail ' 'the other job is run'
kill "$cluster"
wait "$cluster"
is "$(left)" '' 'no process is left'

# And with its caller, at the latest: the pipe is open until the last of them has ended.
cluster=
sh -c 'perl "$1/slurm/cluster.pl" "$2/killed" "$2/loopback.so" $$ >"$2/said" &
	read -r line <"$2/said" && echo "$line" >"$2/line" && kill -KILL $$' sh "$here/tools" "$work" 3>held &
ok 'a test is killed, and its cluster ends' timeout "$(seconds 60)" cat held
is "$(cat line):$(left)" started: 'the cluster of a test that is killed leaves no process'
done_testing
