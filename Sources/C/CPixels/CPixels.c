#include "CPixels.h"

#ifdef __SSE2__
#include <immintrin.h>
#endif

// The same results on every processor: no product is fused with a sum.
#pragma STDC FP_CONTRACT OFF

/// Bits after the point of a place, of its part of a sample, of a weight, and of a sum of rows.
enum { FINE = 12, PLACE = 6, WEIGHT = 14, SUM = 6 };

/// How many places in a row are taken at a time, and how many of these lie on a straight line: even a strong perspective
/// bends so short a way by less than a fiftieth of a sample.
enum { BLOCK = 128, STRAIGHT = 8 };

/// From the middle of the plane's first sample, in 1/4096. What is farther out than any plane reaches is brought nearer.
static inline int32_t fine(float number) {
  number = number > -8192 ? number : -8192;
  number = number < 262144 ? number : 262144;
  return (int32_t)(number * (1 << FINE));
}

/// Two samples that lie next to each other.
static inline uint16_t pair(const uint8_t *samples) { return (uint16_t)(samples[0] | samples[1] << 8); }

/// The samples around each place, two above and two below, and how many sixty-fourths it is past the first on each axis.
typedef struct {
  uint16_t above[BLOCK], below[BLOCK], right[BLOCK], down[BLOCK];
} surroundings;

/// Where a place lies between the samples of an axis that ends with sample `last`: past the returned one, by `part`.
static inline int32_t split(int32_t at, int32_t last, uint16_t *part) {
  const int32_t end = last << FINE, inside = at < 0 ? 0 : at < end ? at : end;
  const int32_t before = inside >> FINE < last ? inside >> FINE : last - 1;
  *part = (uint16_t)((inside - (before << FINE)) >> (FINE - PLACE));
  return before;
}

/// `xs` and `ys` have every eighth of `count` places, and the one after the last.
static void look(const uint8_t *plane, int32_t width, int32_t height, const int32_t *xs, const int32_t *ys, int32_t count,
                 surroundings *seen) {
  const int32_t last_x = width - 1, last_y = height - 1;
  for (int32_t first = 0; first < count; first += STRAIGHT, xs++, ys++) {
    int32_t x = xs[0], y = ys[0];
    const int32_t next_x = (xs[1] - x) / STRAIGHT, next_y = (ys[1] - y) / STRAIGHT;
    // A negative number is a very large one without its sign.
    const int is_inside = (uint32_t)x >> FINE < (uint32_t)last_x && (uint32_t)xs[1] >> FINE < (uint32_t)last_x &&
                          (uint32_t)y >> FINE < (uint32_t)last_y && (uint32_t)ys[1] >> FINE < (uint32_t)last_y;
    uint16_t *above = seen->above + first, *below = seen->below + first;
    uint16_t *right = seen->right + first, *down = seen->down + first;
    for (int at = 0; at < STRAIGHT; at++, x += next_x, y += next_y) {
      const uint8_t *sample;
      if (is_inside) {
        right[at] = (uint16_t)((uint32_t)x >> (FINE - PLACE)) % (1 << PLACE);
        down[at] = (uint16_t)((uint32_t)y >> (FINE - PLACE)) % (1 << PLACE);
        sample = plane + (intptr_t)((uint32_t)y >> FINE) * width + ((uint32_t)x >> FINE);
      } else {
        const int32_t left = split(x, last_x, &right[at]), top = split(y, last_y, &down[at]);
        sample = plane + (intptr_t)top * width + left;
      }
      above[at] = pair(sample);
      below[at] = pair(sample + width);
    }
  }
}

static inline uint16_t mixed(uint16_t pair, uint16_t part) {
  return (uint16_t)((uint16_t)((pair & 0xFF) * ((1 << PLACE) - part)) + (uint16_t)((pair >> 8) * part));
}

