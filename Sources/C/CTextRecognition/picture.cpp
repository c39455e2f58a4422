#include "picture.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace {

/// What the levels of a channel, 0 to 255, become.
struct Normalization {
  float mean, deviation;

  float operator()(float level) const { return (level - mean) / deviation; }
};

/// Lines were taught from -1 to 1.
constexpr Normalization line_levels{127.5F, 127.5F};
constexpr float nothing = 128 / 127.5F - 1;
/// Pictures were taught with ImageNet's numbers for red, green, and blue, but as blue, green, and red.
constexpr Normalization picture_levels[] = {
    {0.485F * 255, 0.229F * 255}, {0.456F * 255, 0.224F * 255}, {0.406F * 255, 0.225F * 255}};

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

/// Writes blue, green, and red at a place, interpolated between four pixels.
void sample(const Picture &picture, const Between &x, const Between &y, float *values) {
  const uint8_t *above = picture.rgb + size_t(y.first) * picture.width * 3;
  const uint8_t *below = picture.rgb + size_t(y.next) * picture.width * 3;
  const int left = x.first * 3, right = x.next * 3;
  for (int channel = 0; channel < 3; channel++) {
    const float upper = above[left + channel] + x.share * static_cast<float>(above[right + channel] - above[left + channel]);
    const float lower = below[left + channel] + x.share * static_cast<float>(below[right + channel] - below[left + channel]);
    values[2 - channel] = upper + y.share * (lower - upper);
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
    for (int x = 0; x < new_width; x++) {
      float *values = tensor.at(y * new_width + x);
      sample(*this, columns[size_t(x)], row, values);
      for (int channel = 0; channel < 3; channel++) values[channel] = picture_levels[channel](values[channel]);
    }
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
      std::transform(values, values + 3, values, line_levels);
    }
    std::fill(values, tensor.at((y + 1) * padded_width), nothing);
  }
  return tensor;
}

float contrast(const layers::Tensor &line, int width) {
  const auto level = [&](const float *color) {
    const float gray = (0.114F * color[0] + 0.587F * color[1] + 0.299F * color[2] + 1) * line_levels.deviation;
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
