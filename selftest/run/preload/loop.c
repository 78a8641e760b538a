/* Does what an interpreter does: reads its work, "ACTIVE COUNT FILE PLUGIN", and does it COUNT
   times. When active it reads a line of the file by functions that were called before, by some
   that were not, and by those of a plugin that is loaded only now. */

#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void
read_file(const char *path, int (*plugin)(const char *))
{
	char line[64], *more = NULL;
	size_t n = 0;
	FILE *f = fopen(path, "r");
	int fd = open(path, O_RDONLY);

	if (!f || !fgets(line, sizeof line, f) || getc(f) == EOF || getline(&more, &n, f) < 0 ||
	    read(fd, line, sizeof line) <= 0 || plugin(path))
		abort();
	free(more);
	fclose(f);
	close(fd);
}

int
main(void)
{
	char line[512], path[256], plugin_path[256];
	int (*plugin)(const char *);
	int active, count;
	void *library;

	if (!fgets(line, sizeof line, stdin) ||
	    sscanf(line, "%d %d %255s %255s", &active, &count, path, plugin_path) != 4 ||
	    !(library = dlopen(plugin_path, RTLD_LAZY)) || !(plugin = (int (*)(const char *))dlsym(library, "plugin")))
		return 1;
	for (; count; count--)
		if (active)
			read_file(path, plugin);
	return 0;
}
