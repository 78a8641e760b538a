#pragma once

/* What this plugin uses of QEMU's TCG plugin interface, so that QEMU's headers need not be
   installed. Version 1 of the interface is that of QEMU 4.2 to 8.2. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { QEMU_API = 1 };

typedef uint64_t qemu_plugin_id_t;
typedef uint32_t qemu_plugin_meminfo_t;

typedef struct {
	const char *target_name; /* "aarch64" */
	struct {
		int min, cur;
	} version; /* of the interface */
	bool system_emulation;
	union {
		struct {
			int smp_vcpus, max_vcpus;
		} system;
	};
} qemu_info_t;

struct qemu_plugin_tb;
struct qemu_plugin_insn;

enum qemu_plugin_cb_flags { QEMU_PLUGIN_CB_NO_REGS };
enum qemu_plugin_mem_rw { QEMU_PLUGIN_MEM_R = 1, QEMU_PLUGIN_MEM_W, QEMU_PLUGIN_MEM_RW };
/* The bit of a meminfo where its qemu_plugin_mem_rw begins, for which there is no function. */
enum { QEMU_MEMINFO_RW = 16 };
enum qemu_plugin_op { QEMU_PLUGIN_INLINE_ADD_U64 };

void qemu_plugin_register_vcpu_tb_trans_cb(
    qemu_plugin_id_t id, void (*cb)(qemu_plugin_id_t id, struct qemu_plugin_tb *tb));
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t i);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn);
void *qemu_plugin_insn_haddr(const struct qemu_plugin_insn *insn);
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *insn);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *insn);
void qemu_plugin_register_vcpu_insn_exec_inline(
    struct qemu_plugin_insn *insn, enum qemu_plugin_op op, void *at, uint64_t n);
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *tb,
    void (*cb)(unsigned cpu, void *data), enum qemu_plugin_cb_flags flags, void *data);
typedef void qemu_mem_callback(
    unsigned cpu, qemu_plugin_meminfo_t info, uint64_t address, void *data);
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *insn, qemu_mem_callback *cb,
    enum qemu_plugin_cb_flags flags, enum qemu_plugin_mem_rw rw, void *data);
bool qemu_plugin_mem_is_store(qemu_plugin_meminfo_t info);
unsigned qemu_plugin_mem_size_shift(qemu_plugin_meminfo_t info);
void qemu_plugin_register_vcpu_init_cb(
    qemu_plugin_id_t id, void (*cb)(qemu_plugin_id_t id, unsigned cpu));
void qemu_plugin_register_vcpu_syscall_cb(qemu_plugin_id_t id,
    void (*cb)(qemu_plugin_id_t id, unsigned cpu, int64_t number, uint64_t a1, uint64_t a2,
        uint64_t a3, uint64_t a4, uint64_t a5, uint64_t a6, uint64_t a7, uint64_t a8));
void qemu_plugin_register_vcpu_syscall_ret_cb(qemu_plugin_id_t id,
    void (*cb)(qemu_plugin_id_t id, unsigned cpu, int64_t number, int64_t result));
