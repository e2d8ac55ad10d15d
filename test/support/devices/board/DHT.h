// A DHT22 with a broken humidity sensor, or one that never answers.

#pragma once

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "board-time.h"

enum { DHT22 };

struct DHT {
  DHT(uint8_t, int) {}
  void begin() {}
  float readTemperature() {
    while (getenv("DHT_HANGS") != nullptr) boardSleep(10);
    return 21.53f;
  }
  float readHumidity() { return NAN; }
};
