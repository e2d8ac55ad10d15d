// What is measured, and when.

#pragma once

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "text.h"

namespace greenhouse {

// Numbers by name, always in the same order: first those that a record has without their names, then the others as they
// were set. NAN means that it was not measured; it is not sent.
struct Values {
  static const uint8_t kShort = 4;
  static const uint8_t kRoom = 76;

  // False where there is no room.
  bool set(const char* name, float value) {
    // Broken sensors give what is no number; nothing in a greenhouse reaches a thousand million.
    if (!(fabsf(value) < 1e9f)) value = NAN;
    for (uint8_t i = 0; i < kShort; i++) {
      if (strcmp(name, shortName(i)) != 0) continue;
      shorts[i] = value;
      return true;
    }
    size_t at = 0;
    while (isName(at) && strcmp(name, others + at) != 0) at = after(at);
    if (!isName(at)) {
      if (isnan(value)) return true;
      if (at + strlen(name) + 1 + sizeof value > kRoom) return false;
      strcpy(others + at, name);
    }
    memcpy(others + after(at) - sizeof value, &value, sizeof value);
    return true;
  }

  // Calls `take(const char* name, float value)` for each that was measured.
  template <class Take>
  void forEach(Take take) const {
    for (uint8_t i = 0; i < kShort; i++) {
      if (!isnan(shorts[i])) take(shortName(i), shorts[i]);
    }
    for (size_t at = 0; isName(at); at = after(at)) {
      float value;
      memcpy(&value, others + after(at) - sizeof value, sizeof value);
      if (!isnan(value)) take(others + at, value);
    }
  }

  // Of `others`, in bytes.
  size_t filled() const {
    size_t at = 0;
    while (isName(at)) at = after(at);
    return at;
  }

  // By the names that records of the first version had.
  float shorts[kShort] = {NAN, NAN, NAN, NAN};
  // One after the other: a name, 0, and a float. The rest is 0.
  char others[kRoom] = {};

 private:
  static const char* shortName(uint8_t index) {
    static const char* const names[kShort] = {"temperature", "humidity", "light", "battery"};
    return names[index];
  }

  bool isName(size_t at) const { return at < kRoom && others[at] != 0; }
  size_t after(size_t at) const { return at + strlen(others + at) + 1 + sizeof(float); }
};

// What a sketch has measured, by any names: what the backend learns to know needs no new version of this library.
class Measurements {
 public:
  // False, and `SensorClient::add` says why, where the name is none or there is no room. With NAN it is not sent.
  bool set(const char* name, float value) {
    if (isName(name) && values_.set(name, value)) return true;
    if (refused_.length() == 0) refused_.add(*name == 0 ? "?" : name);
    return false;
  }

  const Values& values() const { return values_; }
  // The first name that could not be set, or its beginning; empty where all could.
  const char* refused() const { return refused_.get(); }

  // Whether a measurement may have this name: a small letter, then up to 31 letters and digits, and not reserved.
  static bool isName(const char* text) {
    // What requests and stored readings have beside the measurements.
    static const char* const reserved[] = {"uid",      "farmId",  "timestamp",  "signature",  "apiKey",
                                           "readings", "outputs", "sensorName", "sensorType", "updatedAt"};
    for (const char* const each : reserved) {
      if (strcmp(text, each) == 0) return false;
    }
    size_t length = 0;
    for (; text[length] != 0; length++) {
      const char character = text[length];
      const bool isSmall = character >= 'a' && character <= 'z';
      const bool isInside = (character >= 'A' && character <= 'Z') || (character >= '0' && character <= '9');
      if (length == 32 || !(isSmall || (isInside && length > 0))) return false;
    }
    return length > 0;
  }

 private:
  Values values_;
  Text<41> refused_;
};

struct Reading {
  // Unix milliseconds, which never change any more; or the uptime, as long as the time is not known.
  int64_t at = 0;
  Values values;
  bool isDated = false;
};

}  // namespace greenhouse
