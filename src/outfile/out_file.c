#include <stdlib.h>

#include "util/file.h"
#include "util/text.h"
#include "outfile/out_file.h"

char *
out_file_wrong(const char *writer, const char *dir, const char *damage)
{
	char *obstacle = file_obstacle(dir), *wrong;

	if (damage)
		wrong = text_print("the out file of %s: %s%s", writer, damage, obstacle);
	else
		wrong = text_print("%s wrote no counts%s", writer, obstacle);
	free(obstacle);
	return wrong;
}
