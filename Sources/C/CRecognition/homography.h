#pragma once

#include <array>
#include <cstdint>
#include <vector>

/// Where the same point is in two pictures, in pixels.
struct PointPair {
  double x, y;
  double u, v;
};

/// A projection of one plane onto another, row after row: (u, v, 1) is a multiple of its product with (x, y, 1).
using Homography = std::array<double, 9>;

/// A projection, and which pairs follow it.
struct FoundHomography {
  Homography matrix;
  /// A byte for each pair, 1 for those that do.
  std::vector<uint8_t> inliers;
  int count = 0;
};

/// The projection under which most of the first points come to lie within `tolerance` pixels of their partners: RANSAC
/// (Fischler and Bolles 1981), always with the same random numbers, then least squares. `count` is 0 where there is none.
FoundHomography find_homography(const std::vector<PointPair> &pairs, double tolerance);
