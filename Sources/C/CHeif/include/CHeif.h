#pragma once

#include <libheif/heif.h>

#define CHEIF_FUNCTIONS(FUNCTION)                   \
  FUNCTION(init)                                    \
  FUNCTION(context_alloc)                           \
  FUNCTION(context_free)                            \
  FUNCTION(context_set_max_decoding_threads)        \
  FUNCTION(context_read_from_memory_without_copy)   \
  FUNCTION(context_read_from_memory)                \
  FUNCTION(context_get_primary_image_handle)        \
  FUNCTION(image_handle_get_width)                  \
  FUNCTION(image_handle_get_height)                 \
  FUNCTION(image_handle_get_raw_color_profile_size) \
  FUNCTION(image_handle_get_raw_color_profile)      \
  FUNCTION(image_handle_get_nclx_color_profile)     \
  FUNCTION(image_handle_release)                    \
  FUNCTION(nclx_color_profile_free)                 \
  FUNCTION(decode_image)                            \
  FUNCTION(image_get_decoding_warnings)             \
  FUNCTION(image_get_colorspace)                    \
  FUNCTION(image_get_nclx_color_profile)            \
  FUNCTION(image_has_channel)                       \
  FUNCTION(image_get_plane_readonly)                \
  FUNCTION(image_get_width)                         \
  FUNCTION(image_get_height)                        \
  FUNCTION(image_get_bits_per_pixel_range)          \
  FUNCTION(image_release)

/// libheif's functions, without their `heif_`.
typedef struct {
#define CHEIF_POINTER(name) __typeof__(heif_##name) *_Nonnull name;
  CHEIF_FUNCTIONS(CHEIF_POINTER)
#undef CHEIF_POINTER
} cheif_functions;

/// Loads libheif and the six libraries that it needs, which take as long to link as a small picture takes to decode; most
/// pictures need none of them. NULL if it isn't there, or too old. Safe to call repeatedly.
const cheif_functions *_Nullable cheif_load(void);
