#include "CReading.h"

#include <malloc.h>

#include <algorithm>
#include <cmath>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "networks.h"

struct creading_networks {
  networks::Detection detection;
  networks::Recognition recognition;
};

namespace {

constexpr int line_height = networks::Recognition::line_height, line_step = networks::Recognition::line_step;
constexpr int picture_step = networks::Detection::picture_step;
/// PP-OCR's own: how likely text is in a pixel, and on average in a box; how far a region grows, which was taught shrunken.
constexpr float pixel_threshold = 0.3F, box_threshold = 0.5F, unclip_ratio = 1.6F;
/// In pixels of what the network sees.
constexpr float least_side = 3;
constexpr size_t most_regions = 1000;

/// Blue, green and red from -1 to 1, as both networks were taught. What `rgb` lacks to `width` is the middle gray that they
/// know as nothing.
layers::Tensor tensor(const cv::Mat &rgb, int width) {
  layers::Tensor tensor(rgb.rows, width, 3, 3);
  for (int y = 0; y < rgb.rows; y++) {
    const auto *row = rgb.ptr<cv::Vec3b>(y);
    for (int x = 0; x < width; x++) {
      const cv::Vec3b pixel = x < rgb.cols ? row[x] : cv::Vec3b::all(128);
      float *values = tensor.at(y * width + x);
      for (int channel = 0; channel < 3; channel++) {
        values[channel] = static_cast<float>(pixel[2 - channel]) / 127.5F - 1;
      }
    }
  }
  return tensor;
}

/// The mean of `map` within a rectangle.
float mean_within(const cv::Mat &map, const cv::RotatedRect &rectangle) {
  const cv::Rect bounds = rectangle.boundingRect() & cv::Rect(0, 0, map.cols, map.rows);
  if (bounds.empty()) return 0;
  cv::Point2f corners[4];
  rectangle.points(corners);
  std::vector<cv::Point> polygon;
  for (const auto &corner : corners) {
    polygon.emplace_back(static_cast<int>(std::floor(corner.x)) - bounds.x,
                         static_cast<int>(std::floor(corner.y)) - bounds.y);
  }
  cv::Mat mask = cv::Mat::zeros(bounds.size(), CV_8UC1);
  cv::fillConvexPoly(mask, polygon, 1);
  return static_cast<float>(cv::mean(map(bounds), mask)[0]);
}

/// The corners as they are seen: upper left first, then clockwise.
void put_in_order(cv::Point2f *corners) {
  std::sort(corners, corners + 4, [](const auto &a, const auto &b) { return a.x < b.x || (a.x == b.x && a.y < b.y); });
  if (corners[0].y > corners[1].y) std::swap(corners[0], corners[1]);
  if (corners[2].y > corners[3].y) std::swap(corners[2], corners[3]);
  const cv::Point2f lower_left = corners[1];
  corners[1] = corners[2];
  corners[2] = corners[3];
  corners[3] = lower_left;
}

float distance(const cv::Point2f &a, const cv::Point2f &b) { return static_cast<float>(cv::norm(a - b)); }

/// The line seen from the front, and `line_height` pixels high.
cv::Mat straightened(const cv::Mat &picture, const cv::Point2f *corners, int longest) {
  const float length = std::max(distance(corners[0], corners[1]), distance(corners[2], corners[3]));
  const float height = std::max(distance(corners[0], corners[3]), distance(corners[1], corners[2]));
  const float wanted = std::ceil(line_height * std::max(1.0F, length) / std::max(1.0F, height));
  const int width = static_cast<int>(std::min(static_cast<float>(longest), std::max(1.0F, wanted)));
  const auto w = static_cast<float>(width);
  const cv::Point2f places[4] = {{0, 0}, {w, 0}, {w, line_height}, {0, line_height}};
  cv::Mat line;
  cv::warpPerspective(picture, line, cv::getPerspectiveTransform(corners, places), cv::Size(width, line_height),
                      cv::INTER_LINEAR, cv::BORDER_REPLICATE);
  return line;
}

/// Otsu's threshold says which pixels are letters and which background; no matter which are which.
float contrast_of(const cv::Mat &line) {
  cv::Mat gray, mask;
  cv::cvtColor(line, gray, cv::COLOR_RGB2GRAY);
  cv::threshold(gray, mask, 0, 255, cv::THRESH_BINARY | cv::THRESH_OTSU);
  const cv::Scalar bright = cv::mean(line, mask);
  const cv::Scalar dark = cv::mean(line, 255 - mask);
  return static_cast<float>(cv::norm(bright - dark) / (255 * std::sqrt(3.0)));
}

cv::Mat view(const uint8_t *rgb, int32_t width, int32_t height) {
  return cv::Mat(height, width, CV_8UC3, const_cast<uint8_t *>(rgb));
}

int network_side(int side, float scale) {
  const float steps = std::round(static_cast<float>(side) * scale / picture_step);
  return std::max(1, static_cast<int>(steps)) * picture_step;
}

}  // namespace

