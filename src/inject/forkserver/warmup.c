/* A part of driver.c. valgrind translates code when it first runs: each process would translate
   again the code that leads from the fork to the test, as the server does not go there. So
   before its main, the server runs main as a program does that is started by hand: without
   requests, with a line of work that is wrong (CGBENCH_NO_WORK), and without descriptor 2, to
   which it complains. cgbench_forget comes after that, and need not be whole then.

   The address of each branch of the driver matters to the tests, as they share the predictor,
   and the number of functions with an unwind table matters to those that throw. So this is not
   a part of main, is in an output section of its own, and has no unwind table. The code is
   given as bytes because options of compilers change the syntax; 253 is CGBENCH_REQUESTS.
   Without a list of requests nothing is done. */

#if defined __x86_64__ && !defined CGBENCH_EMULATED && !defined CGBENCH_HEAP && \
    !defined CGBENCH_NO_WARMUP && !defined __TINYC__
#define CGBENCH_AS_TEXT(name) #name
#define CGBENCH_NAME_OF(name) CGBENCH_AS_TEXT(name)
#define CGBENCH_MAIN CGBENCH_NAME_OF(main) /* which options may rename */
__asm__(
    ".section cgbench_warmup, \"ax\", @progbits\n"
    "cgbench_warm_up:\n"
    ".byte 0x53, 0x41, 0x54, 0x41, 0x55\n"       /* push %rbx; push %r12; push %r13 */
    ".byte 0xbf, 253, 0, 0, 0, 0x31, 0xf6\n"     /* mov $253, %edi; xor %esi, %esi */
    ".byte 0xba, 2, 0, 0, 0\n"                   /* mov $SEEK_END, %edx */
    ".byte 0xb8, 8, 0, 0, 0, 0x0f, 5\n"          /* mov $SYS_lseek, %eax; syscall */
    ".byte 0x48, 0x85, 0xc0, 0x7e, 0x66\n"       /* test %rax, %rax; jle end */
    ".byte 0xb8, 32, 0, 0, 0, 0x0f, 5\n"         /* mov $SYS_dup, %eax; syscall */
    ".byte 0x89, 0xc3, 0x85, 0xc0, 0x78, 0x59\n" /* mov %eax, %ebx; test %eax, %eax; js end */
    ".byte 0xb8, 3, 0, 0, 0, 0x0f, 5\n"          /* mov $SYS_close, %eax; syscall */
    ".byte 0xbf, 2, 0, 0, 0\n"                   /* mov $2, %edi */
    ".byte 0xb8, 32, 0, 0, 0, 0x0f, 5\n"         /* mov $SYS_dup, %eax; syscall */
    ".byte 0x41, 0x89, 0xc4\n"                   /* mov %eax, %r12d */
    ".byte 0xb8, 3, 0, 0, 0, 0x0f, 5\n"          /* mov $SYS_close, %eax; syscall */
    ".byte 0xf7, 0x1d\n"                         /* negl cgbench_step(%rip) */
    ".long cgbench_step - . - 4\n"
    ".byte 0xe8\n" /* call main */
    ".long " CGBENCH_MAIN " - . - 4\n"
    ".byte 0xf7, 0x1d\n" /* negl cgbench_step(%rip) */
    ".long cgbench_step - . - 4\n"
    ".byte 0x89, 0xdf, 0xbe, 253, 0, 0, 0\n"     /* mov %ebx, %edi; mov $253, %esi */
    ".byte 0xb8, 33, 0, 0, 0, 0x0f, 5\n"         /* mov $SYS_dup2, %eax; syscall */
    ".byte 0xb8, 3, 0, 0, 0, 0x0f, 5\n"          /* mov $SYS_close, %eax; syscall */
    ".byte 0x44, 0x89, 0xe7, 0xbe, 2, 0, 0, 0\n" /* mov %r12d, %edi; mov $2, %esi */
    ".byte 0xb8, 33, 0, 0, 0, 0x0f, 5\n"         /* mov $SYS_dup2, %eax; syscall */
    ".byte 0xb8, 3, 0, 0, 0, 0x0f, 5\n"          /* mov $SYS_close, %eax; syscall */
    ".byte 0x41, 0x5d, 0x41, 0x5c, 0x5b, 0xc3\n" /* end: pop ...; ret */
    ".section .init_array, \"aw\", @init_array\n"
    ".balign 8\n"
    ".quad cgbench_warm_up\n"
    ".text\n");
#endif
