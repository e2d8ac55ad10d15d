// CRC-16 (CCITT), which detects incomplete and foreign data.

#pragma once

#include <stddef.h>
#include <stdint.h>

namespace greenhouse {

// `sum`: the checksum of the data before, or the initial value.
inline uint16_t checksum(uint16_t sum, const void* data, size_t length) {
  for (size_t i = 0; i < length; i++) {
    sum = static_cast<uint16_t>(sum ^ static_cast<const uint8_t*>(data)[i] << 8);
    for (int bit = 0; bit < 8; bit++) {
      sum = static_cast<uint16_t>((sum & 0x8000) != 0 ? sum << 1 ^ 0x1021 : sum << 1);
    }
  }
  return sum;
}

}  // namespace greenhouse
