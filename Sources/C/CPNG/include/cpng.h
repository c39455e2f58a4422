#pragma once

// libpng without its jumps: an error there is a longjmp, and none may pass through Swift.

#include <stddef.h>
#include <stdint.h>

/// A PNG being read.
typedef struct cpng cpng;

typedef enum {
  CPNG_OK,
  /// The file ends before it should.
  CPNG_TRUNCATED,
  /// `cpng_message` says why.
  CPNG_BROKEN,
  CPNG_NO_MEMORY,
} cpng_result;

/// What the file says of itself before a row is read.
typedef struct {
  uint32_t width;
  uint32_t height;
  /// Bytes a pixel in the rows that are given out: 1 is gray; 3 is red, green, blue.
  int channels;
  /// Whether its rows come in the seven passes of Adam7.
  int is_interlaced;
  int is_srgb;
  /// Of the file, 0.45455 being the usual one; 0 where it doesn't say.
  double gamma;
  /// x and y of white, red, green and blue; all 0 where it doesn't say.
  double chromaticities[8];
  /// The color profile (ICC), which lives as long as the reader does; null where there is none.
  const uint8_t *profile;
  size_t profile_size;
} cpng_head;

/// A reader of `bytes`, which must outlive it; null without memory.
cpng *cpng_create(const uint8_t *bytes, size_t size);
void cpng_destroy(cpng *png);

cpng_result cpng_read_head(cpng *png, cpng_head *head);

/// The next row, flattened onto white, eight bits a sample. `row` has room for a whole row; one of an interlaced file fills
/// only as much of it as its pass has columns.
cpng_result cpng_read_row(cpng *png, uint8_t *row);

/// What stands behind the picture. Afterwards `cpng_exif` knows of all of it.
cpng_result cpng_read_end(cpng *png);

/// The EXIF data from its TIFF header on, which lives as long as the reader does; null where there is none.
const uint8_t *cpng_exif(cpng *png, size_t *size);

/// True where a checksum was wrong and its data used all the same.
int cpng_is_damaged(const cpng *png);

/// libpng's last word.
const char *cpng_message(const cpng *png);
