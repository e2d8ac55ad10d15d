// The time, from two sources. The board's own clock (NTP) is exact, but may be missing, late, or jump. The `Date` of
// the backend's answers is right, but has whole seconds and a delay. Between them the uptime keeps the time. The time
// is sure once the backend has confirmed or corrected it.

#pragma once

#include <stdint.h>

namespace greenhouse {

class Clock {
 public:
  // Returns the milliseconds since the start. `ticksMs` wraps around after 49 days, so call this more often.
  int64_t uptimeMs(uint32_t ticksMs) {
    uptimeMs_ += static_cast<uint32_t>(ticksMs - ticksMs_);
    ticksMs_ = ticksMs;
    return uptimeMs_;
  }

  // Continues after a sleep with the given uptime and ticks.
  void resume(int64_t uptimeMs, uint32_t ticksMs) {
    uptimeMs_ = uptimeMs;
    ticksMs_ = ticksMs;
  }

  // Restores the time that was known before the sleep. `offsetMs`: Unix time minus uptime.
  void resumeTime(int64_t offsetMs) {
    learn(uptimeMs_ + offsetMs - 500, uptimeMs_, uptimeMs_);
    offsetMs_ = offsetMs;
  }

  bool isSure() const { return isSure_; }
  // The backend has refused the board's time.
  void doubt() { isSure_ = false; }

  // Returns Unix milliseconds at this uptime; 0 while the time is not known. `boardMs`: the board's own clock, 0 if not
  // set.
  int64_t unixMs(int64_t uptimeMs, int64_t boardMs) {
    if (boardMs > 0) considerBoard(boardMs - uptimeMs, uptimeMs);
    return isKnown_ ? uptimeMs + offsetMs_ : 0;
  }

  // Learns the time from an answer's date. `dateMs`: Unix milliseconds at the beginning of that second. The backend
  // stamped the answer between two uptimes: `sentAtMs`, when the request was sent, and `datedAtMs`, when the date
  // arrived. So the offset has bounds.
  void learn(int64_t dateMs, int64_t sentAtMs, int64_t datedAtMs) {
    const int64_t minOffset = dateMs - datedAtMs, maxOffset = dateMs + 1000 - sentAtMs;
    if (!isKnown_ || offsetMs_ < minOffset - kTrustMs || offsetMs_ > maxOffset + kTrustMs) {
      offsetMs_ = minOffset + 500;
      isBoardFollowed_ = false;
    } else if (!isBoardFollowed_) {
      // Corrects only the proven error, so that the intervals between readings stay right.
      if (offsetMs_ < minOffset) offsetMs_ = minOffset;
      if (offsetMs_ > maxOffset) offsetMs_ = maxOffset;
    }
    minOffsetMs_ = minOffset;
    maxOffsetMs_ = maxOffset;
    answeredAtMs_ = datedAtMs;
    isKnown_ = isAnswered_ = isSure_ = true;
  }

 private:
  // Up to this difference the board's clock is preferred to the backend's: either may be wrong.
  static const int64_t kTrustMs = 10000;
  // A larger change means that the board's clock was set.
  static const int64_t kStepMs = 1000;
  // The uptime's error is below 1 in 5,000 (200 ppm).
  static const int64_t kDrift = 5000;

  // Follows a clock that was just set only if the backend's last answer agrees.
  void considerBoard(int64_t offsetMs, int64_t uptimeMs) {
    const bool hasStepped = offsetMs < offsetMs_ - kStepMs || offsetMs > offsetMs_ + kStepMs;
    const int64_t slack = kStepMs + (uptimeMs - answeredAtMs_) / kDrift;
    const bool isConfirmed = offsetMs >= minOffsetMs_ - slack && offsetMs <= maxOffsetMs_ + slack;
    isBoardFollowed_ = !isAnswered_ || isConfirmed || (isBoardFollowed_ && !hasStepped);
    if (!isBoardFollowed_) return;
    offsetMs_ = offsetMs;
    isKnown_ = true;
  }

  int64_t uptimeMs_ = 0;
  uint32_t ticksMs_ = 0;
  // Unix time minus uptime.
  int64_t offsetMs_ = 0;
  bool isKnown_ = false;
  bool isSure_ = false;
  bool isBoardFollowed_ = false;
  // Bounds of the offset by the last answer, and its uptime.
  bool isAnswered_ = false;
  int64_t minOffsetMs_ = 0;
  int64_t maxOffsetMs_ = 0;
  int64_t answeredAtMs_ = 0;
};

}  // namespace greenhouse
