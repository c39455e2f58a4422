#include "homography.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace {

/// Four pairs decide a projection.
constexpr int sample_size = 4;
using Sample = std::array<PointPair, sample_size>;

constexpr int most_samples = 2000;
/// The probability with which one of the samples was of inliers only.
constexpr double confidence = 0.995;
constexpr int most_refinements = 10;

/// xorshift64 (Marsaglia 2003).
class Random {
public:
  int below(int limit) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return static_cast<int>((state >> 32) * static_cast<uint64_t>(limit) >> 32);
  }

private:
  uint64_t state = 0x9E3779B97F4A7C15;
};

Homography product(const Homography &one, const Homography &other) {
  Homography result;
  for (size_t row = 0; row < 3; row++) {
    for (size_t column = 0; column < 3; column++) {
      result[row * 3 + column] = one[row * 3] * other[column] + one[row * 3 + 1] * other[column + 3] +
                                 one[row * 3 + 2] * other[column + 6];
    }
  }
  return result;
}

/// The inverse, but for a factor.
Homography adjugate(const Homography &m) {
  return {m[4] * m[8] - m[5] * m[7], m[2] * m[7] - m[1] * m[8], m[1] * m[5] - m[2] * m[4],
          m[5] * m[6] - m[3] * m[8], m[0] * m[8] - m[2] * m[6], m[2] * m[3] - m[0] * m[5],
          m[3] * m[7] - m[4] * m[6], m[1] * m[6] - m[0] * m[7], m[0] * m[4] - m[1] * m[3]};
}

/// The projection of the unit square onto four points (Heckbert 1989, 2.2.3), but for a factor.
Homography from_square(const double (&x)[sample_size], const double (&y)[sample_size]) {
  const double x1 = x[1] - x[2], x2 = x[3] - x[2], x3 = x[0] - x[1] + x[2] - x[3];
  const double y1 = y[1] - y[2], y2 = y[3] - y[2], y3 = y[0] - y[1] + y[2] - y[3];
  const double area = x1 * y2 - x2 * y1, g = x3 * y2 - x2 * y3, h = x1 * y3 - x3 * y1;
  return {(x[1] - x[0]) * area + g * x[1], (x[3] - x[0]) * area + h * x[3], x[0] * area,
          (y[1] - y[0]) * area + g * y[1], (y[3] - y[0]) * area + h * y[3], y[0] * area, g, h, area};
}

Homography through(const Sample &sample) {
  double x[sample_size], y[sample_size], u[sample_size], v[sample_size];
  for (size_t at = 0; at < sample_size; at++) {
    x[at] = sample[at].x, y[at] = sample[at].y, u[at] = sample[at].u, v[at] = sample[at].v;
  }
  return product(from_square(u, v), adjugate(from_square(x, y)));
}

/// Whether a camera can see the first points where the second are: each three of them turn the same way in both pictures, and
/// no three are in line. It sees a sleeve from the front, so nothing is mirrored.
bool is_possible(const Sample &sample) {
  for (size_t left_out = 0; left_out < sample_size; left_out++) {
    const PointPair &a = sample[(left_out + 1) % 4], &b = sample[(left_out + 2) % 4], &c = sample[(left_out + 3) % 4];
    const double before = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    const double after = (b.u - a.u) * (c.v - a.v) - (b.v - a.v) * (c.u - a.u);
    if (std::abs(before) < 1 || std::abs(after) < 1 || (before > 0) != (after > 0)) return false;
  }
  return true;
}

bool is_smaller(double one, double other) { return std::abs(one) < std::abs(other); }

/// The pairs in a form that the processor can compare several of at once.
class Columns {
public:
  explicit Columns(const std::vector<PointPair> &pairs) : count(pairs.size()) {
    for (const PointPair &pair : pairs) {
      x.push_back(static_cast<float>(pair.x));
      y.push_back(static_cast<float>(pair.y));
      u.push_back(static_cast<float>(pair.u));
      v.push_back(static_cast<float>(pair.v));
    }
  }

  /// Marks the inliers, and counts them.
  int mark(const Homography &matrix, double tolerance, std::vector<uint8_t> &inliers) const {
    // A factor changes nothing, but squares of large numbers are infinite in single precision.
    const double largest = std::abs(*std::max_element(matrix.begin(), matrix.end(), is_smaller));
    float m[9];
    std::transform(matrix.begin(), matrix.end(), m,
                   [&](double number) { return static_cast<float>(number / largest); });
    const float limit = static_cast<float>(tolerance * tolerance);
    int found = 0;
    for (size_t at = 0; at < count; at++) {
      // Multiplied by the depth instead of divided by it.
      const float depth = m[6] * x[at] + m[7] * y[at] + m[8];
      const float across = m[0] * x[at] + m[1] * y[at] + m[2] - u[at] * depth;
      const float down = m[3] * x[at] + m[4] * y[at] + m[5] - v[at] * depth;
      const uint8_t is_inlier = across * across + down * down <= limit * depth * depth;
      inliers[at] = is_inlier;
      found += is_inlier;
    }
    return found;
  }

private:
  size_t count;
  std::vector<float> x, y, u, v;
};

/// How many samples are enough if so many of the pairs are inliers.
int enough_samples(int inliers, size_t pairs) {
  const double all = std::pow(static_cast<double>(inliers) / static_cast<double>(pairs), sample_size);
  if (all >= 1) return 0;
  return static_cast<int>(std::min<double>(most_samples, std::ceil(std::log(1 - confidence) / std::log(1 - all))));
}

/// Moves a picture's points around the origin, at an average distance of the square root of two (Hartley and Zisserman 2003, 4.4.4).
struct Normalization {
  double x = 0, y = 0, scale = 1;

