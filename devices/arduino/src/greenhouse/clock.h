// The time, from two sources. The board's own clock (NTP) is exact, but may be missing, late or step; the `Date` of the
// backend's answers is right, but has whole seconds and a delay. The uptime counts on from them. The time is sure once
// the backend has confirmed or corrected it.

#pragma once

#include <stdint.h>

namespace greenhouse {

class Clock {
 public:
  // Milliseconds since the start. `ticksMs` may go round: call this once in 49 days at least.
  int64_t uptimeMs(uint32_t ticksMs) {
    uptimeMs_ += static_cast<uint32_t>(ticksMs - ticksMs_);
    ticksMs_ = ticksMs;
    return uptimeMs_;
  }

  // Goes on after a sleep, with this uptime at these ticks.
  void resume(int64_t uptimeMs, uint32_t ticksMs) {
    uptimeMs_ = uptimeMs;
    ticksMs_ = ticksMs;
  }

  // What was known before that sleep: Unix time less uptime.
  void resumeTime(int64_t offsetMs) {
    learn(uptimeMs_ + offsetMs - 500, uptimeMs_, uptimeMs_);
    offsetMs_ = offsetMs;
  }

  bool isSure() const { return isSure_; }
  // The backend contradicts.
  void doubt() { isSure_ = false; }

  // Unix milliseconds at this uptime; 0 while they are not known. `boardMs`: the board's own clock, 0 if not set.
  int64_t unixMs(int64_t uptimeMs, int64_t boardMs) {
    if (boardMs > 0) considerBoard(boardMs - uptimeMs, uptimeMs);
    return isKnown_ ? uptimeMs + offsetMs_ : 0;
  }

  // The backend stamped an answer with `dateMs`, the beginning of a second of Unix time: after the request began to be
  // sent at the uptime `sentAt`, and before the date was received at `datedAt`. So the offset has bounds.
  void learn(int64_t dateMs, int64_t sentAt, int64_t datedAt) {
    const int64_t minOffset = dateMs - datedAt, maxOffset = dateMs + 1000 - sentAt;
    if (!isKnown_ || offsetMs_ < minOffset - kTrustMs || offsetMs_ > maxOffset + kTrustMs) {
      offsetMs_ = minOffset + 500;
      isBoardFollowed_ = false;
    } else if (!isBoardFollowed_) {
      // Corrects by no more than is proven wrong, so that the intervals between readings stay right.
      if (offsetMs_ < minOffset) offsetMs_ = minOffset;
      if (offsetMs_ > maxOffset) offsetMs_ = maxOffset;
    }
    minOffsetMs_ = minOffset;
    maxOffsetMs_ = maxOffset;
    answeredAt_ = datedAt;
    isKnown_ = isAnswered_ = isSure_ = true;
  }

 private:
  // The board's clock is preferred to the backend's while they are no further apart: either may be the one that is off.
  static const int64_t kTrustMs = 10000;
  // By more than this, the board's clock has stepped.
  static const int64_t kStepMs = 1000;
  // An uptime's error is below one in this many: 200 ppm.
  static const int64_t kDrift = 5000;

  // A clock that has just been set or that has stepped is followed only if the backend's last answer agrees.
  void considerBoard(int64_t offsetMs, int64_t uptimeMs) {
    const bool hasStepped = offsetMs < offsetMs_ - kStepMs || offsetMs > offsetMs_ + kStepMs;
    const int64_t slack = kStepMs + (uptimeMs - answeredAt_) / kDrift;
    const bool isConfirmed = offsetMs >= minOffsetMs_ - slack && offsetMs <= maxOffsetMs_ + slack;
    isBoardFollowed_ = !isAnswered_ || isConfirmed || (isBoardFollowed_ && !hasStepped);
    if (!isBoardFollowed_) return;
    offsetMs_ = offsetMs;
    isKnown_ = true;
  }

  int64_t uptimeMs_ = 0;
  uint32_t ticksMs_ = 0;
  // Unix time less uptime.
  int64_t offsetMs_ = 0;
  bool isKnown_ = false;
  bool isSure_ = false;
  bool isBoardFollowed_ = false;
  // Of the last answer.
  bool isAnswered_ = false;
  int64_t minOffsetMs_ = 0;
  int64_t maxOffsetMs_ = 0;
  int64_t answeredAt_ = 0;
};

}  // namespace greenhouse
