/* Compilers, rehearsals and sources of the user's, and what follows from the end of each. */

#include "played.h"

#define C_ALONE "fork", "c", 1, NULL, NULL
#define C_SOURCES "fork", "c", 1, "sources"
#define FORTRAN_SOURCES "fork", "fortran", 1, "sources", "/no/a.f90 /no/b.f90"
#define SHELL "fork", "shell", 1

static const struct scene scenes[] = {
    /* Compilers. */
    {C_ALONE, "C1", "T C C L M0", "compile: exited with status 1, 7", ""},
    {"fork", "c", 1, "pre", "int v = 1;", "", "T K K C C L M01", "7 shared *2", ""},
    {"fork", "c", 1, "post", "int v = 1;", "K1", "T K K C C R R L M01", "7 shared *2", ""},
    {"fork", "c", 1, "pre", "int v = 1;", "K K C1", "T K K C C L M0", "compile: exited with status 1, 7 shared", ""},
    {C_ALONE, "C0", "T C C L M0", "compile: made no test.o, 7", ""},
    {C_ALONE, "Ct", "T C C L M0", "compile: not done after 9 seconds of processor time (--timeout), 7", ""},
    {C_ALONE, "Cs Cs", "T C C", "compile: cannot run it *2", ""},
    {C_ALONE, "Cw", "T C C L M01", "7!, 7", ""},
    {C_ALONE, "C Ci", "T C C L M0", "7, compile: a warning of that kind is an error in a test", ""},
    {C_ALONE, "C Cg", "T C C L M0", "7, compile: x.mod is also in the current directory, where the compiler f", ""},
    {"fork", "c", 1, "cflags", "-dumpdir x", "", "T",
        "compile: -dumpdir lets tests overwrite each other's files; use -save- *2", ""},
    {"fork", "c", 1, "ldflags", "-dumpbase x", "", "T",
        "compile: -dumpbase lets tests overwrite each other's files; use -save *2", ""},
    {"fork", "c", 1, "ldflags", "x.o", "", "T C C L L M0 M0", "7 *2", ""},
    {"fork", "c", 1, "cflags", "-pg", "", "T C C L M01", "7 *2", ""},
    {"fork", "c", 2, NULL, NULL, "C C1", "T T C C L M0 C C L M01", "7 *2, compile: exited with status 1, 7", ""},
    {"fork", "go", 1, NULL, NULL, "", "T C C L M01", "7 *2", ""},
    {"fork", "pascal", 1, NULL, NULL, "Cw A1", "T C C A A L", "compile: exited with status 1, link: made no program",
        ""},
    /* Sources. */
    {C_SOURCES, "/no/a.c", "", "T U C C L L M0 M0", "7 *2", ""},
    {C_SOURCES, "/no/a.c /no/b.cc", "U Uw", "T U U C C L L M0 M0", "7!, 7", ""},
    {C_SOURCES, "/no/a.c /no/b.cc", "U1", "T U U C C", "sources: /no/a.c: exited with status 1 *2", ""},
    {C_SOURCES, "/no/a.c", "U0", "T U C C", "sources: /no/a.c: made no object *2", ""},
    {C_SOURCES, "/no/a.c", "Ug", "T U C C", "sources: /no/a.c: x.mod is also in the current directory, where the c *2",
        ""},
    {"fork", "c", 2, "sources", "/no/a.c", "Ut", "T T U C C U C C L L M0 M0",
        "sources: /no/a.c: not done after 9 seconds of processor time (--timeo, 7, sources: /no/a.c: not done "
        "after 9 seconds of processor time (--timeo, 7",
        ""},
    {FORTRAN_SOURCES, "", "T U U C C L L M0 M0", "7 *2", ""},
    {FORTRAN_SOURCES, "U1", "T U", "sources: /no/a.f90: exited with status 1 *2", ""},
    {FORTRAN_SOURCES, "U U1", "T U U", "sources: /no/b.f90: exited with status 1 *2", ""},
    /* Rehearsals. */
    {"fork", "c", 1, "post", "x", "", "T K K C C R R L M01", "7 shared *2", ""},
    {"fork", "c", 1, "post", "x", "R1", "T K K C C R R L M01", "7 shared *2", ""},
    {"fork", "c", 1, "post", "x", "Rn", "T K K C C R R L M01",
        "rehearsal: 'continue' skips 'post', whose cost is subtracted: jump to t, 7 shared", ""},
    {"fork", "c", 1, "post", "x", "Rt", "T K K C C R R L M0",
        "rehearsal: not done after 9 seconds of processor time (--timeout), 7 shared", ""},
    {SHELL, "post", "x", "", "T R R R R M01",
        "rehearsal: left its loop early, or skipped 'post' in some iteration (by *2", ""},
    {SHELL, "post", "x", "R1 R1 R1 R1", "T R R R R M01", "7 *2", ""},
    {SHELL, "post", "x", "R1 R1 R1", "T R R R R M01",
        "7, rehearsal: left its loop early, or skipped 'post' in some iteration (by", ""},
    {SHELL, "pre", "x", "", "T M01", "7 *2", ""},
    {SHELL, "pre", "return", "", "T R R R R M01",
        "rehearsal: left its loop early, repeated an iteration, or ended with st *2", ""},
    {SHELL, "pre", "return", "R1 R1 R1 R1", "T R R R R M01", "7 *2", ""},
    {SHELL, "code", "return", "R1", "T R R M01",
        "7, rehearsal: left its loop early, repeated an iteration, or ended with st", ""},
    {SHELL, "code", "return", "R1 Rt", "T R R M0",
        "7, rehearsal: not done after 9 seconds of processor time (--timeout)", ""},
    {SHELL, "code", "return", "Rs", "T R R M01",
        "7, rehearsal: left its loop early, repeated an iteration, or ended with st", ""},
    {"fork", "perl", 1, "compile", "only", "", "T R R", "rehearsal: its code does not compile *2", ""},
    {"fork", "perl", 1, "compile", "only", "R1 R1", "T R R M01",
        "active/long loop: ended before its loop with status 0, as if by exit(0) *2", ""},
    {"fork", "jq", 1, NULL, NULL, "", "T M01",
        "active/long loop: ended before its loop with status 0, as if by exit(0) *2", ""},
    {"fork", "sqlite", 1, NULL, NULL, "", "T M01", "7 *2", ""},
    {"fork", "c", 1, "compile", "only", "", "T C C L M01", "7 *2", ""},
    {"fork", "command", 1, "once", "yes", "", "M M", "50 *2", ""},
    {"fork", "command", 1, "empty", "y", "", "M M M M M M M M", "7 *2", ""},
    {"fork", "command", 1, "stdin", "y", "", "M M M M", "7 *2", ""},
    {"fork", "command", 1, "status", "3", "", "M M", "active/long loop: exited with status 3 *2", ""},
    {"fork", "command", 1, "status", "3", "Mx Mx Mx Mx", "M M M M", "7 *2", ""},
    {"fork", "command", 1, "cwd", "benchfile", "", "M M M M", "7 *2", ""},
};

int
main(void)
{
	played_begin();
	played_scenes(scenes, COUNTOF(scenes));
	return played_end();
}
