/* Compares src/inject/forkserver/kernel.h with the headers of the C library. */

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include KERNEL

#ifdef __i386__
#define STAT stat64
#else
#define STAT stat
#endif
#ifdef __cplusplus
#define SAME(a, b) static_assert((long)(a) == (long)(b), #b)
#define ALIGN alignof
#else
#define SAME(a, b) _Static_assert((long)(a) == (long)(b), #b)
#define ALIGN _Alignof
#endif

SAME(CGBENCH_AT_FDCWD, AT_FDCWD);
SAME(CGBENCH_O_RDONLY, O_RDONLY);
SAME(CGBENCH_O_WRONLY, O_WRONLY);
SAME(CGBENCH_O_CREAT, O_CREAT);
SAME(CGBENCH_O_APPEND, O_APPEND);
SAME(CGBENCH_SEEK_END, SEEK_END);
SAME(CGBENCH_P_PID, P_PID);
SAME(CGBENCH_WEXITED, WEXITED);
SAME(CGBENCH_WNOWAIT, WNOWAIT);
SAME(CGBENCH_SET_PDEATHSIG, PR_SET_PDEATHSIG);
SAME(CGBENCH_SIGKILL, SIGKILL);
SAME(CGBENCH_SIGCHLD, SIGCHLD);
SAME(sizeof(union cgbench_info), sizeof(siginfo_t));
SAME(ALIGN(union cgbench_info), ALIGN(siginfo_t));
SAME(sizeof(struct cgbench_stat), sizeof(struct STAT));
SAME(offsetof(struct cgbench_stat, st_nlink), offsetof(struct STAT, st_nlink));
SAME(sizeof(((struct cgbench_stat *)0)->st_nlink), sizeof(((struct STAT *)0)->st_nlink));
