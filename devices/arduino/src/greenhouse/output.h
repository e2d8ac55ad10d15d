// One output of the board: a valve, a pump, a vent. It is on only while an order holds, by the board's own clock, and no
// longer in a day than its limit. What it promises is docs/outputs.md; it allocates nothing.

#pragma once

#include <atomic>
#include <stdint.h>
#include <string.h>

#include "platform.h"
#include "storage.h"
#include "usage.h"

namespace greenhouse {

// A timer of the board that goes off while the program is blocked, too. Each output has one of its own.
class Alarm {
 public:
  // Short, and without waiting: it may run in another task.
  typedef void (*Ring)(void* context);

  virtual ~Alarm() {}
  // Rings once after so many milliseconds, at most an hour. It is stopped before. False where that cannot be.
  virtual bool start(uint32_t ms, Ring ring, void* context) = 0;
  // Once it has returned, nothing rings any more.
  virtual void stop() = 0;
};

// What the backend says of an output. Times in milliseconds.
struct OutputAnswer {
  // In the order in which `numbers` has them.
  enum Field { kValue, kVersion, kForMs, kMaxOnMs, kDay, kFields };

  int64_t numbers[kFields];
  // Whether the answer has this output; and a bit for each number that could be read.
  bool isThere = false;
  uint8_t read = 0;

  bool isWhole() const { return read == (1 << kFields) - 1; }
};

// What it does to the pins is its derived class's. GreenhouseOutputs.h has those for Arduino boards.
class Output {
 public:
  enum Reason { kOrder, kLease, kLimit, kLocal, kStart, kFault };

  // `name`: a lower-case letter, then up to 14 of these, digits, _ and -; the text must outlive the output. `highest`: 1 for what is
  // on or off, 100 for a level.
  Output(const char* name, uint8_t maxValue) : name_(name), maxValue_(maxValue) {}
  virtual ~Output() {}

  const char* name() const { return name_; }
  // 0: off.
  uint8_t value() const { return hasRung_ ? 0 : value_; }
  // Of the newest order it knows; 0: none since the start.
  int64_t version() const { return version_; }
  Reason reason() const { return reason_; }

  // For a button at the board, once it was added to `Outputs`: for an hour at most, and within the day's limit. It holds
  // until somebody orders anew.
  void setLocally(uint8_t value, uint32_t forMs) {
    if (platform_ == nullptr) return;
    advance();
    const Change change(*this);
    const int64_t clock = platform_->uptimeMs();
    switchTo(value < maxValue_ ? value : maxValue_, kLocal, clock + atMost(forMs, kMaxLeaseMs), clock);
  }

 protected:
  // What the pins are to do; 0: off. With 0 it is also called by the board's timer, in another task: then it must be short,
  // wait for nothing and print nothing.
  virtual void drive(uint8_t value) = 0;
  // The pins become outputs, and are off before they do.
  virtual void begin() = 0;
  // Always the same one; null where the board has no timer: then it ends when `Outputs` is called.
  virtual Alarm* alarm() { return nullptr; }

 private:
  friend class Outputs;
  friend class OutputReader;

  // What the board itself believes at most, whatever it is told.
  static const int64_t kMaxLeaseMs = 3600000;

  // Counts a change of what is reported. Where it is as before in the end, it has been so all the time.
  struct Change {
    explicit Change(Output& output)
        : output(output), value(output.value_), reason(output.reason_), version(output.version_),
          changedAt(output.changedAt_) {}
    ~Change() {
      const bool isSame = value == output.value_ && reason == output.reason_;
      if (isSame) output.changedAt_ = changedAt;
      if (!isSame || version != output.version_) output.changes_++;
    }
    Output& output;
    uint8_t value;
    Reason reason;
    int64_t version;
    int64_t changedAt;
  };

  void join(Platform& platform, Storage* storage) {
    platform_ = &platform;
    storage_ = storage;
    begin();
    changedAt_ = platform.uptimeMs();
  }

  UsagePage page() { return UsagePage(storage_, name_); }

  // Counts the time that it was on, and switches it off where that is over. To be called as often as possible.
  void advance() {
    if (value_ == 0) return;
    const Change change(*this);
    const bool hasRung = hasRung_;
    // The timer has switched it off then.
    const uint32_t agoMs = hasRung ? platform_->ticksMs() - rangAt_ : 0;
    const int64_t clock = platform_->uptimeMs();
    const int64_t until = clock - agoMs;
    usage_.usedMs += until - countedAt_;
    usage_.sinceMs += until - countedAt_;
    countedAt_ = until;
    if (!hasRung && clock < endsAt_) return;
    switchOff(endsBy_);
    changedAt_ = until;
  }

