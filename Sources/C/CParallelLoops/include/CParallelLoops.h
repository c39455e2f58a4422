#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Has OpenCV run its parallel loops on the calling thread and the second thread (`clinux_start_second_thread`), or on the
/// calling thread alone where there is none. It starts no threads of its own. Call this after that, and before the process
/// enters a sandbox. Safe to call repeatedly.
void cparallelloops_prepare(void);

#ifdef __cplusplus
}
#endif
