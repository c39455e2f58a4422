#pragma once

#include <optional>
#include <vector>

#include "layers.h"

/// PP-OCR v4's two networks (PaddleOCR, 2023; Apache-2.0): their backbones are PP-LCNetV3's.
namespace networks {

/// A file of weights, mapped: what isn't used takes no memory.
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
  /// Gives the memory back. What is needed again is read from the file again.
  void release() const;

 private:
  const float *numbers(size_t count);
  kernels::Finish finish(int channels, kernels::Activation);

  void *mapping;
  size_t size;
  const float *next, *end;
};

/// A depthwise separable convolution.
struct Block {
  layers::Window window;
  kernels::Depthwise filter;
  std::optional<layers::Excitation> excitation;
  kernels::Convolution convolution;

  layers::Tensor operator()(const layers::Tensor &) const;
};

/// Where there is text in a picture (Liao et al., "Real-time Scene Text Detection with Differentiable Binarization",
/// 2020).
class Detection {
 public:
  /// Both sides of a picture are multiples of this.
  static constexpr int picture_step = 32;

  /// Throws if the file isn't that of this network.
  explicit Detection(const char *path);

  /// - Parameter picture: three channels from -1 to 1: blue, green, red.
  /// - Returns: a channel of the same size: how likely a pixel is of text.
  layers::Tensor operator()(layers::Tensor picture) const;

 private:
  /// Features of one size: what finds them, and what they become on the way back to the picture's size.
  struct Level {
    std::vector<Block> blocks;
    kernels::Convolution narrow, wide;
    layers::Excitation wide_excitation;
    kernels::Convolution smooth;
    layers::Excitation smooth_excitation;
  };

  Weights weights;
  kernels::Convolution stem;
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

  /// - Parameter line: as for `Detection`, `line_height` high.
  /// - Returns: for each step of eight columns, a number for each class: the logarithm of how likely it is, but for what
  ///   they share.
  layers::Tensor operator()(const layers::Tensor &line) const;

 private:
  struct Transformer {
    kernels::Convolution attention, projection, widening, narrowing;
  };

  Weights weights;
  kernels::Convolution stem;
  std::vector<Block> blocks;
  kernels::Convolution narrow, wide;
  Transformer transformers[2];
  kernels::Convolution back, narrow_both, wide_both, letters;
};

}  // namespace networks
