#include "networks.h"

#include <fcntl.h>
#include <malloc.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <stdexcept>

namespace networks {

using kernels::Activation, kernels::Convolution, kernels::Depthwise;
using layers::Excitation, layers::Tensor, layers::Window;

namespace {

/// The first bytes of a file.
constexpr size_t title_size = 64;
/// What the title in a file must say.
constexpr const char *detection_title = "AlbumScan reading: PP-OCRv6 detection, edition 3\n";
constexpr const char *recognition_title = "AlbumScan reading: PP-OCRv6 recognition, edition 3\n";

/// Of the hard sigmoids.
constexpr float backbone_slope = 1 / 6.0F, detection_slope = 0.2F;
constexpr float epsilon = 1e-5F, last_epsilon = 1e-6F;
constexpr int heads = 8;

constexpr Window square(int side, int step = 1) { return {side, side, step, step}; }

/// Without branches, for vectors: what is below the normal numbers is one of them less a constant.
float expanded(uint16_t half) {
  const uint32_t magnitude = (half & 0x7fffU) << 13, sign = (half & 0x8000U) << 16;
  const bool is_normal = magnitude >= 1U << 23;
  const float value = __builtin_bit_cast(float, magnitude + ((is_normal ? 112U : 113U) << 23)) - (is_normal ? 0 : 0x1p-14F);
  return __builtin_bit_cast(float, __builtin_bit_cast(uint32_t, value) | sign);
}

/// So many blocks, of which every second one excites the channels: the first does, the last doesn't. If they follow a halving, the
/// block that halves also doubles the channels.
std::vector<Block> stage(Weights &weights, int channels, int blocks, std::optional<Window> halving = {}) {
  std::vector<Block> stage;
  const auto add = [&](const Window &window, int out, bool excites, bool adds) {
    Block block{window, weights.depthwise(channels, 9, Activation::none), {}, {}};
    if (excites) block.excitation = weights.excitation(channels, channels / 4, backbone_slope, false);
    block.widening.wide = weights.convolution(channels, 2 * channels, Activation::gelu);
    block.widening.narrow = weights.convolution(2 * channels, out, Activation::none);
    block.widening.adds = adds;
    stage.push_back(block);
    channels = out;
  };
  if (halving) add(*halving, 2 * channels, false, false);
  for (int at = 0; at < blocks; at++) add(square(3), channels, at % 2 == 0 && at + 1 < blocks, true);
  return stage;
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
  count = (size - title_size) / sizeof(uint16_t);
  const bool is_ours = strncmp(static_cast<const char *>(mapping), title, title_size) == 0;
  void *room = is_ours ? mmap(nullptr, count * sizeof(float), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
                       : MAP_FAILED;
  if (room == MAP_FAILED) {
    munmap(mapping, size);
    throw std::runtime_error("is of another edition, or too large");
  }
  floats = static_cast<float *>(room);
}

Weights::~Weights() {
  munmap(mapping, size);
  munmap(floats, count * sizeof(float));
}

void Weights::expand() {
  if (is_expanded) return;
  const auto *halves = reinterpret_cast<const uint16_t *>(static_cast<const char *>(mapping) + title_size);
  for (size_t at = 0; at < count; at++) floats[at] = expanded(halves[at]);
  // Its pages would count as this process's as long as they are mapped in.
  madvise(mapping, size, MADV_DONTNEED);
  is_expanded = true;
}

void Weights::release() {
  madvise(floats, count * sizeof(float), MADV_DONTNEED);
  is_expanded = false;
}

const float *Weights::numbers(size_t wanted) {
  if (wanted > count - next) throw std::runtime_error("is too short");
  next += wanted;
  return floats + next - wanted;
}

Convolution Weights::convolution(int in, int out, Activation activation, int taps) {
  const float *weights = numbers(static_cast<size_t>(kernels::padded(out)) * taps * in);
  return {weights, in, out, taps, {numbers(kernels::padded(out)), activation}};
}

Depthwise Weights::depthwise(int channels, int taps, Activation activation) {
  const float *weights = numbers(static_cast<size_t>(kernels::padded(channels)) * taps);
  return {weights, channels, taps, {numbers(kernels::padded(channels)), activation}};
}

Excitation Weights::excitation(int channels, int between, float slope, bool adds) {
  const Convolution squeeze = convolution(channels, between, Activation::relu);
  return {squeeze, convolution(between, channels, Activation::none), slope, adds};
}

void Weights::demand_end() const {
  if (next != count) throw std::runtime_error("is too long");
}

Tensor Block::operator()(const Tensor &tensor) const {
  if (!excitation) return widened(tensor, filter, window, widening);
  Tensor between = filtered(tensor, filter, window);
  excite(between, *excitation);
  return widened(between, widening);
}

Stem::Stem(Weights &weights, int channels) {
  halving = weights.convolution(3, channels, Activation::relu, 9);
  narrow = weights.convolution(channels, channels / 2, Activation::relu, 4);
  wide = weights.convolution(channels / 2, channels, Activation::relu, 4);
  joined = weights.convolution(2 * channels, channels, Activation::relu, 9);
  last = weights.convolution(channels, 2 * channels, Activation::relu);
}

Tensor Stem::operator()(Tensor picture) const {
  const Tensor half = convolved(picture, halving, square(3, 2));
  // These layers are the largest.
  picture = Tensor(0, 0, 0);
  Tensor both(half.height, half.width, 2 * half.channels);
  place(maximum(half), both, 0);
  place(convolved(convolved(half, narrow, square(2)), wide, square(2)), both, half.channels);
  return convolved(convolved(both, joined, square(3, 2)), last);
}

Detection::Detection(const char *path) : weights(path, detection_title), stem(weights, 24) {
  levels[0].blocks = stage(weights, 48, 2);
  levels[1].blocks = stage(weights, 48, 2, square(3, 2));
  levels[2].blocks = stage(weights, 96, 4, square(3, 2));
  levels[3].blocks = stage(weights, 192, 2, square(3, 2));
  for (int at = 3; at >= 0; at--) {
    levels[at].wide = weights.convolution(48 << at, 96, Activation::none);
    levels[at].wide_excitation = weights.excitation(96, 24, detection_slope, true);
  }
  for (int at = 3; at >= 0; at--) {
    levels[at].smooth = weights.depthwise(96, 49, Activation::none);
    levels[at].narrow = weights.convolution(96, 24, Activation::none);
    levels[at].narrow_excitation = weights.excitation(24, 6, detection_slope, true);
  }
  head = weights.convolution(96, 24, Activation::relu, 9);
  // Transposed: four pixels for each.
  doubling = weights.convolution(24, 4 * 24, Activation::relu);
  doubling_again = weights.convolution(24, 4, Activation::sigmoid);
  weights.demand_end();
}

Tensor Detection::operator()(Tensor picture) {
  weights.expand();
  Tensor x = stem(std::move(picture));
  std::vector<Tensor> features;
  for (const auto &level : levels) {
    for (const auto &block : level.blocks) x = block(x);
    features.push_back(convolved(x, level.wide));
    excite(features.back(), level.wide_excitation);
  }
  Tensor joined(features[0].height, features[0].width, 96);
  for (int at = 3; at >= 0; at--) {
    const Level &level = levels[at];
    if (at < 3) add(features[at + 1], features[at], 2);
    Tensor narrow = convolved(features[at], level.smooth, square(7), level.narrow);
    excite(narrow, level.narrow_excitation);
    place(narrow, joined, 24 * (3 - at), 1 << at);
  }
  features.clear();
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
  // The other network needs memory next, and less for its layers.
  weights.release();
  malloc_trim(0);
  return map;
}

Recognition::Recognition(const char *path, int classes) : weights(path, recognition_title), stem(weights, 48) {
  constexpr Window low{3, 3, 2, 1};
  for (const auto &part : {stage(weights, 96, 3), stage(weights, 96, 6, low), stage(weights, 192, 2, low)}) {
    blocks.insert(blocks.end(), part.begin(), part.end());
  }
  aside = weights.convolution(384, 120, Activation::swish);
  narrow = weights.convolution(384, 120, Activation::swish);
  mixing = weights.depthwise(120, 7, Activation::swish);
  for (auto &transformer : transformers) {
    transformer.attention = weights.convolution(120, 360, Activation::none);
    transformer.projection = weights.convolution(120, 120, Activation::none);
    transformer.widening = weights.convolution(120, 240, Activation::swish);
    transformer.narrowing = weights.convolution(240, 120, Activation::none);
  }
  scaling = weights.depthwise(120, 1, Activation::none);
  letters = weights.convolution(120, classes, Activation::none);
  weights.demand_end();
}

Tensor Recognition::operator()(Tensor line) {
  weights.expand();
  Tensor x = stem(std::move(line));
  for (const auto &block : blocks) x = block(x);
  const Tensor columns = pooled(x, 3, 2);
  x = convolved(columns, narrow);
  add(filtered(x, mixing, {1, 7}), x);
  for (const auto &transformer : transformers) {
    add(convolved(attended(convolved(normalized(x, epsilon), transformer.attention), heads), transformer.projection), x);
    add(convolved(convolved(normalized(x, epsilon), transformer.widening), transformer.narrowing), x);
  }
  x = filtered(normalized(x, last_epsilon), scaling, {});
  add(convolved(columns, aside), x);
  return convolved(x, letters);
}

}  // namespace networks
