#pragma once

#include <stdint.h>

#ifdef __cplusplus
#define CBARCODES_NOEXCEPT noexcept
extern "C" {
#else
#define CBARCODES_NOEXCEPT
#endif

/// How a barcode is printed.
typedef enum { CBARCODES_EAN13 = 1, CBARCODES_UPCA = 2, CBARCODES_EAN8 = 3, CBARCODES_UPCE = 4 } cbarcodes_kind;

/// A barcode as ZXing read it: its digits, with a zero behind the last.
typedef struct {
  int32_t kind;
  char digits[16];
} cbarcodes_code;

/// Reads the barcodes whose bars stand upright in a gray picture; its rows lie one after the other.
///
/// `lines` is in how many rows a barcode must say the same. `codes` has room for `most`.
/// Returns how many there are; 0 also where ZXing gave up.
int32_t cbarcodes_read(const uint8_t *gray, int32_t width, int32_t height, int32_t lines, cbarcodes_code *codes,
                       int32_t most) CBARCODES_NOEXCEPT;

#ifdef __cplusplus
}
#endif
