#pragma once

#include <CFeatures.h>
#include <stdint.h>

#ifdef __cplusplus
#define CRECOGNITION_NOEXCEPT noexcept
extern "C" {
#else
#define CRECOGNITION_NOEXCEPT
#endif

/// Keeps OpenCV, which projections are found by, to the calling thread, and lets it look at the machine while it still may.
void crecognition_prepare(void) CRECOGNITION_NOEXCEPT;

/// The `wanted` strongest features of a gray picture whose rows lie one after the other.
///
/// `features` has room for `wanted`. Returns how many there are, or -1 where there isn't enough memory.
int32_t crecognition_features(const uint8_t *gray, int32_t width, int32_t height, int32_t wanted,
                              cfeature *features) CRECOGNITION_NOEXCEPT;

/// The plane projection under which most of `count` points of a cover come to lie within `tolerance` of their partners in
/// a photo (RANSAC, always with the same seed): nine numbers, row after row.
///
/// `from` and `to` hold x, y, x, y … in pixels. `inliers` has a byte for each, 1 for those that follow it.
/// Returns how many do; 0 where there is no such projection, or OpenCV gave up.
int32_t crecognition_projection(const float *from, const float *to, int32_t count, double tolerance, uint8_t *inliers,
                                double *projection) CRECOGNITION_NOEXCEPT;

#ifdef __cplusplus
}
#endif
