#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// OpenCV's SIFT with AlbumScan's parameters: the places and descriptors of the `wanted` strongest features, two and 128 numbers
/// each. Returns how many there are.
int32_t creference_sift(const uint8_t *gray, int32_t width, int32_t height, int32_t wanted, float *places,
                        float *descriptors);

#ifdef __cplusplus
}
#endif
