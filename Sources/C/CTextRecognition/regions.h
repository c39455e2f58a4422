#pragma once

#include <array>
#include <cstddef>
#include <vector>

/// Where a map of numbers is high, and the rectangles around that.
namespace regions {

struct Point {
  float x, y;
};

/// One number for each pixel, row after row.
struct Map {
  const float *values;
  int width, height;
};

/// A rectangle that may be turned.
struct Rectangle {
  Point center;
  /// Along its width, one pixel long.
  Point direction;
  float width, height;

  /// In order around it.
  std::array<Point, 4> corners() const;
};

/// The smallest rectangle around each region of pixels above the threshold: those that touch, also at a corner, once each has
/// grown by one to the right and down. From top to bottom, at most `most`.
std::vector<Rectangle> around(const Map &, float threshold, size_t most);

/// The mean of the pixels within a rectangle; 0 if it contains none.
float mean(const Map &, const Rectangle &);

}  // namespace regions
