// Sends the readings of one sensor, signed. Readings wait in a ring buffer until the backend confirms them; each one
// that is dropped is counted and reported. Allocates nothing.

#pragma once

#include <stdint.h>

#include "address.h"
#include "http_answer.h"
#include "http_date.h"
#include "platform.h"
#include "request.h"
#include "text.h"

namespace greenhouse {

// What became of the readings. The sum of these and of those that wait is the number of readings added.
struct Counts {
  uint32_t stored = 0;       // confirmed by the backend
  uint32_t refused = 0;      // the backend will never take them: a wrong key, an unknown sensor, ...
  uint32_t expired = 0;      // older than five minutes before they could be sent
  uint32_t overflowed = 0;   // pushed out of the full buffer by newer ones
  uint32_t unconfirmed = 0;  // sent, but dropped before an answer came: perhaps stored
};

template <uint8_t Capacity = 32>
class SensorClient {
 public:
  // The texts must outlive the client. `url` is that of /sensorData.
  SensorClient(Platform& platform, const char* url, const char* uid, const char* apiKey)
      : platform_(platform), uid_(uid), apiKey_(apiKey), isReady_(address_.parse(url)) {
    if (!isReady_) platform_.report("the URL must begin with https:// (http:// in the local network)");
  }

  const Counts& counts() const { return counts_; }
  uint8_t waiting() const { return size_; }

  // Takes a reading of this moment.
  void add(const Measurements& measurements) {
    if (size_ == Capacity) drop(counts_.overflowed, "overflowed", "the buffer is full");
    Reading& reading = readings_[(first_ + size_++) % Capacity];
    reading = Reading();
    reading.measurements = measurements;
    reading.takenAt = platform_.uptimeMs();
    for (uint32_t& part : reading.key) part = platform_.random();
  }

  // Sends at most one reading, the oldest, if it is due. Returns after how many milliseconds to call again; -1 when
  // nothing waits. Call it from loop(), also when nothing waits, because it keeps the time. It takes as long as a
  // connection, and 15 seconds for the answer.
  int32_t poll() {
    platform_.unixMs();
    while (size_ > 0 && since(oldest().takenAt) > kWindowMs) {
      drop(counts_.expired, "expired", "older than 5 minutes");
    }
    if (size_ == 0) return -1;
    if (isReady_ && quietMs() == 0) send(oldest());
    return size_ == 0 ? -1 : isReady_ ? static_cast<int32_t>(quietMs()) : 1000;
  }

 private:
  static const int64_t kWindowMs = 300000;  // The backend takes no reading that is older than this.
  static const uint32_t kFirstWaitMs = 1000;
  static const uint32_t kLongestWaitMs = 60000;
  static const uint32_t kLongestRetryAfterS = 600;
  // A correction of the clock that a person should know of.
  static const int64_t kReportedErrorMs = 2000;

  // An answer, and the uptimes around the moment when the backend dated it.
  struct Exchange {
    HttpAnswer answer;
    int64_t sentAt = 0;
    int64_t datedAt = 0;
  };

  Reading& oldest() { return readings_[first_]; }
  int64_t since(int64_t uptime) const { return platform_.uptimeMs() - uptime; }

  int64_t quietMs() const {
    const int64_t quiet = quietUntil_ - platform_.uptimeMs();
    return quiet > 0 ? quiet : 0;
  }

  void removeOldest() {
    first_ = static_cast<uint8_t>((first_ + 1) % Capacity);
    size_--;
  }

  void drop(uint32_t& count, const char* outcome, const char* why) {
    const bool isPerhapsStored = oldest().isPerhapsStored;
    (isPerhapsStored ? counts_.unconfirmed : count)++;
    removeOldest();
    Text<160> line;
    line.add("a reading is dropped and counted as ").add(isPerhapsStored ? "unconfirmed" : outcome).add(": ").add(why);
    platform_.report(line.get());
  }

  void send(Reading& reading) {
    if (reading.timestamp < 0) reading.timestamp = timeOf(reading);
    const bool wasSentBefore = reading.isPerhapsStored;
    const Request request(address_, uid_, apiKey_, reading);
    if (!request.isWhole()) {
      return drop(counts_.refused, "refused", "the uid or the URL is too long for this client");
    }
    Exchange exchanged;
    exchange(request, reading, exchanged);
    const HttpAnswer& answer = exchanged.answer;
    const int status = answer.isComplete() ? answer.status() : 0;
    // This attempt stored nothing; an earlier one without an answer may have.
    if (status >= 300 && status < 500) reading.isPerhapsStored = wasSentBefore;
    Text<140> what;
    what.addInteger(status).add(' ');
    answer.addError(what);
    if (status == 0) {
      tryLater(answer.isOver() ? "the answer is not HTTP, or its header is too long" : "no answer", 0);
    } else if (answer.isSuccess()) {
      counts_.stored++;
      removeOldest();
      failures_ = 0;
      learnTime(exchanged);
    } else if (answer.isStale()) {
      correctTime(reading, exchanged);
    } else if (status == 200 || status == 408 || status == 429 || status >= 500) {
      tryLater(what.get(), answer.retryAfter());
    } else {
      drop(counts_.refused, "refused", what.get());
      failures_ = 0;
    }
  }

