// Measured values and their time.

#pragma once

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "text.h"

namespace greenhouse {

// Numbers by name, always in the same order: first the four names that a record does not store, then the others in the
// order of `set`. NAN means "not measured" and is not sent.
struct Values {
  static const uint8_t kShort = 4;
  static const uint8_t kRoom = 76;

  // Returns false if there is no room.
  bool set(const char* name, float value) {
    // Broken sensors give NAN or infinity. No value in a greenhouse reaches a thousand million.
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

  // Calls `take(const char* name, float value)` for each measured value.
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

  // Returns how many bytes of `others` are in use.
  size_t filled() const {
    size_t at = 0;
    while (isName(at)) at = after(at);
    return at;
  }

  // Values of the four names in `shortName`. Records of the first version had only these.
  float shorts[kShort] = {NAN, NAN, NAN, NAN};
  // A sequence of name, 0, and float. The rest is 0.
  char others[kRoom] = {};

 private:
  static const char* shortName(uint8_t index) {
    static const char* const names[kShort] = {"temperature", "humidity", "light", "battery"};
    return names[index];
  }

  bool isName(size_t at) const { return at < kRoom && others[at] != 0; }
  size_t after(size_t at) const { return at + strlen(others + at) + 1 + sizeof(float); }
};

// The values of a sketch, by any names. A quantity that is new in the backend needs no new version of this library.
class Measurements {
 public:
  // Sets a value; NAN is not sent. Returns false if the name is not valid or there is no room. `SensorClient::add`
  // reports why.
  bool set(const char* name, float value) {
    if (isName(name) && values_.set(name, value)) return true;
    if (refused_.length() == 0) refused_.add(*name == 0 ? "?" : name);
    return false;
  }

  const Values& values() const { return values_; }
  // The first name that could not be set, or its beginning; empty without such a name.
  const char* refused() const { return refused_.get(); }

  // Returns whether a measurement may have this name: a lower-case letter, then up to 31 letters and digits, and not
  // reserved.
  static bool isName(const char* text) {
    // Other fields of requests and stored readings.
    static const char* const reserved[] = {"uid",      "farmId",  "timestamp",  "signature",  "apiKey",
                                           "readings", "outputs", "sensorName", "sensorType", "updatedAt"};
    for (const char* const name : reserved) {
      if (strcmp(text, name) == 0) return false;
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
  // Unix milliseconds, which are final, if `isDated`; otherwise the uptime.
  int64_t timeMs = 0;
  Values values;
  bool isDated = false;
};

}  // namespace greenhouse