void cpixels_add_line(const uint8_t *plane, int32_t width, int32_t height, cpixels_line line, int32_t eights,
                      int32_t *sums) {
  surroundings seen;
  int32_t xs[BLOCK / STRAIGHT + 1], ys[BLOCK / STRAIGHT + 1];
  for (int32_t done = 0; done < eights; done += BLOCK / STRAIGHT, sums += BLOCK) {
    const int32_t left = eights - done, straights = left < BLOCK / STRAIGHT ? left : BLOCK / STRAIGHT;
    for (int32_t at = 0; at <= straights; at++) {
      const float way = (float)(done + at), depth = line.depth + line.next_depth * way;
      const float scale = 1 / (depth > 1e-6F ? depth : 1e-6F);
      xs[at] = fine((line.across + line.next_across * way) * scale - 0.5F);
      ys[at] = fine((line.down + line.next_down * way) * scale - 0.5F);
    }
    const int32_t count = straights * STRAIGHT;
    look(plane, width, height, xs, ys, count, &seen);
    for (int32_t at = 0; at < count; at++) {
      const int16_t above = (int16_t)mixed(seen.above[at], seen.right[at]);
      const int16_t below = (int16_t)mixed(seen.below[at], seen.right[at]);
      sums[at] += above * (int16_t)((1 << PLACE) - seen.down[at]) + below * (int16_t)seen.down[at];
    }
  }
}

#ifdef __SSE2__

/// Those of two rows next to each other; the second is nothing behind the last.
static inline int32_t pair_of_weights(const int16_t *weights, int32_t tap, int32_t taps) {
  const uint32_t below = tap + 1 < taps ? (uint16_t)weights[tap + 1] : 0;
  return (int32_t)((uint16_t)weights[tap] | below << 16);
}

/// The first columns, as many at a time as newer processors can; returns how many.
__attribute__((target("avx2"))) static int32_t mix_wide(const uint8_t *rows, intptr_t apart, const int16_t *weights,
                                                        int32_t taps, int32_t count, int16_t *sums) {
  const __m256i zero = _mm256_setzero_si256(), half = _mm256_set1_epi32(1 << (WEIGHT - SUM - 1));
  int32_t x = 0;
  for (; x + 32 <= count; x += 32) {
    __m256i sum[4] = {half, half, half, half};
    const uint8_t *sample = rows + x;
    for (int32_t tap = 0; tap < taps; tap += 2, sample += 2 * apart) {
      const __m256i upper = _mm256_loadu_si256((const __m256i *)sample);
      const __m256i lower = tap + 1 < taps ? _mm256_loadu_si256((const __m256i *)(sample + apart)) : zero;
      const __m256i weight = _mm256_set1_epi32(pair_of_weights(weights, tap, taps));
      const __m256i left = _mm256_unpacklo_epi8(upper, lower), right = _mm256_unpackhi_epi8(upper, lower);
      sum[0] = _mm256_add_epi32(sum[0], _mm256_madd_epi16(_mm256_unpacklo_epi8(left, zero), weight));
      sum[1] = _mm256_add_epi32(sum[1], _mm256_madd_epi16(_mm256_unpackhi_epi8(left, zero), weight));
      sum[2] = _mm256_add_epi32(sum[2], _mm256_madd_epi16(_mm256_unpacklo_epi8(right, zero), weight));
      sum[3] = _mm256_add_epi32(sum[3], _mm256_madd_epi16(_mm256_unpackhi_epi8(right, zero), weight));
    }
    for (int at = 0; at < 4; at++) sum[at] = _mm256_srai_epi32(sum[at], WEIGHT - SUM);
    // Each half of a register has eight columns of its own half of the 32.
    const __m256i left = _mm256_packs_epi32(sum[0], sum[1]), right = _mm256_packs_epi32(sum[2], sum[3]);
    _mm256_storeu_si256((__m256i *)(sums + x), _mm256_permute2x128_si256(left, right, 0x20));
    _mm256_storeu_si256((__m256i *)(sums + x + 16), _mm256_permute2x128_si256(left, right, 0x31));
  }
  return x;
}

