#define _GNU_SOURCE
#include "process.h"

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

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

int clinux_set_no_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }
int clinux_set_undumpable(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }
int clinux_set_parent_death_signal(int signal) { return prctl(PR_SET_PDEATHSIG, signal, 0, 0, 0); }
