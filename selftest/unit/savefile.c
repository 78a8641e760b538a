#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "memory.h"
#include "message.h"
#include "savefile.h"
#include "tap.h"

/* What a child did that ran one job: its wait status and what it said. */
struct outcome {
	int status;
	char err[2048];
};

/* Leak checkers would look at every child that ends in message_die, which frees nothing. */
static void
leave_at_once(int status, void *unused)
{
	(void)unused;
	_exit(status);
}

static struct outcome
run(void (*job)(const char *), const char *arg)
{
	struct outcome o = {0};
	size_t n = 0;
	ssize_t got;
	int ends[2];
	pid_t pid;

	fflush(stdout);
	if (pipe(ends) < 0 || (pid = fork()) < 0)
		abort();
	if (!pid) {
		on_exit(leave_at_once, NULL);
		dup2(ends[1], STDERR_FILENO);
		close(ends[0]);
		close(ends[1]);
		job(arg);
		exit(0);
	}
	close(ends[1]);
	while ((got = read(ends[0], o.err + n, sizeof o.err - 1 - n)) > 0)
		n += (size_t)got;
	close(ends[0]);
	waitpid(pid, &o.status, 0);
	return o;
}

/* Failed as it should, with that line. */
static void
refuses(const struct outcome *o, const char *line, const char *name)
{
	ok(WIFEXITED(o->status) && WEXITSTATUS(o->status) == STATUS_FAILURE, "%s: status",
	    name);
	is(o->err, line, name);
}

static void
store(const char *path, const char *s, size_t n)
{
	FILE *f = fopen(path, "w");

	if (!f || fwrite(s, 1, n, f) != n || fclose(f))
		abort();
}

static char *
load(const char *path, size_t *n)
{
	static char s[1 << 16];
	FILE *f = fopen(path, "r");

	if (!f)
		return NULL;
	*n = fread(s, 1, sizeof s - 1, f);
	s[*n] = '\0';
	fclose(f);
	return s;
}

static void
read_job(const char *path)
{
	struct results r = {0};

	savefile_read(&r, path);
	results_free(&r);
}

