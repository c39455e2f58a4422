#include "CRecognition.h"

#include <CParallelLoops.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <opencv2/calib3d.hpp>
#include <opencv2/core.hpp>
#include <opencv2/features2d.hpp>
#include <vector>

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
    cparallelloops_prepare();
  } catch (...) {
  }
}

int32_t crecognition_features(const uint8_t *gray, int32_t width, int32_t height, int32_t wanted,
                              cfeature *features) noexcept {
  try {
    const cv::Mat picture(height, width, CV_8UC1, const_cast<uint8_t *>(gray));
    std::vector<cv::KeyPoint> points;
    cv::Mat descriptors;
    // Half of OpenCV's threshold of contrast: in a dim photo there is little, and where there is more than enough the
    // strongest are chosen anyway. It costs a tenth more time.
    cv::SIFT::create(wanted, 3, 0.02)->detectAndCompute(picture, cv::noArray(), points, descriptors);
    // Features of equal strength all stay, so that there may be more than were asked for.
    const auto count = std::min<size_t>(points.size(), static_cast<size_t>(wanted));
    for (size_t at = 0; at < count; at++) {
      features[at].x = fraction(points[at].pt.x, width);
      features[at].y = fraction(points[at].pt.y, height);
      take_root(descriptors.ptr<float>(static_cast<int>(at)), features[at].descriptor);
    }
    return static_cast<int32_t>(count);
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
