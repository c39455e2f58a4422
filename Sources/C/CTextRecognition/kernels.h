#pragma once

#include <cstddef>

/// The inner loops of the networks. A pixel's channels lie one after the other, padded to a multiple of eight; weights
/// are in panels of eight output channels.
namespace kernels {

constexpr int lanes = 8;

constexpr int padded(int channels) { return (channels + lanes - 1) / lanes * lanes; }

enum class Activation { none, relu, gelu, swish, sigmoid };

/// What follows a convolution: a bias for each channel, and the activation.
struct Finish {
  const float *bias;
  Activation activation;
};

/// Weights: for each panel, tap, and input channel, those of eight output channels.
struct Convolution {
  const float *weights;
  int in, out, taps;
  Finish finish;
};

/// A convolution of each channel by itself. Weights: for each tap, those of all channels.
struct Depthwise {
  const float *weights;
  int channels, taps;
  Finish finish;
};

/// Each computes `count` pixels. `inputs` are the addresses of the pixels that they take: `count` for each tap.
struct Kernels {
  void (*convolve)(const Convolution &, const float *const *inputs, int count, float *outputs);
  void (*filter)(const Depthwise &, const float *const *inputs, int count, float *outputs);
};

/// The fastest that this processor can run.
const Kernels &best();

}  // namespace kernels
