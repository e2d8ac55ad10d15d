// The functions that a board must provide. Greenhouse.h has them for the ESP32, the ESP8266 and boards with an Arduino
// Client.

#pragma once

#include <stddef.h>
#include <stdint.h>

#include "clock.h"

namespace greenhouse {

class Platform {
 public:
  // The state that a board keeps through deep sleep; all zero at power-on.
  struct Kept {
    // 0 before the first use.
    uint32_t boot;
    bool isSure;
    int64_t uptimeMs;
    // The value of `sleepClockMs` at that uptime.
    int64_t sleepClockMs;
    // Unix time minus uptime.
    int64_t offsetMs;
  };

  virtual ~Platform() {}

  // Returns milliseconds that never jump and never wrap around.
  int64_t uptimeMs() {
    if (!isAwake_) wake();
    const int64_t uptime = clock_.uptimeMs(ticksMs());
    if (Kept* const kept = this->kept()) {
      kept->uptimeMs = uptime;
      kept->sleepClockMs = sleepClockMs();
    }
    return uptime;
  }

  // Returns Unix milliseconds, from the board's own clock or from the backend's answers; 0 while the time is not known.
  int64_t unixMs() {
    const int64_t uptime = uptimeMs();
    const int64_t time = clock_.unixMs(uptime, clockMs());
    if (Kept* const kept = this->kept()) {
      kept->isSure = clock_.isSure();
      kept->offsetMs = time - uptime;
    }
    return time;
  }

  // Returns whether the backend has confirmed or corrected the time.
  bool isTimeSure() {
    if (!isAwake_) wake();
    return clock_.isSure();
  }
  void doubtTime() { clock_.doubt(); }
  // Learns the time from an answer's `Date`: see Clock::learn.
  void learnTime(int64_t dateMs, int64_t sentAtMs, int64_t datedAtMs) {
    clock_.learn(dateMs, sentAtMs, datedAtMs);
  }

  // Returns the number of this boot, during which the uptime counts. The first call sets it to `fresh`.
  uint32_t boot(uint32_t fresh) {
    if (!isAwake_) wake();
    if (boot_ == 0) boot_ = fresh;
    if (Kept* const kept = this->kept()) kept->boot = boot_;
    return boot_;
  }

  // Milliseconds that never jump; they may wrap around, as `millis()` does after 49 days. An `Alarm` calls it, too.
  virtual uint32_t ticksMs() = 0;
  // Unix milliseconds by the board's own clock; 0 without a clock, or while it is not set.
  virtual int64_t clockMs() { return 0; }
  virtual uint32_t random() = 0;
  // Prints a line for a person.
  virtual void report(const char* line) = 0;

  // The strength of the Wi-Fi signal in dBm; 0 if it is not known.
  virtual int rssi() { return 0; }

  // The state that survives deep sleep; null if the board keeps nothing. It needs `sleepClockMs`, a clock in
  // milliseconds that runs during the sleep.
  virtual Kept* kept() { return nullptr; }
  virtual int64_t sleepClockMs() { return 0; }

  // Opens a connection. With `isSecure` the host's certificate must be valid for its name.
  virtual bool connect(const char* host, uint16_t port, bool isSecure) = 0;
  virtual bool send(const char* data, size_t length) = 0;
  // Returns the next byte; -1 if no byte has arrived yet, -2 if the connection has ended. Gives the board time for its
  // other work.
  virtual int receive() = 0;
  virtual void disconnect() = 0;
  // Maximum time for the whole answer.
  virtual uint32_t answerTimeoutMs() { return 15000; }

 private:
  static const int64_t kMaxSleepMs = 30LL * 24 * 3600 * 1000;

  // Adds the time of a deep sleep to the uptime, by the clock that kept running. A clock that was set meanwhile is
  // ignored.
  void wake() {
    isAwake_ = true;
    Kept* const kept = this->kept();
    if (kept == nullptr || kept->boot == 0) return;
    const int64_t slept = sleepClockMs() - kept->sleepClockMs;
    if (slept < 0 || slept > kMaxSleepMs) return;
    boot_ = kept->boot;
    clock_.resume(kept->uptimeMs + slept, ticksMs());
    if (kept->isSure) clock_.resumeTime(kept->offsetMs);
  }

  Clock clock_;
  bool isAwake_ = false;
  uint32_t boot_ = 0;
};

}  // namespace greenhouse
