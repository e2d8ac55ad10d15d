// What the sketch and Greenhouse.h use of the Arduino cores of the ESP32 and the ESP8266, on this machine.

#pragma once

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

inline uint32_t millis() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<uint32_t>(now.tv_sec * 1000 + now.tv_nsec / 1000000);
}

inline void delay(uint32_t ms) { usleep(ms * 1000); }
inline uint32_t esp_random() { return static_cast<uint32_t>(::random()); }
inline long random(long limit) { return ::random() % limit; }
inline void configTime(long, int, const char*, const char*) {}

#if defined(ESP8266)
struct Esp8266 {
  uint32_t random() { return esp_random(); }
};

static Esp8266 ESP;
#endif

struct SerialPort {
  void begin(unsigned long) {}
  void print(const char* text) { fputs(text, stdout); }
  void println(const char* text) {
    puts(text);
    fflush(stdout);
  }
  void println(uint32_t number) {
    printf("%u\n", number);
    fflush(stdout);
  }
};

static SerialPort Serial;
