#pragma once

#include <cstdint>

#include "layers.h"
#include "regions.h"

/// Rows of red, green, and blue, one after the other.
struct Picture {
  const uint8_t *rgb;
  int width, height;

  /// The whole picture at another size, as the network that finds text takes it.
  layers::Tensor resized(int new_width, int new_height) const;

  /// What lies between four corners, as the network that reads takes it: seen from the front, and so many pixels wide and
  /// high. What it lacks to `padded_width` is the middle gray that it knows as nothing.
  layers::Tensor straightened(const regions::Point *corners, int new_width, int new_height, int padded_width) const;
};

/// How far the colors of letters and background are from each other, 0 to 1 of the greatest distance in RGB; which are which
/// doesn't matter.
float contrast(const layers::Tensor &line, int width);
