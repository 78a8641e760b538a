#pragma once

/* This plugin uses so much of QEMU's TCG plugin interface, so that QEMU's headers need not be
   installed. It is written for all versions at once: on x86-64, a function may be passed more
   than it takes. */

#include <stddef.h>
#include <stdint.h>

/* Versions of the interface: that of QEMU 4.2 to 8.2, and of 9.0; since 9.1, instructions are
   copied; since 11.1, callbacks are passed data at the end, and no id first. */
enum { QEMU_API_1 = 1, QEMU_API_2, QEMU_API_COPIES, QEMU_API_DATA = 7 };

typedef uint32_t qemu_plugin_meminfo_t;

/* It has more members. */
typedef struct {
	const char *target_name; /* "aarch64" */
	struct {
		int min, cur;
	} version; /* of the interface */
} qemu_info_t;

/* Called when this plugin is loaded; argv stays. Returns 0 if it can count. */
int qemu_plugin_install(uint64_t id, const qemu_info_t *info, int argc, char **argv);

struct qemu_plugin_tb;
struct qemu_plugin_insn;

enum qemu_plugin_cb_flags { QEMU_PLUGIN_CB_NO_REGS };
enum qemu_plugin_mem_rw { QEMU_PLUGIN_MEM_R = 1, QEMU_PLUGIN_MEM_W, QEMU_PLUGIN_MEM_RW };
/* The bit of a meminfo where its qemu_plugin_mem_rw begins in version 1. */
enum { QEMU_MEMINFO_RW = 16 };

/* Functions that only version 1 has, and only versions since 6. */
__attribute__((weak)) void qemu_plugin_register_vcpu_insn_exec_inline(void);
__attribute__((weak)) void qemu_plugin_set_pc(uint64_t address);

/* The first of what is passed to callbacks: a block that was translated; or the number of a
   processor, that of a system call, and its arguments or its result. */
typedef void qemu_callback(uint64_t first, uint64_t second, uint64_t third, uint64_t fourth);
void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id, qemu_callback *cb, void *data);
void qemu_plugin_register_vcpu_init_cb(uint64_t id, void (*cb)(void), void *data);
void qemu_plugin_register_vcpu_syscall_cb(uint64_t id, qemu_callback *cb, void *data);
void qemu_plugin_register_vcpu_syscall_ret_cb(uint64_t id, qemu_callback *cb, void *data);

size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t i);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn);
void *qemu_plugin_insn_haddr(const struct qemu_plugin_insn *insn);
/* Returns the address of the instruction; or copies it to code, and returns its size. */
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *insn, void *code, size_t n);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *insn);
typedef void qemu_exec_callback(unsigned cpu, void *data);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn,
    qemu_exec_callback *cb, enum qemu_plugin_cb_flags flags, void *data);
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *tb, qemu_exec_callback *cb,
    enum qemu_plugin_cb_flags flags, void *data);
typedef void qemu_mem_callback(
    unsigned cpu, qemu_plugin_meminfo_t info, uint64_t address, void *data);
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *insn, qemu_mem_callback *cb,
    enum qemu_plugin_cb_flags flags, enum qemu_plugin_mem_rw rw, void *data);
unsigned qemu_plugin_mem_size_shift(qemu_plugin_meminfo_t info);
