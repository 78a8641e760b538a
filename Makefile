# make                     the program, ./cgbench
# make check               every test, under prove; TESTS=selftest/unit.t is one of them
# make bench               how fast it is: scripts/bench
# make lint                static checks: clang-tidy, clang-format, shellcheck, mandoc
# make install uninstall   with PREFIX and DESTDIR
# make SAN=address,undefined check
# make CC=clang build=build-clang     another build, with its program in that directory

PREFIX = /usr/local
CC = cc
CFLAGS = -O2 -g
SAN =
TESTS = selftest/*.t
WARNINGS = -Wall -Wextra -Wshadow -Wmissing-prototypes -Wstrict-prototypes -Wvla
LIBS = -ljansson -lpcre2-8 -lm

# A sanitized build is another build: it has a directory of its own.
build = build$(if $(SAN),-$(SAN))
san = $(if $(SAN),-fsanitize=$(SAN) -fno-sanitize-recover=all -fno-omit-frame-pointer)
compile = $(CC) -std=c11 -D_GNU_SOURCE -iquote src $(WARNINGS) $(san) $(CPPFLAGS) $(CFLAGS)

version := $(shell cat VERSION)
sources := $(wildcard src/*.c)
objects := $(patsubst src/%.c,$(build)/%.o,$(filter-out src/main.c,$(sources))) $(build)/files.o
embedded := $(wildcard src/languages/*.lang) $(wildcard src/help/*.txt) $(wildcard src/shells/*) \
	$(patsubst %,src/forkserver/%,protocol.h forkserver.c driver.c) \
	$(wildcard selftest/cachegrind/*.txt) $(wildcard selftest/cachegrind/*.cgout) \
	scripts/import-perl-benchmarks
units := $(patsubst selftest/unit/%.c,$(build)/unit/%,$(wildcard selftest/unit/*.c))
tools := $(build)/unit/step $(build)/unit/host
program = $(if $(filter build,$(build)),cgbench,$(build)/cgbench)
benchfiles := $(wildcard benchfiles/*.bench)
preloaded := $(patsubst %,src/forkserver/%.c,preload hook pin restore rollback)
library = $(build)/libcgbench-forkserver.so
zygote = $(build)/libcgbench-zygote.so
bin = $(DESTDIR)$(PREFIX)/bin
libexec = $(DESTDIR)$(PREFIX)/libexec/cgbench
data = $(DESTDIR)$(PREFIX)/share/cgbench
man = $(DESTDIR)$(PREFIX)/share/man
completion_bash = $(DESTDIR)$(PREFIX)/share/bash-completion/completions
completion_zsh = $(DESTDIR)$(PREFIX)/share/zsh/site-functions
completion_fish = $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d

all: $(program) $(library) $(zygote)

$(program): $(build)/main.o $(objects)
	$(compile) $(LDFLAGS) -o $@ $^ $(LIBS)

$(build)/%.o: src/%.c VERSION Makefile | $(build)
	$(compile) -DVERSION='"$(version)"' -MMD -MP -c -o $@ $<

$(build)/files.o: $(build)/files.c src/embedded.h Makefile
	$(compile) -c -o $@ $<

# It runs inside of other programs: no sanitizer, nothing that is bound late, and a symbol table
# whose filter is on pages of its own kind.
$(library): $(preloaded) $(wildcard src/forkserver/*.[ch]) Makefile | $(build)
	$(CC) -std=c11 -D_GNU_SOURCE $(WARNINGS) $(CPPFLAGS) $(CFLAGS) -g0 -fPIC -fvisibility=hidden \
		-shared -s -Wl,-z,now,-z,separate-code,--hash-style=gnu -o $@.new $(preloaded) -ldl
	mv $@.new $@

# As well, and into compilers that may be those of another libc.
$(zygote): src/zygote/zygote.c src/zygote/protocol.h Makefile | $(build)
	$(CC) -std=c11 -D_GNU_SOURCE $(WARNINGS) $(CPPFLAGS) $(CFLAGS) -g0 -fPIC -fvisibility=hidden \
		-shared -s -o $@.new $< -ldl
	mv $@.new $@

$(build)/files.c: scripts/embed $(embedded) Makefile | $(build)
	scripts/embed $(embedded) >$@.new && mv $@.new $@

$(build)/unit/%: selftest/unit/%.c selftest/unit/tap.h $(objects) | $(build)/unit
	$(compile) -Iselftest/unit $(LDFLAGS) -o $@ $< $(objects) $(LIBS)

$(build)/unit/step: selftest/truth/step.c | $(build)/unit
	$(compile) $(LDFLAGS) -o $@ $<

# It starts valgrind, and nothing may be preloaded into it on the way.
$(build)/unit/host: selftest/cpu/host.c | $(build)/unit
	$(CC) -std=c11 -D_GNU_SOURCE $(WARNINGS) $(CFLAGS) -static -o $@ $<

$(build)/bench/cost: selftest/bench/cost.c | $(build)/bench
	$(compile) $(LDFLAGS) -o $@ $<

$(build)/bench/files: selftest/bench/files.c $(objects) | $(build)/bench
	$(compile) $(LDFLAGS) -o $@ $< $(objects) $(LIBS)

$(build) $(build)/unit $(build)/bench:
	mkdir -p $@

# A status of its own tells the verdict of a sanitizer from that of the program.
check: export ASAN_OPTIONS = exitcode=99
check: export LSAN_OPTIONS = exitcode=99
check: export UBSAN_OPTIONS = exitcode=99
check: $(program) $(library) $(zygote) $(units) $(tools)
	CGBENCH=$(abspath $(program)) UNITS=$(abspath $(build)/unit) PRELOAD=$(abspath $(library)) \
	prove --timer --failures --comments $(PROVEFLAGS) $(TESTS)

units: $(units) $(tools)

bench-programs: $(build)/bench/cost $(build)/bench/files

bench:
	scripts/bench

lint:
	scripts/lint

install: all
	install -d $(bin) $(libexec) $(data)/benchfiles $(man)/man1 $(man)/man5
	install -d $(completion_bash) $(completion_zsh) $(completion_fish)
	install -m 755 $(program) $(bin)/cgbench
	install -m 644 $(library) $(zygote) $(libexec)
	install -m 644 $(benchfiles) $(data)/benchfiles
	install -m 644 man/cgbench.1 $(man)/man1
	install -m 644 man/cgbench-benchfile.5 $(man)/man5
	install -m 644 src/shells/cgbench.bash $(completion_bash)/cgbench
	install -m 644 src/shells/cgbench.zsh $(completion_zsh)/_cgbench
	install -m 644 src/shells/cgbench.fish $(completion_fish)

uninstall:
	rm -f $(bin)/cgbench $(man)/man1/cgbench.1 $(man)/man5/cgbench-benchfile.5
	rm -f $(completion_bash)/cgbench $(completion_zsh)/_cgbench $(completion_fish)/cgbench.fish
	rm -rf $(data) $(libexec)

clean:
	rm -rf build build-* cgbench

-include $(wildcard $(build)/*.d)

.PHONY: all check units bench bench-programs lint install uninstall clean
.DELETE_ON_ERROR:
