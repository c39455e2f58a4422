#define _GNU_SOURCE
#include "process.h"

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <link.h>
#include <malloc.h>
#include <stdint.h>

int clinux_memory_file(const char *label) { return memfd_create(label, MFD_CLOEXEC); }

int clinux_close_from(unsigned int first) { return (int)syscall(SYS_close_range, first, ~0U, 0); }

static int limit(__rlimit_resource_t resource, uint64_t soft, uint64_t hard) {
  const struct rlimit limit = {.rlim_cur = soft, .rlim_max = hard};
  return setrlimit(resource, &limit);
}

int clinux_limit_memory(uint64_t bytes) { return limit(RLIMIT_AS, bytes, bytes); }
// SIGXCPU at the soft limit tells why; the hard one, a second later, can't be caught.
int clinux_limit_processor(uint64_t seconds) { return limit(RLIMIT_CPU, seconds, seconds + 1); }
int clinux_limit_file_size(uint64_t bytes) { return limit(RLIMIT_FSIZE, bytes, bytes); }
int clinux_limit_descriptors(uint64_t count) { return limit(RLIMIT_NOFILE, count, count); }
int clinux_limit_core(uint64_t bytes) { return limit(RLIMIT_CORE, bytes, bytes); }
int clinux_limit_processes(uint64_t count) { return limit(RLIMIT_NPROC, count, count); }

int clinux_bound_private_memory(uint64_t bytes) {
  struct rlimit now;
  if (getrlimit(RLIMIT_DATA, &now) != 0) return -1;
  return now.rlim_cur <= bytes ? 0 : limit(RLIMIT_DATA, bytes, now.rlim_max);
}

int clinux_set_no_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }
int clinux_set_undumpable(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }
int clinux_set_parent_death_signal(int signal) { return prctl(PR_SET_PDEATHSIG, signal, 0, 0, 0); }

/* Code and constants are private mappings of files that nobody writes to: what is let go of is read from the page cache
   again when it is needed. What the loader has filled in belongs to a writable segment, although it is protected by now. */
static int let_go_of_code(struct dl_phdr_info *object, size_t size, void *unused) {
    (void)size;
    (void)unused;
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    for (int index = 0; index < object->dlpi_phnum; index++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[index];
        if (segment->p_type != PT_LOAD || segment->p_flags & PF_W) continue;
        uintptr_t start = (object->dlpi_addr + segment->p_vaddr) & ~(page - 1);
        uintptr_t end = (object->dlpi_addr + segment->p_vaddr + segment->p_memsz + page - 1) & ~(page - 1);
        madvise((void *)start, end - start, MADV_DONTNEED);
    }
    return 0;
}

/* One heap for all threads: with one each, glibc's way, every thread holds on to free memory of its own. glibc fixes the
   number at the first allocation of a second thread, which comes before Swift's main: hence a constructor. */
__attribute__((constructor)) static void share_heap(void) { mallopt(M_ARENA_MAX, 1); }

void clinux_release_memory(void) {
    malloc_trim(0);
    dl_iterate_phdr(let_go_of_code, NULL);
}