  template <class Place> Normalization(const std::vector<PointPair> &pairs, Place place) {
    const double count = static_cast<double>(pairs.size());
    for (const PointPair &pair : pairs) x += place(pair).first / count, y += place(pair).second / count;
    double distance = 0;
    for (const PointPair &pair : pairs) distance += std::hypot(place(pair).first - x, place(pair).second - y) / count;
    if (distance > 0) scale = std::sqrt(2.0) / distance;
  }

  Homography matrix() const { return {scale, 0, -scale * x, 0, scale, -scale * y, 0, 0, 1}; }
};

/// The sum of the squared distances, and what it takes to lessen it: a system of equations for the first eight numbers.
struct NormalEquations {
  double error = 0;
  double left[8][8] = {}, right[8] = {};

  NormalEquations(const Homography &m, const std::vector<PointPair> &pairs) {
    for (const PointPair &pair : pairs) {
      const double depth = 1 / (m[6] * pair.x + m[7] * pair.y + m[8]);
      const double u = (m[0] * pair.x + m[1] * pair.y + m[2]) * depth, v = (m[3] * pair.x + m[4] * pair.y + m[5]) * depth;
      const double x = pair.x * depth, y = pair.y * depth;
      add({x, y, depth, 0, 0, 0, -u * x, -u * y}, pair.u - u);
      add({0, 0, 0, x, y, depth, -v * x, -v * y}, pair.v - v);
    }
  }

  /// The step, with the diagonal enlarged by a factor; false if there is none (Cholesky's decomposition).
  bool solve(double damping, double (&step)[8]) const {
    double lower[8][8];
    for (int row = 0; row < 8; row++) {
      for (int column = 0; column <= row; column++) {
        double sum = left[row][column] * (row == column ? 1 + damping : 1);
        for (int at = 0; at < column; at++) sum -= lower[row][at] * lower[column][at];
        if (row == column && !(sum > 0)) return false;
        lower[row][column] = row == column ? std::sqrt(sum) : sum / lower[column][column];
      }
    }
    for (int row = 0; row < 8; row++) {
      step[row] = right[row];
      for (int at = 0; at < row; at++) step[row] -= lower[row][at] * step[at];
      step[row] /= lower[row][row];
    }
    for (int row = 7; row >= 0; row--) {
      for (int at = row + 1; at < 8; at++) step[row] -= lower[at][row] * step[at];
      step[row] /= lower[row][row];
    }
    return true;
  }

private:
  void add(const std::array<double, 8> &slope, double distance) {
    error += distance * distance;
    for (size_t row = 0; row < 8; row++) {
      right[row] += slope[row] * distance;
      for (size_t column = 0; column <= row; column++) left[row][column] += slope[row] * slope[column];
    }
  }
};

/// The projection with the least squared distances, near `start`: Levenberg and Marquardt's method.
Homography refined(const Homography &start, const std::vector<PointPair> &pairs) {
  const Normalization before(pairs, [](const PointPair &pair) { return std::pair(pair.x, pair.y); });
  const Normalization after(pairs, [](const PointPair &pair) { return std::pair(pair.u, pair.v); });
  std::vector<PointPair> normalized;
  for (const PointPair &pair : pairs) {
    normalized.push_back({(pair.x - before.x) * before.scale, (pair.y - before.y) * before.scale,
                          (pair.u - after.x) * after.scale, (pair.v - after.y) * after.scale});
  }
  Homography matrix = product(product(after.matrix(), start), adjugate(before.matrix()));
  const double last = matrix[8];
  if (last == 0) return start;
  for (double &number : matrix) number /= last;
  NormalEquations equations(matrix, normalized);
  double damping = 1e-3;
  for (int at = 0; at < most_refinements; at++) {
    double step[8];
    if (!equations.solve(damping, step)) break;
    Homography next = matrix;
    for (size_t number = 0; number < 8; number++) next[number] += step[number];
    const NormalEquations there(next, normalized);
    if (there.error < equations.error) {
      matrix = next;
      equations = there;
      damping /= 10;
    } else {
      damping *= 10;
    }
  }
  return product(product(adjugate(after.matrix()), matrix), before.matrix());
}

}  // namespace

FoundHomography find_homography(const std::vector<PointPair> &pairs, double tolerance) {
  FoundHomography best;
  const int count = static_cast<int>(pairs.size());
  if (count < sample_size) return best;
  const Columns columns(pairs);
  std::vector<uint8_t> inliers(pairs.size());
  Random random;
  int samples = most_samples;
  for (int at = 0; at < samples; at++) {
    int chosen[sample_size];
    Sample sample;
    for (int place = 0; place < sample_size; place++) {
      do chosen[place] = random.below(count);
      while (std::find(chosen, chosen + place, chosen[place]) != chosen + place);
      sample[static_cast<size_t>(place)] = pairs[static_cast<size_t>(chosen[place])];
    }
    if (!is_possible(sample)) continue;
    const Homography matrix = through(sample);
    const int found = columns.mark(matrix, tolerance, inliers);
    if (found <= best.count || found < sample_size) continue;
    best.matrix = matrix;
    best.inliers.swap(inliers);
    inliers.resize(pairs.size());
    best.count = found;
    samples = std::min(samples, enough_samples(found, pairs.size()));
  }
  if (best.count == 0) return best;
  std::vector<PointPair> followers;
  for (size_t at = 0; at < pairs.size(); at++) {
    if (best.inliers[at]) followers.push_back(pairs[at]);
  }
  best.matrix = refined(best.matrix, followers);
  return best;
}