  // 0 while the time is not known: the backend refuses it, and its answer has the time.
  int64_t timeOf(const Reading& reading) const {
    const int64_t time = platform_.unixMs() - since(reading.takenAt);
    return time < 0 ? 0 : time;
  }

  // Without an answer, the one in `exchanged` is not complete.
  void exchange(const Request& request, Reading& reading, Exchange& exchanged) {
    if (platform_.connect(address_.host, address_.port, address_.isSecure)) {
      reading.isPerhapsStored = true;
      exchanged.sentAt = platform_.uptimeMs();
      if (platform_.send(request.head().get(), request.head().length()) &&
          platform_.send(request.body().get(), request.body().length())) {
        receive(exchanged);
      }
    } else if (!reading.isPerhapsStored) {
      // It was never sent: the clock may be set before it is.
      reading.timestamp = -1;
    }
    platform_.disconnect();
  }

  void receive(Exchange& exchanged) {
    HttpAnswer& answer = exchanged.answer;
    const int64_t started = platform_.uptimeMs();
    while (!answer.isOver() && since(started) < platform_.answerTimeoutMs()) {
      const int byte = platform_.receive();
      if (byte == -2) {
        answer.end();
        return;
      }
      if (byte < 0) continue;
      const bool wasDated = *answer.date() != 0;
      answer.add(static_cast<char>(byte));
      if (!wasDated && *answer.date() != 0) exchanged.datedAt = platform_.uptimeMs();
    }
  }

  // Takes the time of an answer of the backend's; false if it has none.
  bool learnTime(const Exchange& exchanged) {
    const int64_t date = parseHttpDate(exchanged.answer.date());
    if (date < 0) return false;
    const int64_t before = platform_.unixMs();
    platform_.learnTime(date, exchanged.sentAt, exchanged.datedAt);
    const int64_t error = before - platform_.unixMs();
    if (before == 0) {
      platform_.report("the clock was not set: the time is the backend's");
    } else if (error > kReportedErrorMs || error < -kReportedErrorMs) {
      Text<100> line;
      line.add("the clock was ").addInteger(error / 1000).add(" s off: corrected by the backend's");
      platform_.report(line.get());
    }
    return true;
  }

  // Signs a stale reading anew, once.
  void correctTime(Reading& reading, const Exchange& exchanged) {
    if (!learnTime(exchanged)) {
      return drop(counts_.refused, "refused", "stale, and the answer has no Date to go by");
    }
    if (reading.isCorrected) {
      return drop(counts_.refused, "refused", "stale by the corrected clock too");
    }
    const int64_t error = timeOf(reading) - reading.timestamp;
    if (reading.isPerhapsStored && error < kWindowMs + 60000 && error > -kWindowMs - 60000) {
      // The attempt without an answer may have been within the window: under another timestamp the reading could be
      // stored twice.
      return drop(counts_.refused, "refused", "stale after an attempt without an answer");
    }
    reading.timestamp = -1;
    reading.isCorrected = true;
    reading.isPerhapsStored = false;
  }

  void tryLater(const char* why, uint32_t retryAfterS) {
    uint32_t wait = kFirstWaitMs << (failures_ < 6 ? failures_ : 6);
    if (wait > kLongestWaitMs) wait = kLongestWaitMs;
    wait = wait / 2 + platform_.random() % (wait / 2 + 1);
    if (retryAfterS > kLongestRetryAfterS) retryAfterS = kLongestRetryAfterS;
    if (retryAfterS * 1000 > wait) wait = retryAfterS * 1000;
    failures_++;
    quietUntil_ = platform_.uptimeMs() + wait;
    Text<220> line;
    line.add(why).add(": trying again in ").addInteger(wait).add(" ms, ").addInteger(size_).add(" waiting");
    platform_.report(line.get());
  }

  Platform& platform_;
  const char* uid_;
  const char* apiKey_;
  Address address_;
  bool isReady_;
  Reading readings_[Capacity];
  uint8_t first_ = 0;
  uint8_t size_ = 0;
  Counts counts_;
  uint32_t failures_ = 0;
  int64_t quietUntil_ = 0;
};

}  // namespace greenhouse
