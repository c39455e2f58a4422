#include "networks.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <stdexcept>

namespace networks {

using kernels::Activation, kernels::Convolution, kernels::Depthwise, kernels::Finish;
using layers::Tensor, layers::Window;

namespace {

/// The first bytes of a file.
constexpr size_t title_size = 64;
/// What the title in a file must say.
constexpr const char *detection_title = "AlbumScan reading: PP-OCRv4 detection, edition 2\n";
constexpr const char *recognition_title = "AlbumScan reading: PP-OCRv4 recognition, edition 2\n";

/// Of the hard sigmoids.
constexpr float backbone_slope = 1 / 6.0F, detection_slope = 0.2F;
constexpr float epsilon = 1e-5F, last_epsilon = 1e-6F;
constexpr int heads = 8;

constexpr Window square(int side, int step = 1) { return {side, side, step, step}; }

struct Plan {
  Window window;
  int out;
  bool excites = false;
};

std::vector<Block> backbone(Weights &weights, int channels, const std::vector<Plan> &plans) {
  std::vector<Block> blocks;
  for (const auto &plan : plans) {
    // Where both sides are halved, what is filtered goes on as it is.
    const bool halves = plan.window.down == 2 && plan.window.across == 2;
    const int taps = plan.window.height * plan.window.width;
    Block block{plan.window, weights.depthwise(channels, taps, halves ? Activation::none : Activation::hard_swish), {}, {}};
    if (plan.excites) block.excitation = weights.excitation(channels, channels / 4, backbone_slope, false);
    block.convolution = weights.convolution(channels, plan.out, Activation::hard_swish);
    blocks.push_back(block);
    channels = plan.out;
  }
  return blocks;
}

}  // namespace

Weights::Weights(const char *path, const char *title) {
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  struct stat status;
  if (file < 0) throw std::runtime_error("can't be opened");
  const bool has_size = fstat(file, &status) == 0 && status.st_size > static_cast<off_t>(title_size);
  size = has_size ? static_cast<size_t>(status.st_size) : 0;
  mapping = has_size ? mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0) : MAP_FAILED;
  close(file);
  if (mapping == MAP_FAILED) throw std::runtime_error("can't be mapped");
  const char *text = static_cast<const char *>(mapping);
  next = reinterpret_cast<const float *>(text + title_size);
  end = next + (size - title_size) / sizeof(float);
  if (strncmp(text, title, title_size) != 0) {
    munmap(mapping, size);
    throw std::runtime_error("is of another edition");
  }
}

Weights::~Weights() { munmap(mapping, size); }

void Weights::release() const { madvise(mapping, size, MADV_DONTNEED); }

const float *Weights::numbers(size_t count) {
  if (count > static_cast<size_t>(end - next)) throw std::runtime_error("is too short");
  const float *numbers = next;
  next += count;
  return numbers;
}

Finish Weights::finish(int channels, Activation activation) {
  const float *bias = numbers(kernels::padded(channels));
  const float *scale_and_shift = numbers(kernels::lanes);
  return {bias, activation, scale_and_shift[0], scale_and_shift[1]};
}

Convolution Weights::convolution(int in, int out, Activation activation, int taps) {
  const float *weights = numbers(static_cast<size_t>(kernels::padded(out)) * taps * in);
  return {weights, in, out, taps, finish(out, activation)};
}

Depthwise Weights::depthwise(int channels, int taps, Activation activation) {
  const float *weights = numbers(static_cast<size_t>(kernels::padded(channels)) * taps);
  return {weights, channels, taps, finish(channels, activation)};
}

layers::Excitation Weights::excitation(int channels, int between, float slope, bool adds) {
  const Convolution squeeze = convolution(channels, between, Activation::relu);
  return {squeeze, convolution(between, channels, Activation::none), slope, adds};
}

void Weights::demand_end() const {
  if (next != end) throw std::runtime_error("is too long");
}

Tensor Block::operator()(const Tensor &tensor) const {
  if (!excitation) return convolved(tensor, filter, window, convolution);
  Tensor between = filtered(tensor, filter, window);
  excite(between, *excitation);
  return convolved(between, convolution);
}

