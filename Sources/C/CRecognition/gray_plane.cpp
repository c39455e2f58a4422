#include "gray_plane.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "two_threads.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace {

/// Bits after the point of a weight.
constexpr int weight_bits = 15;

/// The weights of a Gaussian's middle and of one side, which add up to one; four sigma out there is nothing left.
std::vector<int16_t> kernel(float sigma) {
  const int reach = std::min(int(std::lround(4 * sigma)), GrayPlane::least_side - 1);
  std::vector<double> weights(size_t(reach) + 1);
  double sum = 0;
  for (int at = 0; at <= reach; at++) {
    weights[size_t(at)] = std::exp(-0.5 * at * at / (double(sigma) * sigma));
    sum += at == 0 ? 1 : 2 * weights[size_t(at)];
  }
  std::vector<int16_t> rounded(weights.size());
  int middle = 1 << weight_bits;
  for (size_t at = 1; at < weights.size(); at++) {
    rounded[at] = int16_t(std::lround(weights[at] / sum * (1 << weight_bits)));
    middle -= 2 * rounded[at];
  }
  rounded[0] = int16_t(middle);
  return rounded;
}

/// Half, before the bits of a sum that lie after its point are cut off.
constexpr int32_t half = 1 << (weight_bits - 1);

/// Weighted sums of pairs of rows.
void mix(const int16_t *const *rows, const int16_t *weights, int taps, int width, int16_t *sums) {
  constexpr int block = GrayPlane::least_side;
  for (int left = 0; left < width; left += block) {
    // The last block overlaps the one before it.
    const int x = std::min(left, width - block);
    int32_t sum[block];
    std::fill_n(sum, block, half);
    for (int tap = 0; tap < taps; tap++) {
      const int16_t *before = rows[2 * tap] + x, *after = rows[2 * tap + 1] + x;
      for (int at = 0; at < block; at++) sum[at] += (before[at] + after[at]) * weights[tap];
    }
    for (int at = 0; at < block; at++) sums[x + at] = int16_t(sum[at] >> weight_bits);
  }
}

#if defined(__x86_64__)
/// The same: one instruction multiplies the levels of a pair and adds the products.
__attribute__((target("avx2"))) void wide_mix(const int16_t *const *rows, const int16_t *weights, int taps, int width,
                                              int16_t *sums) {
  constexpr int lanes = 16, vectors = 2, block = lanes * vectors;
  if (width < block) return mix(rows, weights, taps, width, sums);
  for (int left = 0; left < width; left += block) {
    const int x = std::min(left, width - block);
    __m256i low[vectors], high[vectors];
    for (int at = 0; at < vectors; at++) low[at] = high[at] = _mm256_set1_epi32(half);
    for (int tap = 0; tap < taps; tap++) {
      const __m256i weight = _mm256_set1_epi16(weights[tap]);
      for (int at = 0; at < vectors; at++) {
        const auto before = _mm256_loadu_si256(reinterpret_cast<const __m256i *>(rows[2 * tap] + x + at * lanes));
        const auto after = _mm256_loadu_si256(reinterpret_cast<const __m256i *>(rows[2 * tap + 1] + x + at * lanes));
        low[at] = _mm256_add_epi32(low[at], _mm256_madd_epi16(_mm256_unpacklo_epi16(before, after), weight));
        high[at] = _mm256_add_epi32(high[at], _mm256_madd_epi16(_mm256_unpackhi_epi16(before, after), weight));
      }
    }
    for (int at = 0; at < vectors; at++) {
      const __m256i levels =
          _mm256_packs_epi32(_mm256_srai_epi32(low[at], weight_bits), _mm256_srai_epi32(high[at], weight_bits));
      _mm256_storeu_si256(reinterpret_cast<__m256i *>(sums + x + at * lanes), levels);
    }
  }
}
#endif

/// The fastest that this processor can run.
auto best_mix() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) return wide_mix;
#endif
  return mix;
}

/// A row between two whose levels are quarters, of which one is three times as near.
void interpolate(const int16_t *near, const int16_t *far, int width, int16_t *row) {
  for (int x = 0; x < width; x++) row[x] = int16_t((3 * near[x] + far[x] - 16 * 128) * (GrayPlane::unit / 16));
}

/// The edge itself is not repeated.
int mirrored(int at, int count) { return at < 0 ? -at : at < count ? at : 2 * (count - 1) - at; }

}  // namespace

GrayPlane GrayPlane::enlarged(const uint8_t *gray, int width, int height) {
  GrayPlane large(2 * width, 2 * height);
  std::vector<int16_t> rows(2 * size_t(large.width));
  // In quarters of a gray level.
  const auto widen = [&](int y, int16_t *row) {
    const uint8_t *from = gray + size_t(std::clamp(y, 0, height - 1)) * size_t(width);
    for (int x = 0; x < width; x++) {
      row[2 * x] = int16_t(3 * from[x] + from[std::max(0, x - 1)]);
      row[2 * x + 1] = int16_t(3 * from[x] + from[std::min(width - 1, x + 1)]);
    }
  };
  int16_t *above = rows.data(), *below = above + large.width;
  widen(-1, above);
  // Two rows lie between the middles of two of the small picture's.
  for (int y = 0; y <= height; y++) {
    widen(y, below);
    if (y > 0) interpolate(above, below, large.width, large.row(2 * y - 1));
    if (y < height) interpolate(below, above, large.width, large.row(2 * y));
    std::swap(above, below);
  }
  return large;
}

GrayPlane GrayPlane::halved() const {
  GrayPlane half(width / 2, height / 2);
  for (int y = 0; y < half.height; y++) {
    const int16_t *from = row(2 * y);
    int16_t *to = half.row(y);
    for (int x = 0; x < half.width; x++) to[x] = from[2 * x];
  }
  return half;
}

GrayPlane GrayPlane::blurred(float sigma) const {
  const std::vector<int16_t> weights = kernel(sigma);
  const int taps = int(weights.size());
  auto *const mix = best_mix();
  GrayPlane blurred(width, height);
  in_halves(height, [&](int begin, int end) {
    std::vector<int16_t> padded(size_t(width + 2 * taps));
    int16_t *line = padded.data() + taps;
    // The middle's pair is nothing.
    const std::vector<int16_t> nothing(static_cast<size_t>(width));
    std::vector<const int16_t *> rows(size_t(2 * taps), nothing.data()), columns(rows);
    for (int tap = 0; tap < taps; tap++) {
      columns[size_t(2 * tap)] = line - tap;
      if (tap > 0) columns[size_t(2 * tap + 1)] = line + tap;
    }
    for (int y = begin; y < end; y++) {
      for (int tap = 0; tap < taps; tap++) {
        rows[size_t(2 * tap)] = row(mirrored(y - tap, height));
        if (tap > 0) rows[size_t(2 * tap + 1)] = row(mirrored(y + tap, height));
      }
      mix(rows.data(), weights.data(), taps, width, line);
      for (int tap = 1; tap < taps; tap++) {
        line[-tap] = line[tap];
        line[width - 1 + tap] = line[width - 1 - tap];
      }
      mix(columns.data(), weights.data(), taps, width, blurred.row(y));
    }
  });
  return blurred;
}
