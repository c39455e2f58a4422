#include "CTextRecognition.h"

#include <malloc.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "networks.h"
#include "picture.h"
#include "regions.h"

struct ctext_networks {
  networks::Detection detection;
  networks::Recognition recognition;
};

namespace {

using regions::Point;

constexpr int line_height = networks::Recognition::line_height, line_step = networks::Recognition::line_step;
constexpr int picture_step = networks::Detection::picture_step;
/// PP-OCR's own: how likely text is in a pixel, and on average in a box; how far a region grows, which was taught shrunken.
constexpr float pixel_threshold = 0.3F, box_threshold = 0.5F, unclip_ratio = 1.6F;
/// In pixels of what the network sees.
constexpr float least_side = 3;
constexpr size_t most_regions = 1000;

/// The corners as they are seen: upper left first, then clockwise.
void put_in_order(std::array<Point, 4> &corners) {
  std::sort(corners.begin(), corners.end(),
            [](const Point &a, const Point &b) { return a.x < b.x || (a.x == b.x && a.y < b.y); });
  if (corners[0].y > corners[1].y) std::swap(corners[0], corners[1]);
  if (corners[2].y > corners[3].y) std::swap(corners[2], corners[3]);
  std::rotate(corners.begin() + 1, corners.begin() + 2, corners.end());
}

float distance(const Point &a, const Point &b) { return std::hypot(a.x - b.x, a.y - b.y); }

/// Of a line made `line_height` pixels high.
int width_between(const Point *corners, int longest) {
  const float length = std::max(distance(corners[0], corners[1]), distance(corners[2], corners[3]));
  const float height = std::max(distance(corners[0], corners[3]), distance(corners[1], corners[2]));
  const float wanted = std::ceil(line_height * std::max(1.0F, length) / std::max(1.0F, height));
  return static_cast<int>(std::min(static_cast<float>(longest), std::max(1.0F, wanted)));
}

int network_side(int side, float scale) {
  const float steps = std::round(static_cast<float>(side) * scale / picture_step);
  return std::max(1, static_cast<int>(steps)) * picture_step;
}

}  // namespace

ctext_networks *ctext_load(const char *detection, const char *recognition, int32_t class_count) noexcept {
  try {
    // The memory of one layer is used again for the next. Given back in between, all of it would be cleared each time.
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 256 << 20);
    return new ctext_networks{networks::Detection(detection), networks::Recognition(recognition, class_count)};
  } catch (...) {
    return nullptr;
  }
}

void ctext_free(ctext_networks *networks) noexcept { delete networks; }

int32_t ctext_find(ctext_networks *networks, const uint8_t *rgb, int32_t width, int32_t height, int32_t long_side,
                      ctext_box *boxes, int32_t most) noexcept {
  try {
    const float scale = std::min(1.0F, static_cast<float>(long_side) / static_cast<float>(std::max(width, height)));
    layers::Tensor small =
        Picture{rgb, width, height}.resized(network_side(width, scale), network_side(height, scale));
    const float across = static_cast<float>(width) / static_cast<float>(small.width);
    const float down = static_cast<float>(height) / static_cast<float>(small.height);
    const layers::Tensor output = networks->detection(std::move(small));
    const regions::Map map{output.at(0), output.width, output.height};
    int32_t count = 0;
    for (regions::Rectangle &rectangle : regions::around(map, pixel_threshold, most_regions)) {
      if (count == most) break;
      if (std::min(rectangle.width, rectangle.height) < least_side) continue;
      const float score = regions::mean(map, rectangle);
      if (score < box_threshold) continue;
      const float growth = rectangle.width * rectangle.height * unclip_ratio / (rectangle.width + rectangle.height);
      rectangle.width += growth;
      rectangle.height += growth;
      std::array<Point, 4> corners = rectangle.corners();
      for (Point &corner : corners) {
        corner.x = std::clamp(corner.x * across, 0.0F, static_cast<float>(width - 1));
        corner.y = std::clamp(corner.y * down, 0.0F, static_cast<float>(height - 1));
      }
      put_in_order(corners);
      ctext_box &box = boxes[count++];
      for (size_t corner = 0; corner < 4; corner++) {
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

int32_t ctext_read(ctext_networks *networks, const uint8_t *rgb, int32_t width, int32_t height,
                      const float *corners, int32_t longest, uint16_t *classes, float *probabilities,
                      int32_t steps, float *contrast) noexcept {
  try {
    Point points[4];
    for (int at = 0; at < 4; at++) points[at] = {corners[2 * at], corners[2 * at + 1]};
    const int wanted = width_between(points, longest), padded = (wanted + line_step - 1) / line_step * line_step;
    layers::Tensor line = Picture{rgb, width, height}.straightened(points, wanted, line_height, padded);
    *contrast = ::contrast(line, wanted);
    const layers::Tensor output = networks->recognition(std::move(line));
    const int32_t count = std::min(steps, output.width);
    for (int32_t step = 0; step < count; step++) {
      const float *row = output.at(step);
      const float *likeliest = std::max_element(row, row + output.channels);
      classes[step] = static_cast<uint16_t>(likeliest - row);
      probabilities[step] = 0;
      // Most steps say that there is no letter, and nobody asks how likely that is.
      if (classes[step] == 0) continue;
      float sum = 0;
      for (int at = 0; at < output.channels; at++) sum += std::exp(row[at] - *likeliest);
      probabilities[step] = 1 / sum;
    }
    return count;
  } catch (...) {
    return -1;
  }
}
