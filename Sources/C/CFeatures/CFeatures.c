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

// Debian builds for every x86-64, and half of the time of a comparison lies between them and those with AVX2.
__attribute__((target("avx2"))) static void wide_products(const uint8_t *descriptor, const uint8_t *others,
                                                          int32_t stride, int32_t count, int32_t *sums) {
  __m256i part[4];
  for (int at = 0; at < 4; at++) part[at] = _mm256_loadu_si256((const __m256i *)(descriptor + 32 * at));
  const __m256i ones = _mm256_set1_epi16(1);
  for (int32_t at = 0; at < count; at++, others += stride) {
    __m256i sum = _mm256_setzero_si256();
    for (int piece = 0; piece < 4; piece++) {
      const __m256i other = _mm256_loadu_si256((const __m256i *)(others + 32 * piece));
      sum = _mm256_add_epi32(sum, _mm256_madd_epi16(_mm256_maddubs_epi16(part[piece], other), ones));
    }
    __m128i half = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4E));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0xB1));
    sums[at] = _mm_cvtsi128_si32(half);
  }
}
#endif

void cfeatures_products(const uint8_t *descriptor, const uint8_t *others, int32_t stride, int32_t count,
                        int32_t *sums) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) {
    wide_products(descriptor, others, stride, count, sums);
    return;
  }
#endif
  products(descriptor, others, stride, count, sums);
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
    // Without the photo's own length, which is the same for all.
    int32_t best = INT32_MAX, second = INT32_MAX, place = 0;
    for (int32_t other = 0; other < cover_count; other++) {
      const int32_t distance = lengths[other] - 2 * sums[other];
      if (distance < best) {
        second = best;
        best = distance;
        place = other;
      } else if (distance < second) {
        second = distance;
      }
    }
    const int32_t own = product(descriptor, descriptor);
    best += own;
    second += own;
    if ((float)best >= ratio * ratio * (float)second) continue;
    const cfeatures_pair pair = {(uint16_t)at, (uint16_t)place, (uint32_t)best};
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
