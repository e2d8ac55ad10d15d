// What the client needs of a board. Greenhouse.h has it for the ESP32, the ESP8266 and boards with an Arduino Client.

#pragma once

#include <stddef.h>
#include <stdint.h>

#include "clock.h"

namespace greenhouse {

class Platform {
 public:
  // What a board keeps through deep sleep; all zero at power-on.
  struct Kept {
    // 0 before the first use.
    uint32_t boot;
    bool isSure;
    int64_t uptimeMs;
    // What `sleepClockMs` said then.
    int64_t sleepClockMs;
    // Unix time less uptime.
    int64_t offsetMs;
  };

  virtual ~Platform() {}

  // Milliseconds that never jump and never go round.
  int64_t uptimeMs() {
    if (!isAwake_) wake();
    const int64_t uptime = clock_.uptimeMs(ticksMs());
    if (Kept* const kept = this->kept()) {
      kept->uptimeMs = uptime;
      kept->sleepClockMs = sleepClockMs();
    }
    return uptime;
  }

  // Unix milliseconds, from the board's own clock or from the backend's answers; 0 while they are not known.
  int64_t unixMs() {
    const int64_t uptime = uptimeMs();
    const int64_t time = clock_.unixMs(uptime, clockMs());
    if (Kept* const kept = this->kept()) {
      kept->isSure = clock_.isSure();
      kept->offsetMs = time - uptime;
    }
    return time;
  }

  // Whether the backend has confirmed or corrected the time.
  bool isTimeSure() {
    if (!isAwake_) wake();
    return clock_.isSure();
  }
  void doubtTime() { clock_.doubt(); }
  // What an answer's `Date` says, as Clock::learn.
  void learnTime(int64_t dateMs, int64_t sentAt, int64_t datedAt) {
    clock_.learn(dateMs, sentAt, datedAt);
  }

  // A number for the time since power-on, throughout which the uptime counts: `fresh`, where it has none yet.
  uint32_t boot(uint32_t fresh) {
    if (!isAwake_) wake();
    if (boot_ == 0) boot_ = fresh;
    if (Kept* const kept = this->kept()) kept->boot = boot_;
    return boot_;
  }

  // Milliseconds that never jump; they may go round, as `millis()` does after 49 days. An `Alarm` calls it, too.
  virtual uint32_t ticksMs() = 0;
  // Unix milliseconds by the board's own clock; 0 where it has none or while it has not been set.
  virtual int64_t clockMs() { return 0; }
  virtual uint32_t random() = 0;
  // Prints a line for a person.
  virtual void report(const char* line) = 0;

  // What outlasts deep sleep; null where nothing does. It needs a clock in milliseconds that goes on meanwhile.
  virtual Kept* kept() { return nullptr; }
  virtual int64_t sleepClockMs() { return 0; }

  // Opens a connection; with `isSecure` only to a host whose certificate proves its name.
  virtual bool connect(const char* host, uint16_t port, bool isSecure) = 0;
  virtual bool send(const char* data, size_t length) = 0;
  // The next byte; -1 when none is there at the moment, -2 when the connection has ended. Gives the board time for its
  // other work.
  virtual int receive() = 0;
  virtual void disconnect() = 0;
  // How long an answer may take in all.
  virtual uint32_t answerTimeoutMs() { return 15000; }

 private:
  static const int64_t kMaxSleepMs = 30LL * 24 * 3600 * 1000;

  // Adds the time of a deep sleep to the uptime, by the clock that ran on, unless it was set in the meantime.
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
