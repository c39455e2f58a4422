#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Runs `body` with `argument` on a new thread that nobody waits for. No signal of the program is delivered to it nor to the
/// threads that it starts, but for those that a fault raises, so that a crash is reported as one.
///
/// `stack` is in bytes. Returns 0, or the number of an error.
int clinux_start_thread(void *(*body)(void *), void *argument, size_t stack);

/// Starts the thread that `clinux_run_both` uses, and waits until it is ready: from then on neither needs what a wall may
/// refuse. Does nothing if this process has one core only. Once in a process; `stack` is in bytes. Returns 0, or the number
/// of an error.
int clinux_start_second_thread(size_t stack);

/// Runs the first on the calling thread and the second on the second one, and returns when both have ended. If there is no
/// second thread, or it is busy, as it is for a call within a call, both run on the calling thread, one after the other.
void clinux_run_both(void (*first)(void *), void *first_argument, void (*second)(void *), void *second_argument);

#ifdef __cplusplus
}
#endif
