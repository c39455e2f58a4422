#include "layers.h"

#include <CLinux.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <vector>

namespace layers {

namespace {

/// As many pixels are computed at once, so that weights and pixels stay in the cache.
constexpr int piece = 48;
constexpr int most_taps = 49, most_channels = 384, most_wide_channels = 768;
constexpr float nothing[most_channels] = {};

using Inputs = std::array<const float *, static_cast<size_t>(most_taps) * piece>;

/// Calls `body` with the first pixel of each piece and how many it has, on both threads.
template <typename Body>
void share(int pixels, const Body &body) {
  struct Work {
    const Body &body;
    const int pixels;
    std::atomic<int> next{0};

    static void run(void *argument) {
      auto &work = *static_cast<Work *>(argument);
      for (int first; (first = work.next.fetch_add(piece)) < work.pixels;) {
        work.body(first, std::min(piece, work.pixels - first));
      }
    }
  };
  Work work{body, pixels};
  if (pixels <= piece) return Work::run(&work);
  clinux_run_both(Work::run, &work, Work::run, &work);
}

/// Of `length` pixels, those with a window.
int places(int length, int step) { return (length - 1) / step + 1; }

void gather(const Tensor &tensor, const Window &window, int first, int count, const float **inputs) {
  const int columns = places(tensor.width, window.across);
  for (int pixel = 0; pixel < count; pixel++) {
    const int top = (first + pixel) / columns * window.down - (window.height - 1) / 2;
    const int left = (first + pixel) % columns * window.across - (window.width - 1) / 2;
    const float **input = inputs + pixel;
    for (int y = top; y < top + window.height; y++) {
      for (int x = left; x < left + window.width; x++, input += count) {
        const bool is_inside = y >= 0 && y < tensor.height && x >= 0 && x < tensor.width;
        *input = is_inside ? tensor.at(y * tensor.width + x) : nothing;
      }
    }
  }
}

/// A tensor whose pixels a kernel computes from the windows around those of another, a few at a time.
template <class Kernel>
Tensor computed(const Tensor &tensor, const Window &window, int channels, const Kernel &kernel) {
  Tensor result(places(tensor.height, window.down), places(tensor.width, window.across), channels);
  share(result.pixels(), [&](int first, int count) {
    Inputs inputs;
    gather(tensor, window, first, count, inputs.data());
    kernel(inputs, count, result.at(first));
  });
  return result;
}

/// The pixels of a piece, with as many channels as a kernel makes.
template <int channels> struct Piece {
  std::array<float, static_cast<size_t>(piece) * channels> values;

  /// Makes them a kernel's inputs.
  void pass(int count, int stride, Inputs &inputs) {
    for (int pixel = 0; pixel < count; pixel++) inputs[pixel] = values.data() + pixel * stride;
  }
};

/// Of the inputs, `count` pixels that lie side by side, so far apart.
void widen(const Widening &widening, Inputs &inputs, int count, float *outputs) {
  const float *pixels = inputs[0];
  const int stride = kernels::padded(widening.narrow.out);
  Piece<most_wide_channels> wide;
  kernels::best().convolve(widening.wide, inputs.data(), count, wide.values.data());
  wide.pass(count, kernels::padded(widening.wide.out), inputs);
  kernels::best().convolve(widening.narrow, inputs.data(), count, outputs);
  if (!widening.adds) return;
  for (int at = 0; at < count * stride; at++) outputs[at] += pixels[at];
}

}  // namespace

Tensor convolved(const Tensor &tensor, const Convolution &conv, const Window &window) {
  return computed(tensor, window, conv.out, [&](const Inputs &inputs, int count, float *outputs) {
    kernels::best().convolve(conv, inputs.data(), count, outputs);
  });
}

Tensor filtered(const Tensor &tensor, const Depthwise &filter, const Window &window) {
  return computed(tensor, window, filter.channels, [&](const Inputs &inputs, int count, float *outputs) {
    kernels::best().filter(filter, inputs.data(), count, outputs);
  });
}

Tensor convolved(const Tensor &tensor, const Depthwise &filter, const Window &window, const Convolution &conv) {
  return computed(tensor, window, conv.out, [&](Inputs &inputs, int count, float *outputs) {
    Piece<most_channels> between;
    kernels::best().filter(filter, inputs.data(), count, between.values.data());
    between.pass(count, kernels::padded(filter.channels), inputs);
    kernels::best().convolve(conv, inputs.data(), count, outputs);
  });
}

Tensor widened(const Tensor &tensor, const Widening &widening) {
  return computed(tensor, {}, widening.narrow.out, [&](Inputs &inputs, int count, float *outputs) {
    widen(widening, inputs, count, outputs);
  });
}

Tensor widened(const Tensor &tensor, const Depthwise &filter, const Window &window, const Widening &widening) {
  return computed(tensor, window, widening.narrow.out, [&](Inputs &inputs, int count, float *outputs) {
    Piece<most_channels> between;
    kernels::best().filter(filter, inputs.data(), count, between.values.data());
    between.pass(count, kernels::padded(filter.channels), inputs);
    widen(widening, inputs, count, outputs);
  });
}

Tensor maximum(const Tensor &tensor) {
  Tensor result(tensor.height, tensor.width, tensor.channels);
  share(result.pixels(), [&](int first, int count) {
    Inputs inputs;
    gather(tensor, {2, 2}, first, count, inputs.data());
    for (int pixel = 0; pixel < count; pixel++) {
      float *to = result.at(first + pixel);
      std::copy_n(inputs[pixel], result.stride, to);
      for (int tap = 1; tap < 4; tap++) {
        const float *from = inputs[tap * count + pixel];
        for (int channel = 0; channel < result.stride; channel++) to[channel] = std::max(to[channel], from[channel]);
      }
    }
  });
  return result;
}

void excite(Tensor &tensor, const Excitation &excitation) {
  const Tensor mean = pooled(tensor, tensor.height, tensor.width);
  Tensor weights = convolved(convolved(mean, excitation.squeeze), excitation.expand);
  float *weight = weights.at(0);
  for (int channel = 0; channel < tensor.channels; channel++) {
    weight[channel] =
        std::clamp(weight[channel] * excitation.slope + 0.5F, 0.0F, 1.0F) + (excitation.adds ? 1.0F : 0.0F);
  }
  share(tensor.pixels(), [&](int first, int count) {
    for (int pixel = first; pixel < first + count; pixel++) {
      float *values = tensor.at(pixel);
      for (int channel = 0; channel < tensor.channels; channel++) values[channel] *= weight[channel];
    }
  });
}

void add(const Tensor &tensor, Tensor &to, int times) {
  share(to.pixels(), [&](int first, int count) {
    for (int pixel = first; pixel < first + count; pixel++) {
      const float *from = tensor.at(pixel / to.width / times * tensor.width + pixel % to.width / times);
      float *values = to.at(pixel);
      for (int channel = 0; channel < to.channels; channel++) values[channel] += from[channel];
    }
  });
}

void place(const Tensor &tensor, Tensor &into, int channel, int times) {
  share(into.pixels(), [&](int first, int count) {
    for (int pixel = first; pixel < first + count; pixel++) {
      const float *from = tensor.at(pixel / into.width / times * tensor.width + pixel % into.width / times);
      std::copy_n(from, tensor.channels, into.at(pixel) + channel);
    }
  });
}

Tensor pooled(const Tensor &tensor, int height, int width) {
  Tensor result(tensor.height / height, tensor.width / width, tensor.channels);
  for (int pixel = 0; pixel < result.pixels(); pixel++) {
    float *sums = result.at(pixel);
    std::fill_n(sums, result.stride, 0.0F);
    const int top = pixel / result.width * height, left = pixel % result.width * width;
    for (int row = top; row < top + height; row++) {
      for (int column = left; column < left + width; column++) {
        const float *values = tensor.at(row * tensor.width + column);
        for (int channel = 0; channel < tensor.channels; channel++) sums[channel] += values[channel];
      }
    }
    for (int channel = 0; channel < tensor.channels; channel++) sums[channel] /= static_cast<float>(height * width);
  }
  return result;
}

Tensor normalized(const Tensor &tensor, float epsilon) {
  Tensor result(tensor.height, tensor.width, tensor.channels);
  const auto count = static_cast<float>(tensor.channels);
  for (int pixel = 0; pixel < tensor.pixels(); pixel++) {
    const float *from = tensor.at(pixel);
    float *to = result.at(pixel);
    float sum = 0, squares = 0;
    for (int channel = 0; channel < tensor.channels; channel++) sum += from[channel];
    for (int channel = 0; channel < tensor.channels; channel++) {
      to[channel] = from[channel] - sum / count;
      squares += to[channel] * to[channel];
    }
    const float deviation = std::sqrt(squares / count + epsilon);
    for (int channel = 0; channel < tensor.channels; channel++) to[channel] /= deviation;
  }
  return result;
}

Tensor attended(const Tensor &tensor, int heads) {
  const int length = tensor.pixels(), channels = tensor.channels / 3, part = channels / heads;
  Tensor result(tensor.height, tensor.width, channels);
  std::vector<float> keys(static_cast<size_t>(part) * length), shares(length);
  for (int head = 0; head < channels; head += part) {
    for (int channel = 0; channel < part; channel++) {
      for (int at = 0; at < length; at++) keys[channel * length + at] = tensor.at(at)[channels + head + channel];
    }
    for (int pixel = 0; pixel < length; pixel++) {
      const float *query = tensor.at(pixel) + head;
      std::fill(shares.begin(), shares.end(), 0.0F);
      for (int channel = 0; channel < part; channel++) {
        const float *key = keys.data() + channel * length;
        for (int at = 0; at < length; at++) shares[at] += query[channel] * key[at];
      }
      const float greatest = *std::max_element(shares.begin(), shares.end());
      float sum = 0;
      float *to = result.at(pixel) + head;
      std::fill_n(to, part, 0.0F);
      for (int at = 0; at < length; at++) {
        const float share = std::exp(shares[at] - greatest);
        const float *values = tensor.at(at) + 2 * channels + head;
        for (int channel = 0; channel < part; channel++) to[channel] += share * values[channel];
        sum += share;
      }
      for (int channel = 0; channel < part; channel++) to[channel] /= sum;
    }
  }
  return result;
}

}  // namespace layers
