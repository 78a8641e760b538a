static int
text_blank(const char *s)
{
	while (*s == ' ')
		s++;
	return !*s;
}
