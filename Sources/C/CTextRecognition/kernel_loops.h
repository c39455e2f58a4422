// Included once for each instruction set, in a namespace of its own, where `tile_pixels` is defined.

/// At any address.
typedef float Vector __attribute__((vector_size(32), aligned(4), may_alias));
typedef int Integers __attribute__((vector_size(32)));

inline Vector load(const float *from) { return *reinterpret_cast<const Vector *>(from); }

inline void store(float *to, Vector value) { *reinterpret_cast<Vector *>(to) = value; }

/// e^x, accurate to about two units in the last place: the argument is reduced as by Cody and Waite (1980), the polynomial
/// is that of the Cephes library.
inline Vector exponential(Vector x) {
  x = __builtin_elementwise_min(__builtin_elementwise_max(x, Vector{} - 87.0F), Vector{} + 87.0F);
  const Vector n = __builtin_elementwise_roundeven(x * 1.44269504088896341F);
  const Vector r = x - n * 0.693359375F + n * 2.12194440e-4F;
  Vector y = r * 1.9875691500e-4F + 1.3981999507e-3F;
  y = y * r + 8.3334519073e-3F;
  y = y * r + 4.1665795894e-2F;
  y = y * r + 1.6666665459e-1F;
  y = y * r + 5.0000001201e-1F;
  y = y * (r * r) + r + 1.0F;
  const Integers power = (__builtin_convertvector(n, Integers) + 127) << 23;
  return y * (Vector)power;
}

/// x Φ(x) (Hendrycks and Gimpel, "Gaussian Error Linear Units", 2016). (Φ(x) - 1/2) / x is a polynomial of x², fitted between -5
/// and 5, where the result is within 2e-6.
inline Vector gelu(Vector x) {
  const Vector near = __builtin_elementwise_min(__builtin_elementwise_max(x, Vector{} - 5.0F), Vector{} + 5.0F);
  // From -1 to 1.
  const Vector t = near * near * 0.08F - 1.0F;
  Vector y = t * 4.92967100e-4F - 1.51415239e-3F;
  y = y * t + 2.00186619e-3F;
  y = y * t - 2.91567624e-3F;
  y = y * t + 6.16542513e-3F;
  y = y * t - 1.09732292e-2F;
  y = y * t + 1.64976585e-2F;
  y = y * t - 2.33367318e-2F;
  y = y * t + 3.14262291e-2F;
  y = y * t - 4.04329494e-2F;
  y = y * t + 5.15214209e-2F;
  y = y * t - 7.02966524e-2F;
  y = y * t + 1.41363780e-1F;
  return x * (near * y + 0.5F);
}

inline Vector finished(Vector x, const Finish &finish) {
  switch (finish.activation) {
    case Activation::none: return x;
    case Activation::relu: return __builtin_elementwise_max(x, Vector{});
    case Activation::gelu: return gelu(x);
    case Activation::swish: return x / (1.0F + exponential(-x));
    case Activation::sigmoid: return 1.0F / (1.0F + exponential(-x));
  }
}

/// The sums of a tile: `panels` panels of up to `tile_pixels` pixels, all in registers.
template <int panels> using Sums = Vector[tile_pixels][panels];

template <int panels> inline __attribute__((always_inline)) void begin(Sums<panels> &sums, const float *bias) {
#pragma unroll
  for (int pixel = 0; pixel < tile_pixels; pixel++) {
#pragma unroll
    for (int at = 0; at < panels; at++) sums[pixel][at] = load(bias + at * lanes);
  }
}

/// Writes the pixels of a tile that begins with the `first` of `count`. `outputs` is where the first panel of pixel 0 goes;
/// from one pixel to the next it is `stride` numbers.
template <int panels>
inline __attribute__((always_inline)) void finish(const Sums<panels> &sums, const Finish &finish, int first, int count,
                                                  size_t stride, float *outputs) {
#pragma unroll
  for (int pixel = 0; pixel < tile_pixels; pixel++) {
    if (first + pixel >= count) break;
    float *to = outputs + (first + pixel) * stride;
#pragma unroll
    for (int at = 0; at < panels; at++) store(to + at * lanes, finished(sums[pixel][at], finish));
  }
}

/// Calls `body` for all channels: for three panels as long as there are more than two, then for the rest.
template <class Body> inline void in_panels(int channels, const Body &body) {
  int channel = 0;
  for (; channels - channel > 2 * lanes; channel += 3 * lanes) body(std::integral_constant<int, 3>(), channel);
  if (channels - channel > lanes) {
    body(std::integral_constant<int, 2>(), channel);
  } else if (channels > channel) {
    body(std::integral_constant<int, 1>(), channel);
  }
}

template <int panels>
void convolve_tile(const Convolution &conv, const float *const *inputs, int count, int first, int channel,
                   float *outputs) {
  const size_t panel = static_cast<size_t>(conv.taps) * conv.in * lanes;
  const float *weights = conv.weights + channel / lanes * panel;
  Sums<panels> sums;
  begin<panels>(sums, conv.finish.bias + channel);
  for (int tap = 0; tap < conv.taps; tap++) {
    const float *from[tile_pixels];
    // The last pixel is repeated.
#pragma unroll
    for (int pixel = 0; pixel < tile_pixels; pixel++) {
      from[pixel] = inputs[tap * count + (first + pixel < count ? first + pixel : count - 1)];
    }
    for (int in = 0; in < conv.in; in++, weights += lanes) {
      Vector weight[panels];
#pragma unroll
      for (int at = 0; at < panels; at++) weight[at] = load(weights + at * panel);
#pragma unroll
      for (int pixel = 0; pixel < tile_pixels; pixel++) {
        const float value = from[pixel][in];
#pragma unroll
        for (int at = 0; at < panels; at++) sums[pixel][at] += weight[at] * value;
      }
    }
  }
  finish<panels>(sums, conv.finish, first, count, padded(conv.out), outputs + channel);
}

template <int panels>
void convolve_panels(const Convolution &conv, const float *const *inputs, int count, int channel, float *outputs) {
  for (int first = 0; first < count; first += tile_pixels) {
    convolve_tile<panels>(conv, inputs, count, first, channel, outputs);
  }
}

inline void convolve(const Convolution &conv, const float *const *inputs, int count, float *outputs) {
  in_panels(conv.out, [&](auto panels, int channel) {
    convolve_panels<panels()>(conv, inputs, count, channel, outputs);
  });
}

template <int panels>
void filter_panels(const Depthwise &conv, const float *const *inputs, int count, int channel, float *outputs) {
  const size_t stride = padded(conv.channels);
  for (int first = 0; first < count; first += tile_pixels) {
    Sums<panels> sums;
    begin<panels>(sums, conv.finish.bias + channel);
    for (int tap = 0; tap < conv.taps; tap++) {
      const float *weights = conv.weights + tap * stride + channel;
      Vector weight[panels];
#pragma unroll
      for (int at = 0; at < panels; at++) weight[at] = load(weights + at * lanes);
#pragma unroll
      for (int pixel = 0; pixel < tile_pixels; pixel++) {
        const float *from = inputs[tap * count + (first + pixel < count ? first + pixel : count - 1)] + channel;
#pragma unroll
        for (int at = 0; at < panels; at++) sums[pixel][at] += weight[at] * load(from + at * lanes);
      }
    }
    finish<panels>(sums, conv.finish, first, count, stride, outputs + channel);
  }
}

inline void filter(const Depthwise &conv, const float *const *inputs, int count, float *outputs) {
  in_panels(conv.channels, [&](auto panels, int channel) {
    filter_panels<panels()>(conv, inputs, count, channel, outputs);
  });
}
