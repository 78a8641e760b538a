#!/bin/sh
# Tests that are linked with the user's own code: each is the program that its author would link, whatever other tests
# the benchfile has. Both engines, single-stepping, and the kept commands if run by hand agree.
. "$(dirname "$0")/../tap.sh"

ok "the libraries are built" "$here/run/libraries/build" .

# row FIELDS TEST: "Ir=COUNT COND=COUNT IND=COUNT" in the last saved file.
row() {
	"$CGBENCH" --read=all.json --tables --raw --fields="$1" --compact=0 | awk -v fields="$1" -v test="$2" '
		BEGIN { n = split(fields, name, ",") }
		$(n + 1) == test { for (i = 1; i <= n; i++) printf "%s=%s ", name[i], $i }'
}

# stepped TEST: the same of its kept program, according to the processor.
stepped() {
	function=$(nm "kept/put/$1/program" | sed -n 's/ T cgbenchtest.*//p')
	"$UNITS/step" "kept/put/$1/program" "$function" 1 2 <one | sed 's/turns=.*//'
}

# by_hand TEST: builds its kept program anew and measures it, with the kept commands alone.
by_hand() {
	(
		cd "kept/put/$1" || exit
		rm -f program test.o ./*/out.*
		sh ./commands.sh >/dev/null 2>&1
		for m in empty-short empty-long active-short active-long; do
			sed -n 's/^summary://p' $m/out.*
		done | awk '
			NR == 1 || NR == 4 { for (i = 1; i <= NF; i++) n[i] += $i }
			NR == 2 || NR == 3 { for (i = 1; i <= NF; i++) n[i] -= $i }
			END { printf "Ir=%.1f Dr=%.1f Dw=%.1f COND=%.1f IND=%.1f ",
				n[1] / 10, n[4] / 10, n[7] / 10, n[10] / 10, n[12] / 10 }'
	)
}

# agree NAME PUT OPTION: the tests of NAME.bench cost the same together and one by one, with both
# engines, by single steps, and if built and measured by hand.
agree() {
	rm -rf kept
	run "$CGBENCH" -j2 --benchfile="$1.bench" --write=all.json -- "$2=put" "$3"
	is "$status $err" "0 " "$1: every test links and runs"
	"$CGBENCH" -j2 --benchfile="$1.bench" --write=exec.json --engine=exec --keep=kept -- "$2=put" "$3"
	is "$("$here/difference" all.json exec.json)" "$(grep -c '^\[' "$1.bench") cells" \
		"$1: each process of its own counts the same, with kept files"
	sed -n 's/^\[\(.*\)\]/\1/p' "$1.bench" | grep -v company | in_turn 2 >names
	while read -r test; do
		steps=
		# Exceptions run functions of the C library that are chosen by the processor.
		[ ! "$steps_are_seen" ] || [ "$test" = throw ] || steps=$(stepped "$test")
		is "$(by_hand "$test")" "$(row Ir,Dr,Dw,COND,IND "$test")" "$1 $test: by hand"
		[ "$steps" ] || continue
		counts=$(row Ir,COND,IND "$test")
		is "$steps" "$counts" "$1 $test: each single step counts"
		is "$(stepped "$test")" "$counts" "$1 $test: also if built by hand"
	done <names
}

# larger TEST TEST: the first uses its own definition, 50 turns for 1.
larger() {
	small=$(row Ir "$2")
	large=$(row Ir "$1")
	small=${small%%.*} large=${large%%.*}
	ok "$1 runs 50 turns, $2 one" [ "${large#Ir=}" -gt $((10 * ${small#Ir=})) ]
}
printf '%s\n' c archive c++ shared replace weak | in_turn 1 >chosen
# A test that defines a function of C++'s library replaces it; another test does not decide whether a function is linked
# that this one only asks for; and the C library calls a weak malloc, too: "replace" and "weak". They call functions of
# the C library that are chosen by the processor.
while read -r name; do
	steps_are_seen=
	case $name in
	replace | weak) ;;
	*) ! can_step 'single steps' || steps_are_seen=1 ;;
	esac
	case $name in
	c++ | replace) agree "$name" g++ -static ;;
	shared) agree shared gcc -no-pie ;;
	*) agree "$name" gcc -static ;;
	esac
	case $name in
	archive)
		larger part::own part::archive
		larger mode::other mode::weak
		;;
	c++) larger inline company::one ;;
	shared) larger own library ;;
	esac
done <chosen

# However the compiler is told of the user's code, that calls the test's own hook.
mkdir bin override
cp hook.o override
ar rc override/libm.a hook.o
ar rc libhook.a hook.o
echo "$work/libhook.a" >response
echo "INPUT($work/libhook.a)" >override/librt.so
executable bin/gcc-with-hook <<END
case " \$* " in
*' -c '*) exec gcc "\$@" ;;
*) exec gcc "\$@" "$work/libhook.a" ;;
esac
END
cat >hook.head <<'EOF'
language = c
preamble =
    int call_hook(void);
    int hook(void) { return 50; }
    int callback(void) { return 1; }
EOF
code='code = BLACK_BOX(call_hook());'
{
	cat hook.head
	n=0
	in_turn 3 <<-END | while read -r flags; do
		$work/hook.o
		-L$work -l:libhook.a
		-L$work -l hook
		-L$work -Wl,-lhook
		-L$work -Wl,--start-group -lhook -Wl,--end-group
		-Xlinker $work/libhook.a
		-Wl,-z,now,$work/hook.o
		--for-linker=$work/libhook.a
		@$work/response
		-L$work/override -lm
		-L $work/override -lrt
		$work/override/librt.so
	END
		n=$((n + 1))
		printf '[spelling%d]\nldflags = %s\n%s\n' $n "$flags" "$code"
	done
} >spellings.bench
run "$CGBENCH" -j2 --benchfile=spellings.bench --tables --raw --fields=Ir --compact=0 -- gcc
is "$status $err" "0 " "all spellings link"
printf '%s\n' "$out" | sed -n 's/ *spelling.*//p' >spelt
own=$(sed -n '1s/ //gp' spelt)
like "$own" '^[0-9]{3}\.0$' "hook.o calls the test's own hook"
is "$(uniq -c spelt | tr -s ' ')" " $(grep -c ldflags spellings.bench) $own" "hook.o calls it however it is named"

# So it is if the put itself adds the code, and there is another test.
{
	cat hook.head
	printf '[hooked]\n%s\n[company]\n%s\n' "$code" "$code"
} >hooked.bench
run "$CGBENCH" --benchfile=hooked.bench --tables --raw --fields=Ir --compact=0 -- bin/gcc-with-hook
is "$(printf '%s\n' "$out" | sed -n 's/^ *\([0-9.]*\) *hooked .*/\1/p')" "$own" "hook.o calls it if a put that is a script adds it"

# Placeholders in the put's words are filled in before they are judged.
{
	cat hook.head
	printf '[hooked]\nldflags = -lm\n%s\n[company]\nldflags = -lm\n%s\n' "$code" "$code"
} >filled.bench
run "$CGBENCH" --benchfile=filled.bench --tables --raw --fields=Ir --compact=0 -- gcc '-L{dir}/override'
is "$(printf '%s\n' "$out" | sed -n 's/^ *\([0-9.]*\) *hooked .*/\1/p')" "$own" "hook.o calls it if the put's own -L{dir} finds it"

done_testing
