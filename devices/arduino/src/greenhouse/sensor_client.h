// Sends the readings of one sensor, signed. Readings wait until the backend has stored or refused them. They wait in
// memory, and after the first failed attempt in a storage, if there is one. Allocates no memory.

#pragma once

#include <stdint.h>

#include "address.h"
#include "board_status.h"
#include "http_answer.h"
#include "http_date.h"
#include "no_outputs.h"
#include "platform.h"
#include "queue.h"
#include "reading.h"
#include "request.h"
#include "storage.h"
#include "text.h"

namespace greenhouse {

// Results so far. These counts and `waiting` add up to all readings that were added, or found in the storage at the
// start.
struct Counts {
  uint32_t stored = 0;      // confirmed by the backend
  uint32_t refused = 0;     // never accepted by the backend, or their time is unknown
  uint32_t overflowed = 0;  // the oldest, dropped because the store was full
};

// `Capacity`: readings in memory. `Outputs`: greenhouse::Outputs (outputs.h) on a board with outputs.
template <uint16_t Capacity = 64, class Outputs = NoOutputs>
class SensorClient : private Outputs::Link {
  typedef typename Outputs::Link Link;

 public:
  // The texts must outlive the client. `url`: the URL of /sensorData. `storage`: keeps readings through a power cut,
  // only for this sensor; at most `storeCapacity` readings.
  SensorClient(Platform& platform, const char* url, const char* uid, const char* apiKey,
               Storage* storage = nullptr, uint32_t storeCapacity = 4320)
      : SensorClient(platform, url, uid, apiKey, Link(), storage, storeCapacity) {}

  // With the board's outputs, which must outlive the client, too.
  SensorClient(Platform& platform, const char* url, const char* uid, const char* apiKey, Link outputs,
               Storage* storage = nullptr, uint32_t storeCapacity = 4320)
      : Link(outputs), platform_(platform), uid_(uid), apiKey_(apiKey), isReady_(address_.parse(url)),
        queue_(platform, storage, storeCapacity) {
    if (!isReady_) platform_.report("the URL must begin with https:// (http:// in the local network)");
  }

  const Counts& counts() const { return counts_; }
  uint32_t waiting() const { return queue_.waiting(); }

  // Name and number of your sketch, which requests state instead of this library's: up to 32 ASCII characters, which must
  // outlive the client. "" for none.
  void setVersion(const char* version) {
    if (!board_.setVersion(version)) platform_.report("the version must have up to 32 ASCII characters: it is not sent");
  }

  // Sets the interval of `intervalMs`, and lets the sensor's owners change it between `min` and `max`, all in whole
  // seconds. With a `max` of 0 they cannot.
  void setInterval(uint32_t own, uint32_t min, uint32_t max) { interval_.set(own, min, max); }

  // The milliseconds between two readings that now count. An answer may change them.
  uint32_t intervalMs() const { return interval_.seconds() * 1000; }

  // Takes a reading of this moment. Values that could not be set are reported, and not sent.
  void add(const Measurements& measurements) {
    begin();
    if (*measurements.refused() != 0) reportUnset(measurements.refused());
    Reading reading;
    reading.values = measurements.values();
    reading.isDated = platform_.isTimeSure();
    reading.timeMs = reading.isDated ? platform_.unixMs() : platform_.uptimeMs();
    // The backend stores two readings of the same time and values once. A corrected clock may go back a little.
    const bool isBehind = reading.timeMs <= last_.timeMs && last_.timeMs - reading.timeMs < kStepMs;
    if (reading.isDated == last_.isDated && isBehind) reading.timeMs = last_.timeMs + 1;
    last_ = reading;
    if (queue_.isMemoryFull()) save();
    drop(queue_.add(reading));
    if (isOffline_) save();
    isNewestUnsent_ = true;
  }

