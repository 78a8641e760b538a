# make                     the program, ./cgbench
# make check               what takes three minutes: the tests of selftest/unit, read and smoke, and lint of what changed;
#                          TESTS=selftest/run/puts.t is one test. scripts/check runs the others
# make bench               how fast it is: scripts/bench
# make docs                the pictures of README.md: scripts/pictures
# make lint                static checks of what has not passed: clang-tidy, clang-format, shellcheck, mandoc, hardening
# make install uninstall   with PREFIX and DESTDIR
# make dist                build/cgbench-VERSION.tar.gz, from a commit of git
# make deb                 a package of Debian from it, in build/deb; needs debhelper
# make help                this list
# make clean               removes what was built
# make check-sanitized     the tests, or TESTS, with the address sanitizer and that of undefined behaviour
# make fuzz SECONDS=60     runs each libFuzzer target, selftest/fuzz/*.c, that long, one after the other or -j;
#                          with FUZZCC=clang-19, if the release's clang is another one
# make coverage            lines and branches of src/ that the tests run
# make CC=clang build=build-clang     another build, with its program in that directory
# make V=1                 shows whole commands

PREFIX = /usr/local
CC = cc
CFLAGS = -O2 -g
SAN =
TESTS = $(shell scripts/tests unit read smoke)
# Each test has a directory of its own, so two can run at once; more would reach the limits of time that some test.
PROVEFLAGS = -j$(if $(filter 1,$(shell nproc)),1,2)
WARNINGS = -Wall -Wextra -Wshadow -Wmissing-prototypes -Wstrict-prototypes -Wvla
LIBS = -lZydis -ldw -lelf -ljansson -lmd -lpcre2-8 -lm -ldl

# $(call say,CC,FILE) starts a recipe line: it prints one short line, or nothing with V=1.
V =
Q = $(if $(V),,@)
say = $(if $(V),,@printf '%-5s %s\n' $1 $2;)

# The compiler's binutils, also where it compiles for another machine.
tool = $(shell $(CC) -print-prog-name=$1)

# A sanitized build is another build: it has a directory of its own.
build = build$(if $(SAN),-$(SAN))
san = $(if $(SAN),-fsanitize=$(SAN) -fno-sanitize-recover=all -fno-omit-frame-pointer)
standard = -std=c11 -D_GNU_SOURCE $(WARNINGS) $(CPPFLAGS) $(CFLAGS)
# Functions of the C library check the sizes that the compiler knows; it knows them if it optimises, and a
# sanitizer checks more. Level 3 is a warning where a compiler has only 2.
optimised = $(filter-out -O0,$(lastword $(filter -O%,$(CFLAGS))))
fortify = -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE
level := $(shell echo '#include <features.h>' | $(CC) -O1 -Werror $(fortify)=3 -E -x c - >/dev/null 2>&1 && echo 3 || echo 2)
checked = -fstack-protector-strong $(if $(san),,$(if $(optimised),$(fortify)=$(level)))
compile = $(CC) $(standard) $(checked) -ffile-prefix-map=$(CURDIR)=. -iquote src -fPIE $(san)
# Programs are at random addresses, and nothing that they call can be replaced once they have started.
hardened = -pie -Wl,-z,relro,-z,now $(LDFLAGS)
# Code that runs inside other programs, or while a clock runs, has no checks, whatever flags a distribution sets.
unchecked = $(CC) $(standard) -g0 -U_FORTIFY_SOURCE -fno-stack-protector \
	-fno-stack-clash-protection -fcf-protection=none
# A library loaded into other programs has no sanitizer. It exports no name but the function at which callgrind
# begins to count.
inject = $(unchecked) -fPIC -fvisibility=hidden -shared
shown = cgbench_become

