// What requests say about the board itself, and the interval that the sensor's owners ask for.

#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "version.h"

namespace greenhouse {

struct BoardStatus {
  static const size_t kMaxVersionLength = 32;
  static const int kMinRssi = -150;

  // Name and number of the sketch, instead of this library's; empty for none. Returns false for an invalid text.
  bool setVersion(const char* text) {
    const size_t length = strlen(text);
    bool isValid = length == 0 || (length <= kMaxVersionLength && *text != ' ' && text[length - 1] != ' ');
    for (size_t i = 0; i < length; i++) isValid = isValid && text[i] >= ' ' && text[i] <= '~';
    program = "";
    version = isValid ? text : "";
    return isValid;
  }

  template <class Out>
  void write(Out& out) const {
    if (*version != 0) out.add(",\"version\":\"").add(program).addEscaped(version).add('"');
    // The boards' cores return 0 or more without a connection.
    if (rssi >= kMinRssi && rssi < 0) out.add(",\"rssi\":").addInteger(rssi);
    if (intervalSeconds > 0) out.add(",\"intervalSeconds\":").addInteger(intervalSeconds);
  }

  // The version is written after the program's name.
  const char* program = "greenhouse-arduino ";
  const char* version = kVersion;
  // dBm; 0 if it is not known.
  int rssi = 0;
  // The present interval; 0 if the owners must not change it.
  uint32_t intervalSeconds = 0;
};

// The time between two readings: the sketch's own, or within its bounds what the owners ask for.
class Interval {
 public:
  // Whole seconds. With a `max` of 0 the owners cannot change it.
  void set(uint32_t own, uint32_t min, uint32_t max) {
    own_ = seconds_ = own;
    min_ = min;
    max_ = max;
  }

  uint32_t seconds() const { return seconds_; }
  bool isOpen() const { return max_ > 0; }

  // Takes the wish in the backend's answer. Without a wish the sketch's own interval counts. `wish`: 0 if it is not a
  // whole number.
  void hear(bool hasWish, uint32_t wish) {
    if (!isOpen()) return;
    if (!hasWish || wish == own_) seconds_ = own_;
    else if (wish > 0) seconds_ = wish < min_ ? min_ : wish > max_ ? max_ : wish;
  }

 private:
  uint32_t own_ = 0;
  uint32_t seconds_ = 0;
  uint32_t min_ = 0;
  uint32_t max_ = 0;
};

}  // namespace greenhouse