  // Sends one batch, or asks for the time, if that is due. Returns the milliseconds until the next call, or -1 if
  // nothing waits. Always call it from loop(), because it keeps the time. It blocks during the connection, and up to 15
  // seconds for the answer. With outputs it also switches off outputs whose time is over, reports changes, asks for
  // orders even if nothing waits, and never returns -1.
  int32_t poll() {
    begin();
    platform_.unixMs();
    outputs().advance();
    if (!Outputs::kHasOutputs && waiting() == 0) return -1;
    if (!isReady_) return 1000;
    if (waitMs() == 0 && (waiting() > 0 || outputs().dueInMs() == 0)) {
      if (platform_.isTimeSure()) send();
      else askForTime();
      queue_.release();
    }
    if (Outputs::kHasOutputs) return nextCallMs();
    return waiting() == 0 ? -1 : static_cast<int32_t>(waitMs());
  }

 private:
  // The backend shows readings of at most this age as the newest values. They go first.
  static const int64_t kRecentMs = 300000;
  static const uint16_t kMaxBatch = 50;
  static const uint32_t kFirstWaitMs = 1000;
  static const uint32_t kMaxWaitMs = 60000;
  static const uint32_t kMaxRetryAfterS = 600;
  // Waits after a refusal that only a person can resolve.
  static const uint32_t kFirstRefusedMs = 60000;
  static const uint32_t kMaxRefusedMs = 600000;
  static const int64_t kStoreWaitMs = 600000;
  // A reading's time may be behind the previous reading by less than this.
  static const int64_t kStepMs = 1000;
  // Larger corrections of the clock are reported.
  static const int64_t kReportedErrorMs = 2000;

  typedef typename Outputs::Reader OutputReader;

  // An answer, and the uptimes around the moment when the backend dated it.
  struct Exchange {
    HttpAnswer<OutputReader> answer;
    int64_t sentAtMs = 0;
    int64_t datedAtMs = 0;

    // 0 without an answer.
    int status() const { return answer.isComplete() ? answer.status() : 0; }
  };

  typedef typename Queue<Capacity>::Readings Readings;

  using Link::outputs;

  // Runs at the first call, because the board's file system is not ready in the constructor.
  void begin() {
    if (hasBegun_) return;
    hasBegun_ = true;
    if (queue_.storage() == nullptr) platform_.boot(1);
    else if (!queue_.open()) reportStore(false);
    if (queue_.hasForeignFiles()) platform_.report("the store has foreign files: they are not touched");
    if (platform_.isTimeSure()) dateReadings();
    queue_.release();
  }

  void reportUnset(const char* name) {
    Text<220> line;
    if (Measurements::isName(name)) {
      line.add("no room for ").add(name).add(": it is not sent. Add it in a separate reading");
    } else {
      line.add("invalid measurement name ").add(name).add(": a name is a lower-case letter, then up to 31 letters ");
      line.add("and digits, such as soilMoisture; uid, timestamp and the like are reserved");
    }
    platform_.report(line.get());
  }

  int64_t since(int64_t uptime) const { return platform_.uptimeMs() - uptime; }

  int64_t waitMs() const {
    const int64_t wait = quietUntilMs_ - platform_.uptimeMs();
    return wait > 0 ? wait : 0;
  }

  // Returns the milliseconds until the next call on a board with outputs.
  int32_t nextCallMs() {
    const int64_t wait = waitMs(), due = waiting() > 0 ? 0 : outputs().dueInMs();
    const int64_t request = wait > due ? wait : due, end = outputs().overInMs();
    return static_cast<int32_t>(request < end ? request : end);
  }

  void drop(uint32_t count) {
    if (count > 0 && dropped_ == 0) platform_.report("the store is full: the oldest readings are dropped");
    counts_.overflowed += count;
    dropped_ += count;
  }

  // Moves readings from memory into the storage.
  void save() {
    if (queue_.storage() == nullptr || (isStoreBroken_ && platform_.uptimeMs() < storeDueAtMs_)) return;
    uint32_t dropped;
    const bool isSaved = queue_.save(dropped);
    drop(dropped);
    reportStore(isSaved);
  }