version := $(shell cat VERSION)
# git archive writes the commit into its file; in a work tree, git knows it.
commit := $(shell sed '/Format/d' COMMIT)
ifeq ($(commit)$(wildcard .git),.git)
commit := $(shell git describe --always --dirty --abbrev=40 --exclude='*' 2>/dev/null)
endif
folders := util model process process/chance outfile machine valgrind qemu code step input measure
folders += compare history explain savefile report app cli
folders += $(patsubst %,measure/%,compile profile again)
folders += $(patsubst %,report/%,chart document explain history html)
# Several files exist once per machine that cgbench runs on; one of them is compiled.
machines := x86_64 aarch64
machine := $(firstword $(subst -, ,$(shell $(CC) -dumpmachine)))
ifneq ($(filter-out $(machines),$(machine)),)
$(error $(CC) compiles for $(machine), but cgbench runs on hosts of $(machines); see CONTRIBUTING.md)
endif
sources := $(filter-out $(addsuffix .c,$(addprefix %_,$(filter-out $(machine),$(machines)))),$(wildcard $(folders:%=src/%/*.c)))
objects := $(patsubst src/%.c,$(build)/%.o,$(filter-out src/cli/main.c,$(sources)))
objects += $(build)/files.o
archive = $(build)/objects.a
embedded := $(wildcard src/input/languages/*.lang src/cli/help/*.txt src/cli/shells/*)
embedded += $(patsubst %,src/inject/forkserver/%,protocol.h kernel.h forkserver.c driver.c \
	driver_x86_64.c driver_aarch64.c clock.c sampling.c)
embedded += $(foreach end,cgout counts,$(wildcard selftest/cachegrind/*.$(end)))
embedded += $(sort $(filter-out %.c %.h,$(wildcard src/report/html/*)))
embedded += scripts/import-annotated scripts/import-perl-benchmarks
google := benchmark/benchmark.h
headers := $(build)/include/cgbench.h $(build)/include/Blackhole.hpp $(build)/include/$(google)
units := $(patsubst selftest/unit/%.c,$(build)/unit/%,$(wildcard selftest/unit/*.c))
fuzzers := $(patsubst selftest/fuzz/%.c,$(build)/fuzz/%,$(filter-out %/seed.c,$(wildcard selftest/fuzz/*.c)))
tools := $(if $(filter x86_64,$(machine)),$(build)/unit/step $(build)/unit/host) $(build)/unit/torture.so
program = $(if $(filter build,$(build)),cgbench,$(build)/cgbench)
benchfiles := $(wildcard benchfiles/*.bench)
pages := $(wildcard man/*.[157])
preloaded := $(patsubst %,src/inject/forkserver/%.c,preload hook pin restore rollback)
library = $(build)/libcgbench-forkserver.so
qemu_plugin = $(build)/libcgbench-qemu.so
compiler_server = $(build)/libcgbench-compilerserver.so
timer = $(build)/cgbench-timer
directories := $(build) $(folders:%=$(build)/%) $(build)/unit $(build)/bench $(build)/fuzz
bin = $(DESTDIR)$(PREFIX)/bin
libexec = $(DESTDIR)$(PREFIX)/libexec/cgbench
include = $(DESTDIR)$(PREFIX)/include/cgbench
data = $(DESTDIR)$(PREFIX)/share/cgbench
man = $(DESTDIR)$(PREFIX)/share/man
completion_bash = $(DESTDIR)$(PREFIX)/share/bash-completion/completions
completion_zsh = $(DESTDIR)$(PREFIX)/share/zsh/site-functions
completion_fish = $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
pkgconfig = $(DESTDIR)$(PREFIX)/share/pkgconfig
doc = $(DESTDIR)$(PREFIX)/share/doc/cgbench
scripts = blame cycles flags gate growth history import pass reduce
documents = README.md CHANGELOG.md SECURITY.md
tarball = cgbench-$(version)

all: $(program) $(library) $(compiler_server) $(timer) $(qemu_plugin) $(headers)

# The objects come from a file: a line with all their names would be longer than a screen.
$(program): $(build)/cli/main.o $(objects)
	$(file >$(build)/objects,$^)
	$(call say,LINK,$@) $(compile) $(hardened) -o $@ @$(build)/objects $(LIBS)

$(build)/%.o: src/%.c VERSION Makefile | $(directories)
	$(call say,CC,$@) $(compile) -DVERSION='"$(version)"' -MMD -MP -c -o $@ $<

$(build)/cli/main.o: standard += -DBUILT_FROM='"$(if $(commit), ($(commit)))"'
$(build)/cli/main.o: $(build)/commit

$(build)/commit: FORCE | $(build)
	$(Q)echo '$(commit)' | cmp -s - $@ || echo '$(commit)' >$@

$(build)/files.o: $(build)/files.c src/util/embedded.h Makefile
	$(call say,CC,$@) $(compile) -c -o $@ $<

# Nothing is bound late, and the symbol table whose filter valgrind reads has pages of its own.
$(library): $(preloaded) $(wildcard src/inject/forkserver/*.[ch]) Makefile | $(build)
	$(call say,LINK,$@) $(inject) -Wl,-z,now,-z,separate-code,--hash-style=gnu \
		-o $@.new $(preloaded) -ldl
	$(Q)$(call tool,strip) --keep-symbol=$(shown) $@.new && mv $@.new $@

# It is also loaded into compilers that use another libc.
$(compiler_server): $(wildcard src/inject/compilerserver/*.[ch]) Makefile | $(build)
	$(call say,LINK,$@) $(inject) -s -o $@.new src/inject/compilerserver/compilerserver.c -ldl
	$(Q)mv $@.new $@

# It starts what is timed, and a sanitizer would take time.
$(timer): $(addprefix src/inject/forkserver/,timer.c sampling.c protocol.h) Makefile | $(build)
	$(call say,LINK,$@) $(unchecked) -s -fPIE $(hardened) -o $@.new $<
	$(Q)mv $@.new $@

# QEMU has the functions that it calls; the loader finds them all before there are processes.
$(qemu_plugin): $(wildcard src/inject/qemu/*.[ch]) Makefile | $(build)
	$(call say,LINK,$@) $(inject) -s -Wl,-z,now -o $@.new $(wildcard src/inject/qemu/*.c)
	$(Q)mv $@.new $@

$(build)/files.c: scripts/embed $(embedded) Makefile | $(build)
	$(file >$(build)/embedded,$(embedded))
	$(call say,EMBED,$@) xargs scripts/embed <$(build)/embedded >$@.new
	$(Q)mv $@.new $@

$(build)/include/cgbench.h: scripts/header src/input/languages/c.lang src/input/languages/c++.lang
	$(Q)mkdir -p $(@D)
	$(call say,EMBED,$@) scripts/header src/input/languages/c.lang \
		src/input/languages/c++.lang >$@.new
	$(Q)mv $@.new $@

$(build)/include/$(google): src/inject/headers/benchmark.hpp
$(build)/include/Blackhole.hpp: src/inject/headers/Blackhole.hpp
$(build)/include/Blackhole.hpp $(build)/include/$(google):
	$(Q)mkdir -p $(@D)
	$(call say,EMBED,$@) cp $< $@

# A unit test takes what it needs: all would be most of the time that it takes to link.
$(archive): $(objects)
	$(file >$(build)/archived,$(objects))
	$(Q)rm -f $@ && $(call tool,ar) rcs $@ @$(build)/archived

$(build)/unit/%: selftest/unit/%.c $(wildcard selftest/unit/*.h) $(archive) | $(build)/unit
	$(call say,LINK,$@) $(compile) -Iselftest/unit $(hardened) -o $@ $< $(archive) $(LIBS)

$(build)/unit/step: selftest/counts/truth/step.c | $(build)/unit
	$(call say,LINK,$@) $(compile) $(hardened) -o $@ $<

# It starts valgrind, and nothing may be preloaded into it on the way.
$(build)/unit/host: selftest/counts/cpu/host.c | $(build)/unit
	$(call say,LINK,$@) $(CC) $(standard) -static -o $@ $<

# No sanitizer: it is loaded before the program's own.
$(build)/unit/torture.so: selftest/run/torture/torture.c | $(build)/unit
	$(call say,LINK,$@) $(inject) -o $@ $< -ldl

$(build)/bench/cost: selftest/bench/cost.c | $(build)/bench
	$(call say,LINK,$@) $(compile) $(hardened) -o $@ $<

# A target may have a function of its own in the place of one in the archive.
$(build)/fuzz/%: selftest/fuzz/%.c selftest/fuzz/fuzz.h $(archive) | $(build)/fuzz
	$(call say,LINK,$@) $(compile) -fsanitize=fuzzer -Wl,-z,muldefs $(hardened) -o $@ $< $(archive) $(LIBS)

$(build)/bench/files: selftest/bench/files.c $(archive) | $(build)/bench
	$(call say,LINK,$@) $(compile) $(hardened) -o $@ $< $(archive) $(LIBS)

$(directories):
	$(Q)mkdir -p $@

# A status of its own tells the verdict of a sanitizer from that of the program. What started make may ignore signals, as
# nohup does; the tests raise them.
check: export ASAN_OPTIONS = exitcode=99
check: export LSAN_OPTIONS = exitcode=99
check: export UBSAN_OPTIONS = exitcode=99
check: export CGBENCH = $(abspath $(program))
check: export UNITS = $(abspath $(build)/unit)
check: export PRELOAD = $(abspath $(library))
check: $(program) $(library) $(compiler_server) $(timer) $(qemu_plugin) $(headers)
check: $(units) $(tools)
	$(if $(filter file,$(origin TESTS)),$(Q)scripts/lint)
	$(Q)env --default-signal=HUP,INT,QUIT prove --timer --failures --comments --directives $(PROVEFLAGS) $(TESTS)

units: $(units) $(tools)

# Only what runs in cgbench itself is counted, not what it puts into other programs. What was counted before is
# removed. A test may fail, because this build is slow; torture.t would make calls of what counts fail, too.
instrumented = _exit raise kill execve execvp
coverage:
	$(Q)mkdir -p build-coverage && find build-coverage -name '*.gcda' -delete
	$(Q)gcc -O -c -o build-coverage/coverage.o selftest/coverage.c
	$(Q)$(MAKE) --no-print-directory build=build-coverage CC=gcc CFLAGS='-O0 -g' san=--coverage \
		LIBS='$(LIBS) build-coverage/coverage.o $(instrumented:%=-Wl,--wrap=%)' \
		TESTS='$(filter-out selftest/run/torture.t,$(wildcard selftest/*/*.t))' check || :
	$(Q)scripts/coverage build-coverage

SECONDS = 60
FUZZCC = clang
# One build has clang's warnings, the sanitizers and the fuzz targets. clang gives the same warnings at every level and
# with sanitizers. Zero added to NULL, the end of an empty array, is no fault: compilers take it so, as C will.
sanitized = build=build-sanitized CC=$(FUZZCC) CFLAGS='-O1 -g1 -Werror' \
	SAN='address,undefined,fuzzer-no-link -fno-sanitize=pointer-overflow'
fuzz:
	+$(Q)$(MAKE) -k --no-print-directory $(sanitized) fuzzed

check-sanitized:
	+$(Q)$(MAKE) --no-print-directory $(sanitized) bench-programs check

fuzzed: $(fuzzers:$(build)/fuzz/%=fuzzed-%)

# All are built before one runs.
fuzzed-%: $(fuzzers)
	$(Q)scripts/fuzz $(build)/fuzz/$* $(SECONDS)

bench-programs: $(build)/bench/cost $(build)/bench/files

bench:
	scripts/bench

docs: all
	scripts/pictures

lint: $(program) $(timer)
	scripts/lint

# The file for pkg-config has the directory of the headers.
install: all
	install -d $(bin) $(libexec) $(data)/benchfiles $(man)/man1 $(man)/man5 $(man)/man7
	install -d $(completion_bash) $(completion_zsh) $(completion_fish) $(pkgconfig) $(doc)/docs/projects
	install -m 755 $(program) $(bin)/cgbench
	$(Q)for script in $(scripts); do install -m 755 scripts/$$script $(bin)/cgbench-$$script; done
	install -m 644 scripts/variants.pm scripts/cgbench.cmake $(data)
	install -m 644 $(library) $(compiler_server) $(qemu_plugin) $(libexec)
	install -m 755 $(timer) $(libexec)
	install -d $(include)/$(dir $(google))
	install -m 644 $(filter-out %/$(google),$(headers)) $(include)
	install -m 644 $(build)/include/$(google) $(include)/$(google)
	install -m 644 $(benchfiles) $(data)/benchfiles
	sed 's,@PREFIX@,$(PREFIX),; s,@VERSION@,$(version),' scripts/cgbench.pc >$(build)/cgbench.pc
	install -m 644 $(build)/cgbench.pc $(pkgconfig)
	$(Q)for page in $(pages); do install -m 644 $$page $(man)/man$${page##*.}; done
	install -m 644 src/cli/shells/cgbench.bash $(completion_bash)/cgbench
	install -m 644 src/cli/shells/cgbench.zsh $(completion_zsh)/_cgbench
	install -m 644 src/cli/shells/cgbench.fish $(completion_fish)
	install -m 644 $(documents) LICENSE $(doc)
	install -m 644 $(wildcard docs/*.*) $(doc)/docs
	install -m 644 $(wildcard docs/projects/*) $(doc)/docs/projects

uninstall:
	$(Q)for page in $(pages); do rm -f $(man)/man$${page##*.}/$${page##*/}; done
	rm -f $(bin)/cgbench $(scripts:%=$(bin)/cgbench-%) $(pkgconfig)/cgbench.pc
	rm -f $(completion_bash)/cgbench $(completion_zsh)/_cgbench $(completion_fish)/cgbench.fish
	rm -rf $(data) $(libexec) $(include) $(doc)

# The tarball holds what git has of a commit, and the commit's name; it is the same to the last byte each time.
dist: | $(build)
	git archive --prefix=$(tarball)/ -o $(build)/$(tarball).tar.gz HEAD

deb: dist
	rm -rf $(build)/deb
	mkdir -p $(build)/deb
	tar -xzf $(build)/$(tarball).tar.gz -C $(build)/deb
	cd $(build)/deb/$(tarball) && dpkg-buildpackage -us -uc

help:
	@sed -n '/^#/!q; s/^# //p' Makefile

clean:
	rm -rf build build-* cgbench

-include $(wildcard $(folders:%=$(build)/%/*.d))

FORCE:

.PHONY: FORCE all check check-sanitized units coverage fuzz fuzzed bench bench-programs docs lint install uninstall dist deb help clean
.SECONDARY: $(fuzzers)
.DELETE_ON_ERROR:
