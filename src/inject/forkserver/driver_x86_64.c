/* A part of driver.c, for x86-64. The code is given as bytes because options of compilers
   change the syntax. */

#define CGBENCH_LEARNS

__asm__(".data\n"
        ".globl cgbench_pace\n"
        "cgbench_pace: .long 1\n"
        ".text\n"
        ".globl cgbench_learn\n"
        "cgbench_learn:\n"
        ".byte 0x4c, 0x8d, 0x05, 11, 0, 0, 0\n"         /* lea begin(%rip), %r8 */
        ".byte 0x4c, 0x8d, 0x0d, 0x91, 0x05, 0, 0\n"    /* lea end(%rip), %r9 */
        ".byte 0x89, 0xf8, 0x31, 0xd2\n"                /* mov %edi, %eax; xor %edx, %edx */
        ".rept 128\n"                                   /* begin: */
        ".byte 0xa8, 0x60, 0x0f, 0x9b, 0xc2, 0x7a, 0\n" /* test $0x60, %al; setnp %dl; jp .+2 */
        ".byte 0x8d, 0x04, 0x42, 0x90\n"                /* lea (%rdx,%rax,2), %eax; nop */
        ".endr\n"
        ".byte 0x2b, 0x35\n" /* sub cgbench_pace(%rip), %esi */
        ".long cgbench_pace - . - 4\n"
        ".byte 0x4d, 0x0f, 0x46, 0xc1, 0x41, 0xff, 0xe0\n" /* cmovbe %r9, %r8; jmp *%r8 */
        ".byte 0xc3\n");                                   /* end: ret */

/* Without a list of requests nothing is done. 253 is CGBENCH_REQUESTS. */
#ifdef CGBENCH_WARMS_UP
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
    ".byte 0xf7, 0x1d\n"                         /* negl cgbench_pace(%rip) */
    ".long cgbench_pace - . - 4\n"
    ".byte 0xe8\n" /* call main */
    ".long " CGBENCH_MAIN " - . - 4\n"
    ".byte 0xf7, 0x1d\n" /* negl cgbench_pace(%rip) */
    ".long cgbench_pace - . - 4\n"
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
