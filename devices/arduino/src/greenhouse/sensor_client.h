// Sends the readings of one sensor, signed. Readings wait in a ring buffer until the backend confirms them; whatever is
// given up is counted and reported, never hidden. Allocates nothing.

#pragma once

#include <math.h>
#include <stdint.h>

#include "address.h"
#include "http_answer.h"
#include "http_date.h"
#include "md5.h"
#include "platform.h"
#include "text.h"

namespace greenhouse {

// NAN means that it was not measured; it is not sent.
struct Measurements {
  float temperature = NAN;  // °C
  float humidity = NAN;     // %
  float light = NAN;        // lux
  float battery = NAN;      // %
};

// What became of the readings. The sum of these and of those that wait is the number of readings added.
struct Counts {
  uint32_t stored = 0;       // confirmed by the backend
  uint32_t refused = 0;      // the backend will never take them: a wrong key, an unknown sensor, ...
  uint32_t expired = 0;      // older than five minutes before they could be sent
  uint32_t overflowed = 0;   // pushed out of the full buffer by newer ones
  uint32_t unconfirmed = 0;  // sent, but given up before an answer came: stored perhaps, perhaps not
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
    if (size_ == Capacity) giveUp(counts_.overflowed, "overflowed: the buffer is full");
    Reading& reading = readings_[(first_ + size_++) % Capacity];
    reading = Reading();
    reading.measurements = measurements;
    reading.takenAt = platform_.uptimeMs();
    for (uint32_t& part : reading.key) part = platform_.random();
  }

  // Sends at most one reading, the oldest, if it is due. Returns after how many milliseconds to call again; -1 when
  // nothing waits. Call it from loop(); it takes no longer than a connection and 15 seconds for the answer.
  int32_t poll() {
    while (size_ > 0 && since(oldest().takenAt) > kWindowMs) {
      giveUp(counts_.expired, "expired: older than 5 minutes");
    }
    if (size_ == 0) return -1;
    if (isReady_ && quietMs() == 0) send(oldest());
    return size_ == 0 ? -1 : isReady_ ? static_cast<int32_t>(quietMs()) : 1000;
  }

 private:
  static const uint32_t kWindowMs = 300000;  // The backend takes no reading that is older than this.
  static const uint32_t kFirstWaitMs = 1000;
  static const uint32_t kLongestWaitMs = 60000;
  static const uint32_t kLongestRetryAfterS = 600;

  // One reading on its way. It keeps its key, and its timestamp once that was sent.
  struct Reading {
    Measurements measurements;
    uint32_t takenAt = 0;
    uint32_t key[4] = {};
    int64_t timestamp = -1;
    bool isPerhapsStored = false;
    bool isCorrected = false;
  };

  Reading& oldest() { return readings_[first_]; }
  uint32_t since(uint32_t uptime) const { return platform_.uptimeMs() - uptime; }

  uint32_t quietMs() {
    // Once over, a wait stays over, however far the uptime goes round.
    if (wait_ > 0 && since(failedAt_) >= wait_) wait_ = 0;
    return wait_ > 0 ? wait_ - since(failedAt_) : 0;
  }

  void removeOldest() {
    first_ = static_cast<uint8_t>((first_ + 1) % Capacity);
    size_--;
  }

  void giveUp(uint32_t& count, const char* why) {
    const bool isPerhapsStored = oldest().isPerhapsStored;
    (isPerhapsStored ? counts_.unconfirmed : count)++;
    removeOldest();
    Text<160> line;
    line.add("a reading is given up as ").add(isPerhapsStored ? "unconfirmed, " : "").add(why);
    platform_.report(line.get());
  }

