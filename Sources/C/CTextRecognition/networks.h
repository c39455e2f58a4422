#pragma once

#include <optional>
#include <vector>

#include "layers.h"

/// The two small networks of PP-OCR v6 (PaddleOCR, 2026; Apache-2.0).
namespace networks {

/// A file of weights as half floats, which become floats when they are needed.
class Weights {
 public:
  /// Throws if it can't be mapped, or doesn't begin with `title`.
  Weights(const char *path, const char *title);
  ~Weights();
  Weights(const Weights &) = delete;
  Weights &operator=(const Weights &) = delete;

  kernels::Convolution convolution(int in, int out, kernels::Activation, int taps = 1);
  kernels::Depthwise depthwise(int channels, int taps, kernels::Activation);
  layers::Excitation excitation(int channels, int between, float slope, bool adds);
  /// Throws if there are more.
  void demand_end() const;
  /// Makes floats of them, unless they are.
  void expand();
  /// Gives the memory back.
  void release();

 private:
  const float *numbers(size_t count);

  void *mapping;
  size_t size, count, next = 0;
  float *floats;
  bool is_expanded = false;
};

/// Channels by themselves, over an area, then together (MetaFormer: Yu et al., 2022).
struct Block {
  layers::Window window;
  kernels::Depthwise filter;
  std::optional<layers::Excitation> excitation;
  layers::Widening widening;

  layers::Tensor operator()(const layers::Tensor &) const;
};

/// What a picture goes through first: a quarter as high and as wide.
struct Stem {
  kernels::Convolution halving, narrow, wide, joined, last;

  /// - Parameter channels: of the first halving; twice as many leave.
  Stem(Weights &, int channels);
  layers::Tensor operator()(layers::Tensor picture) const;
};

/// Where there is text in a picture (Liao et al., "Real-time Scene Text Detection with Differentiable Binarization",
/// 2020).
class Detection {
 public:
  /// Both sides of a picture are multiples of this.
  static constexpr int picture_step = 32;

  /// Throws if the file isn't that of this network.
  explicit Detection(const char *path);

  /// - Parameter picture: three channels, blue, green, red, with the means and deviations of ImageNet's.
  /// - Returns: a channel of the same size: how likely a pixel is of text.
  layers::Tensor operator()(layers::Tensor picture);

 private:
  /// Features of one size: what finds them, and what they become on the way back to the picture's size.
  struct Level {
    std::vector<Block> blocks;
    kernels::Convolution wide;
    layers::Excitation wide_excitation;
    kernels::Depthwise smooth;
    kernels::Convolution narrow;
    layers::Excitation narrow_excitation;
  };

  Weights weights;
  Stem stem;
  /// The largest first.
  Level levels[4];
  kernels::Convolution head, doubling, doubling_again;
};

/// What is written in a line (Du et al., "SVTR: Scene Text Recognition with a Single Visual Model", 2022).
class Recognition {
 public:
  static constexpr int line_height = 48;
  /// The width of a line is a multiple of this.
  static constexpr int line_step = 16;

  /// Throws if the file isn't that of this network, for as many classes.
  Recognition(const char *path, int classes);

  /// - Parameter line: three channels from -1 to 1: blue, green, red; `line_height` high.
  /// - Returns: for each step of eight columns, a number for each class: the logarithm of how likely it is, but for what
  ///   they share.
  layers::Tensor operator()(layers::Tensor line);

 private:
  struct Transformer {
    kernels::Convolution attention, projection, widening, narrowing;
  };

  Weights weights;
  Stem stem;
  std::vector<Block> blocks;
  kernels::Convolution aside, narrow;
  kernels::Depthwise mixing;
  Transformer transformers[2];
  kernels::Depthwise scaling;
  kernels::Convolution letters;
};

}  // namespace networks
