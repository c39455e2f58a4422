#pragma once

#include <array>
#include <cstdint>
#include <vector>

/// A point that is found again at any size, turn, and light, and what its surroundings look like (Lowe, "Distinctive Image
/// Features from Scale-Invariant Keypoints", 2004).
struct SiftFeature {
  /// In pixels of the picture.
  float x, y;
  /// Histograms of gradients: 4 × 4 cells of 8 directions, each between 0 and 255.
  std::array<float, 128> descriptor;
};

/// The `wanted` features of the highest contrast, the highest first.
std::vector<SiftFeature> sift_features(const uint8_t *gray, int width, int height, int wanted);
