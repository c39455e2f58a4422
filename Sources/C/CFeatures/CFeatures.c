#include "CFeatures.h"

#include <stdlib.h>
#include <string.h>

static int32_t product(const uint8_t *one, const uint8_t *other) {
  int32_t sum = 0;
  for (int at = 0; at < CFEATURES_LENGTH; at++) sum += (int32_t)one[at] * other[at];
  return sum;
}

static void products(const uint8_t *descriptor, const uint8_t *others, int32_t stride, int32_t count, int32_t *sums) {
  for (int32_t at = 0; at < count; at++) sums[at] = product(descriptor, others + (size_t)at * stride);
}

#if defined(__x86_64__)
#include <immintrin.h>

__attribute__((target("avx2"))) static inline __m256i load(const uint8_t *numbers) {
  return _mm256_loadu_si256((const __m256i *)numbers);
}

// Each of four added up.
__attribute__((target("avx2"))) static inline __m128i totals(const __m256i *sums) {
  const __m256i all = _mm256_hadd_epi32(_mm256_hadd_epi32(sums[0], sums[1]), _mm256_hadd_epi32(sums[2], sums[3]));
  return _mm_add_epi32(_mm256_castsi256_si128(all), _mm256_extracti128_si256(all, 1));
}

// Four descriptors at a time; the last ones again, where that many are left over.
#define DEFINE_PRODUCTS(name, features, added)                                                                          \
  __attribute__((target(features))) static void name(const uint8_t *descriptor, const uint8_t *others, int32_t stride, \
                                                     int32_t count, int32_t *sums) {                                   \
    enum { TOGETHER = 4, PIECES = CFEATURES_LENGTH / 32 };                                                              \
    if (count < TOGETHER) {                                                                                             \
      products(descriptor, others, stride, count, sums);                                                                \
      return;                                                                                                           \
    }                                                                                                                   \
    __m256i part[PIECES];                                                                                               \
    for (int piece = 0; piece < PIECES; piece++) part[piece] = load(descriptor + 32 * piece);                           \
    for (int32_t left = 0; left < count; left += TOGETHER) {                                                            \
      const int32_t first = left + TOGETHER < count ? left : count - TOGETHER;                                          \
      __m256i sum[TOGETHER];                                                                                            \
      for (int at = 0; at < TOGETHER; at++) {                                                                           \
        const uint8_t *other = others + (size_t)(first + at) * stride;                                                  \
        sum[at] = _mm256_setzero_si256();                                                                               \
        for (int piece = 0; piece < PIECES; piece++) sum[at] = added(sum[at], part[piece], load(other + 32 * piece));   \
      }                                                                                                                 \
      _mm_storeu_si128((__m128i *)(sums + first), totals(sum));                                                         \
    }                                                                                                                   \
  }

#define MULTIPLIED(sum, one, other)                                                                                     \
  _mm256_add_epi32(sum, _mm256_madd_epi16(_mm256_maddubs_epi16(one, other), _mm256_set1_epi16(1)))

// Debian builds for every x86-64; most of the time of a comparison lies between them and those with these instructions.
DEFINE_PRODUCTS(wide_products, "avx2", MULTIPLIED)
DEFINE_PRODUCTS(widest_products, "avx2,avx512vl,avx512vnni", _mm256_dpbusd_epi32)
#endif

void cfeatures_products(const uint8_t *descriptor, const uint8_t *others, int32_t stride, int32_t count,
                        int32_t *sums) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("avx512vl")) {
    widest_products(descriptor, others, stride, count, sums);
    return;
  }
  if (__builtin_cpu_supports("avx2")) {
    wide_products(descriptor, others, stride, count, sums);
    return;
  }
#endif
  products(descriptor, others, stride, count, sums);
}

static inline int32_t lesser(int32_t one, int32_t other) { return one < other ? one : other; }
static inline int32_t greater(int32_t one, int32_t other) { return one > other ? one : other; }

// The least distance and the next one, both without the photo's own length, which is the same for all.
#if defined(__x86_64__)
__attribute__((target_clones("avx2", "default")))
#endif
static void find_least(const int32_t *lengths, const int32_t *sums, int32_t count, int32_t *best, int32_t *second) {
  enum { LANES = 16 };
  int32_t least[LANES], next[LANES];
  for (int lane = 0; lane < LANES; lane++) least[lane] = next[lane] = INT32_MAX;
  for (int32_t left = 0; left < count; left += LANES) {
    const int32_t lanes = lesser(LANES, count - left);
    for (int lane = 0; lane < lanes; lane++) {
      const int32_t distance = lengths[left + lane] - 2 * sums[left + lane];
      next[lane] = lesser(next[lane], greater(least[lane], distance));
      least[lane] = lesser(least[lane], distance);
    }
  }
  *best = *second = INT32_MAX;
  for (int lane = 0; lane < LANES; lane++) {
    *second = lesser(lesser(*second, next[lane]), greater(*best, least[lane]));
    *best = lesser(*best, least[lane]);
  }
}

int32_t cfeatures_pairs(const cfeature *photo, int32_t photo_count, const cfeature *cover, int32_t cover_count,
                        float ratio, cfeatures_pair *pairs) {
  if (photo_count <= 0 || cover_count < 2) return 0;
  int32_t *sums = malloc(sizeof(int32_t) * (size_t)cover_count * 2);
  // Where in `pairs` each feature of the cover stands, or -1.
  int32_t *taken = malloc(sizeof(int32_t) * (size_t)cover_count);
  if (!sums || !taken) {
    free(sums);
    free(taken);
    return 0;
  }
  int32_t *lengths = sums + cover_count;
  for (int32_t at = 0; at < cover_count; at++) {
    lengths[at] = product(cover[at].descriptor, cover[at].descriptor);
    taken[at] = -1;
  }
  int32_t count = 0;
  for (int32_t at = 0; at < photo_count; at++) {
    const uint8_t *descriptor = photo[at].descriptor;
    cfeatures_products(descriptor, cover[0].descriptor, sizeof(cfeature), cover_count, sums);
    int32_t best, second;
    find_least(lengths, sums, cover_count, &best, &second);
    const int32_t own = product(descriptor, descriptor);
    if ((float)(best + own) >= ratio * ratio * (float)(second + own)) continue;
    int32_t place = 0;
    while (lengths[place] - 2 * sums[place] != best) place++;
    const cfeatures_pair pair = {(uint16_t)at, (uint16_t)place, (uint32_t)(best + own)};
    if (taken[place] < 0) {
      taken[place] = count;
      pairs[count++] = pair;
    } else if (pairs[taken[place]].distance > pair.distance) {
      pairs[taken[place]] = pair;
    }
  }
  free(sums);
  free(taken);
  return count;
}
