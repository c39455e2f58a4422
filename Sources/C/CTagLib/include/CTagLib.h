#pragma once

// TagLib's reading side, pictures included, which its own C binding leaves out. No exception leaves it.

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define CTAGLIB_NOEXCEPT noexcept
extern "C" {
#else
#define CTAGLIB_NOEXCEPT
#endif

/// The tags of one file, held in memory.
typedef struct ctaglib_tags ctaglib_tags;

/// Reads the tags of a music file: through its descriptor alone, from `file` which is a regular file and stays open. Nothing
/// is ever written.
///
/// `name` is the file's, whose ending says as what it is tried first. Null where it is no music file that TagLib reads, or
/// TagLib gave up.
ctaglib_tags *ctaglib_read(int file, const char *name) CTAGLIB_NOEXCEPT;
void ctaglib_free(ctaglib_tags *tags) CTAGLIB_NOEXCEPT;

/// The value of that number, from 0 on, of a property in TagLib's spelling (`ALBUMARTIST`); null where there is none.
/// UTF-8, until the next call.
const char *ctaglib_value(ctaglib_tags *tags, const char *property, size_t number) CTAGLIB_NOEXCEPT;

/// The picture that is said to be the front cover, else one of which nothing is said, else the first; null where there is
/// none. It lives as long as the tags do.
const uint8_t *ctaglib_picture(const ctaglib_tags *tags, size_t *size) CTAGLIB_NOEXCEPT;

#ifdef __cplusplus
}
#endif