static bool
same(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

static bool
same_words(const struct words *a, const struct words *b)
{
	size_t i;

	for (i = 0; i < a->n && i < b->n; i++)
		if (!same(a->v[i], b->v[i]))
			return false;
	return a->n == b->n;
}

static bool
same_puts(const struct puts *a, const struct puts *b)
{
	size_t i;

	if (a->n != b->n)
		return false;
	for (i = 0; i < a->n; i++)
		if (!same(a->v[i].exe, b->v[i].exe) || !same(a->v[i].label, b->v[i].label) ||
		    !same_words(&a->v[i].args, &b->v[i].args) ||
		    !same_words(&a->v[i].env, &b->v[i].env))
			return false;
	return true;
}

static bool
same_test(const struct test *a, const struct test *b)
{
	size_t i;

	if (!same(a->name, b->name) || !same(a->file, b->file) || a->line != b->line ||
	    a->part_count != b->part_count)
		return false;
	for (i = 0; i < a->part_count; i++)
		if (!same(a->parts[i].key, b->parts[i].key) ||
		    !same(a->parts[i].text, b->parts[i].text) ||
		    a->parts[i].line != b->parts[i].line)
			return false;
	return true;
}

static bool
same_tests(const struct tests *a, const struct tests *b)
{
	size_t i;

	if (a->n != b->n || !same(a->language, b->language))
		return false;
	for (i = 0; i < a->n; i++)
		if (!same_test(&a->v[i], &b->v[i]))
			return false;
	return true;
}

static bool
same_cell(const struct cell *a, const struct cell *b)
{
	const struct failure *f = a->failure, *g = b->failure;

	if (a->measured != b->measured || !f != !g ||
	    memcmp(a->counts, b->counts, sizeof a->counts))
		return false;
	return !f || (same(f->stage, g->stage) && same(f->why, g->why) &&
	                 same(f->command, g->command) && same(f->output, g->output));
}

static bool
same_results(const struct results *a, const struct results *b)
{
	size_t i;

	if (memcmp(a->loops, b->loops, sizeof a->loops) || !same_puts(&a->puts, &b->puts) ||
	    !same_tests(&a->tests, &b->tests))
		return false;
	for (i = 0; i < a->tests.n * a->puts.n; i++)
		if (!same_cell(&a->cells[i], &b->cells[i]))
			return false;
	return true;
}

static void
set_counts(struct cell *cell, uint64_t first)
{
	enum field f;

	for (f = 0; f < FIELD_COUNT; f++) {
		cell->counts[0][0].of[f] = first + f;
		cell->counts[0][1].of[f] = UINT64_MAX - f;
		cell->counts[1][0].of[f] = f ? first * 1000 : 0;
		cell->counts[1][1].of[f] = first << 40;
	}
	cell->measured = true;
}

static void
add_put(
    struct results *r, const char *exe, const char *label, const char *args, const char *env)
{
	struct put *put = puts_add(&r->puts);

	put->exe = memory_copy(exe);
	put->label = memory_copy(label);
	words_split(&put->args, args);
	words_split(&put->env, env);
}

static void
make_small(struct results *r)
{
	*r = (struct results){.loops = {10, 20}};
	add_put(r, "gcc", "one", "-O2", "");
	test_set(tests_add(&r->tests, "a::b"), "code", memory_copy("x"), 7);
	results_make_cells(r);
	set_counts(r->cells, 5);
}

/* Everything that a run can hold, and strings that are hard to save. */
static void
make_rich(struct results *r)
{
	struct test *test;

	*r = (struct results){.loops = {3, 4000000000}};
	r->tests.language = memory_copy("c++");
	add_put(r, "./my gcc", "+\xc3\xa9 \xe2\x82\xac \xf0\x9f\x90\xab",
	    "-O2 '' 'a b' \"it's\" '\\' '$x'", "A=1 A1==2 A_B= 'C=x y'");
	add_put(r, "clang", "new", "", "");
	test = tests_add(&r->tests, "str::len");
	test->file = memory_copy("dir/a.bench");
	test->line = 12;
	test_set(test, "setup", memory_copy("char s[] = \"a\\n\\\"\";\n\ts[0] = '\t';\n"), 14);
	test_set(test, "code", memory_copy("\x01\x7f/<>&\xc3\xa9"), 4000000000);
	test_set(test, "desc", memory_copy(""), 13);
	test = tests_add(&r->tests, "str::latin/n=\xe9");
	test_set(test, "code", memory_copy("\xe9 is no UTF-8, \xff\xc3\xa9 is"), 0);
	test_set(test, "pre", memory_copy("\xef\xbf\xbd"), 0);
	test_set(test, "post", memory_copy("\xed\xa0\x80"), 0);
	tests_add(&r->tests, "all::failed");
	test_set(&r->tests.v[2], "code", memory_copy(""), 1);
	results_make_cells(r);
	set_counts(results_cell(r, 0, 0), 1);
	results_cell(r, 0, 1)->failure =
	    failure_new("compile", "w\"hy\\", "cc 'a b'", "l1\nl2\n\xc3");
	set_counts(results_cell(r, 1, 0), 2);
	results_cell(r, 2, 0)->failure = failure_new("link", "", "", "");
	results_cell(r, 2, 1)->failure = failure_new("run", "killed", "x", "");
}

static bool
is_ascii_file(const char *path)
{
	size_t i, n;
	const char *s = load(path, &n);

	for (i = 0; i < n; i++)
		if ((unsigned char)s[i] > 0x7f || (s[i] < ' ' && i + 1 < n))
			return false;
	return true;
}

static void
comes_back(void (*make)(struct results *), const char *name)
{
	struct results r, back = {0};

	make(&r);
	savefile_write(&r, "saved.json");
	savefile_read(&back, "saved.json");
	ok(same_results(&r, &back), "%s results come back equal", name);
	savefile_write(&back, "again.json");
	ok(is_ascii_file("again.json"), "in pure ASCII, on one line");
	results_free(&r);
	results_free(&back);
}

#define COUNTS \
	"{\"Ir\":\"1\",\"Dr\":2,\"Dw\":\"3\",\"COND\":\"4\",\"IND\":\"5\",\"COND_m\":\"6\"," \
	"\"IND_m\":\"7\",\"Ir_m1\":\"8\",\"Dr_m1\":\"9\",\"Dw_m1\":\"10\",\"Ir_mm\":\"11\"," \
	"\"Dr_mm\":\"12\",\"Dw_mm\":\"13\"}"

/* As another program might lay it out: other order, blanks, keys that nobody knows. */
static const char base[] =
    "{ \"x\": [{}, null, \"]\\\"\"],\n"
    " \"results\": {\"a::b\" : {\"one\": [[" COUNTS ", " COUNTS "],[" COUNTS "," COUNTS
    "]]}},\n"
    " \"perls\" : [[\"gcc\", \"one\", {\"Z\":\"1\",\"A\":2}, \" -O2 'a b'\"]],\n"
    " \"order\":[\"a::b\"] , \"loop_counts\":[10,20],\n"
    " \"tests\":{\"a::b\":{\"code\":\"x\",\"compile\":1,\"pre\":null}},\n"
    " \"version\":1\n"
    "}\n";

/* base with the first such piece of it exchanged, as file bad.json. */
static void
store_changed(const char *from, const char *to)
{
	const char *at = strstr(base, from);
	char s[2 * sizeof base];

	if (!at)
		abort();
	snprintf(s, sizeof s, "%.*s%s%s", (int)(at - base), base, to, at + strlen(from));
	store("bad.json", s, strlen(s));
}

static void
changed_is(const char *from, const char *to, const char *complaint)
{
	struct outcome o;
	char line[512];

	store_changed(from, to);
	o = run(read_job, "bad.json");
	snprintf(line, sizeof line, "cgbench: bad.json:%s\n", complaint);
	refuses(&o, line, complaint);
}

static void
test_foreign(void)
{
	struct results r = {0};
	const struct test *test;

	store("base.json", base, strlen(base));
	savefile_read(&r, "base.json");
	test = tests_find(&r.tests, "a::b");
	is(test_text(test, "compile"), "1", "a number becomes its text");
	ok(!test_part(test, "pre"), "null is no part");
	ok(r.puts.v[0].args.n == 2 && same(r.puts.v[0].args.v[1], "a b"), "args are split");
	ok(r.puts.v[0].env.n == 2 && same(r.puts.v[0].env.v[0], "A=2"), "env is sorted");
	ok(r.cells[0].counts[1][1].of[FIELD_DR] == 2, "a count may be a number");
	ok(!r.tests.language, "no language");
	results_free(&r);
}

static void
code_is(const char *in_file, const char *want, const char *name)
{
	struct results r = {0};
	char to[128];

	snprintf(to, sizeof to, "\"code\":\"%s\"", in_file);
	store_changed("\"code\":\"x\"", to);
	savefile_read(&r, "bad.json");
	is(test_text(r.tests.v, "code"), want, name);
	results_free(&r);
}

static void
test_encodings(void)
{
	code_is("\xc3\x83\xc2\xa9", "\xc3\xa9", "UTF-8 encoded twice");
	code_is("\\u00c3\\u00a9", "\xc3\xa9", "and with escapes");
	code_is("\xc3\x83\xc2\x83\xc3\x82\xc2\xa9", "\xc3\xa9", "three times: perl's bytes");
	code_is("\xc3\xa2\xc2\x82\xc2\xac", "\xe2\x82\xac", "twice, above U+00FF");
	code_is("\xc3\xa9", "\xc3\xa9", "once");
	code_is("\xe2\x82\xac\xc3\x83", "\xe2\x82\xac\xc3\x83", "once, above U+00FF");
	code_is("\\u00ef\\u00bf\\u00bd\\u00c3\\u00a9", "\xe9", "bytes that bench.pl passed on");
}

static void
test_damaged(void)
{
	changed_is(base, "", " the file is empty");
	changed_is(base, " \n", "2:1: damaged JSON: the file ends early; was it cut off?");
	changed_is(base, "not json\n", "1:5: damaged JSON: more text follows its end");
	changed_is(base, "[1]", " is no object");
	changed_is(base, "{}", " version: is missing");
	changed_is("\n}\n", "\n", "7:1: damaged JSON: the file ends early; was it cut off?");
	changed_is("\n}\n", "\n}}\n", "7:2: damaged JSON: more text follows its end");
	changed_is("\n}\n", "\n]\n", "7:1: damaged JSON: a ',' or a '}' is missing here");
	changed_is("\n}\n", ",\n}\n", "7:1: damaged JSON: a key in quotes is missing here");
	changed_is(
	    "\"version\":1", "\"version\" 1", "6:12: damaged JSON: a ':' is missing here");
	changed_is(
	    "\"version\":1", "\"version\":", "7:1: damaged JSON: a value is missing here");
	changed_is("\"code\":\"x\"", "\"code\":\"\\u0000\"",
	    "5:34: damaged JSON: a string holds \\u0000");
	changed_is("\"code\":\"x\"", "\"code\":\"\xff\"",
	    "5:27: damaged JSON: unable to decode byte 0xff near '\"'");
	changed_is("\"code\":\"x\"", "\"code\":1,\"code\":2",
	    "5:34: damaged JSON: duplicate object key near '\"code\"'");
	changed_is("\"version\":1", "\"version\":1,\"version\":1", " version: comes twice");
	changed_is("\"Ir\":\"1\"", "\"Ir\":99999999999999999999",
	    "2:59: damaged JSON: too big integer near '99999999999999999999'");
}

static void
test_head(void)
{
	changed_is("\"version\":1", "\"version\":2",
	    " version: 2 is too new; this cgbench reads version 1");
	changed_is("\"version\":1", "\"version\":0",
	    " version: 0 is unknown; this cgbench reads version 1");
	changed_is("\"version\":1", "\"version\":\"1\"", " version: is no number");
	changed_is("\"loop_counts\"", "\"loops\"", " loop_counts: is missing");
	changed_is("[10,20]", "10", " loop_counts: is no array of two numbers");
	changed_is("[10,20]", "[10,20,30]", " loop_counts: is no array of two numbers");
	changed_is("[10,20]", "[10,\"x\"]", " loop_counts[1]: is no whole number of 0 or more");
	changed_is("[10,20]", "[20,20]",
	    " loop_counts: 20 and 20 are not two increasing numbers above 0");
	changed_is("[10,20]", "[0,20]",
	    " loop_counts: 0 and 20 are not two increasing numbers above 0");
	changed_is("[\"a::b\"]", "{}", " order: is no array");
	changed_is("[\"a::b\"]", "[1]", " order[0]: is no string");
	changed_is("[\"a::b\"]", "[\"\"]", " order[0]: is empty");
	changed_is("[\"a::b\"]", "[\"a\\nb\"]", " order[0]: has a control character in it");
	changed_is("[\"a::b\"]", "[\"a::b\",\"a::b\"]", " order[1]: test 'a::b' comes twice");
	changed_is("[\"a::b\"]", "[]", " the file contains no results");
}

static void
test_perls(void)
{
	changed_is(
	    "[[\"gcc\"", "[],\"y\":[[\"gcc\"", " perls: is no array with something in it");
	changed_is("\"gcc\", ", "", " perls[0][1]: is no string");
	changed_is("\"gcc\"", "\"\"", " perls[0][0]: is empty");
	changed_is("[[\"gcc\"", "[1,[\"gcc\"",
	    " perls[0]: is no array of executable, label, environment, arguments");
	changed_is(
	    "[[\"gcc\"", "[[\"x\",\"one\"],[\"gcc\"", " perls[1][1]: label 'one' comes twice");
	changed_is("{\"Z\":\"1\",\"A\":2}", "7", " perls[0][2]: is no object");
	changed_is(
	    "{\"Z\":\"1\"", "{\"Z\":{}", " perls[0][2].Z: is neither a string nor a number");
	changed_is("{\"Z\"", "{\"Z=\"", " perls[0][2].\"Z=\": is no name of a variable");
	changed_is("'a b'", "'a b", " perls[0][3]: leaves a quote open");
}

static void
test_bodies(void)
{
	changed_is("\"tests\":{", "\"tests\":[], \"y\":{", " tests: is no object");
	changed_is("\"tests\":{", "\"tests\":{\"n\":{},",
	    " tests.n: the test is not in the list 'order'");
	changed_is("\"tests\":{", "\"tests\":{}, \"y\":{",
	    " tests: test 'a::b' of the list 'order' is missing");
	changed_is("{\"code\"", "{\"Code\"", " tests.\"a::b\": the test has no code");
	changed_is("\"code\":\"x\"", "\"code\":[]",
	    " tests.\"a::b\".code: is neither a string nor a number");
	changed_is("\"results\": {", "\"results\": {\"n\":{},",
	    " results.n: the test is not in the list 'order'");
	changed_is("\"results\": {", "\"results\": {}, \"y\":{",
	    " results: test 'a::b' of the list 'order' is missing");
	changed_is("\"a::b\" : {", "\"a::b\" : 1, \"y\":{", " results.\"a::b\": is no object");
	changed_is("\"one\": [", "\"two\": [",
	    " results.\"a::b\".two: none of the perls has this label");
	changed_is(
	    "\"one\": [", "\"one\": [[],", " results.\"a::b\".one: is no array of two arrays");
	changed_is("\"one\": [[", "\"one\": [[1,",
	    " results.\"a::b\".one[0]: is no array of two objects");
	changed_is("[[{", "[[1],[{", " results.\"a::b\".one: is no array of two arrays");
	changed_is("\"Ir\":\"1\",", "", " results.\"a::b\".one[0][0].Ir: is missing");
	changed_is("\"Dr\":2", "\"Dr\":-2",
	    " results.\"a::b\".one[0][0].Dr: is no whole number of 0 or more");
	changed_is("\"Ir\":\"1\"", "\"Ir\":\"1x\"",
	    " results.\"a::b\".one[0][0].Ir: is no whole number of 0 or more");
	changed_is("\"Ir\":\"1\"", "\"Ir\":\"18446744073709551616\"",
	    " results.\"a::b\".one[0][0].Ir: is too large");
	changed_is("\"Ir\":\"1\"", "\"Ir\":null",
	    " results.\"a::b\".one[0][0].Ir: is no whole number of 0 or more");
}

static void
own_is(const char *own, const char *complaint)
{
	char to[512];

	snprintf(to, sizeof to, "\n,\"cgbench\":%s}\n", own);
	changed_is("\n}\n", to, complaint);
}

static void
test_own(void)
{
	own_is("1", " cgbench: is no object");
	own_is("{\"language\":1}", " cgbench.language: is no string");
	own_is("{\"args\":[]}", " cgbench.args: has not one list for each of the perls");
	own_is("{\"args\":[[1]]}", " cgbench.args[0][0]: is no string");
	own_is("{\"tests\":1}", " cgbench.tests: is no object");
	own_is("{\"tests\":{\"n\":{}}}", " cgbench.tests.n: there is no test 'n'");
	own_is("{\"tests\":{\"a::b\":1}}", " cgbench.tests.\"a::b\": is no object");
	own_is("{\"tests\":{\"a::b\":{\"lines\":{}}}}",
	    " cgbench.tests.\"a::b\".line: is missing");
	own_is("{\"tests\":{\"a::b\":{\"line\":4294967296}}}",
	    " cgbench.tests.\"a::b\".line: is too large");
	own_is("{\"tests\":{\"a::b\":{\"line\":1,\"lines\":{\"n\":1}}}}",
	    " cgbench.tests.\"a::b\".lines.n: is no part of the test");
	own_is("{\"failures\":{}}", " cgbench.failures: is no array");
	own_is("{\"failures\":[1]}", " cgbench.failures[0].test: is no string");
	own_is("{\"failures\":[{\"test\":\"n\",\"label\":\"one\"}]}",
	    " cgbench.failures[0]: there is no test 'n'");
	own_is("{\"failures\":[{\"test\":\"a::b\",\"label\":\"n\"}]}",
	    " cgbench.failures[0]: there is no label 'n'");
	own_is("{\"failures\":[{\"test\":\"a::b\",\"label\":\"one\"}]}",
	    " cgbench.failures[0]: the file holds another result of this test and label");
}

static void
test_deep(void)
{
	enum { DEPTH = 100000 };
	char *s = memory_new(2 * DEPTH + 1);
	struct outcome o;

	memset(s, '[', DEPTH);
	memset(s + DEPTH, ']', DEPTH);
	store("deep.json", s, 2 * DEPTH);
	o = run(read_job, "deep.json");
	refuses(&o, "cgbench: deep.json: is no object\n", "deep nesting");
	memcpy(s, "{\"x\":", 5);
	s[2 * DEPTH - 5] = '}';
	store("deep.json", s, 2 * DEPTH - 4);
	o = run(read_job, "deep.json");
	ok(WEXITSTATUS(o.status) == STATUS_FAILURE && strstr(o.err, "maximum parsing depth"),
	    "deep nesting inside");
	free(s);
}

/* One line that names the file. */
static bool
is_one_line(const char *err)
{
	const char *end = strchr(err, '\n');

	return !strncmp(err, "cgbench: bad.json", 17) && end && !end[1];
}

static bool
is_refused(const struct outcome *o)
{
	return WIFEXITED(o->status) && WEXITSTATUS(o->status) == STATUS_FAILURE &&
	       is_one_line(o->err);
}

static void
test_every_byte(void)
{
	struct results r;
	int cut = 0, flipped = 0;
	size_t i, n;
	char *s;

	make_small(&r);
	savefile_write(&r, "small.json");
	results_free(&r);
	s = load("small.json", &n);
	for (i = 0; i + 1 < n; i++) {
		struct outcome o;

		store("bad.json", s, i);
		o = run(read_job, "bad.json");
		cut += !is_refused(&o);
		s[i] = (char)(s[i] ^ 1 << i % 8);
		store("bad.json", s, n);
		o = run(read_job, "bad.json");
		flipped += o.status && !is_refused(&o);
		s[i] = (char)(s[i] ^ 1 << i % 8);
	}
	ok(n > 1000 && !cut, "cut at any byte of %zu: refused in one line (%d not)", n, cut);
	ok(!flipped, "any byte changed: read or refused in one line (%d not)", flipped);
}

static void
write_job(const char *path)
{
	struct results r;

	make_small(&r);
	savefile_write(&r, path);
}

/* A disk that takes 100 bytes. */
static void
write_full_job(const char *path)
{
	struct rlimit limit = {100, 100};

	signal(SIGXFSZ, SIG_IGN);
	setrlimit(RLIMIT_FSIZE, &limit);
	write_job(path);
}

static void
on_signal(int number)
{
	savefile_cleanup();
	_exit(number);
}

/* A signal between the first byte and the last. */
static void
write_signal_job(const char *path)
{
	struct rlimit limit = {100, RLIM_INFINITY};

	signal(SIGXFSZ, on_signal);
	setrlimit(RLIMIT_FSIZE, &limit);
	write_job(path);
}

static int
count_files(void)
{
	DIR *dir = opendir(".");
	int n = 0;

	while (readdir(dir))
		n++;
	closedir(dir);
	return n;
}

static bool
holds_old(const char *path)
{
	size_t n;
	const char *s = load(path, &n);

	return s && !strcmp(s, "old");
}

static void
test_write_failures(void)
{
	struct outcome o;
	int files;

	store("old.json", "old", 3);
	files = count_files();
	o = run(write_full_job, "old.json");
	refuses(&o, "cgbench: old.json: cannot write: File too large\n", "full disk");
	ok(holds_old("old.json") && count_files() == files, "the old file stands, alone");
	o = run(write_signal_job, "old.json");
	ok(WIFEXITED(o.status) && WEXITSTATUS(o.status) == SIGXFSZ, "a signal in the middle");
	ok(holds_old("old.json") && count_files() == files, "the old file stands, alone");
	o = run(write_job, "no/such.json");
	refuses(&o,
	    "cgbench: no/such.json: cannot make a file in its directory: "
	    "No such file or directory\n",
	    "no directory");
	o = run(write_job, "/dev/full");
	refuses(&o, "cgbench: /dev/full: cannot write: No space left on device\n", "/dev/full");
	o = run(write_job, ".");
	refuses(&o, "cgbench: .: cannot write: Is a directory\n", "a directory");
	symlink("loop", "loop");
	o = run(write_job, "loop");
	refuses(
	    &o, "cgbench: loop: cannot write: Too many levels of symbolic links\n", "a loop");
}

static bool
is_written(const char *path)
{
	struct outcome o = run(write_job, path);

	return !o.status && !run(read_job, path).status;
}

static mode_t
mode_of(const char *path)
{
	struct stat st;

	return lstat(path, &st) ? 0 : st.st_mode;
}

static void
test_targets(void)
{
	umask(027);
	ok(is_written("new.json") && mode_of("new.json") == (S_IFREG | 0640),
	    "a new file's mode");
	chmod("new.json", 0604);
	ok(is_written("new.json") && mode_of("new.json") == (S_IFREG | 0604), "an older one's");
	umask(022);
	mkdir("sub", 0777);
	store("sub/real.json", "old", 3);
	symlink("real.json", "sub/link.json");
	symlink("sub/link.json", "link.json");
	ok(is_written("link.json") && S_ISLNK(mode_of("link.json")), "a link stays");
	ok(!holds_old("sub/real.json") && S_ISLNK(mode_of("sub/link.json")),
	    "what it names is new");
	symlink("sub/made.json", "dangling.json");
	ok(is_written("dangling.json") && S_ISREG(mode_of("sub/made.json")), "a dangling link");
	ok(!run(write_job, "/dev/null").status && S_ISCHR(mode_of("/dev/null")), "a device");
}

static void
write_stdout_job(const char *path)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);

	dup2(fd, STDOUT_FILENO);
	printf("before\n");
	write_job("/dev/stdout");
	printf("after\n");
	fflush(stdout);
}

