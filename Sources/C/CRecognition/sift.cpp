#include "sift.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <mutex>
#include <tuple>
#include <utility>

#include "gray_plane.h"
#include "two_threads.h"

#pragma STDC FP_CONTRACT OFF

namespace {

/// As in Lowe's paper: how many scales an octave is divided into, the blur of the first one, and that of a camera.
constexpr int scales = 3;
constexpr float first_sigma = 1.6F, camera_sigma = 0.5F;
/// Of 255 levels. Half of the usual threshold: in a dim photo there is little contrast, and where there is more than enough the
/// strongest are chosen anyway.
constexpr float least_contrast = 0.02F * 255;
/// The greatest ratio of the curvatures along and across: on an edge a point can't be found again.
constexpr float most_edgelike = 10;
/// In pixels of the octave.
constexpr int border = 5;
constexpr int most_steps = 5;
constexpr int directions = 36;
constexpr float nearly_highest = 0.8F;
constexpr int cells = 4, bins = 8;
/// The side of a descriptor's cell, and the reach and spread of a histogram of directions, in sigmas.
constexpr float cell_side = 3, direction_reach = 4.5F, direction_sigma = 1.5F;
constexpr float most_of_descriptor = 0.2F;
constexpr float pi = 3.14159265F;

/// A point of the highest or lowest difference between two scales, all around.
struct Extremum {
  int octave, scale, x, y;
  /// How far the point itself is from there, in pixels of the octave; and its blur, likewise.
  float right, down, sigma;
  float contrast;
};

/// One size of the picture, blurred more and more.
class Octave {
public:
  Octave(GrayPlane first, int number) : number(number) {
    planes.reserve(scales + 3);
    planes.push_back(std::move(first));
    for (int scale = 1; scale < scales + 3; scale++) {
      const float before = first_sigma * std::pow(2.0F, float(scale - 1) / scales);
      const float after = first_sigma * std::pow(2.0F, float(scale) / scales);
      planes.push_back(planes.back().blurred(std::sqrt(after * after - before * before)));
    }
  }

  const GrayPlane &plane(int scale) const { return planes[size_t(scale)]; }
  int width() const { return planes[0].width; }
  int height() const { return planes[0].height; }

  /// Twice the blur of the first plane, which an octave of half the size begins with.
  GrayPlane next() const { return plane(scales).halved(); }

  void add_extrema(std::vector<Extremum> &found) const {
    in_halves(height() - 2 * border, [&](int begin, int end) {
      std::vector<Extremum> extrema = this->extrema(begin + border, end + border);
      static std::mutex mutex;
      const std::lock_guard<std::mutex> lock(mutex);
      found.insert(found.end(), extrema.begin(), extrema.end());
    });
  }

  /// No extremum lies in the first plane and in the last two.
  void forget_outer_planes() {
    planes.resize(scales + 1);
    planes[0] = GrayPlane();
  }

private:
  int number;
  std::vector<GrayPlane> planes;

