#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#if defined(__x86_64__)
/// For a function whose loops take twice the lanes where the processor has them.
#define WIDEST __attribute__((target_clones("avx2", "default")))
#else
#define WIDEST
#endif

/// Gray levels of a picture, row after row, as multiples of 1/256 above or below the middle one, 128.
class GrayPlane {
public:
  GrayPlane() = default;
  /// The levels are not initialized.
  GrayPlane(int width, int height) : width(width), height(height), levels(new int16_t[size_t(width) * size_t(height)]) {}

  int width = 0, height = 0;

  int16_t *row(int y) { return levels.get() + size_t(y) * size_t(width); }
  const int16_t *row(int y) const { return levels.get() + size_t(y) * size_t(width); }

  /// A picture at twice its size, interpolated between its pixels.
  static GrayPlane enlarged(const uint8_t *gray, int width, int height);
  /// Every second pixel of every second row.
  GrayPlane halved() const;
  /// Convolved with a Gaussian of so many pixels; beyond its edges the plane is mirrored. At least `least_side` pixels wide and
  /// high.
  GrayPlane blurred(float sigma) const;

  static constexpr int least_side = 16;
  static constexpr int unit = 256;

private:
  std::unique_ptr<int16_t[]> levels;
};
