int part(void);
int
part(void)
{
	return 1;
}
