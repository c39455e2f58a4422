#pragma once

#include <stddef.h>
#include <stdint.h>

/// libFuzzer's own main, without its name (llvm-project, compiler-rt/lib/fuzzer/FuzzerInterface.h).
int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*try_one)(const uint8_t *bytes, size_t count));
