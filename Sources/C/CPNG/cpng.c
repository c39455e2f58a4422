#include "cpng.h"

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

struct cpng {
  png_structp png;
  png_infop info;
  const uint8_t *bytes;
  size_t left;
  uint8_t *pixels;
  uint32_t width;
  int channels;
  int is_exhausted;
  int is_damaged;
  char message[128];
};

static void fail(png_structp png, png_const_charp message) {
  cpng *reader = png_get_error_ptr(png);
  strncpy(reader->message, message, sizeof reader->message - 1);
  png_longjmp(png, 1);
}

static void warn(png_structp png, png_const_charp message) {
  cpng *reader = png_get_error_ptr(png);
  if (strstr(message, "CRC error")) reader->is_damaged = 1;
}

static void take(png_structp png, png_bytep target, size_t count) {
  cpng *reader = png_get_io_ptr(png);
  if (count > reader->left) {
    reader->is_exhausted = 1;
    png_error(png, "the file ends too early");
  }
  memcpy(target, reader->bytes, count);
  reader->bytes += count;
  reader->left -= count;
}

static cpng_result reason(const cpng *reader) {
  if (reader->is_exhausted) return CPNG_TRUNCATED;
  return strstr(reader->message, "emory") ? CPNG_NO_MEMORY : CPNG_BROKEN;
}

cpng *cpng_create(const uint8_t *bytes, size_t size) {
  cpng *reader = calloc(1, sizeof *reader);
  if (!reader) return NULL;
  reader->bytes = bytes;
  reader->left = size;
  reader->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, reader, fail, warn);
  if (reader->png) reader->info = png_create_info_struct(reader->png);
  if (reader->info) return reader;
  cpng_destroy(reader);
  return NULL;
}

void cpng_destroy(cpng *reader) {
  if (!reader) return;
  if (reader->png) png_destroy_read_struct(&reader->png, &reader->info, NULL);
  free(reader->pixels);
  free(reader);
}

static void describe(cpng *reader, cpng_head *head) {
  png_structp png = reader->png;
  png_infop info = reader->info;
  head->is_interlaced = png_get_interlace_type(png, info) != PNG_INTERLACE_NONE;
  head->is_srgb = png_get_valid(png, info, PNG_INFO_sRGB) != 0;
  // The getters leave their results alone where the file doesn't say.
  png_get_gAMA(png, info, &head->gamma);
  double *xy = head->chromaticities;
  png_get_cHRM(png, info, xy, xy + 1, xy + 2, xy + 3, xy + 4, xy + 5, xy + 6, xy + 7);
  png_charp name;
  int compression;
  png_bytep profile = NULL;
  png_uint_32 size = 0;
  if (png_get_iCCP(png, info, &name, &compression, &profile, &size)) {
    head->profile = profile;
    head->profile_size = size;
  }
}

cpng_result cpng_read_head(cpng *reader, cpng_head *head) {
  // Texts and their like are passed over unread: they may be compressed a thousandfold, and nobody wants them.
  static const png_byte unwanted[] = "tEXt\0zTXt\0iTXt\0sPLT\0hIST\0tIME\0pCAL\0sCAL\0oFFs";
  png_structp png = reader->png;
  memset(head, 0, sizeof *head);
  if (setjmp(png_jmpbuf(png))) return reason(reader);
  png_set_read_fn(png, reader, take);
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, unwanted, sizeof unwanted / 5);
  // A wrong checksum is noted, and its data used: what decodes shows a cover all the same.
  png_set_crc_action(png, PNG_CRC_WARN_USE, PNG_CRC_WARN_DISCARD);
  png_read_info(png, reader->info);
  describe(reader, head);
  png_set_expand(png);
  png_set_scale_16(png);
  png_read_update_info(png, reader->info);
  reader->width = head->width = png_get_image_width(png, reader->info);
  head->height = png_get_image_height(png, reader->info);
  reader->channels = png_get_channels(png, reader->info);
  head->channels = reader->channels > 2 ? 3 : 1;
  return CPNG_OK;
}

static void flatten(const uint8_t *pixels, uint8_t *row, uint32_t width, int colors) {
  for (uint32_t x = 0; x < width; x++, pixels += colors + 1) {
    const unsigned alpha = pixels[colors];
    for (int color = 0; color < colors; color++) {
      *row++ = (uint8_t)((pixels[color] * alpha + 255 * (255 - alpha) + 127) / 255);
    }
  }
}

cpng_result cpng_read_row(cpng *reader, uint8_t *row) {
  const int has_alpha = reader->channels == 2 || reader->channels == 4;
  if (has_alpha && !reader->pixels) {
    reader->pixels = calloc(reader->width, (size_t)reader->channels);
    if (!reader->pixels) return CPNG_NO_MEMORY;
  }
  if (setjmp(png_jmpbuf(reader->png))) return reason(reader);
  png_read_row(reader->png, has_alpha ? reader->pixels : row, NULL);
  if (has_alpha) flatten(reader->pixels, row, reader->width, reader->channels - 1);
  return CPNG_OK;
}

cpng_result cpng_read_end(cpng *reader) {
  if (setjmp(png_jmpbuf(reader->png))) return reason(reader);
  png_read_end(reader->png, reader->info);
  return CPNG_OK;
}

const uint8_t *cpng_exif(cpng *reader, size_t *size) {
  png_bytep exif = NULL;
  png_uint_32 count = 0;
  if (!png_get_eXIf_1(reader->png, reader->info, &count, &exif)) return NULL;
  *size = count;
  return exif;
}

int cpng_is_damaged(const cpng *reader) { return reader->is_damaged; }

const char *cpng_message(const cpng *reader) { return reader->message; }
