#include "gray_plane.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "two_threads.h"

// The same features on every processor: no product is fused with a sum.
#pragma STDC FP_CONTRACT OFF

namespace {

/// How many pixels are convolved at a time, all in registers.
constexpr int block = 16;

/// The weights of a Gaussian's middle and of one side; four sigma out there is nothing left.
std::vector<float> kernel(float sigma) {
  const int reach = std::min(int(std::lround(4 * sigma)), GrayPlane::least_side - 1);
  std::vector<float> weights(size_t(reach) + 1);
  double sum = 0;
  for (int at = 0; at <= reach; at++) {
    const double weight = std::exp(-0.5 * at * at / (double(sigma) * sigma));
    weights[size_t(at)] = float(weight);
    sum += at == 0 ? weight : 2 * weight;
  }
  for (float &weight : weights) weight = float(weight / sum);
  return weights;
}

/// Weighted sums of rows: the middle one, and pairs as far above as below it.
WIDEST void mix_rows(const float *const *rows, const float *weights, int reach, int width, float *sums) {
  for (int left = 0; left < width; left += block) {
    // The last block overlaps the one before it.
    const int x = std::min(left, width - block);
    float sum[block];
    for (int at = 0; at < block; at++) sum[at] = weights[0] * rows[0][x + at];
    for (int tap = 1; tap <= reach; tap++) {
      const float *above = rows[2 * tap - 1] + x, *below = rows[2 * tap] + x;
      for (int at = 0; at < block; at++) sum[at] += weights[tap] * (above[at] + below[at]);
    }
    for (int at = 0; at < block; at++) sums[x + at] = sum[at];
  }
}

/// The same along a row, of which `reach` levels more can be read on either side.
WIDEST void mix_columns(const float *row, const float *weights, int reach, int width, float *sums) {
  for (int left = 0; left < width; left += block) {
    const int x = std::min(left, width - block);
    float sum[block];
    for (int at = 0; at < block; at++) sum[at] = weights[0] * row[x + at];
    for (int tap = 1; tap <= reach; tap++) {
      const float *before = row + x - tap, *after = row + x + tap;
      for (int at = 0; at < block; at++) sum[at] += weights[tap] * (before[at] + after[at]);
    }
    for (int at = 0; at < block; at++) sums[x + at] = sum[at];
  }
}

/// The edge itself is not repeated.
int mirrored(int at, int count) { return at < 0 ? -at : at < count ? at : 2 * (count - 1) - at; }

}  // namespace

GrayPlane GrayPlane::enlarged(const uint8_t *gray, int width, int height) {
  GrayPlane large(2 * width, 2 * height);
  std::vector<float> rows(2 * size_t(large.width));
  const auto widen = [&](int y, float *row) {
    const uint8_t *from = gray + size_t(std::clamp(y, 0, height - 1)) * size_t(width);
    for (int x = 0; x < width; x++) {
      const float here = from[x];
      row[2 * x] = 0.75F * here + 0.25F * from[std::max(0, x - 1)];
      row[2 * x + 1] = 0.75F * here + 0.25F * from[std::min(width - 1, x + 1)];
    }
  };
  float *above = rows.data(), *below = above + large.width;
  widen(-1, above);
  // Two rows lie between the middles of two of the small picture's.
  for (int y = 0; y <= height; y++) {
    widen(y, below);
    for (int x = 0; x < large.width; x++) {
      if (y > 0) large.row(2 * y - 1)[x] = 0.75F * above[x] + 0.25F * below[x];
      if (y < height) large.row(2 * y)[x] = 0.25F * above[x] + 0.75F * below[x];
    }
    std::swap(above, below);
  }
  return large;
}

GrayPlane GrayPlane::halved() const {
  GrayPlane half(width / 2, height / 2);
  for (int y = 0; y < half.height; y++) {
    const float *from = row(2 * y);
    float *to = half.row(y);
    for (int x = 0; x < half.width; x++) to[x] = from[2 * x];
  }
  return half;
}

GrayPlane GrayPlane::blurred(float sigma) const {
  const std::vector<float> weights = kernel(sigma);
  const int reach = int(weights.size()) - 1;
  GrayPlane blurred(width, height);
  in_halves(height, [&](int begin, int end) {
    std::vector<float> padded(size_t(width + 2 * reach));
    float *line = padded.data() + reach;
    std::vector<const float *> rows(size_t(2 * reach + 1));
    for (int y = begin; y < end; y++) {
      rows[0] = row(y);
      for (int tap = 1; tap <= reach; tap++) {
        rows[size_t(2 * tap - 1)] = row(mirrored(y - tap, height));
        rows[size_t(2 * tap)] = row(mirrored(y + tap, height));
      }
      mix_rows(rows.data(), weights.data(), reach, width, line);
      for (int tap = 1; tap <= reach; tap++) {
        line[-tap] = line[tap];
        line[width - 1 + tap] = line[width - 1 - tap];
      }
      mix_columns(line, weights.data(), reach, width, blurred.row(y));
    }
  });
  return blurred;
}