  void send(Reading& reading) {
    if (reading.timestamp < 0) {
      const int64_t timestamp = platform_.unixMs() + correction_ - since(reading.takenAt);
      reading.timestamp = timestamp < 0 ? 0 : timestamp;
    }
    const bool wasSentBefore = reading.isPerhapsStored;
    HttpAnswer answer;
    if (!exchange(reading, answer)) {
      return giveUp(counts_.refused, "refused: the uid or the URL is too long for this client");
    }
    const int status = answer.isComplete() ? answer.status() : 0;
    // This attempt stored nothing; an earlier one without an answer may have.
    if (status >= 300 && status < 500) reading.isPerhapsStored = wasSentBefore;
    Text<140> what;
    what.addInteger(status).add(' ');
    answer.addError(what);
    if (status == 0) {
      tryLater("no answer", 0);
    } else if (answer.isSuccess()) {
      counts_.stored++;
      removeOldest();
      failures_ = 0;
    } else if (answer.isStale()) {
      correctClock(reading, parseHttpDate(answer.date()));
    } else if (status == 200 || status == 408 || status == 429 || status >= 500) {
      tryLater(what.get(), answer.retryAfter());
    } else {
      Text<160> why;
      why.add("refused: ").add(what.get());
      giveUp(counts_.refused, why.get());
      failures_ = 0;
    }
  }

  // False if the request cannot be written; an answer that did not come is one that is not complete.
  bool exchange(Reading& reading, HttpAnswer& answer) {
    Text<512> body;
    writeBody(reading, body);
    Text<384> head;
    head.add("POST ").add(address_.path).add(" HTTP/1.1\r\nHost: ").add(address_.host).add(':');
    head.addInteger(address_.port).add("\r\nContent-Type: application/json\r\nContent-Length: ");
    head.addInteger(static_cast<int64_t>(body.length())).add("\r\nIdempotency-Key: ");
    for (const uint32_t part : reading.key) {
      for (int shift = 28; shift >= 0; shift -= 4) head.addHex(part >> shift);
    }
    head.add("\r\nConnection: close\r\n\r\n");
    if (!body.isWhole() || !head.isWhole()) return false;
    if (platform_.connect(address_.host, address_.port, address_.isSecure)) {
      reading.isPerhapsStored = true;
      if (platform_.send(head.get(), head.length()) && platform_.send(body.get(), body.length())) {
        receive(answer);
      }
    }
    platform_.disconnect();
    return true;
  }

  void writeBody(const Reading& reading, Text<512>& body) const {
    Text<21> timestamp;
    timestamp.addInteger(reading.timestamp);
    char signature[33];
    sign(apiKey_, timestamp.get(), uid_, signature);
    body.add("{\"uid\":\"").addEscaped(uid_);
    body.add("\",\"timestamp\":\"").add(timestamp.get());
    body.add("\",\"signature\":\"").add(signature).add('"');
    addMeasurement(body, "temperature", reading.measurements.temperature);
    addMeasurement(body, "humidity", reading.measurements.humidity);
    addMeasurement(body, "light", reading.measurements.light);
    addMeasurement(body, "battery", reading.measurements.battery);
    body.add('}');
  }

  static void addMeasurement(Text<512>& body, const char* name, float value) {
    // Broken sensors give what is no number; nothing in a greenhouse reaches a thousand million.
    if (!(fabsf(value) < 1e9f)) return;
    body.add(",\"").add(name).add("\":").addNumber(value);
  }

  void receive(HttpAnswer& answer) {
    const uint32_t started = platform_.uptimeMs();
    while (!answer.isComplete() && since(started) < platform_.answerTimeoutMs()) {
      const int byte = platform_.receive();
      if (byte == -2) {
        answer.end();
        return;
      }
      if (byte >= 0) answer.add(static_cast<char>(byte));
    }
  }

  void correctClock(Reading& reading, int64_t now) {
    if (now < 0) return giveUp(counts_.refused, "refused: stale, and the answer has no Date to go by");
    if (reading.isCorrected) {
      return giveUp(counts_.refused, "refused: stale by the corrected clock too");
    }
    const int64_t error = now - (platform_.unixMs() + correction_);
    correction_ += error;
    Text<100> line;
    line.add("the clock was ").addInteger(-error / 1000).add(" s off: corrected by the backend's");
    platform_.report(line.get());
    const int64_t magnitude = error < 0 ? -error : error;
    if (reading.isPerhapsStored && magnitude < kWindowMs + 60000) {
      // The attempt without an answer may have been within the window: under another timestamp the reading could be
      // stored twice.
      return giveUp(counts_.refused, "refused: stale after an attempt without an answer");
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
    wait_ = wait;
    failedAt_ = platform_.uptimeMs();
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
  int64_t correction_ = 0;
  uint32_t failures_ = 0;
  uint32_t wait_ = 0;
  uint32_t failedAt_ = 0;
};

}  // namespace greenhouse
