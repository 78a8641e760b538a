#!/bin/sh
# Loops that are not what their counts are taken for: left between the short and the long count, or
# with turns that skip "post". Near misses are measured.
. "$(dirname "$0")/../tap.sh"

first='active/long loop: left its loop early, or ended in it with status 0'
left='rehearsal: left its loop early, repeated an iteration, or ended with status 0'
skipped="rehearsal: left its loop early, or skipped 'post' in some iteration (by continue or next), whose \
cost is subtracted"
continued="rehearsal: 'continue' skips 'post', whose cost is subtracted: jump to the end of the code \
with goto, or move the code into a function"

false="active/long loop: 'verify' is false: 1 == 2"

parts 4 perl c jq php ruby d tcl awk c++ python shell go javascript

# judged LANGUAGE PUT: the benchfile is standard input. Every test whose name begins with one of these
# words fails for that reason, and every other one is measured.
judged() {
	language=$1
	put=$2
	cat >bench
	chosen "$language" || return 0
	if ! command -v "$put" >/dev/null; then
		skip "$language" "$put is not installed"
		return
	fi
	run "$CGBENCH" --tables --raw --fields=Ir --language="$language" --benchfile=bench -- "$put=put"
	is "$(awk -F ' on put: ' '/^cgbench: .* on put: / {
			n = split(substr($1, 10), names, ", ")
			for (i = 1; i <= n; i++)
				print names[i] FS $2
		}' err | sort)" "$(sed -n 's/^\[\(.*\)\]/\1/p' bench | sort |
		sed -n "s|^first.*|& on put: $first|p
			s|^false.*|& on put: $false|p
			s|^left.*|& on put: $left|p
			s|^skipped.*|& on put: $skipped|p
			s|^continued.*|& on put: $continued|p")" "$language, $put: what fails, and why"
	is "$(sed -n '/^good/p' out | awk '$NF ~ /^[0-9.]+$/ { print $1 }' | sort)" \
		"$(sed -n 's/^\[\(good.*\)\]/\1/p' bench | sort)" "$language, $put: near misses"
}

judged perl perl <<'EOB'
[false::verify]
code = my $x = 1
verify = 1 == 2
[good::verify]
code = my $x = 1
verify = 1 == 1
[left::last]
setup = my $i;
code = last if $i++ == 15;
[left::exit]
setup = my $i;
code = exit if $i++ == 15;
[left::goto]
setup = my $i;
code = goto OUT if $i++ == 15;
teardown = OUT: ;
[left::redo]
setup = my $i;
code = redo if $i++ == 15;
[left::pre]
setup = my $i;
pre = last if $i++ == 15;
code = $i = 0;
[skipped::next]
setup = my ($i, $j);
code = next if $i++ % 2;
post = $j++;
[good::next]
setup = my $i;
code = next if $i++ % 2;
[good::loops]
setup = my $j;
code = for my $i (1..3) { next if $i == 1; last if $i == 2 }
post = $j++;
[good::parent]
code = getppid;
EOB

cat >compile.bench <<'EOB'
[syntax]
compile = yes
code = my $x = ;
[good]
compile = yes
code = my $x = 1;
EOB
run "$CGBENCH" --tables --raw --fields=Ir --benchfile=compile.bench -- perl
like "$status:$err" '^128:cgbench: syntax on perl: rehearsal: its code does not compile' \
	'perl: code that is only compiled, but is wrong'
like "$err" '^    syntax error at ' 'perl: the message says what is wrong in code that is only compiled'
like "$out" '^good +[0-9]+[.]' 'perl: right code that is only compiled is measured'

judged javascript duk <<'EOB'
[false::verify]
code = var x = 1;
verify = 1 == 2
[good::verify]
code = var x = 1;
verify = 1 == 1
[left::return]
setup = var i = 0;
code = if (i++ == 15) return;
[skipped::continue]
setup = var i = 0, j = 0;
code = if (i++ % 2) continue;
post = j++;
[good::continue]
setup = var i = 0;
code = if (i++ % 2) continue;
[good::return]
setup = function f() { return 0; } var j = 0;
code = f();
post = j++;
EOB

judged jq jq <<'EOB'
[first::break]
setup = label $out |
code = 1, break $out
[first::halt]
code = halt
[good::empty]
code = empty, (1 | tostring)
EOB

judged php php <<'EOB'
[false::verify]
code = $x = 1;
verify = 1 == 2
[good::verify]
code = $x = 1;
verify = 1 == 1
[left::return]
setup = $i = 0;
code = if ($i++ == 15) return 0;
[skipped::continue]
setup = $i = $j = 0;
code = if (!($i++ % 2)) continue;
post = $j++;
[good::return]
setup = $j = 0;
code = (function () { return 0; })();
post = $j++;
EOB