  void reportStore(bool works) {
    if (!works && !isStoreBroken_) {
      Text<160> line;
      line.add("the store ").add(queue_.storage()->name()).add(" cannot be written: readings wait in memory");
      platform_.report(line.get());
    }
    isStoreBroken_ = !works;
    storeDueAtMs_ = platform_.uptimeMs() + kStoreWaitMs;
  }

  // Sends a batch; or, if nothing waits, a request that only reports the outputs.
  void send() {
    outputs().advance();
    const Batch batch = chooseBatch();
    const bool isSignOfLife = Outputs::kHasOutputs && batch.count() == 0;
    const int64_t now = platform_.unixMs();
    board_.rssi = platform_.rssi();
    board_.intervalSeconds = interval_.isOpen() ? interval_.seconds() : 0;
    uint32_t count;
    Exchange exchanged;
    exchanged.answer.readTo(outputs().reader());
    {
      Digest digest(apiKey_);
      count = writeTo(digest, now, batch);
      if (count == 0 && !isSignOfLife) return settle(batch, 0, 0);
      post(digest, now, batch, exchanged);
    }
    const HttpAnswer<OutputReader>& answer = exchanged.answer;
    const int status = exchanged.status();
    if (status == 200) outputs().take(answer.body(), answer.isJson(), exchanged.sentAtMs);
    if (isSignOfLife && status == 200 && answer.isJson() && answer.body().isSuccess()) {
      succeed(answer.body());
      reportRecovery();
      learnTime(exchanged);
    } else if (!isSignOfLife && answer.isComplete() && answer.isSettled(count)) {
      succeed(answer.body());
      const uint32_t early = answer.body().early(count);
      const uint32_t refused = answer.body().refused() - early;
      if (early == 0 || batch.isOldest) {
        reportRefused(answer.body(), refused, count);
        settle(early == 0 ? batch : queue_.beginning(batch, count - early), count - early, refused);
      } else {
        // The readings before the early ones are in the middle of the queue, so they are sent again and counted then.
        isNewestUnsent_ = false;
      }
      if (early > 0) pause("425 Reading is from the future.", kFirstRefusedMs);
      learnTime(exchanged);
    } else if (answer.isComplete() && answer.mayBeStale() && !hasAskedAgain_) {
      hasAskedAgain_ = true;
      platform_.doubtTime();
    } else if (status == 413 && count > 1) {
      maxBatch_ = static_cast<uint16_t>(count / 2);
    } else if (status >= 400 && status < 500 && status != 408 && status != 429) {
      awaitCorrection(exchanged);
    } else {
      tryLater(exchanged);
    }
  }

  void succeed(const AnswerBody<OutputReader>& body) {
    outputs().sent();
    interval_.hear(body.hasInterval(), body.interval());
    isOffline_ = hasAskedAgain_ = false;
    failures_ = refusals_ = 0;
  }

  // Writes the body of a request. @returns how many readings it has written.
  template <class Out>
  uint32_t writeTo(Out& out, int64_t now, const Batch& batch) {
    if (!Outputs::kHasOutputs || batch.count() > 0) {
      return writeBody(out, uid_, now, board_, outputs(), Readings(queue_, batch));
    }
    writeSignOfLife(out, uid_, now, board_, outputs());
    return 0;
  }

  // New readings go first, with all readings that may be the newest value. Then the oldest go.
  Batch chooseBatch() {
    if (isNewestUnsent_) {
      const int64_t now = platform_.unixMs();
      const Batch newest = queue_.newest(now - kRecentMs, now + kRecentMs, maxBatch_);
      if (newest.count() > 0) return newest;
    }
    return queue_.oldest(maxBatch_);
  }

  void post(Digest& digest, int64_t now, const Batch& batch, Exchange& exchanged) {
    outputs().sending();
    if (platform_.connect(address_.host, address_.port, address_.isSecure)) {
      // Connecting takes long, and the request must report the current state. Before it there may be no signal.
      const int rssi = platform_.rssi();
      if (Outputs::kHasOutputs || rssi != board_.rssi) {
        outputs().advance();
        outputs().sending();
        board_.rssi = rssi;
        now = platform_.unixMs();
        digest = Digest(apiKey_);
        writeTo(digest, now, batch);
      }
      Connection out(platform_);
      const uint32_t length = digest.length();
      exchanged.sentAtMs = platform_.uptimeMs();
      writeHead(out, address_, digest);
      const uint32_t headLength = out.length();
      writeTo(out, now, batch);
      // If the storage fails meanwhile, the body no longer matches the signature.
      if (out.flush() && out.length() - headLength == length) receive(exchanged);
    }
    platform_.disconnect();
  }