  // `isReadable`: false where nobody knows what the answer says. `sentAt`: the uptime at which its request was sent.
  void take(bool isReadable, int64_t sentAt) {
    advance();
    const Change change(*this);
    const int64_t clock = platform_->uptimeMs();
    // It asked before it heard what it knows: it may know better.
    if (sentAt < heardAt_) return;
    heardAt_ = clock;
    if (!isReadable) return switchOff(kFault);
    if (!answer_.isThere) return switchOff(kStart);
    const int64_t* const numbers = answer_.numbers;
    if (!answer_.isWhole() || numbers[OutputAnswer::kValue] > maxValue_) return switchOff(kFault);
    open();
    hear(sentAt, clock);
    // What was set here holds until somebody orders anew, within the limit.
    if (reason_ == kLocal && numbers[OutputAnswer::kVersion] == version_) {
      if (value_ > 0) switchTo(value_, kLocal, endsAt_, clock);
      return;
    }
    version_ = numbers[OutputAnswer::kVersion];
    const int64_t until = sentAt + atMost(numbers[OutputAnswer::kForMs], kMaxLeaseMs);
    switchTo(static_cast<uint8_t>(numbers[OutputAnswer::kValue]), kOrder, until, clock);
  }

  // Finds what was kept. False where the storage cannot be read; it may be called again then.
  bool open() {
    if (isOpen_) return true;
    switch (page().read(usage_)) {
      case UsagePage::kUnreadable:
        return false;
      case UsagePage::kDamaged:
        platform_->report("what an output had used of its day is damaged: it stays off until tomorrow (UTC)");
        usage_ = Usage::all();
        isDamaged_ = true;
        break;
      default:
        break;
    }
    isOpen_ = true;
    return true;
  }

  // On a new day, what it was on since the last answer counts: that came on the day before.
  void hear(int64_t sentAt, int64_t clock) {
    const int64_t day = answer_.numbers[OutputAnswer::kDay];
    if (day > usage_.day) {
      usage_.day = day;
      usage_.usedMs = usage_.sinceMs;
    }
    usage_.sinceMs = atMost(usage_.sinceMs, clock - sentAt);
    usage_.maxOnMs = answer_.numbers[OutputAnswer::kMaxOnMs];
    // Otherwise a board that restarts each day would never get over it.
    if (isDamaged_ && page().write(usage_)) isDamaged_ = false;
  }

  void switchTo(uint8_t value, Reason reason, int64_t until, int64_t clock) {
    if (value == 0) return switchOff(reason);
    if (clock >= until) return switchOff(kLease);
    if (!open()) return switchOff(kFault);
    const int64_t leftMs = usage_.maxOnMs - usage_.usedMs;
    if (leftMs <= 0) return switchOff(kLimit);
    const int64_t forMs = atMost(until - clock, leftMs);
    // As if it stayed on until the end: a loss of power may come at any time.
    Usage reserved = usage_;
    reserved.usedMs += forMs;
    reserved.sinceMs += forMs;
    if (!page().write(reserved)) return switchOff(kFault);
    stopAlarm();
    hasRung_ = false;
    value_ = value;
    reason_ = reason;
    endsAt_ = clock + forMs;
    endsBy_ = endsAt_ == until ? kLease : kLimit;
    countedAt_ = clock;
    // Writing takes time.
    changedAt_ = platform_->uptimeMs();
    const int64_t restMs = endsAt_ - changedAt_;
    if (restMs <= 0) return advance();
    if (alarm() != nullptr && !alarm()->start(static_cast<uint32_t>(restMs), ring, this)) return switchOff(kFault);
    drive(value);
    // The timer may have been faster.
    if (hasRung_) drive(0);
  }

  void switchOff(Reason reason) {
    // Why it went off says more than that the order is over.
    if (value_ == 0 && (reason_ == kLimit || reason_ == kLocal) && reason == kLease) return;
    const bool wasOn = value_ > 0;
    changedAt_ = platform_->uptimeMs();
    if (wasOn) {
      stopAlarm();
      drive(0);
    }
    value_ = 0;
    hasRung_ = false;
    reason_ = reason;
    // Otherwise the time until its end would count, which is safe, too.
    if (wasOn) page().write(usage_);
  }

  void stopAlarm() {
    if (alarm() != nullptr) alarm()->stop();
  }

  // In the board's timer.
  static void ring(void* output) {
    Output* const self = static_cast<Output*>(output);
    self->rangAt_ = self->platform_->ticksMs();
    self->hasRung_ = true;
    self->drive(0);
  }

  static int64_t atMost(int64_t value, int64_t limit) { return value < limit ? value : limit; }

  const char* name_;
  uint8_t maxValue_;
  Platform* platform_ = nullptr;
  Storage* storage_ = nullptr;
  uint8_t value_ = 0;
  Reason reason_ = kStart;
  int64_t version_ = 0;
  // The uptime at which value or reason changed.
  int64_t changedAt_ = 0;
  // Uptimes: when it goes off, and until when its time is counted. They have no meaning while it is off.
  int64_t endsAt_ = 0;
  int64_t countedAt_ = 0;
  Reason endsBy_ = kLease;
  // When it last heard an answer that counted.
  int64_t heardAt_ = INT64_MIN;
  // The timer has switched it off, at these ticks, and nothing else knows of it yet.
  std::atomic<bool> hasRung_{false};
  uint32_t rangAt_ = 0;
  Usage usage_;
  bool isOpen_ = false;
  bool isDamaged_ = false;
  uint32_t changes_ = 0;
  // Of the answer that is being read.
  OutputAnswer answer_;
};

}  // namespace greenhouse