  int difference(int scale, int x, int y) const { return plane(scale + 1).row(y)[x] - plane(scale).row(y)[x]; }
  /// Of those rows, in no particular order.
  std::vector<Extremum> extrema(int begin, int end) const;
  bool is_highest(const Extremum &extremum, int sign) const;
  bool refine(Extremum &extremum) const;
};

/// What lies between pixels may have twice the contrast of the highest of them. In a plane's units.
constexpr int16_t least_difference = least_contrast / scales / 2 * GrayPlane::unit;

/// Neighboring scales differ by at most a third of their range: that is the integral of the kernels' absolute difference.
WIDEST void subtract(const int16_t *one, const int16_t *other, int width, int16_t *differences) {
  for (int x = 0; x < width; x++) differences[x] = one[x] - other[x];
}

/// Marks what exceeds `least_difference`, and all that lies around it in its own scale, up or down.
WIDEST void mark_extrema(const int16_t *above, const int16_t *here, const int16_t *below, int width, uint8_t *marks) {
  for (int x = border; x < width - border; x++) {
    const int16_t own = here[x];
    const int16_t high = std::max(std::max(std::max(above[x - 1], above[x]), std::max(above[x + 1], here[x - 1])),
                                  std::max(std::max(here[x + 1], below[x - 1]), std::max(below[x], below[x + 1])));
    const int16_t low = std::min(std::min(std::min(above[x - 1], above[x]), std::min(above[x + 1], here[x - 1])),
                                 std::min(std::min(here[x + 1], below[x - 1]), std::min(below[x], below[x + 1])));
    marks[x] = uint8_t((own > least_difference) & (own >= high)) | uint8_t(((own < -least_difference) & (own <= low)) << 1);
  }
}

std::vector<Extremum> Octave::extrema(int begin, int end) const {
  std::vector<Extremum> found;
  std::vector<int16_t> levels(size_t(3 * width()));
  // So many are looked at together.
  constexpr int together = sizeof(uint64_t);
  std::vector<uint8_t> marks(size_t(width() + together));
  for (int scale = 1; scale <= scales; scale++) {
    int16_t *rows[3] = {levels.data(), levels.data() + width(), levels.data() + 2 * width()};
    for (int y = begin - 1; y <= end; y++) {
      std::rotate(rows, rows + 1, rows + 3);
      subtract(plane(scale + 1).row(y), plane(scale).row(y), width(), rows[2]);
      if (y <= begin) continue;
      mark_extrema(rows[0], rows[1], rows[2], width(), marks.data());
      for (int left = 0; left < width(); left += together) {
        const uint8_t *mark = marks.data() + left;
        uint64_t any;
        std::memcpy(&any, mark, together);
        if (any == 0) continue;
        for (int x = left; x < left + together; x++, mark++) {
          Extremum extremum{number, scale, x, y - 1, 0, 0, 0, 0};
          if (*mark != 0 && is_highest(extremum, *mark == 1 ? 1 : -1) && refine(extremum)) found.push_back(extremum);
        }
      }
    }
  }
  return found;
}

/// Whether nothing around it exceeds it in the scales before and after its own.
bool Octave::is_highest(const Extremum &extremum, int sign) const {
  const auto &[octave, scale, x, y, right, down, sigma, contrast] = extremum;
  const int own = sign * difference(scale, x, y);
  for (int other : {scale - 1, scale + 1}) {
    for (int row = y - 1; row <= y + 1; row++) {
      const int16_t *blurry = plane(other + 1).row(row) + x, *sharp = plane(other).row(row) + x;
      for (int at = -1; at <= 1; at++) {
        if (sign * (blurry[at] - sharp[at]) > own) return false;
      }
    }
  }
  return true;
}

/// Where between pixels and scales the extremum is, by a parabola through its neighbors (Brown and Lowe 2002). False where there
/// is none, or it has too little contrast, or lies on an edge.
bool Octave::refine(Extremum &extremum) const {
  auto &[octave, scale, x, y, right, down, sigma, contrast] = extremum;
  for (int step = 0; step < most_steps; step++) {
    const auto at = [&, scale = scale, x = x, y = y](int s, int r, int d) {
      return float(difference(scale + s, x + r, y + d)) / GrayPlane::unit;
    };
    const float own = at(0, 0, 0);
    const float dx = (at(0, 1, 0) - at(0, -1, 0)) / 2, dy = (at(0, 0, 1) - at(0, 0, -1)) / 2;
    const float ds = (at(1, 0, 0) - at(-1, 0, 0)) / 2;
    const float dxx = at(0, 1, 0) + at(0, -1, 0) - 2 * own, dyy = at(0, 0, 1) + at(0, 0, -1) - 2 * own;
    const float dss = at(1, 0, 0) + at(-1, 0, 0) - 2 * own;
    const float dxy = (at(0, 1, 1) - at(0, -1, 1) - at(0, 1, -1) + at(0, -1, -1)) / 4;
    const float dxs = (at(1, 1, 0) - at(1, -1, 0) - at(-1, 1, 0) + at(-1, -1, 0)) / 4;
    const float dys = (at(1, 0, 1) - at(1, 0, -1) - at(-1, 0, 1) + at(-1, 0, -1)) / 4;
    // Cramer's rule.
    const float a = dyy * dss - dys * dys, b = dxs * dys - dxy * dss, c = dxy * dys - dxs * dyy;
    const float determinant = dxx * a + dxy * b + dxs * c;
    if (determinant == 0) return false;
    right = -(a * dx + b * dy + c * ds) / determinant;
    down = -(b * dx + (dxx * dss - dxs * dxs) * dy + (dxy * dxs - dxx * dys) * ds) / determinant;
    const float blur = -(c * dx + (dxy * dxs - dxx * dys) * dy + (dxx * dyy - dxy * dxy) * ds) / determinant;
    if (std::abs(right) < 0.5F && std::abs(down) < 0.5F && std::abs(blur) < 0.5F) {
      contrast = std::abs(own + (dx * right + dy * down + ds * blur) / 2);
      sigma = first_sigma * std::pow(2.0F, (float(scale) + blur) / scales);
      const float trace = dxx + dyy, flatness = dxx * dyy - dxy * dxy;
      return contrast * scales >= least_contrast && flatness > 0
             && trace * trace * most_edgelike < (most_edgelike + 1) * (most_edgelike + 1) * flatness;
    }
    // Also false where it is not a number.
    const float far = float(std::max(width(), height()));
    if (!(std::abs(right) < far && std::abs(down) < far && std::abs(blur) < far)) return false;
    x += int(std::lround(right));
    y += int(std::lround(down));
    scale += int(std::lround(blur));
    if (scale < 1 || scale > scales || x < border || x >= width() - border || y < border || y >= height() - border) {
      return false;
    }
  }
  return false;
}

/// The gradients of pixels next to each other: their lengths, and their directions in turns, counterclockwise from the right.
class Gradients {
public:
  std::vector<float> lengths, turns;

