#pragma once

#include <memory>

#include "kernels.h"

/// The layers of the networks. Each is computed on two threads, if the process has a second one.
namespace layers {

using kernels::Convolution;
using kernels::Depthwise;

/// A picture with any number of channels, row after row. From one pixel to the next it is `stride` numbers.
class Tensor {
 public:
  /// Its values are undefined.
  Tensor(int height, int width, int channels) : Tensor(height, width, channels, kernels::padded(channels)) {}
  Tensor(int height, int width, int channels, int stride)
      : height(height), width(width), channels(channels), stride(stride),
        values(new float[static_cast<size_t>(height) * width * stride]) {}

  int pixels() const { return height * width; }
  float *at(int pixel) { return values.get() + static_cast<size_t>(pixel) * stride; }
  const float *at(int pixel) const { return values.get() + static_cast<size_t>(pixel) * stride; }

  int height, width, channels, stride;

 private:
  std::unique_ptr<float[]> values;
};

/// How the taps of a convolution lie: around each pixel, at every `down`th row and `across`th column; where their number is
/// even, the middle is the one before it. Beyond the edges there are zeros.
struct Window {
  int height = 1, width = 1, down = 1, across = 1;
};

/// Two convolutions of one pixel, between which there are fewer channels: how much each channel matters.
struct Excitation {
  Convolution squeeze, expand;
  /// Of the hard sigmoid that follows.
  float slope;
  /// Whether the excited channels are added to those that were there.
  bool adds;
};

Tensor convolved(const Tensor &, const Convolution &, const Window & = {});

Tensor filtered(const Tensor &, const Depthwise &, const Window &);

/// Filtered, then convolved, a few pixels at a time: what lies between stays in the cache.
Tensor convolved(const Tensor &, const Depthwise &, const Window &, const Convolution &);

/// What each pixel becomes, through channels that are only known while it is computed: `narrow` of `wide`, with what it was
/// where `adds`. The same number of channels, if so.
struct Widening {
  Convolution wide, narrow;
  bool adds;
};

Tensor widened(const Tensor &, const Widening &);

/// Filtered, then widened, a few pixels at a time.
Tensor widened(const Tensor &, const Depthwise &, const Window &, const Widening &);

/// The maximum of each pixel, the one to the right, and the two below. None is negative.
Tensor maximum(const Tensor &);

/// Weighs the channels by what their means say (Hu et al., "Squeeze-and-Excitation Networks", 2018).
void excite(Tensor &, const Excitation &);

/// Adds the same number of channels. If the other tensor is `times` smaller, each of its pixels is added to a square.
void add(const Tensor &, Tensor &to, int times = 1);

/// Copies all channels to those from `channel` on; enlarges as `add` does.
void place(const Tensor &, Tensor &into, int channel, int times = 1);

/// The means of areas that lie side by side.
Tensor pooled(const Tensor &, int height, int width);

/// Mean 0 and variance 1 over the channels of each pixel (Ba et al., "Layer Normalization", 2016).
Tensor normalized(const Tensor &, float epsilon);

/// The values that each pixel attends to (Vaswani et al., "Attention Is All You Need", 2017). The channels are those of
/// the queries, which have been scaled, of the keys, and of the values.
Tensor attended(const Tensor &, int heads);

}  // namespace layers