creading_networks *creading_load(const char *detection, const char *recognition, int32_t class_count) noexcept {
  try {
    // 0: in the calling thread, and no pool is made.
    cv::setNumThreads(0);
    // The memory of one layer is used again for the next. Given back in between, all of it would be cleared each time.
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 256 << 20);
    return new creading_networks{networks::Detection(detection), networks::Recognition(recognition, class_count)};
  } catch (...) {
    return nullptr;
  }
}

void creading_free(creading_networks *networks) noexcept { delete networks; }

int32_t creading_find(creading_networks *networks, const uint8_t *rgb, int32_t width, int32_t height, int32_t long_side,
                      creading_box *boxes, int32_t most) noexcept {
  try {
    const float scale = std::min(1.0F, static_cast<float>(long_side) / static_cast<float>(std::max(width, height)));
    cv::Mat small;
    cv::resize(view(rgb, width, height), small, cv::Size(network_side(width, scale), network_side(height, scale)));
    layers::Tensor output = networks->detection(tensor(small, small.cols));
    const cv::Mat map(small.rows, small.cols, CV_32FC1, output.at(0));

    cv::Mat mask = map > pixel_threshold;
    cv::dilate(mask, mask, cv::Mat::ones(2, 2, CV_8UC1));
    std::vector<std::vector<cv::Point>> regions;
    cv::findContours(mask, regions, cv::RETR_LIST, cv::CHAIN_APPROX_SIMPLE);
    const cv::Point2f enlargement(static_cast<float>(width) / static_cast<float>(small.cols),
                                  static_cast<float>(height) / static_cast<float>(small.rows));
    int32_t count = 0;
    for (size_t at = 0; at < std::min(regions.size(), most_regions) && count < most; at++) {
      cv::RotatedRect rectangle = cv::minAreaRect(regions[at]);
      cv::Size2f &size = rectangle.size;
      if (std::min(size.width, size.height) < least_side) continue;
      const float score = mean_within(map, rectangle);
      if (score < box_threshold) continue;
      const float growth = size.area() * unclip_ratio / (size.width + size.height);
      size += cv::Size2f(growth, growth);
      cv::Point2f corners[4];
      rectangle.points(corners);
      for (auto &corner : corners) {
        corner.x = std::clamp(corner.x * enlargement.x, 0.0F, static_cast<float>(width - 1));
        corner.y = std::clamp(corner.y * enlargement.y, 0.0F, static_cast<float>(height - 1));
      }
      put_in_order(corners);
      creading_box &box = boxes[count++];
      for (int corner = 0; corner < 4; corner++) {
        box.corners[2 * corner] = corners[corner].x;
        box.corners[2 * corner + 1] = corners[corner].y;
      }
      box.score = std::min(1.0F, score);
    }
    return count;
  } catch (...) {
    return -1;
  }
}

int32_t creading_read(creading_networks *networks, const uint8_t *rgb, int32_t width, int32_t height,
                      const float *corners, int32_t longest, uint16_t *classes, float *probabilities,
                      int32_t steps, float *contrast) noexcept {
  try {
    cv::Point2f points[4];
    for (int at = 0; at < 4; at++) points[at] = {corners[2 * at], corners[2 * at + 1]};
    const cv::Mat line = straightened(view(rgb, width, height), points, longest);
    *contrast = contrast_of(line);
    const int padded_width = (line.cols + line_step - 1) / line_step * line_step;
    layers::Tensor output = networks->recognition(tensor(line, padded_width));
    const int32_t count = std::min(steps, output.width);
    for (int32_t step = 0; step < count; step++) {
      const float *row = output.at(step);
      const float *likeliest = std::max_element(row, row + output.channels);
      float sum = 0;
      for (int at = 0; at < output.channels; at++) sum += std::exp(row[at] - *likeliest);
      classes[step] = static_cast<uint16_t>(likeliest - row);
      probabilities[step] = 1 / sum;
    }
    return count;
  } catch (...) {
    return -1;
  }
}