  // The backend answers GET with 405 and its time.
  void askForTime() {
    Exchange exchanged;
    if (platform_.connect(address_.host, address_.port, address_.isSecure)) {
      Connection out(platform_);
      exchanged.sentAtMs = platform_.uptimeMs();
      writeRequestLine(out, "GET", address_);
      out.add("\r\n");
      if (out.flush()) receive(exchanged);
    }
    platform_.disconnect();
    if (exchanged.status() == 405 && learnTime(exchanged)) dateReadings();
    else tryLater(exchanged);
  }

  void receive(Exchange& exchanged) {
    HttpAnswer<OutputReader>& answer = exchanged.answer;
    const int64_t started = platform_.uptimeMs();
    while (!answer.isOver() && since(started) < platform_.answerTimeoutMs()) {
      const int byte = platform_.receive();
      // Also switches off outputs in time on boards without a timer.
      outputs().advance();
      if (byte == -2) {
        answer.end();
        return;
      }
      if (byte < 0) continue;
      const bool wasDated = *answer.date() != 0;
      answer.add(static_cast<char>(byte));
      if (!wasDated && *answer.date() != 0) exchanged.datedAtMs = platform_.uptimeMs();
    }
  }

  // Learns the time from an answer of the backend. Returns false if the answer has no date.
  bool learnTime(const Exchange& exchanged) {
    const int64_t date = parseHttpDate(exchanged.answer.date());
    if (date < 0) return false;
    const int64_t before = platform_.unixMs();
    platform_.learnTime(date, exchanged.sentAtMs, exchanged.datedAtMs);
    const int64_t error = before - platform_.unixMs();
    if (before == 0) {
      platform_.report("the clock was not set: the backend's time is used");
    } else if (error > kReportedErrorMs || error < -kReportedErrorMs) {
      Text<100> line;
      line.add("the clock was ").addInteger(error / 1000).add(" s off: corrected by the backend's time");
      platform_.report(line.get());
    }
    return true;
  }

  void dateReadings() {
    const int64_t offset = platform_.unixMs() - platform_.uptimeMs();
    if (!queue_.date(offset)) reportStore(false);
    if (!last_.isDated) last_.timeMs += offset;
    last_.isDated = true;
  }

  // Removes a batch. `sent`: how many of its readings were sent. `refused`: how many of these were refused.
  void settle(const Batch& batch, uint32_t sent, uint32_t refused) {
    Reading oldest;
    const bool hasOldest = Readings(queue_, batch).next(oldest);
    isNewestUnsent_ = false;
    if (!queue_.remove(batch)) {
      // They are sent and counted again, with the oldest. The backend stores them once.
      return reportStore(false);
    }
    const uint32_t lost = batch.count() - sent;
    counts_.stored += sent - refused;
    counts_.refused += refused + lost;
    const bool isOlder = recovered_ == 0 || oldest.timeMs < recoveredFromMs_;
    if (hasOldest && oldest.isDated && isOlder) recoveredFromMs_ = oldest.timeMs;
    recovered_ += sent - refused;
    Text<160> line;
    if (lost > 0) {
      line.addInteger(lost).add(" readings dropped and counted as refused: unreadable, or their time is unknown");
      platform_.report(line.get());
    }
    if (dropped_ > 0) {
      line.clear();
      line.add("the store was full: the ").addInteger(dropped_).add(" oldest readings were dropped");
      platform_.report(line.get());
      dropped_ = 0;
    }
    if (waiting() == 0) reportRecovery();
  }