static void
test_stdout(void)
{
	size_t n;
	const char *s;

	ok(!run(write_stdout_job, "stdout.txt").status, "/dev/stdout that is a file");
	s = load("stdout.txt", &n);
	ok(!strncmp(s, "before\n{\"version\"", 16) && !strcmp(s + n - 8, "}\nafter\n"),
	    "and what else is printed comes before and after");
}

static void
make_pair(const char *path, const char *label, const char *first, const char *second)
{
	struct results r = {.loops = {10, 20}};

	add_put(&r, "gcc", label, "", "");
	test_set(tests_add(&r.tests, first), "code", memory_copy(first), 0);
	test_set(tests_add(&r.tests, second), "code", memory_copy(second), 0);
	results_make_cells(&r);
	set_counts(&r.cells[0], (uint64_t)*first);
	set_counts(&r.cells[1], (uint64_t)*second);
	savefile_write(&r, path);
	results_free(&r);
}

static bool merge_verbose;

static void
merge_job(const char *path)
{
	struct results into = {0}, more = {0};

	savefile_read(&into, "ab.json");
	savefile_read(&more, path);
	savefile_merge(&into, &more, path, merge_verbose);
}

static void
test_merge(void)
{
	struct results into = {0}, more = {0};
	struct outcome o;

	make_pair("ab.json", "one", "a", "b");
	make_pair("ba.json", "two", "b", "a");
	savefile_read(&into, "ab.json");
	savefile_read(&more, "ba.json");
	savefile_merge(&into, &more, "ba.json", false);
	ok(into.puts.n == 2 && into.tests.n == 2 && !more.tests.n, "two files become one");
	ok(results_cell(&into, 0, 1)->counts[0][0].of[0] == 'a' &&
	        results_cell(&into, 1, 1)->counts[0][0].of[0] == 'b',
	    "in the order of the first");
	results_free(&into);
	o = run(merge_job, "ab.json");
	refuses(&o, "cgbench: ab.json: duplicate label 'one': a file before it has it too\n",
	    "one label twice");
	make_pair("ac.json", "two", "a", "c");
	o = run(merge_job, "ac.json");
	refuses(&o,
	    "cgbench: ac.json: its tests are not those of the files before it: "
	    "1 missing, the first is 'b', 1 new, the first is 'c'; --verbose lists them\n",
	    "other tests");
	merge_verbose = true;
	o = run(merge_job, "ac.json");
	ok(strstr(o.err, "only:\n    b\n") && strstr(o.err, "only:\n    c\n"), "all of them");
	merge_verbose = false;
}

