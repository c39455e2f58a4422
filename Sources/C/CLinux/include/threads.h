#pragma once

#include <stddef.h>

/// Runs `body` with `argument` on a new thread that nobody waits for. No signal of the program is delivered to it nor to the
/// threads that it starts, but for those that a fault raises, so that a crash is reported as one.
///
/// `stack` is in bytes. Returns 0, or the number of an error.
int clinux_start_thread(void *(*body)(void *), void *argument, size_t stack);
