#include "picture.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace {

/// Both networks were taught blue, green, and red from -1 to 1.
constexpr float half_range = 127.5F;
constexpr float nothing = 128 / half_range - 1;

/// A place between two pixels of a row or a column: the first, the next, and how far it is from the first. Beyond the edges the
/// picture is as at them.
struct Between {
  int first, next;
  float share;

  Between(float place, int count) {
    place = std::clamp(place, 0.0F, static_cast<float>(count - 1));
    first = static_cast<int>(place);
    next = std::min(first + 1, count - 1);
    share = place - static_cast<float>(first);
  }
};

/// Writes the color at a place, interpolated between four pixels.
void sample(const Picture &picture, const Between &x, const Between &y, float *values) {
  const uint8_t *above = picture.rgb + size_t(y.first) * picture.width * 3;
  const uint8_t *below = picture.rgb + size_t(y.next) * picture.width * 3;
  const int left = x.first * 3, right = x.next * 3;
  for (int channel = 0; channel < 3; channel++) {
    const float upper = above[left + channel] + x.share * static_cast<float>(above[right + channel] - above[left + channel]);
    const float lower = below[left + channel] + x.share * static_cast<float>(below[right + channel] - below[left + channel]);
    values[2 - channel] = (upper + y.share * (lower - upper)) / half_range - 1;
  }
}

/// The threshold between two kinds of levels (Otsu 1979): the highest level of the lower kind.
int threshold_of(const std::array<int, 256> &counts) {
  double pixels = 0, sum = 0;
  for (int level = 0; level < 256; level++) pixels += counts[level], sum += double(level) * counts[level];
  double below = 0, sum_below = 0, most = -1;
  int best = 0;
  for (int level = 0; level < 255; level++) {
    below += counts[level];
    sum_below += double(level) * counts[level];
    if (below == 0 || below == pixels) continue;
    const double difference = sum_below / below - (sum - sum_below) / (pixels - below);
    const double variance = below * (pixels - below) * difference * difference;
    if (variance > most) most = variance, best = level;
  }
  return best;
}

}  // namespace

layers::Tensor Picture::resized(int new_width, int new_height) const {
  layers::Tensor tensor(new_height, new_width, 3, 3);
  std::vector<Between> columns;
  for (int x = 0; x < new_width; x++) {
    columns.emplace_back((float(x) + 0.5F) * float(width) / float(new_width) - 0.5F, width);
  }
  for (int y = 0; y < new_height; y++) {
    const Between row((float(y) + 0.5F) * float(height) / float(new_height) - 0.5F, height);
    for (int x = 0; x < new_width; x++) sample(*this, columns[size_t(x)], row, tensor.at(y * new_width + x));
  }
  return tensor;
}

layers::Tensor Picture::straightened(
    const regions::Point *corners, int new_width, int new_height, int padded_width) const {
  layers::Tensor tensor(new_height, padded_width, 3, 3);
  for (int y = 0; y < new_height; y++) {
    const float down = float(y) / float(new_height);
    const auto between = [&](const regions::Point &upper, const regions::Point &lower) {
      return regions::Point{upper.x + down * (lower.x - upper.x), upper.y + down * (lower.y - upper.y)};
    };
    const regions::Point left = between(corners[0], corners[3]), right = between(corners[1], corners[2]);
    float *values = tensor.at(y * padded_width);
    for (int x = 0; x < new_width; x++, values += 3) {
      const float across = float(x) / float(new_width);
      sample(*this, Between(left.x + across * (right.x - left.x), width),
             Between(left.y + across * (right.y - left.y), height), values);
    }
    std::fill(values, tensor.at((y + 1) * padded_width), nothing);
  }
  return tensor;
}

float contrast(const layers::Tensor &line, int width) {
  const auto level = [&](const float *color) {
    const float gray = (0.114F * color[0] + 0.587F * color[1] + 0.299F * color[2] + 1) * half_range;
    return static_cast<size_t>(std::clamp(gray + 0.5F, 0.0F, 255.0F));
  };
  std::array<int, 256> counts{};
  for (int y = 0; y < line.height; y++) {
    for (int x = 0; x < width; x++) counts[level(line.at(y * line.width + x))]++;
  }
  const auto threshold = static_cast<size_t>(threshold_of(counts));
  double sums[2][3] = {}, pixels[2] = {};
  for (int y = 0; y < line.height; y++) {
    for (int x = 0; x < width; x++) {
      const float *color = line.at(y * line.width + x);
      const bool is_bright = level(color) > threshold;
      pixels[is_bright]++;
      for (int channel = 0; channel < 3; channel++) sums[is_bright][channel] += color[channel];
    }
  }
  if (pixels[0] == 0 || pixels[1] == 0) return 0;
  double distance = 0;
  for (int channel = 0; channel < 3; channel++) {
    const double difference = sums[1][channel] / pixels[1] - sums[0][channel] / pixels[0];
    distance += difference * difference;
  }
  // A channel's greatest difference is 2.
  return static_cast<float>(std::sqrt(distance / 12));
}