static void
test_merge_other(void)
{
	struct results r = {0};
	struct outcome o;

	savefile_read(&r, "ba.json");
	test_set(&r.tests.v[1], "code", memory_copy("other"), 0);
	savefile_write(&r, "other.json");
	o = run(merge_job, "other.json");
	ok(!o.status, "other code is merged");
	is(o.err,
	    "cgbench: other.json: the text of 1 test, 'a' first, is not that of the files "
	    "before it\n",
	    "with a warning");
	r.loops[0] = 5;
	savefile_write(&r, "other.json");
	results_free(&r);
	o = run(merge_job, "other.json");
	refuses(&o,
	    "cgbench: other.json: its loop counts are 5 and 20, those of the files before it "
	    "10 and 20\n",
	    "other loop counts");
}

int
main(void)
{
	char dir[] = "/tmp/cgbench-savefile-XXXXXX", *command;

	if (!mkdtemp(dir) || chdir(dir) < 0)
		abort();
	comes_back(make_small, "small");
	comes_back(make_rich, "rich");
	test_foreign();
	test_encodings();
	test_damaged();
	test_head();
	test_perls();
	test_bodies();
	test_own();
	test_deep();
	test_every_byte();
	test_write_failures();
	test_targets();
	test_stdout();
	test_merge();
	test_merge_other();
	command = text_print("rm -rf %s", dir);
	if (chdir("/") < 0 || system(command))
		abort();
	free(command);
	return tap_done();
}
