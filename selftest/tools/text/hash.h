static unsigned
text_hash(const char *s)
{
	unsigned hash = 5381;

	while (*s)
		hash = hash * 33 ^ *s++;
	return hash;
}
