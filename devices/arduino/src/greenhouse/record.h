// The format of a reading in a page: slots of 40 bytes. Each slot has a checksum, which detects incomplete and foreign
// data. The first slot has the times and four values. Up to two more slots have the other values with their names.
// Records of the first version had only the first slot, in the same form.

#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "checksum.h"
#include "reading.h"

namespace greenhouse {

class Record {
 public:
  static const size_t kSlot = 40;
  static const uint32_t kMaxSlots = 3;

  Record() {}

  // `noted`: the time of an undated reading by the board's own clock, which is not checked yet; 0 without a clock.
  Record(const Reading& reading, int64_t noted, uint32_t boot)
      : timeMs_(reading.timeMs), notedMs_(noted), boot_(boot), version_(kVersion) {
    memcpy(values_, reading.values.shorts, sizeof values_);
    const size_t filled = reading.values.filled();
    const size_t parts = (filled + Part::kBytes - 1) / Part::kBytes;
    for (size_t i = 0; i < parts; i++) {
      memcpy(parts_[i].bytes, reading.values.others + i * Part::kBytes, Part::kBytes);
      parts_[i].checksum = parts_[i].sum();
    }
    flags_ = static_cast<uint8_t>(parts << 1 | (reading.isDated ? 1 : 0));
    checksum_ = sum();
  }

  // Returns whether the first slot is whole. Then the other slots can be read to `parts()`.
  bool isBegun() const {
    return version_ == kVersion && flags_ >> 1 < kMaxSlots && checksum_ == sum();
  }
  // Returns whether all slots are whole. Call it after all slots were read.
  bool isWhole() const {
    for (uint32_t i = 0; i + 1 < slots(); i++) {
      if (parts_[i].checksum != parts_[i].sum()) return false;
    }
    return true;
  }

  uint32_t slots() const { return 1u + (flags_ >> 1); }
  // Bytes of the record in the page, from `this` on.
  size_t size() const { return slots() * kSlot; }
  void* parts() { return parts_; }

  uint32_t boot() const { return boot_; }
  // Returns whether the time is known only as an uptime of this boot.
  bool isUndatedOf(uint32_t boot) const { return !isDated() && boot_ == boot; }

  // Returns the reading during `boot`. A reading of an earlier boot gets the noted time; without one it stays undated.
  Reading readingIn(uint32_t boot) const {
    Reading reading;
    memcpy(reading.values.shorts, values_, sizeof values_);
    for (uint32_t i = 0; i + 1 < slots(); i++) {
      memcpy(reading.values.others + i * Part::kBytes, parts_[i].bytes, Part::kBytes);
    }
    const bool isNoted = !isDated() && boot_ != boot && notedMs_ > 0;
    reading.timeMs = isNoted ? notedMs_ : timeMs_;
    reading.isDated = isDated() || isNoted;
    return reading;
  }

 private:
  static const uint8_t kVersion = 1;

  struct Part {
    static const size_t kBytes = 38;

    // Another initial value than in a first slot, so that the two kinds of slots are never confused.
    uint16_t sum() const { return crc(0x1d0f, bytes); }

    char bytes[kBytes] = {};
    uint16_t checksum = 0;
  };

  bool isDated() const { return (flags_ & 1) != 0; }

  // Returns the checksum of everything before the checksum in a slot.
  static uint16_t crc(uint16_t sum, const void* slot) { return checksum(sum, slot, kSlot - sizeof sum); }

  uint16_t sum() const { return crc(0xffff, this); }

  int64_t timeMs_ = 0;
  int64_t notedMs_ = 0;
  float values_[Values::kShort] = {};
  uint32_t boot_ = 0;
  uint8_t version_ = 0;
  // Bit 0: whether the reading is dated. The other bits: how many slots follow.
  uint8_t flags_ = 0;
  uint16_t checksum_ = 0;
  Part parts_[kMaxSlots - 1];
};

static_assert(sizeof(Record) == Record::kMaxSlots * Record::kSlot, "a record has no gaps");
static_assert(Values::kRoom == 2 * 38, "a record has room for all values");

}  // namespace greenhouse