/// Two rows at a time: the products of two samples, one above the other, are added by one instruction.
void cpixels_mix_rows(const uint8_t *rows, intptr_t apart, const int16_t *weights, int32_t taps, int32_t count,
                      int16_t *sums) {
  const __m128i zero = _mm_setzero_si128(), half = _mm_set1_epi32(1 << (WEIGHT - SUM - 1));
  const int32_t done = __builtin_cpu_supports("avx2") ? mix_wide(rows, apart, weights, taps, count, sums) : 0;
  for (int32_t x = done; x < count; x += 16) {
    __m128i sum[4] = {half, half, half, half};
    const uint8_t *sample = rows + x;
    for (int32_t tap = 0; tap < taps; tap += 2, sample += 2 * apart) {
      const __m128i upper = _mm_loadu_si128((const __m128i *)sample);
      const __m128i lower = tap + 1 < taps ? _mm_loadu_si128((const __m128i *)(sample + apart)) : zero;
      const __m128i weight = _mm_set1_epi32(pair_of_weights(weights, tap, taps));
      const __m128i left = _mm_unpacklo_epi8(upper, lower), right = _mm_unpackhi_epi8(upper, lower);
      sum[0] = _mm_add_epi32(sum[0], _mm_madd_epi16(_mm_unpacklo_epi8(left, zero), weight));
      sum[1] = _mm_add_epi32(sum[1], _mm_madd_epi16(_mm_unpackhi_epi8(left, zero), weight));
      sum[2] = _mm_add_epi32(sum[2], _mm_madd_epi16(_mm_unpacklo_epi8(right, zero), weight));
      sum[3] = _mm_add_epi32(sum[3], _mm_madd_epi16(_mm_unpackhi_epi8(right, zero), weight));
    }
    for (int at = 0; at < 4; at++) sum[at] = _mm_srai_epi32(sum[at], WEIGHT - SUM);
    _mm_storeu_si128((__m128i *)(sums + x), _mm_packs_epi32(sum[0], sum[1]));
    _mm_storeu_si128((__m128i *)(sums + x + 8), _mm_packs_epi32(sum[2], sum[3]));
  }
}

static inline int32_t product(const int16_t *one, const int16_t *other, int32_t count) {
  __m128i sum = _mm_setzero_si128();
  for (int32_t at = 0; at < count; at += 8) {
    sum = _mm_add_epi32(sum, _mm_madd_epi16(_mm_loadu_si128((const __m128i *)(one + at)),
                                            _mm_loadu_si128((const __m128i *)(other + at))));
  }
  sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0x4E));
  return _mm_cvtsi128_si32(_mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0xB1)));
}

#else

void cpixels_mix_rows(const uint8_t *rows, intptr_t apart, const int16_t *weights, int32_t taps, int32_t count,
                      int16_t *sums) {
  for (int32_t x = 0; x < count; x += 16) {
    int32_t sum[16];
    for (int lane = 0; lane < 16; lane++) sum[lane] = 1 << (WEIGHT - SUM - 1);
    for (int32_t tap = 0; tap < taps; tap++) {
      const uint8_t *sample = rows + tap * apart + x;
      for (int lane = 0; lane < 16; lane++) sum[lane] += sample[lane] * weights[tap];
    }
    for (int lane = 0; lane < 16; lane++) sums[x + lane] = (int16_t)(sum[lane] >> (WEIGHT - SUM));
  }
}

static inline int32_t product(const int16_t *one, const int16_t *other, int32_t count) {
  int32_t sum = 0;
  for (int32_t at = 0; at < count; at++) sum += one[at] * other[at];
  return sum;
}

#endif

void cpixels_mix_columns(const int16_t *sums, const intptr_t *starts, const int16_t *weights, int32_t stride,
                         int32_t count, uint8_t *target) {
  for (int32_t x = 0; x < count; x++, weights += stride) {
    const int32_t sum = product(sums + starts[x], weights, stride);
    const int32_t value = (sum + (1 << (WEIGHT + SUM - 1))) >> (WEIGHT + SUM);
    target[x] = (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
  }
}
