#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// How many numbers describe the surroundings of a point.
#define CFEATURES_LENGTH 128

/// A point of a picture that is found again in another picture of the same thing. As it lies in memory it also goes
/// through pipes and into files; all machines that AlbumScan runs on are little-endian.
typedef struct {
  /// Where it is, in 1/65535 of the picture's width and height.
  uint16_t x, y;
  /// What is around it: RootSIFT, 256 times a unit vector, none above 127.
  ///
  /// Seven bits, so that two products and their sum fit into sixteen with a sign, which is what vector units multiply by.
  uint8_t descriptor[CFEATURES_LENGTH];
} cfeature;

/// Stands before the features of one picture; behind them comes the picture itself, tiny and gray, row after row.
typedef struct {
  /// The picture's size in pixels, and how many features follow.
  uint16_t width, height, count;
  /// Of a cover: how many places of it are found again where it is small and faint. Zero of a photo.
  uint16_t sturdiness;
  /// Of a photo: the corners of its sleeve, x and y in turn, upper left first, then clockwise, in 1/65535 of the photo's width
  /// and height; all zero where none was found, and of a cover.
  uint16_t sleeve[8];
  /// The size of the tiny picture in pixels.
  uint8_t tiny_width, tiny_height;
} cfeatures_head;

/// How many bytes a head announces, itself among them.
static inline size_t cfeatures_size(cfeatures_head head) {
  return sizeof head + head.count * sizeof(cfeature) + (size_t)head.tiny_width * head.tiny_height;
}

/// What a photo's feature found in a cover.
typedef struct {
  /// Index of the photo's and of the cover's feature.
  uint16_t photo, cover;
  /// Squared distance of the two, of 131072 at most.
  uint32_t distance;
} cfeatures_pair;

/// For each feature of `photo` the most alike in `cover`, kept where the second best is clearly worse: the distances are
/// less than `ratio` apart. A place of the cover is given to one feature of the photo only, the one most alike.
///
/// `pairs` has room for `photo_count`; neither count is above 65535. Returns how many there are.
int32_t cfeatures_pairs(const cfeature *photo, int32_t photo_count, const cfeature *cover, int32_t cover_count,
                        float ratio, cfeatures_pair *pairs);

/// The products of a descriptor with `count` others, `stride` bytes apart, added up. No number is above 127.
void cfeatures_products(const uint8_t *descriptor, const uint8_t *others, int32_t stride, int32_t count,
                        int32_t *products);

#ifdef __cplusplus
}
#endif