Detection::Detection(const char *path) : weights(path, detection_title) {
  stem = weights.convolution(3, 16, Activation::none, 9);
  levels[0].blocks = backbone(weights, 16, {{square(3), 32}, {square(3, 2), 48}, {square(3), 48}});
  levels[1].blocks = backbone(weights, 48, {{square(3, 2), 96}, {square(3), 96}});
  levels[2].blocks = backbone(
      weights, 96, {{square(3, 2), 192}, {square(5), 192}, {square(5), 192}, {square(5), 192}, {square(5), 192}});
  levels[3].blocks = backbone(
      weights, 192, {{square(5, 2), 384, true}, {square(5), 384, true}, {square(5), 384}, {square(5), 384}});
  constexpr int channels[4] = {48, 96, 192, 384}, narrow[4] = {12, 18, 42, 360};
  for (int at = 0; at < 4; at++) levels[at].narrow = weights.convolution(channels[at], narrow[at], Activation::none);
  for (int at = 3; at >= 0; at--) {
    levels[at].wide = weights.convolution(narrow[at], 96, Activation::none);
    levels[at].wide_excitation = weights.excitation(96, 24, detection_slope, true);
  }
  for (int at = 3; at >= 0; at--) {
    levels[at].smooth = weights.convolution(96, 24, Activation::none, 9);
    levels[at].smooth_excitation = weights.excitation(24, 6, detection_slope, true);
  }
  head = weights.convolution(96, 24, Activation::relu, 9);
  // Transposed: four pixels for each.
  doubling = weights.convolution(24, 4 * 24, Activation::relu);
  doubling_again = weights.convolution(24, 4, Activation::sigmoid);
  weights.demand_end();
}

Tensor Detection::operator()(Tensor picture) const {
  Tensor x = convolved(picture, stem, square(3, 2));
  // The largest layers follow.
  picture = Tensor(0, 0, 0);
  std::vector<Tensor> features;
  for (const auto &level : levels) {
    for (const auto &block : level.blocks) x = block(x);
    features.push_back(convolved(x, level.narrow));
  }
  Tensor joined(features[0].height, features[0].width, 96);
  std::optional<Tensor> above;
  for (int at = 3; at >= 0; at--) {
    const Level &level = levels[at];
    Tensor wide = convolved(features[at], level.wide);
    excite(wide, level.wide_excitation);
    if (above) add(*above, wide, 2);
    Tensor smooth = convolved(wide, level.smooth, square(3));
    excite(smooth, level.smooth_excitation);
    place(smooth, joined, 24 * (3 - at), 1 << at);
    above = std::move(wide);
  }
  above.reset();
  Tensor doubled = convolved(convolved(joined, head, square(3)), doubling);
  // Each pixel's four become four pixels in a row.
  doubled.width *= 4;
  doubled.channels = doubled.stride = 24;
  const Tensor quadrupled = convolved(doubled, doubling_again);
  Tensor map(joined.height * 4, joined.width * 4, 1, 1);
  for (int pixel = 0; pixel < map.pixels(); pixel++) {
    const int y = pixel / map.width, x = pixel % map.width;
    const int from = (y / 4 * joined.width + x / 4) * 4 + y / 2 % 2 * 2 + x / 2 % 2;
    *map.at(pixel) = quadrupled.at(from)[y % 2 * 2 + x % 2];
  }
  // The other network needs memory next.
  weights.release();
  return map;
}

Recognition::Recognition(const char *path, int classes) : weights(path, recognition_title) {
  stem = weights.convolution(3, 16, Activation::none, 9);
  blocks = backbone(
      weights, 16,
      {{square(3), 32}, {square(3), 64}, {square(3), 64}, {{3, 3, 2, 1}, 128}, {square(3), 128},
       {{3, 3, 1, 2}, 240}, {square(5), 240}, {square(5), 240}, {square(5), 240}, {square(5), 240},
       {{5, 5, 2, 1}, 480, true}, {square(5), 480, true}, {{5, 5, 2, 1}, 480}, {square(5), 480}});
  narrow = weights.convolution(480, 60, Activation::swish, 3);
  wide = weights.convolution(60, 120, Activation::swish);
  for (auto &transformer : transformers) {
    transformer.attention = weights.convolution(120, 360, Activation::none);
    transformer.projection = weights.convolution(120, 120, Activation::none);
    transformer.widening = weights.convolution(120, 240, Activation::swish);
    transformer.narrowing = weights.convolution(240, 120, Activation::none);
  }
  back = weights.convolution(120, 480, Activation::swish);
  narrow_both = weights.convolution(960, 60, Activation::swish, 3);
  wide_both = weights.convolution(60, 120, Activation::swish);
  letters = weights.convolution(120, classes, Activation::none);
  weights.demand_end();
}

Tensor Recognition::operator()(const Tensor &line) const {
  Tensor x = convolved(line, stem, square(3, 2));
  for (const auto &block : blocks) x = block(x);
  const Tensor columns = pooled(x, 3, 2);
  constexpr Window row{1, 3};
  x = convolved(convolved(columns, narrow, row), wide);
  for (const auto &transformer : transformers) {
    add(convolved(attended(convolved(normalized(x, epsilon), transformer.attention), heads), transformer.projection), x);
    add(convolved(convolved(normalized(x, epsilon), transformer.widening), transformer.narrowing), x);
  }
  Tensor joined(1, columns.width, 2 * columns.channels);
  place(columns, joined, 0);
  place(convolved(normalized(x, last_epsilon), back), joined, columns.channels);
  return convolved(convolved(convolved(joined, narrow_both, row), wide_both), letters);
}

}  // namespace networks
