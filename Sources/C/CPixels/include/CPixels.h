#pragma once

// The inner loops over a picture's samples: whole numbers, and the same results whatever the processor is.

#include <stdint.h>

/// Places in a plane that lie on a line as a camera sees it: the first one, and what leads to the eighth after it. x is
/// `across` by `depth`, y is `down` by `depth`; the middle of the first sample is at 0.5.
typedef struct {
  float across, down, depth;
  float next_across, next_down, next_depth;
} cpixels_line;

/// Adds what lies at the places of a line, between four samples each and in 1/4096, to eight times `eights` sums. Beyond its
/// edges a plane goes on as it ends; it is at least two samples wide and high.
void cpixels_add_line(const uint8_t *plane, int32_t width, int32_t height, cpixels_line line, int32_t eights,
                      int32_t *sums);

/// Adds up `taps` rows, `apart` samples from each other, by their weights in 1/16384. Sums are in 1/64; sixteen samples
/// past the rows' end may be read, and as many sums past the last written.
void cpixels_mix_rows(const uint8_t *rows, intptr_t apart, const int16_t *weights, int32_t taps, int32_t count,
                      int16_t *sums);

/// Of such sums makes `count` samples of another row: each from `stride` of them, a multiple of eight, from its start on.
void cpixels_mix_columns(const int16_t *sums, const intptr_t *starts, const int16_t *weights, int32_t stride,
                         int32_t count, uint8_t *target);
