#pragma once

#include <stdint.h>

#ifdef __cplusplus
#define CTEXT_NOEXCEPT noexcept
extern "C" {
#else
#define CTEXT_NOEXCEPT
#endif

/// Two networks: one that finds text, one that reads a line of it.
typedef struct ctext_networks ctext_networks;

/// Maps the files of their weights, of which the second must have `class_count` classes. Returns NULL if they can't be read, or
/// are of another edition.
ctext_networks *ctext_load(const char *detection, const char *recognition, int32_t class_count) CTEXT_NOEXCEPT;

void ctext_free(ctext_networks *networks) CTEXT_NOEXCEPT;

/// Where a line of text lies: x, y of its upper left corner, then clockwise, in pixels within the picture.
typedef struct {
  float corners[8];
  /// The mean probability of text there, 0 to 1.
  float score;
} ctext_box;

/// Finds text in a picture whose rows of red, green and blue lie one after the other: the post-processing of DB (Liao et al.,
/// "Real-time Scene Text Detection with Differentiable Binarization", 2020) with a rectangle around each region.
///
/// `long_side` is that of the picture as the network sees it, in pixels. `boxes` has room for `most`.
/// Returns how many there are, or -1 where there isn't enough memory.
int32_t ctext_find(ctext_networks *networks, const uint8_t *rgb, int32_t width, int32_t height, int32_t long_side,
                      ctext_box *boxes, int32_t most) CTEXT_NOEXCEPT;

/// Reads the line between four corners, which start where its text does, upper left, and go clockwise.
///
/// `longest` is the width of a line made 48 pixels high, a multiple of 16; a longer one is squeezed. `classes` and
/// `probabilities` have room for `steps`: the likeliest class of each step, and how likely it is, 0 for class 0. `contrast` is
/// how far the colors of letters and background are from each other, 0 to 1 of the greatest distance in RGB.
/// Returns the number of steps, or -1 where there isn't enough memory.
int32_t ctext_read(ctext_networks *networks, const uint8_t *rgb, int32_t width, int32_t height,
                      const float *corners, int32_t longest, uint16_t *classes, float *probabilities,
                      int32_t steps, float *contrast) CTEXT_NOEXCEPT;

#ifdef __cplusplus
}
#endif
