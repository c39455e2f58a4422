#pragma once

#include <CFeatures.h>
#include <stdint.h>

#ifdef __cplusplus
#define CRECOGNITION_NOEXCEPT noexcept
extern "C" {
#else
#define CRECOGNITION_NOEXCEPT
#endif

/// The `wanted` strongest features of a gray picture whose rows lie one after the other.
///
/// `features` has room for `wanted`. Returns how many there are, or -1 where there isn't enough memory.
int32_t crecognition_features(const uint8_t *gray, int32_t width, int32_t height, int32_t wanted,
                              cfeature *features) CRECOGNITION_NOEXCEPT;

/// The plane projection under which most of `count` points of a cover come to lie within `tolerance` of their partners in
/// a photo (`find_homography`): nine numbers, row after row.
///
/// `from` and `to` hold x, y, x, y … in pixels. `inliers` has a byte for each, 1 for those that follow it.
/// Returns how many do; 0 where there is no such projection, or not enough memory.
int32_t crecognition_projection(const float *from, const float *to, int32_t count, double tolerance, uint8_t *inliers,
                                double *projection) CRECOGNITION_NOEXCEPT;

#ifdef __cplusplus
}
#endif
