#include "CBarcodes.h"

#define ZX_USE_UTF8
#include <ZXing/ReadBarcode.h>
#if __has_include(<ZXing/ReaderOptions.h>)
#include <ZXing/ReaderOptions.h>
#endif
#include <algorithm>
#include <cstring>
#include <string>

namespace {

#if __has_include(<ZXing/ReaderOptions.h>)
using Options = ZXing::ReaderOptions;
#else
// Its name before ZXing 2.2.
using Options = ZXing::DecodeHints;
#endif

int32_t kind(ZXing::BarcodeFormat format) {
  switch (format) {
    case ZXing::BarcodeFormat::EAN13: return CBARCODES_EAN13;
    case ZXing::BarcodeFormat::UPCA: return CBARCODES_UPCA;
    case ZXing::BarcodeFormat::EAN8: return CBARCODES_EAN8;
    case ZXing::BarcodeFormat::UPCE: return CBARCODES_UPCE;
    default: return 0;
  }
}

}  // namespace

int32_t cbarcodes_read(const uint8_t *gray, int32_t width, int32_t height, int32_t lines, cbarcodes_code *codes,
                       int32_t most) noexcept {
  try {
    Options options;
    options.setFormats(ZXing::BarcodeFormat::EAN13 | ZXing::BarcodeFormat::UPCA | ZXing::BarcodeFormat::EAN8 |
                     ZXing::BarcodeFormat::UPCE);
    options.setTryHarder(true).setTryRotate(false).setTryDownscale(false);
    options.setMinLineCount(static_cast<uint8_t>(std::clamp(lines, 1, 255)));
    options.setMaxNumberOfSymbols(static_cast<uint8_t>(std::clamp(most, 1, 255)));
    int32_t count = 0;
    for (const auto &result : ZXing::ReadBarcodes({gray, width, height, ZXing::ImageFormat::Lum}, options)) {
      const std::string text = result.text();
      if (count >= most || !result.isValid() || text.size() >= sizeof(codes->digits)) continue;
      codes[count].kind = kind(result.format());
      std::memcpy(codes[count].digits, text.c_str(), text.size() + 1);
      count++;
    }
    return count;
  } catch (...) {
    return 0;
  }
}
