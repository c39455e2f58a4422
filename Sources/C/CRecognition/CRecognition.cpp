#include "CRecognition.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <opencv2/calib3d.hpp>
#include <opencv2/core.hpp>
#include <vector>

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

void crecognition_prepare(void) noexcept {
  try {
    // 0: in the calling thread, and no pool is made.
    cv::setNumThreads(0);
  } catch (...) {
  }
}

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
    std::memset(inliers, 0, static_cast<size_t>(std::max(0, count)));
    if (count < 4) return 0;
    const cv::Mat source(count, 1, CV_32FC2, const_cast<float *>(from));
    const cv::Mat target(count, 1, CV_32FC2, const_cast<float *>(to));
    cv::Mat mask;
    const cv::Mat found = cv::findHomography(source, target, cv::RANSAC, tolerance, mask);
    if (found.empty() || found.type() != CV_64FC1 || mask.total() != static_cast<size_t>(count)) return 0;
    int32_t followers = 0;
    for (int32_t at = 0; at < count; at++) {
      inliers[at] = mask.at<uint8_t>(at) != 0 ? 1 : 0;
      followers += inliers[at];
    }
    for (int row = 0; row < 3; row++) {
      for (int column = 0; column < 3; column++) projection[row * 3 + column] = found.at<double>(row, column);
    }
    return followers;
  } catch (...) {
    return 0;
  }
}