  /// Of those from `left` to before `right` in a row; all have neighbors.
  void take(const GrayPlane &plane, int y, int left, int right) {
    const size_t count = size_t(right - left);
    if (lengths.size() < count) {
      lengths.resize(count);
      turns.resize(count);
    }
    const int16_t *above = plane.row(y - 1) + left, *here = plane.row(y) + left, *below = plane.row(y + 1) + left;
    measure(above, here, below, int(count), lengths.data(), turns.data());
  }

private:
  WIDEST static void measure(const int16_t *above, const int16_t *here, const int16_t *below, int count, float *lengths,
                             float *turns) {
#pragma clang loop vectorize_width(8) interleave_count(1)
    for (int at = 0; at < count; at++) {
      const float x = float(here[at + 1] - here[at - 1]), y = float(above[at] - below[at]);
      const float width = std::abs(x), height = std::abs(y);
      const float slope = std::min(width, height) / (std::max(width, height) + 1e-12F), square = slope * slope;
      // Abramowitz and Stegun, 4.4.49, by a whole turn; within 2e-6 of one.
      const float turn =
          slope * (0.159133617F + square * (-0.052568807F + square * (0.028670332F + square * (-0.013549338F + square * 0.003316009F))));
      const float upper = height > width ? 0.25F - turn : turn;
      const float half = x < 0 ? 0.5F - upper : upper;
      turns[at] = y < 0 ? 1 - half : half;
      lengths[at] = std::sqrt(x * x + y * y);
    }
  }
};

/// A Gaussian's values at whole numbers from `-reach` to `reach`; what is two-dimensional is the product of two.
std::vector<float> gaussian(float sigma, int reach) {
  std::vector<float> values(size_t(2 * reach) + 1);
  for (int at = 0; at <= reach; at++) {
    values[size_t(reach + at)] = values[size_t(reach - at)] = std::exp(-0.5F * float(at) * float(at) / (sigma * sigma));
  }
  return values;
}

/// The directions in which the surroundings of a point mainly change, in turns.
std::vector<float> main_directions(const GrayPlane &plane, const Extremum &extremum, Gradients &gradients) {
  const int reach = int(std::lround(direction_reach * extremum.sigma));
  const std::vector<float> weights = gaussian(direction_sigma * extremum.sigma, reach);
  std::array<float, directions> sums{}, smooth{};
  const int left = std::max(1, extremum.x - reach), right = std::min(plane.width - 1, extremum.x + reach + 1);
  for (int y = std::max(1, extremum.y - reach); y < std::min(plane.height - 1, extremum.y + reach + 1); y++) {
    gradients.take(plane, y, left, right);
    for (int x = left; x < right; x++) {
      const int bin = int(gradients.turns[size_t(x - left)] * directions + 0.5F) % directions;
      sums[size_t(bin)] += gradients.lengths[size_t(x - left)] * weights[size_t(y - extremum.y + reach)]
                           * weights[size_t(x - extremum.x + reach)];
    }
  }
  const auto sum = [&](int bin) { return sums[size_t((bin + directions) % directions)]; };
  for (int bin = 0; bin < directions; bin++) {
    smooth[size_t(bin)] = (6 * sum(bin) + 4 * (sum(bin - 1) + sum(bin + 1)) + sum(bin - 2) + sum(bin + 2)) / 16;
  }
  const float least = nearly_highest * *std::max_element(smooth.begin(), smooth.end());
  std::vector<float> found;
  for (int bin = 0; bin < directions; bin++) {
    const float before = smooth[size_t((bin + directions - 1) % directions)], here = smooth[size_t(bin)];
    const float after = smooth[size_t((bin + 1) % directions)];
    if (here <= before || here <= after || here < least) continue;
    const float peak = float(bin) + 0.5F * (before - after) / (before - 2 * here + after);
    found.push_back(std::fmod(peak + directions, float(directions)) / directions);
  }
  return found;
}

/// The pixels of a row, relative to its middle, for which `at * slope + offset` is between -limit and limit.
void narrow(float slope, float offset, float limit, float &first, float &last) {
  if (std::abs(slope) < 1e-6F) {
    if (std::abs(offset) >= limit) last = first - 1;
    return;
  }
  const float one = (-limit - offset) / slope, other = (limit - offset) / slope;
  first = std::max(first, std::min(one, other));
  last = std::min(last, std::max(one, other));
}

/// A descriptor's histograms: a cell more on each side, and a bin more that is the first one again.
constexpr int wide = cells + 2, deep = bins + 1;

/// A row of pixels as seen in a point's main direction, `turn`.
struct TurnedRow {
  /// The first pixel, relative to the point's column, and how many there are.
  int left, count;
  /// Where the row crosses that column, and how far apart its pixels are: in cells, from the middle of the outermost.
  float x, y, step_x, step_y;
  float turn, weight;
};

/// The gradients of a row: the first of the bins that each is shared out to, its weighted length, and how much of that belongs to
/// the cell on the right, the cell below, and the later bin.
class Shares {
public:
  std::vector<int> firsts;
  std::vector<float> lengths, right, lower, later;

