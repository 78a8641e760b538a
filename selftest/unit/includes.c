#include <sys/stat.h>

#include "measure/build/includes.h"
#include "scratch.h"
#include "tap.h"
#include "util/memory.h"

/* The words, each with a blank before it; frees them. */
static void
are(struct words *words, const char *want, const char *name)
{
	struct text t = TEXT_EMPTY;
	char *got;

	for (size_t i = 0; i < words->n; i++)
		text_addf(&t, " %s", words->v[i]);
	got = text_take(&t);
	is(got, want, name);
	free(got);
	words_free(words);
}

static void
store(const char *path, const char *s)
{
	scratch_store(path, s, strlen(s));
}

static void
finds(const char *text, const char *beside, const char *want, const char *lost)
{
	struct words files = WORDS_EMPTY, missing = WORDS_EMPTY, dirs = WORDS_EMPTY;

	words_split(&dirs, "first second");
	includes_find(&files, &missing, text, beside, &dirs);
	are(&files, want, "what is included");
	are(&missing, lost, "and what is lost");
	words_free(&dirs);
}

static void
test_find(void)
{
	if (mkdir("first", 0755) || mkdir("second", 0755) || mkdir("first/dir.h", 0755))
		abort();
	store("own.h", "#include \"deep.h\"\n");
	store("first/own.h", "int first;");
	store(
	    "second/two.h", " # include \"three.h\"\n#include \"two.h\"\n#include \"lost.h\"");
	store("second/three.h", "");
	store("second/dir.h", "");
	finds("", ".", "", "");
	finds("#include \"own.h\"\n", ".", " ./own.h", " deep.h");
	finds("#include \"own.h\"\n", NULL, " first/own.h", "");
	finds("#include <own.h>\n#include <none.h>", ".", " first/own.h", "");
	finds("int x;\n\t#\tinclude\t\"two.h\" // x\n", ".", " second/two.h second/three.h",
	    " lost.h");
	finds("#include <dir.h>\n#include <dir.h>", ".", " second/dir.h", "");
	finds("include \"own.h\"\n#define \"own.h\"\n#include own.h\n# \"own.h\"", ".", "", "");
	finds("#include \"own.h", ".", " ./own.h", " deep.h");
}

static void
test_dirs(void)
{
	static const char given[] =
	    "cc -I a -idirafter b -Ic -iquote d -iquotee -I -idirafterf x -i y";
	struct words command = WORDS_EMPTY, dirs = WORDS_EMPTY;

	words_split(&command, given);
	includes_dirs(&dirs, &command);
	are(&dirs, " d e a c -idirafterf b f", "the directories as compilers search them");
	includes_move(&command, "z");
	are(&command, " cc -I z -idirafter z -Iz -iquote z -iquotez -I z x -i y",
	    "one in place of all");
	words_split(&command, "cc -I");
	includes_dirs(&dirs, &command);
	are(&dirs, "", "no directory");
	words_free(&command);
}

int
main(void)
{
	scratch_enter();
	test_find();
	test_dirs();
	scratch_leave();
	return tap_done();
}
