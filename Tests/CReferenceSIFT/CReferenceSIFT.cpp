#include "CReferenceSIFT.h"

#include <algorithm>
#include <opencv2/core.hpp>
#include <opencv2/features2d.hpp>
#include <vector>

int32_t creference_sift(const uint8_t *gray, int32_t width, int32_t height, int32_t wanted, float *places,
                        float *descriptors) {
  const cv::Mat picture(height, width, CV_8UC1, const_cast<uint8_t *>(gray));
  std::vector<cv::KeyPoint> points;
  cv::Mat found;
  cv::SIFT::create(wanted, 3, 0.02)->detectAndCompute(picture, cv::noArray(), points, found);
  const int32_t count = std::min(wanted, static_cast<int32_t>(points.size()));
  for (int32_t at = 0; at < count; at++) {
    places[2 * at] = points[static_cast<size_t>(at)].pt.x;
    places[2 * at + 1] = points[static_cast<size_t>(at)].pt.y;
    std::copy_n(found.ptr<float>(at), 128, descriptors + 128 * at);
  }
  return count;
}
