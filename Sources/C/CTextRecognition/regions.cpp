#include "regions.h"

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstdint>

namespace regions {

namespace {

/// The pixels of which no region has been made yet.
class Mask {
 public:
  Mask(const Map &map, float threshold) : width(map.width), height(map.height), pixels(size_t(width) * height) {
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        if (!(map.values[y * width + x] > threshold)) continue;
        for (int down = y; down <= std::min(y + 1, height - 1); down++) {
          for (int across = x; across <= std::min(x + 1, width - 1); across++) pixels[down * width + across] = 1;
        }
      }
    }
  }

  bool has(int x, int y) const { return pixels[y * width + x] != 0; }

  /// Removes a region, and returns the first and last of its pixels in each row, from top to bottom.
  std::vector<Point> take(int x, int y) {
    std::vector<int> first(height, INT_MAX), last(height, -1), waiting{y * width + x};
    pixels[y * width + x] = 0;
    while (!waiting.empty()) {
      const int at = waiting.back(), row = at / width, column = at % width;
      waiting.pop_back();
      first[row] = std::min(first[row], column);
      last[row] = std::max(last[row], column);
      for (int down = std::max(row - 1, 0); down <= std::min(row + 1, height - 1); down++) {
        for (int across = std::max(column - 1, 0); across <= std::min(column + 1, width - 1); across++) {
          if (!has(across, down)) continue;
          pixels[down * width + across] = 0;
          waiting.push_back(down * width + across);
        }
      }
    }
    std::vector<Point> ends;
    for (int row = 0; row < height; row++) {
      if (last[row] < 0) continue;
      ends.push_back({float(first[row]), float(row)});
      if (last[row] > first[row]) ends.push_back({float(last[row]), float(row)});
    }
    return ends;
  }

 private:
  const int width, height;
  std::vector<uint8_t> pixels;
};

float cross(const Point &a, const Point &b, const Point &c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// The convex hull of points in order from top to bottom (Andrew 1979).
std::vector<Point> hull(const std::vector<Point> &points) {
  std::vector<Point> hull;
  const auto add = [&](const Point &point, size_t least) {
    while (hull.size() > least && cross(hull[hull.size() - 2], hull.back(), point) <= 0) hull.pop_back();
    hull.push_back(point);
  };
  for (const Point &point : points) add(point, 1);
  const size_t least = hull.size();
  for (auto point = points.rbegin() + 1; point < points.rend(); point++) add(*point, least);
  if (hull.size() > 1) hull.pop_back();
  return hull;
}

/// The range of the points along a direction.
std::pair<float, float> range(const std::vector<Point> &points, const Point &direction) {
  std::pair<float, float> range{INFINITY, -INFINITY};
  for (const Point &point : points) {
    const float along = point.x * direction.x + point.y * direction.y;
    range = {std::min(range.first, along), std::max(range.second, along)};
  }
  return range;
}

/// One of its sides lies along a side of the hull (Freeman and Shapira 1975).
Rectangle smallest_around(const std::vector<Point> &points) {
  const std::vector<Point> corners = hull(points);
  Rectangle best{corners[0], {1, 0}, 0, 0};
  float least = INFINITY;
  for (size_t at = 0; at < corners.size(); at++) {
    const Point &from = corners[at], &to = corners[(at + 1) % corners.size()];
    const float length = std::hypot(to.x - from.x, to.y - from.y);
    if (length == 0) continue;
    const Point across{(to.x - from.x) / length, (to.y - from.y) / length}, down{-across.y, across.x};
    const auto [left, right] = range(corners, across);
    const auto [top, bottom] = range(corners, down);
    const float area = (right - left) * (bottom - top), x = (left + right) / 2, y = (top + bottom) / 2;
    if (area >= least) continue;
    least = area;
    best = {{x * across.x + y * down.x, x * across.y + y * down.y}, across, right - left, bottom - top};
  }
  return best;
}

}  // namespace

std::array<Point, 4> Rectangle::corners() const {
  const Point across{direction.x * width / 2, direction.y * width / 2};
  const Point down{-direction.y * height / 2, direction.x * height / 2};
  return {{{center.x - across.x - down.x, center.y - across.y - down.y},
           {center.x + across.x - down.x, center.y + across.y - down.y},
           {center.x + across.x + down.x, center.y + across.y + down.y},
           {center.x - across.x + down.x, center.y - across.y + down.y}}};
}

std::vector<Rectangle> around(const Map &map, float threshold, size_t most) {
  Mask mask(map, threshold);
  std::vector<Rectangle> found;
  for (int y = 0; y < map.height; y++) {
    for (int x = 0; x < map.width; x++) {
      if (!mask.has(x, y)) continue;
      if (found.size() == most) return found;
      found.push_back(smallest_around(mask.take(x, y)));
    }
  }
  return found;
}

float mean(const Map &map, const Rectangle &rectangle) {
  const auto corners = rectangle.corners();
  const auto [left, right] = std::minmax({corners[0].x, corners[1].x, corners[2].x, corners[3].x});
  const auto [top, bottom] = std::minmax({corners[0].y, corners[1].y, corners[2].y, corners[3].y});
  double sum = 0;
  int count = 0;
  for (int y = std::max(0, int(std::floor(top))); y <= std::min(map.height - 1, int(std::ceil(bottom))); y++) {
    for (int x = std::max(0, int(std::floor(left))); x <= std::min(map.width - 1, int(std::ceil(right))); x++) {
      const Point to{float(x) - rectangle.center.x, float(y) - rectangle.center.y}, &direction = rectangle.direction;
      if (std::abs(to.x * direction.x + to.y * direction.y) * 2 > rectangle.width) continue;
      if (std::abs(to.y * direction.x - to.x * direction.y) * 2 > rectangle.height) continue;
      sum += map.values[y * map.width + x];
      count++;
    }
  }
  return count > 0 ? float(sum / count) : 0;
}

}  // namespace regions
