#pragma once

#include <stdint.h>

/// A file without a name, in memory, closed on exec. Returns a descriptor, or -1 with errno.
int clinux_memory_file(const char *label);

/// Closes `first` and all descriptors above it. Returns 0, or -1 with errno.
int clinux_close_from(unsigned int first);

/// Sets a resource limit that cannot be raised again. Each returns 0, or -1 with errno.
int clinux_limit_memory(uint64_t bytes);
int clinux_limit_processor(uint64_t seconds);
int clinux_limit_file_size(uint64_t bytes);
int clinux_limit_descriptors(uint64_t count);
int clinux_limit_core(uint64_t bytes);
int clinux_limit_processes(uint64_t count);

/// Bounds what this program may allocate (RLIMIT_DATA), where the limit isn't lower already. Returns 0, or -1 with errno.
int clinux_bound_private_memory(uint64_t bytes);

/// prctl(2), an option a function. Each returns 0, or -1 with errno.
int clinux_set_no_new_privileges(void);
int clinux_set_undumpable(void);
int clinux_set_parent_death_signal(int signal);

/// Gives back to the system what isn't in use: free heap, and pages of code and constants, most of which were needed only to
/// start. Takes well under a millisecond; what is used again is mapped again, page by page.
void clinux_release_memory(void);
