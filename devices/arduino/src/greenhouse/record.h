// The format of a reading in a page: 40 bytes with a version and a checksum, so that incomplete and foreign data are
// recognised.

#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "reading.h"

namespace greenhouse {

class Record {
 public:
  Record() {}

  // `noted`: what the board's own clock, not yet checked, says of an undated reading; 0 where it has none.
  Record(const Reading& reading, int64_t noted, uint32_t boot)
      : at_(reading.at), noted_(noted), measurements_(reading.measurements), boot_(boot),
        version_(kVersion), isDated_(reading.isDated), checksum_(sum()) {}

  bool isWhole() const { return version_ == kVersion && isDated_ <= 1 && checksum_ == sum(); }
  uint32_t boot() const { return boot_; }
  // Whether only the uptime of that boot says when it was taken.
  bool isUndatedOf(uint32_t boot) const { return isDated_ == 0 && boot_ == boot; }

  // In `boot`. A reading of an earlier one that nothing dates stays undated.
  Reading readingIn(uint32_t boot) const {
    Reading reading;
    reading.measurements = measurements_;
    const bool isNoted = isDated_ == 0 && boot_ != boot && noted_ > 0;
    reading.at = isNoted ? noted_ : at_;
    reading.isDated = isDated_ == 1 || isNoted;
    return reading;
  }

 private:
  static const uint8_t kVersion = 1;

  // CRC-16 (CCITT) of all that stands before it.
  uint16_t sum() const {
    uint8_t bytes[38];
    memcpy(bytes, this, sizeof bytes);
    uint16_t crc = 0xffff;
    for (const uint8_t byte : bytes) {
      crc = static_cast<uint16_t>(crc ^ byte << 8);
      for (int bit = 0; bit < 8; bit++) {
        crc = static_cast<uint16_t>((crc & 0x8000) != 0 ? crc << 1 ^ 0x1021 : crc << 1);
      }
    }
    return crc;
  }

  int64_t at_ = 0;
  int64_t noted_ = 0;
  Measurements measurements_;
  uint32_t boot_ = 0;
  uint8_t version_ = 0;
  uint8_t isDated_ = 0;
  uint16_t checksum_ = 0;
};

static_assert(sizeof(Record) == 40, "a record has no gaps");

}  // namespace greenhouse
