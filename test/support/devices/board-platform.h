// The boards of Greenhouse.h with a network, a time and a clock that are the test's. For driver.cpp.

#pragma once

#include <Arduino.h>
#include <Greenhouse.h>
#include <WiFi.h>
#include <ostream>
#include <string>
#include <sys/resource.h>
#include <sys/time.h>

// How far the board's clock is ahead of the true time; before NTP has answered it runs from 1970.
static int64_t clockErrorMs = 0;
static bool isClockSet = false;

// Where `millis()` begins; otherwise as on this machine.
inline int64_t startBoard() {
  const char* millis = getenv("BOARD_MILLIS");
  if (millis != nullptr) passedMs = atoll(millis) - boardMs();
  return boardMs();
}

static const int64_t startedAt = startBoard();
static const int64_t passedAtStartMs = passedMs;

inline int64_t trueMs() {
  timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return static_cast<int64_t>(now.tv_sec) * 1000 + now.tv_nsec / 1000000 + passedMs -
         passedAtStartMs;
}

// Instead of this machine's.
extern "C" int gettimeofday(struct timeval* time, void*) noexcept {
  const int64_t ms = isClockSet ? trueMs() + clockErrorMs : boardMs() - startedAt;
  time->tv_sec = static_cast<time_t>(ms / 1000);
  time->tv_usec = static_cast<suseconds_t>(ms % 1000 * 1000);
  return 0;
}

template <class Board>
struct TimedBoard : Board {
  using Board::Board;
  uint32_t answerTimeoutMs() override { return static_cast<uint32_t>(atoll(getenv("TIMEOUT_MS"))); }
};

class BoardPlatform {
 public:
  // BOARD=client for one with a Client of its own and no clock.
  greenhouse::Platform& get() {
    if (strcmp(getenv("BOARD"), "client") == 0) return clientBoard_;
    return wifiBoard_;
  }
  void advance(int64_t ms) { passedMs += ms; }
  // Milliseconds, or "none".
  void setClock(const std::string& errorMs) {
    isClockSet = errorMs != "none";
    if (isClockSet) clockErrorMs = std::stoll(errorMs);
  }
  void printMore(std::ostream& out) {
    rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    out << ",\"unixMs\":" << get().unixMs() << ",\"bytesRead\":" << bytesRead
        << ",\"memoryKb\":" << usage.ru_maxrss;
  }

 private:
  WiFiClient client_;
  TimedBoard<greenhouse::ClientBoard> clientBoard_{client_, false};
  TimedBoard<greenhouse::WifiBoard> wifiBoard_;
};