  /// `weights` are those of the row's pixels.
  void take(const Gradients &gradients, const TurnedRow &row, const float *weights) {
    if (firsts.size() < size_t(row.count)) {
      firsts.resize(size_t(row.count));
      for (std::vector<float> *numbers : {&lengths, &right, &lower, &later}) numbers->resize(size_t(row.count));
    }
    divide(gradients.lengths.data(), gradients.turns.data(), weights, row, firsts.data(), lengths.data(), right.data(),
           lower.data(), later.data());
  }

private:
  WIDEST static void divide(const float *from, const float *turns, const float *weights, const TurnedRow row,
                            int *__restrict firsts, float *__restrict lengths, float *__restrict right,
                            float *__restrict lower, float *__restrict later) {
#pragma clang loop vectorize_width(8) interleave_count(1)
    for (int at = 0; at < row.count; at++) {
      const float across = float(row.left + at);
      const float x = row.x + across * row.step_x, y = row.y + across * row.step_y;
      const float z = (turns[at] - row.turn + 1) * bins;
      const int cell_x = std::min(int(x), cells), cell_y = std::min(int(y), cells), bin = int(z);
      firsts[at] = (cell_y * wide + cell_x) * deep + bin % bins;
      lengths[at] = from[at] * row.weight * weights[at];
      right[at] = x - float(cell_x);
      lower[at] = y - float(cell_y);
      later[at] = z - float(bin);
    }
  }
};

/// A bin and the next one.
using TwoFloats [[gnu::vector_size(8)]] = float;

inline void add(TwoFloats numbers, float *sums) {
  TwoFloats sum;
  std::memcpy(&sum, sums, sizeof sum);
  sum += numbers;
  std::memcpy(sums, &sum, sizeof sum);
}

/// Histograms of the gradients around a point, as seen in one of its main directions: each gradient is shared out to the nearest
/// cells and bins.
std::array<float, 128> descriptor(const GrayPlane &plane, const Extremum &extremum, float turn, Gradients &gradients,
                                  Shares &shares) {
  const float side = cell_side * extremum.sigma;
  const int reach = std::min(int(std::lround(side * std::sqrt(2.0F) * (cells + 1) / 2)), plane.width + plane.height);
  const std::vector<float> weights = gaussian(side * cells / 2, reach);
  const float cosine = std::cos(2 * pi * turn) / side, sine = std::sin(2 * pi * turn) / side;
  const int column = int(std::lround(float(extremum.x) + extremum.right));
  const int row = int(std::lround(float(extremum.y) + extremum.down));
  constexpr float half = (cells + 1) / 2.0F;
  std::array<float, size_t(wide * wide * deep)> sums{};
  for (int down = std::max(-reach, 1 - row); down <= std::min(reach, plane.height - 2 - row); down++) {
    const float x = -float(down) * sine, y = float(down) * cosine;
    float first = float(std::max(-reach, 1 - column)), last = float(std::min(reach, plane.width - 2 - column));
    narrow(cosine, x, half, first, last);
    narrow(sine, y, half, first, last);
    const int left = int(std::ceil(first)), count = int(std::floor(last)) + 1 - left;
    if (count <= 0) continue;
    gradients.take(plane, row + down, column + left, column + left + count);
    shares.take(gradients, {left, count, x + half, y + half, cosine, sine, turn, weights[size_t(reach + down)]},
                weights.data() + reach + left);
    for (size_t at = 0; at < size_t(count); at++) {
      const TwoFloats parts = {1 - shares.later[at], shares.later[at]};
      const float lower = shares.lengths[at] * shares.lower[at], upper = shares.lengths[at] - lower;
      const float upper_right = upper * shares.right[at], lower_right = lower * shares.right[at];
      float *sum = sums.data() + shares.firsts[at];
      add(parts * (upper - upper_right), sum);
      add(parts * upper_right, sum + deep);
      add(parts * (lower - lower_right), sum + wide * deep);
      add(parts * lower_right, sum + (wide + 1) * deep);
    }
  }
  std::array<float, 128> descriptor;
  float square = 0;
  for (int cell = 0; cell < cells * cells; cell++) {
    float *sum = sums.data() + ((cell / cells + 1) * wide + cell % cells + 1) * deep;
    sum[0] += sum[bins];
    for (int bin = 0; bin < bins; bin++) {
      descriptor[size_t(cell * bins + bin)] = sum[bin];
      square += sum[bin] * sum[bin];
    }
  }
  // A single strong edge counts no more than this.
  const float most = most_of_descriptor * std::sqrt(square);
  square = 0;
  for (float &number : descriptor) {
    number = std::min(number, most);
    square += number * number;
  }
  const float scale = 512 / std::max(std::sqrt(square), 1e-7F);
  for (float &number : descriptor) number = std::min(255.0F, std::round(number * scale));
  return descriptor;
}

}  // namespace

