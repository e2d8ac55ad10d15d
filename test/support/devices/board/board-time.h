// The time since the board's start. A test can advance it, or make it run faster.

#pragma once

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static int64_t passedMs = 0;

inline double boardSpeed() {
  const char* speed = getenv("BOARD_SPEED");
  return speed == nullptr ? 1 : atof(speed);
}

inline int64_t boardMs() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  const double ms = static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
  return static_cast<int64_t>(ms * boardSpeed()) + passedMs;
}

inline void boardSleep(uint32_t ms) {
  usleep(static_cast<useconds_t>(ms * 1000 / boardSpeed()));
}

// Ends the process where a board would restart.
inline void endBoard() {
  fputs("restarted by the watchdog\n", stderr);
  _exit(70);
}
