#include "CPixels.h"

#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/// Bits after the point of a place, of a weight, and of a sum of rows.
enum { PLACE = 6, WEIGHT = 14, SUM = 6 };

#ifdef __SSE2__

/// Eight places on one axis: the sample before each, and how many sixty-fourths lie between the two.
typedef struct {
  int32_t before[8];
  __m128i parts;
} axis;

static inline __m128i split(const float *numbers, const float *depths, float last, int32_t *before) {
  const __m128 depth = _mm_max_ps(_mm_loadu_ps(depths), _mm_set1_ps(1e-6F));
  const __m128 place = _mm_sub_ps(_mm_div_ps(_mm_loadu_ps(numbers), depth), _mm_set1_ps(0.5F));
  // The maximum of what is no number and 0 is 0.
  const __m128 inside = _mm_min_ps(_mm_max_ps(place, _mm_setzero_ps()), _mm_set1_ps(last));
  __m128i whole = _mm_cvttps_epi32(inside);
  // One less where it is the last one.
  whole = _mm_add_epi32(whole, _mm_cmpgt_epi32(whole, _mm_set1_epi32((int32_t)last - 1)));
  _mm_storeu_si128((__m128i *)before, whole);
  return _mm_cvttps_epi32(_mm_mul_ps(_mm_sub_ps(inside, _mm_cvtepi32_ps(whole)), _mm_set1_ps(1 << PLACE)));
}

static inline axis split_eight(const float *numbers, const float *depths, int32_t size) {
  axis axis;
  const __m128i first = split(numbers, depths, (float)(size - 1), axis.before);
  axis.parts = _mm_packs_epi32(first, split(numbers + 4, depths + 4, (float)(size - 1), axis.before + 4));
  return axis;
}

/// Of pairs of bytes, the first times `rest` and the second times `part`.
static inline __m128i mixed(__m128i pairs, __m128i rest, __m128i part) {
  return _mm_add_epi16(_mm_mullo_epi16(_mm_and_si128(pairs, _mm_set1_epi16(0xFF)), rest),
                       _mm_mullo_epi16(_mm_srli_epi16(pairs, 8), part));
}

static inline int pair(const uint8_t *samples) {
  uint16_t pair;
  memcpy(&pair, samples, sizeof pair);
  return pair;
}

static void add_eight(const uint8_t *plane, int32_t width, int32_t height, const cpixels_line *line, int32_t *sums) {
  const axis x = split_eight(line->across, line->depth, width), y = split_eight(line->down, line->depth, height);
  __m128i upper = _mm_setzero_si128(), lower = _mm_setzero_si128();
#define TAKE(lane)                                                                       \
  do {                                                                                   \
    const uint8_t *place = plane + (intptr_t)y.before[lane] * width + x.before[lane]; \
    upper = _mm_insert_epi16(upper, pair(place), lane);                                  \
    lower = _mm_insert_epi16(lower, pair(place + width), lane);                          \
  } while (0)
  TAKE(0);
  TAKE(1);
  TAKE(2);
  TAKE(3);
  TAKE(4);
  TAKE(5);
  TAKE(6);
  TAKE(7);
#undef TAKE
  const __m128i whole = _mm_set1_epi16(1 << PLACE);
  const __m128i right = _mm_sub_epi16(whole, x.parts), down = _mm_sub_epi16(whole, y.parts);
  const __m128i above = mixed(upper, right, x.parts), below = mixed(lower, right, x.parts);
  __m128i *sum = (__m128i *)sums;
  _mm_storeu_si128(sum, _mm_add_epi32(_mm_loadu_si128(sum), _mm_madd_epi16(_mm_unpacklo_epi16(above, below),
                                                                            _mm_unpacklo_epi16(down, y.parts))));
  sum++;
  _mm_storeu_si128(sum, _mm_add_epi32(_mm_loadu_si128(sum), _mm_madd_epi16(_mm_unpackhi_epi16(above, below),
                                                                            _mm_unpackhi_epi16(down, y.parts))));
}

#else

/// Not a number is 0.
static inline float within(float place, float last) {
  place = place > 0 ? place : 0;
  return place < last ? place : last;
}

static void add_eight(const uint8_t *plane, int32_t width, int32_t height, const cpixels_line *line, int32_t *sums) {
  for (int lane = 0; lane < 8; lane++) {
    const float depth = line->depth[lane] > 1e-6F ? line->depth[lane] : 1e-6F;
    const float x = within(line->across[lane] / depth - 0.5F, (float)(width - 1));
    const float y = within(line->down[lane] / depth - 0.5F, (float)(height - 1));
    const int32_t left = (int32_t)x < width - 2 ? (int32_t)x : width - 2;
    const int32_t top = (int32_t)y < height - 2 ? (int32_t)y : height - 2;
    const int32_t right = (int32_t)((x - (float)left) * (1 << PLACE));
    const int32_t down = (int32_t)((y - (float)top) * (1 << PLACE));
    const uint8_t *upper = plane + (intptr_t)top * width + left, *lower = upper + width;
    const int32_t above = (upper[0] << PLACE) + (upper[1] - upper[0]) * right;
    const int32_t below = (lower[0] << PLACE) + (lower[1] - lower[0]) * right;
    sums[lane] += (above << PLACE) + (below - above) * down;
  }
}

#endif

void cpixels_add_line(const uint8_t *plane, int32_t width, int32_t height, cpixels_line line, int32_t eights,
                      int32_t *sums) {
  for (int32_t eight = 0; eight < eights; eight++) {
    add_eight(plane, width, height, &line, sums + eight * 8);
    for (int lane = 0; lane < 8; lane++) {
      line.across[lane] += line.next_across;
      line.down[lane] += line.next_down;
      line.depth[lane] += line.next_depth;
    }
  }
}

#ifdef __SSE2__

/// Two rows at a time: the products of two samples, one above the other, are added by one instruction.
void cpixels_mix_rows(const uint8_t *rows, intptr_t apart, const int16_t *weights, int32_t taps, int32_t count,
                      int16_t *sums) {
  const __m128i zero = _mm_setzero_si128(), half = _mm_set1_epi32(1 << (WEIGHT - SUM - 1));
  for (int32_t x = 0; x < count; x += 16) {
    __m128i sum[4] = {half, half, half, half};
    const uint8_t *sample = rows + x;
    for (int32_t tap = 0; tap < taps; tap += 2, sample += 2 * apart) {
      const int is_pair = tap + 1 < taps;
      const __m128i upper = _mm_loadu_si128((const __m128i *)sample);
      const __m128i lower = is_pair ? _mm_loadu_si128((const __m128i *)(sample + apart)) : zero;
      const __m128i weight = _mm_set1_epi32(
          (int32_t)((uint32_t)(uint16_t)weights[tap] | (is_pair ? (uint32_t)(uint16_t)weights[tap + 1] << 16 : 0)));
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
