#include <sys/stat.h>

#include "are.h"
#include "measure/compile/includes.h"
#include "scratch.h"

static void
finds(const char *text, const char *beside, const char *want, const char *lost)
{
	FREED_BY(words_free)
	struct words files = WORDS_EMPTY, missing = WORDS_EMPTY, dirs = WORDS_EMPTY;

	words_split(&dirs, "first second");
	includes_find(&files, &missing, text, beside, &dirs);
	are(&files, want, "what is included");
	are(&missing, lost, "and what is lost");
}

static void
test_find(void)
{
	if (mkdir("first", 0755) || mkdir("second", 0755) || mkdir("first/dir.h", 0755))
		abort();
	scratch_write("own.h", "#include \"deep.h\"\n");
	scratch_write("first/own.h", "int first;");
	scratch_write("second/two.h", " # include \"three.h\"\n#include \"two.h\"\n#include \"lost.h\"");
	scratch_write("second/three.h", "");
	scratch_write("second/dir.h", "");
	finds("", ".", "", "");
	finds("#include \"own.h\"\n", ".", " ./own.h", " deep.h");
	finds("#include \"own.h\"\n", NULL, " first/own.h", "");
	finds("#include <own.h>\n#include <none.h>", ".", " first/own.h", "");
	finds("int x;\n\t#\tinclude\t\"two.h\" // x\n", ".", " second/two.h second/three.h", " lost.h");
	finds("#include <dir.h>\n#include <dir.h>", ".", " second/dir.h", "");
	finds("include \"own.h\"\n#define \"own.h\"\n#include own.h\n# \"own.h\"", ".", "", "");
	finds("#include \"own.h", ".", " ./own.h", " deep.h");
	finds("#include \"/dev/null\"\n#include \"/none\"", ".", "", " /dev/null /none");
}

static void
test_absolute(void)
{
	OWNED char *here = realpath("second/three.h", NULL);
	OWNED char *text = text_print("#include <%s>", here), *want = text_print(" %s", here);

	finds(text, NULL, want, "");
}

static void
test_forced(void)
{
	FREED_BY(words_free)
	struct words command = WORDS_EMPTY, files = WORDS_EMPTY, lost = WORDS_EMPTY, dirs = WORDS_EMPTY;

	words_split(&command, "cc -include two.h -imacros none.h -includeown.h -c -include");
	words_split(&dirs, "first second");
	includes_forced(&files, &lost, &command, &dirs);
	are(&files, " second/two.h second/three.h first/own.h", "what options include");
	are(&lost, " lost.h", "with what that includes");
}

static void
test_dirs(void)
{
	static const char given[] = "cc -I a -idirafter b -isystemg -Ic -iquote d -iquotee -I -idirafterf x -i y";
	FREED_BY(words_free)
	struct words command = WORDS_EMPTY, other = WORDS_EMPTY, dirs = WORDS_EMPTY, none = WORDS_EMPTY;

	words_split(&command, given);
	includes_dirs(&dirs, &command);
	are(&dirs, " d e a c -idirafterf g b f", "the directories as compilers search them");
	includes_move(&command, "z");
	are(&command, " cc -I z -idirafter z -isystemz -Iz -iquote z -iquotez -I z x -i y", "one in place of all");
	words_split(&other, "cc -I");
	includes_dirs(&none, &other);
	are(&none, "", "no directory");
}

int
main(void)
{
	scratch_enter();
	test_find();
	test_absolute();
	test_forced();
	test_dirs();
	scratch_leave();
	return tap_done();
}
