#ifdef __cplusplus
struct config {
	int turns = 1;
};
inline config &
get_config()
{
	static config c;
	return c;
}
int configured();
int caught();
extern "C" {
#endif
int call_hook(void), call_part(void), call_back(void), use_common(void), use_set(void);
int run(void), other(void);
#ifdef __cplusplus
}
#endif
