/* Loaded after the first read of standard input: a function bound when it is called,
   one bound as data, and one that is looked up. */

#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static ssize_t (*const bound)(int, void *, size_t) = read;

int
plugin(const char *path)
{
	static char *(*found)(char *, int, FILE *);
	char line[64];
	FILE *f = fopen(path, "r");
	int fd = open(path, O_RDONLY), bad;

	/* Once: it goes through every library, and so through one more. */
	if (!found)
		found = (char *(*)(char *, int, FILE *))dlsym(RTLD_DEFAULT, "fgets");
	bad = !f || !fgets(line, sizeof line, f) || !found(line, sizeof line, f) || bound(fd, line, sizeof line) <= 0;
	fclose(f);
	close(fd);
	return bad;
}
