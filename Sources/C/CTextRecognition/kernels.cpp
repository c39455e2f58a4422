#include "kernels.h"

#include <type_traits>

// Vectors are passed between functions of one namespace only.
#pragma clang diagnostic ignored "-Wpsabi"

namespace kernels {

namespace baseline {
#if defined(__x86_64__)
// SSE2 has sixteen registers of half a vector.
constexpr int tile_pixels = 1;
#else
constexpr int tile_pixels = 3;
#endif
#include "kernel_loops.h"
}  // namespace baseline

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
namespace avx2 {
constexpr int tile_pixels = 3;
#include "kernel_loops.h"
}  // namespace avx2
#pragma clang attribute pop
#endif

const Kernels &best() {
#if defined(__x86_64__)
  static constexpr Kernels fast = {avx2::convolve, avx2::filter};
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return fast;
#endif
  static constexpr Kernels plain = {baseline::convolve, baseline::filter};
  return plain;
}

}  // namespace kernels
