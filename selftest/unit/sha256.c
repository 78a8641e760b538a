#include <stdlib.h>

#include "scratch.h"
#include "tap.h"
#include "util/sha256.h"

static void
store_and_hash(const char *s, size_t n, const char *want, const char *name)
{
	char *hash;

	scratch_store("file", s, n);
	hash = sha256_file("file");
	is(hash, want, name);
	free(hash);
}

/* The examples that NIST gives with FIPS 180-4. */
static void
test_known(void)
{
	static char million[1000000];

	memset(million, 'a', sizeof million);
	store_and_hash("", 0,
	    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "nothing");
	store_and_hash("abc", 3,
	    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", "abc");
	store_and_hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56,
	    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1", "two blocks");
	store_and_hash(million, sizeof million,
	    "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0", "a million");
}

static bool
agrees(size_t n)
{
	static char s[200];
	char *command, *ours, theirs[65] = "";
	FILE *f;

	memset(s, 'x', sizeof s);
	scratch_store("file", s, n);
	ours = sha256_file("file");
	command = text_print("sha256sum file");
	f = popen(command, "r");
	if (!f || fread(theirs, 1, 64, f) != 64 || pclose(f))
		abort();
	n = !strcmp(ours, theirs);
	free(ours);
	free(command);
	return n;
}

/* Around the ends of blocks, where padding goes wrong. */
static void
test_lengths(void)
{
	static const size_t lengths[] = {
	    1, 54, 55, 56, 57, 63, 64, 65, 118, 119, 120, 127, 128};
	size_t i, right = 0;

	for (i = 0; i < sizeof lengths / sizeof *lengths; i++)
		right += agrees(lengths[i]);
	ok(right == i, "sha256sum agrees at all lengths around a block's end");
}

int
main(void)
{
	char *none;

	scratch_enter();
	test_known();
	test_lengths();
	none = sha256_file("none");
	ok(!none, "a file that is not there");
	scratch_leave();
	return tap_done();
}
