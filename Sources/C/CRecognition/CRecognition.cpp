#include "CRecognition.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "homography.h"
#include "sift.h"

namespace {

/// RootSIFT: the square root of a descriptor whose numbers add up to one (Arandjelović and Zisserman 2012).
void take_root(const float *descriptor, uint8_t *root) {
  float sum = 1e-6F;
  for (int at = 0; at < CFEATURES_LENGTH; at++) sum += descriptor[at];
  for (int at = 0; at < CFEATURES_LENGTH; at++) {
    const float value = std::sqrt(std::max(0.0F, descriptor[at]) / sum) * 256;
    root[at] = static_cast<uint8_t>(std::min(127.0F, value + 0.5F));
  }
}

uint16_t fraction(float value, int32_t whole) {
  const float part = std::round(value / static_cast<float>(whole) * 65535);
  return static_cast<uint16_t>(std::min(65535.0F, std::max(0.0F, part)));
}

}  // namespace

int32_t crecognition_features(const uint8_t *gray, int32_t width, int32_t height, int32_t wanted,
                              cfeature *features) noexcept {
  try {
    const std::vector<SiftFeature> found = sift_features(gray, width, height, wanted);
    for (size_t at = 0; at < found.size(); at++) {
      features[at].x = fraction(found[at].x, width);
      features[at].y = fraction(found[at].y, height);
      take_root(found[at].descriptor.data(), features[at].descriptor);
    }
    return static_cast<int32_t>(found.size());
  } catch (...) {
    return -1;
  }
}

int32_t crecognition_projection(const float *from, const float *to, int32_t count, double tolerance, uint8_t *inliers,
                                double *projection) noexcept {
  try {
    std::vector<PointPair> pairs;
    for (int32_t at = 0; at < 2 * count; at += 2) pairs.push_back({from[at], from[at + 1], to[at], to[at + 1]});
    const FoundHomography found = find_homography(pairs, tolerance);
    if (found.count == 0) return 0;
    std::copy(found.inliers.begin(), found.inliers.end(), inliers);
    // The last number is 1, as where others take one.
    for (size_t at = 0; at < 9; at++) projection[at] = found.matrix[at] / found.matrix[8];
    return found.count;
  } catch (...) {
    return 0;
  }
}
