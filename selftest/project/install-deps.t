#!/bin/sh
# scripts/install-deps, on a system of stubs: a file with the name of each command controls it.
. "$(dirname "$0")/../tap.sh"

bin=$work/bin
# A link of that name is replaced, not what it leads to.
stub() {
	rm -f "$bin/$1"
	printf '%s\n' "$2" | executable "$bin/$1"
}
deps() {
	: >"$work/log"
	run env PATH="$bin" "$top/scripts/install-deps" "$@"
	log=$(cat "$work/log")
}

mkdir "$bin"
for command in env sed awk uname; do
	ln -s "$(command -v $command)" "$bin/$command"
done
for command in make gcc g++ clang ld valgrind ctags-universal prove clang-format-14 mandoc; do
	stub "$command" ''
done
stub id 'echo 1000'

deps
is "$status$out$err" 0 'silent if nothing is missing, without root and apt'

rm "$bin/valgrind"
deps
is "$status" 1 'a host without apt: the script fails'
like "$err" "^install-deps: no apt-get found; these packages are missing, by their Debian names: valgrind\$" \
	'and names the missing packages'
for command in 'dnf install' 'pacman -S' 'zypper install' 'apk add'; do
	like "$err" "^    $command make gcc .* valgrind .*jansson" "$command"
done

stub apt-get "echo \"\$*\" >>'$work/log'"
deps
is "$status" 1 'not root, no sudo: fails'
is "$err" 'install-deps: not root, and sudo does not work; as root: apt-get install valgrind' \
	'without root and sudo the command for root is told'
is "$log" '' 'without root and sudo nothing is tried'

stub sudo 'exit 1'
deps
is "$status$log" 1 'sudo that wants a password, without a terminal: fails and does not try'

# shellcheck disable=SC2016
stub sudo '[ "$1" = -n ] && exit; echo "sudo $2" >>'"'$work/log'"'; exec "$@"'
deps
is "$status" 0 'sudo that works: installs'
like "$out" '^install-deps: installing valgrind$' 'what is installed is told'
like "$log" '^sudo ' 'a user: apt runs through sudo'
like "$log" '^-q -y .*--no-install-recommends install valgrind$' 'packages are installed with apt-get'
unlike "$log" 'update' 'without an update, as apt knows the package'

stub id 'echo 0'
deps
unlike "$log" '^sudo' 'root: apt runs without sudo'

stub apt-get "echo \"\$*\" >>'$work/log'
case \$* in *-s*install*) exit 100;; esac"
deps
is "$status" 0 'package that apt does not know yet: installs'
is "$(echo "$log" | grep -o -e '-s install' -e ' update' -e 'recommends install' | xargs)" \
	'-s install update recommends install' 'a package that apt does not know yet is installed after an update'

stub apt-get 'exit 100'
deps
is "$status" 1 'apt-get fails: so does this'
like "$err" 'apt-get failed; not installed: valgrind' 'and names the missing packages'

deps --lint
like "$out" 'installing valgrind shellcheck$' '--lint: more missing packages'

# apt takes g++ for a pattern, too.
stub apt-get ''
# shellcheck disable=SC2016
stub apt-cache 'printf "clang-tidy-1499:\n  Candidate: 1\n$2:\n  Candidate: (none)\n"'
stub valgrind ''
stub shellcheck ''
deps --lint
is "$status$out$err" '0install-deps: this release does not have clang-tidy-14' \
	'what the release does not have is named, in one line'
# shellcheck disable=SC2016
stub apt-cache 'printf "$2:\n  Candidate: 1:14.0.6-12\n"'
deps --lint
like "$out" '^install-deps: installing clang-tidy-14$' 'what it has is installed'
rm "$bin/valgrind"

deps --tests
is "$status" 1 'an unknown argument: the script fails'
like "$err" "unknown argument '--tests'" 'an unknown argument is named'

# QEMU, whose source has the lines that are changed: source VERSION LINE...
for command in chmod grep mkdir mktemp nice rm sort tail; do
	ln -s "$(command -v $command)" "$bin/$command"
done
stub valgrind ''
stub qemu-aarch64 'echo "-plugin QEMU_PLUGIN"'
stub apt-get ''
deps --targets
unlike "$out" 'building QEMU' '--targets: a QEMU with plugins is not built again'

stub qemu-aarch64 'echo "-strace QEMU_STRACE"'
stub apt-cache "echo 'Version: 1:10.2'; echo 'Version: 1:11.1'"
stub apt-get "echo \"\$*\" >>'$work/log'
case \$* in
*qemu=1:11.1*) exit 100 ;;
source*)
	mkdir -p qemu-10/target/i386/tcg
	echo '	bool can_loop =' >qemu-10/target/i386/tcg/translate.c
	echo '    ret->haddr1 = haddr1;' >qemu-10/target/i386/tcg/access.c
	echo 'echo \"configure \$*\" >>$work/log' >qemu-10/configure
	chmod +x qemu-10/configure
	;;
esac"
# shellcheck disable=SC2016
stub ninja 'read -r loop <../target/i386/tcg/translate.c; read -r host <../target/i386/tcg/access.c
echo "ninja $* $loop $host" >>'"'$work/log'"
stub install "echo \"install \$*\" >>'$work/log'"
export TMPDIR="$work"
deps --targets
is "$status" 0 'one without plugins: another one is built'
like "$out" "^install-deps: building QEMU in $work/qemu\..* minutes and 800 MB\$" 'and it is said before what that takes'
is "$(echo "$log" | sed -n 's/^source \(qemu=[^ ]*\) .*/\1/p' | xargs)" 'qemu=1:11.1 qemu=1:10.2' \
	'QEMU is built from the newest source that the mirror has'
like "$log" '^configure .*--enable-plugins .*--with-pkgversion=cgbench' 'QEMU is configured with plugins'
like "$log" '^ninja .* bool can_loop = false && ret->haddr1 = NULL;$' 'the plugins of QEMU are told all addresses'
like "$log" '^install .*qemu-riscv64.* /usr/local/bin$' "QEMU's programs are installed"
is "$(echo "$work"/qemu.*)" "$work/qemu.*" 'the build of QEMU leaves nothing else'

# shellcheck disable=SC2016
stub grep 'case $1 in bool*) ;; *) exit 1 ;; esac'
deps --targets
is "$status" 1 'a source without one of the lines: fails'
like "$err" 'QEMU was not built; other machines cannot be measured' 'a QEMU that was not built is told with what that means'
unlike "$log" '^configure' 'QEMU is not configured without its source'

done_testing
