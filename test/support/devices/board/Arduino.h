// The parts of the ESP32's and ESP8266's Arduino cores that the sketch and Greenhouse.h use, on this machine.

#pragma once

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "board-time.h"

// The time at which `millis()` starts at 0 again, after deep sleep.
static int64_t ticksFrom = 0;

// Wraps around, as on a board.
inline uint32_t millis() { return static_cast<uint32_t>(boardMs() - ticksFrom); }
inline void delay(uint32_t ms) { boardSleep(ms); }
inline uint32_t esp_random() { return static_cast<uint32_t>(::random()); }
inline long random(long limit) { return ::random() % limit; }
inline void configTime(long, int, const char*, const char*) {}

enum { LOW, HIGH };
enum { INPUT, OUTPUT, INPUT_PULLUP };

// Prints each change with the board's time.
inline void pinMode(uint8_t pin, uint8_t mode) {
  fprintf(stderr, "%lld ms: pin %d is an %s\n", static_cast<long long>(boardMs()), pin, mode == OUTPUT ? "output" : "input");
}
inline void digitalWrite(uint8_t pin, uint8_t level) {
  fprintf(stderr, "%lld ms: pin %d is %s\n", static_cast<long long>(boardMs()), pin, level == HIGH ? "high" : "low");
}

// A button to GND, which is pressed while this file exists.
inline int digitalRead(uint8_t) {
  const char* const button = getenv("BUTTON_FILE");
  return button != nullptr && access(button, F_OK) == 0 ? LOW : HIGH;
}

#if defined(ESP32)
#define RTC_DATA_ATTR
#endif

#if defined(ESP8266)
struct Esp8266 {
  uint32_t random() { return esp_random(); }
  void restart() { endBoard(); }
};

static Esp8266 ESP;
#endif

struct SerialPort {
  void begin(unsigned long) {}
  // A driver, if there is one, uses standard output.
  void print(const char* text) { fputs(text, stderr); }
  void println(const char* text) { fprintf(stderr, "%s\n", text); }
  void println(uint32_t number) { fprintf(stderr, "%u\n", number); }
};

static SerialPort Serial;
