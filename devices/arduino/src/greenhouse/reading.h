// What is measured, and when.

#pragma once

#include <math.h>
#include <stdint.h>

namespace greenhouse {

// NAN means that it was not measured; it is not sent.
struct Measurements {
  float temperature = NAN;  // °C
  float humidity = NAN;     // %
  float light = NAN;        // lux
  float battery = NAN;      // %
};

struct Reading {
  Measurements measurements;
  // Unix milliseconds, which never change any more; or the uptime, as long as the time is not known.
  int64_t at = 0;
  bool isDated = false;
};

}  // namespace greenhouse