  // Reports the end of an outage, once.
  void reportRecovery() {
    if (wasOffline_ && recovered_ > 0) {
      Text<100> line;
      line.add("stored ").addInteger(recovered_).add(" readings, the oldest from ");
      line.addTimeOfDay(recoveredFromMs_).add(" (UTC)");
      platform_.report(line.get());
    }
    wasOffline_ = false;
    recovered_ = 0;
  }

  void reportRefused(const AnswerBody<OutputReader>& body, uint32_t refused, uint32_t count) {
    if (refused == 0) return;
    Text<220> line;
    line.addInteger(refused).add(" of ").addInteger(count).add(" readings refused, the first: ");
    line.addInteger(body.refusedStatus()).add(' ').add(body.error());
    platform_.report(line.get());
  }

  // Waits after the backend has refused the whole request. Nothing is dropped: somebody may correct the cause.
  void awaitCorrection(const Exchange& exchanged) {
    hasAskedAgain_ = false;
    uint32_t wait = kFirstRefusedMs << (refusals_ < 4 ? refusals_ : 4);
    if (wait > kMaxRefusedMs) wait = kMaxRefusedMs;
    refusals_++;
    pause(exchanged, wait);
  }

  void tryLater(const Exchange& exchanged) {
    uint32_t wait = kFirstWaitMs << (failures_ < 6 ? failures_ : 6);
    if (wait > kMaxWaitMs) wait = kMaxWaitMs;
    wait = wait / 2 + platform_.random() % (wait / 2 + 1);
    uint32_t retryAfterS = exchanged.status() == 0 ? 0 : exchanged.answer.retryAfter();
    if (retryAfterS > kMaxRetryAfterS) retryAfterS = kMaxRetryAfterS;
    if (retryAfterS * 1000 > wait) wait = retryAfterS * 1000;
    failures_++;
    pause(exchanged, wait);
  }

  void pause(const Exchange& exchanged, uint32_t wait) {
    const HttpAnswer<OutputReader>& answer = exchanged.answer;
    Text<160> why;
    if (exchanged.status() != 0) {
      why.addInteger(answer.status()).add(' ');
      why.add(*answer.body().error() != 0 ? answer.body().error() : "is not the backend's answer");
    } else {
      const char* const reason = answer.isOver() ? "not HTTP, or too long" : "cut, or too late";
      why.add("no answer (").add(exchanged.sentAtMs == 0 ? "no connection" : reason).add(')');
    }
    pause(why.get(), wait);
  }

  void pause(const char* why, uint32_t wait) {
    quietUntilMs_ = platform_.uptimeMs() + wait;
    isOffline_ = wasOffline_ = true;
    save();
    Text<240> line;
    line.add(why).add(": trying again in ").addInteger((wait + 999) / 1000).add(" s, ");
    line.addInteger(waiting()).add(" waiting");
    platform_.report(line.get());
  }

  Platform& platform_;
  const char* uid_;
  const char* apiKey_;
  Address address_;
  bool isReady_;
  BoardStatus board_;
  Interval interval_;
  Queue<Capacity> queue_;
  Counts counts_;
  bool hasBegun_ = false;
  // The last attempt failed: new readings go into the storage.
  bool isOffline_ = false;
  bool isStoreBroken_ = false;
  // Uptime of the next attempt to write a broken storage.
  int64_t storeDueAtMs_ = 0;
  // A reading is newer than the last batch.
  bool isNewestUnsent_ = true;
  // The client has asked for the time again since the last stored batch.
  bool hasAskedAgain_ = false;
  uint16_t maxBatch_ = kMaxBatch;
  uint32_t failures_ = 0;
  uint32_t refusals_ = 0;
  int64_t quietUntilMs_ = 0;
  // The last added reading.
  Reading last_;
  // Since the queue was last empty: whether an attempt failed, how many readings were stored, and the time of the
  // oldest.
  bool wasOffline_ = false;
  uint32_t recovered_ = 0;
  int64_t recoveredFromMs_ = 0;
  // Readings dropped since the last stored batch.
  uint32_t dropped_ = 0;
};

}  // namespace greenhouse