judged ruby ruby <<'EOB'
[false::verify]
code = x = 1
verify = 1 == 2
[good::verify]
code = x = 1
verify = 1 == 1
[left::return]
setup = i = 0
code = return 0 if (i += 1) == 15
[skipped::next]
setup = i = j = 0
code = next if (i += 1) % 2 == 1
post = j += 1
[good::next]
setup = j = 0
code = [1, 2].each { |i| next }
post = j += 1
EOB

judged tcl tclsh <<'EOB'
[false::verify]
code = set x 1
verify = 1 == 2
[good::verify]
code = set x 1
verify = 1 == 1
[left::return]
setup = set i 0
code = if {[incr i] == 15} {return 0}
[skipped::continue]
setup = set i 0; set j 0
code = if {[incr i] % 2} continue
post = incr j
[good::continue]
setup = set j 0
code = foreach i {1 2 3} {if {$i == 2} continue}
post = incr j
EOB

judged awk mawk <<'EOB'
[false::verify]
code = x = 1
verify = 1 == 2
[good::verify]
code = x = 1
verify = 1 == 1
[skipped::continue]
code = if (i++ % 2) continue
post = j++
[good::continue]
code = for (k = 0; k < 3; k++) { if (k == 1) continue; i++ }
post = j++
EOB

judged python "$(python3 -c 'import sys; print(sys.executable)' 2>/dev/null || echo python3)" <<'EOB'
[false::verify]
code = x = 1
verify = 1 == 2
[good::verify]
code = x = 1
verify = 1 == 1
[skipped::continue]
setup = i = j = 0
code =
	i += 1
	if i % 2: continue
post = j += 1
[good::continue]
setup = j = 0
code =
	for i in range(3):
		if i == 1: continue
post = j += 1
EOB

false="${false%: *}: [ 1 = 2 ]"
judged shell dash <<'EOB'
[false::verify]
code = x=1
verify = [ 1 = 2 ]
[good::verify]
code = x=1
verify = [ 1 = 1 ]
[skipped::continue]
setup = i=0 j=0
code = i=$((i + 1)); [ $((i % 2)) = 0 ] && continue
post = j=$((j + 1))
[good::continue]
setup = j=0
code = for i in 1 2 3; do [ $i = 2 ] && continue; done
post = j=$((j + 1))
EOB

false="${false%: *}: 1 == 2"
cat >c.bench <<'EOB'
[false::verify]
code = BLACK_BOX(1);
verify = 1 == 2
[good::verify]
code = BLACK_BOX(1);
post = BLACK_BOX(2);
verify = 1 == 1
[continued]
setup = int x = 0;
code = if (BLACK_BOX(1)) continue; BLACK_BOX(x);
post = x++;
[continued::macro]
preamble = #define SKIP_REST continue
setup = int x = 0;
code = if (BLACK_BOX(1)) SKIP_REST; BLACK_BOX(x);
post = x++;
[good::break]
setup = int x = 0;
code = if (BLACK_BOX(0)) break; BLACK_BOX(x);
post = x++;
[good::loops]
setup = int x = 0, i;
code = for (i = 0; i < 3; i++) { if (i == 1) continue; BLACK_BOX(x); }
post = x++;
[good::no-post]
code = if (BLACK_BOX(1)) continue; BLACK_BOX(2);
[good::goto]
setup = int x = 0;
code = if (BLACK_BOX(1)) goto out; BLACK_BOX(x); out:;
post = x++;
[good::warning]
cflags = -Wall
setup = int x = 0;
code = int continued = BLACK_BOX(x);
post = x++;
EOB
for put in $(printf 'gcc\nclang\ntcc\n' | in_turn 1); do
	judged c "$put" <c.bench
done
judged c++ g++ <c.bench
judged d gdc <<'EOB'
[false::verify]
code = BLACK_BOX(1);
verify = 1 == 2
[good::verify]
code = BLACK_BOX(1);
verify = 1 == 1
[continued]
setup = int x = 0;
pre = int y = 1;
code = if (BLACK_BOX(y)) continue; BLACK_BOX(x);
post = x++;
[good::loops]
setup = int x = 0, i;
pre = int y = 1;
code = for (i = 0; i < 3; i++) { if (i == 1) continue; BLACK_BOX(x + y); }
post = x++;
EOB
judged go gccgo <<'EOB'
[false::verify]
code = _ = blackBox(1)
verify = 1 == 2
[good::verify]
code = _ = blackBox(1)
verify = 1 == 1
[continued]
setup = x := 0
code = if blackBox(1) == 1 { continue }; blackBox(x)
post = x++
[good::loops]
setup = x := 0
code = for i := 0; i < 3; i++ { if i == 1 { continue }; blackBox(x) }
post = x++
EOB

done_testing