std::vector<SiftFeature> sift_features(const uint8_t *gray, int width, int height, int wanted) {
  std::vector<Octave> octaves;
  std::vector<Extremum> extrema;
  const float sigma = std::sqrt(first_sigma * first_sigma - 4 * camera_sigma * camera_sigma);
  GrayPlane first = GrayPlane::enlarged(gray, width, height);
  if (std::min(first.width, first.height) >= GrayPlane::least_side) first = first.blurred(sigma);
  while (std::min(first.width, first.height) >= GrayPlane::least_side) {
    Octave octave(std::move(first), int(octaves.size()));
    octave.add_extrema(extrema);
    first = octave.next();
    octave.forget_outer_planes();
    octaves.push_back(std::move(octave));
  }
  const auto key = [](const Extremum &one) { return std::make_tuple(-one.contrast, one.octave, one.scale, one.y, one.x); };
  std::sort(extrema.begin(), extrema.end(), [&](const auto &one, const auto &other) { return key(one) < key(other); });
  // Some are reached from several pixels.
  extrema.erase(std::unique(extrema.begin(), extrema.end(),
                            [&](const auto &one, const auto &other) { return key(one) == key(other); }),
                extrema.end());
  // Each has a direction, and at most a few.
  extrema.resize(std::min(extrema.size(), static_cast<size_t>(wanted)));
  const auto plane = [&](const Extremum &one) -> const GrayPlane & { return octaves[size_t(one.octave)].plane(one.scale); };
  std::vector<std::vector<float>> turns(extrema.size());
  in_halves(int(extrema.size()), [&](int begin, int end) {
    Gradients gradients;
    for (size_t at = size_t(begin); at < size_t(end); at++) {
      turns[at] = main_directions(plane(extrema[at]), extrema[at], gradients);
    }
  });
  std::vector<std::pair<size_t, float>> turned;
  for (size_t at = 0; at < extrema.size(); at++) {
    for (const float turn : turns[at]) turned.emplace_back(at, turn);
  }
  turned.resize(std::min(turned.size(), static_cast<size_t>(wanted)));
  std::vector<SiftFeature> features(turned.size());
  in_halves(int(turned.size()), [&](int begin, int end) {
    Gradients gradients;
    Shares shares;
    for (size_t at = size_t(begin); at < size_t(end); at++) {
      const Extremum &extremum = extrema[turned[at].first];
      const float pixel = std::ldexp(0.5F, extremum.octave);
      features[at] = {(float(extremum.x) + extremum.right) * pixel, (float(extremum.y) + extremum.down) * pixel,
                      descriptor(plane(extremum), extremum, turned[at].second, gradients, shares)};
    }
  });
  return features;
}
