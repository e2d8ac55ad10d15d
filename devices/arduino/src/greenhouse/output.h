// One output of the board: a valve, a pump, a vent. It is on only while an order holds by the board's own clock, or by its
// fallback, and not longer in a day than its limit. Its promises are in docs/outputs.md. It allocates no memory.

#pragma once

#include <atomic>
#include <stdint.h>
#include <string.h>

#include "platform.h"
#include "storage.h"
#include "usage.h"

namespace greenhouse {

// A timer of the board, which also rings while the program is blocked. Each output has its own alarm.
class Alarm {
 public:
  // Must be short and must not wait: it may run in another task.
  typedef void (*Ring)(void* context);

  virtual ~Alarm() {}
  // Rings once after `ms` milliseconds, at most an hour. The caller stops it before starting it again. Returns false if
  // the timer cannot start.
  virtual bool start(uint32_t ms, Ring ring, void* context) = 0;
  // After it has returned, the alarm does not ring.
  virtual void stop() = 0;
};

// The backend's answer for one output. Times are in milliseconds.
struct OutputAnswer {
  // Indices into `numbers`. An older backend does not send `kOffForMs`.
  enum Field { kValue, kVersion, kForMs, kMaxOnMs, kDay, kOffForMs, kFields };

  int64_t numbers[kFields];
  // `isThere`: the answer has this output. `read`: a bit for each number that could be read.
  bool isThere = false;
  uint8_t read = 0;

  bool isRead(Field field) const { return (read & 1 << field) != 0; }
  bool isWhole() const { return (read | 1 << kOffForMs) == (1 << kFields) - 1; }
};

// A derived class drives the pins. GreenhouseOutputs.h has classes for Arduino boards.
class Output {
 public:
  enum Reason { kOrder, kLease, kLimit, kLocal, kStart, kFault, kFallback };

  // `name`: a lower-case letter, then up to 14 lower-case letters, digits, _ and -. The text must outlive the output.
  // `maxValue`: 1 for a switch, 100 for a level.
  Output(const char* name, uint8_t maxValue) : name_(name), maxValue_(maxValue) {}
  virtual ~Output() {}

  const char* name() const { return name_; }
  // 0: off.
  uint8_t value() const { return hasRung_ ? 0 : value_; }
  // The version of the newest order; 0: no order since the start.
  int64_t version() const { return version_; }
  Reason reason() const { return reason_; }

  // Switches the output, for a button at the board. It lasts an hour at most, and stays within the day's limit. A new
  // order ends it. Before `Outputs::add` it has no effect.
  void setLocally(uint8_t value, uint32_t forMs) {
    if (platform_ == nullptr) return;
    advance();
    const Change change(*this);
    const int64_t clock = platform_->uptimeMs();
    pressedOffUntilMs_ = value > 0 ? clock : clock + kOffHoldsMs;
    if (value > 0) offUntilMs_ = clock;
    switchTo(value < maxValue_ ? value : maxValue_, kLocal, clock + atMost(forMs, kMaxLeaseMs), clock);
  }

  // Says what the board's own sensors ask for while no order holds: README.md has the rules. Call it after each reading,
  // once a minute. The output goes off five minutes after the last call. For example `heater.fallBack(temperature < 4)`:
  // NAN means off.
  void fallBack(int value) {
    if (platform_ == nullptr) return;
    advance();
    if (value_ > 0 && reason_ != kFallback) return;
    const Change change(*this);
    const int64_t clock = platform_->uptimeMs();
    if (value_ > 0 && value <= 0) switchOff(kLease);
    // Spares the relay, and the flash that keeps the time.
    if (clock < fallsBackAtMs_ || !open()) return;
    // Without a limit, the output is not defined, or the board has never heard of it.
    const bool isFree = clock >= offUntilMs_ && clock >= pressedOffUntilMs_;
    const bool isOn = value > 0 && isFree && usage_.maxOnMs > 0;
    if (isOn || !keepLimit()) fallsBackAtMs_ = clock + kFallbackPauseMs;
    if (isOn) switchTo(static_cast<uint8_t>(atMost(value, maxValue_)), kFallback, clock + kFallbackMs, clock);
  }
  // A reading is not a value: write for example `temperature < 4`.
  void fallBack(float) = delete;
  void fallBack(double) = delete;

  // The same with a hysteresis: a heater is on below `onAt`, and off again from `offAt`. If `onAt` is the higher one, the
  // output is on above it. A reading that is not finite (NAN) means off.
  void fallBackAt(float reading, float onAt, float offAt, int value = 1) {
    const float bound = value_ > 0 && reason_ == kFallback ? offAt : onAt;
    const bool isFinite = reading - reading == 0;
    fallBack(isFinite && (onAt < offAt ? reading < bound : reading > bound) ? value : 0);
  }

 protected:
  // Sets the pins; 0 means off. The board's timer also calls it with 0, in another task: then it must be short, and
  // must not wait or print.
  virtual void drive(uint8_t value) = 0;
  // Sets the pins to off, and then makes them outputs.
  virtual void begin() = 0;
  // Always returns the same alarm; null if the board has no timer. Then `Outputs` switches the output off when it is
  // called.
  virtual Alarm* alarm() { return nullptr; }

 private:
  friend class Outputs;
  friend class OutputReader;

  // The board ignores longer leases.
  static const int64_t kMaxLeaseMs = 3600000;
  // How long "off", ordered or set at the board, keeps a fallback off.
  static const int64_t kOffHoldsMs = 3600000;
  // How long a fallback stays on after the last call, and the shortest time between two times that it switches on.
  static const int64_t kFallbackMs = 300000;
  static const int64_t kFallbackPauseMs = 60000;

  // Counts a change of the reported state. A state that is the same at the end counts as unchanged.
  struct Change {
    explicit Change(Output& output)
        : output(output), value(output.value_), reason(output.reason_), version(output.version_),
          changedAtMs(output.changedAtMs_) {}
    ~Change() {
      const bool isSame = value == output.value_ && reason == output.reason_;
      if (isSame) output.changedAtMs_ = changedAtMs;
      if (!isSame || version != output.version_) output.changes_++;
    }
    Output& output;
    uint8_t value;
    Reason reason;
    int64_t version;
    int64_t changedAtMs;
  };

  void join(Platform& platform, Storage* storage) {
    platform_ = &platform;
    storage_ = storage;
    begin();
    changedAtMs_ = platform.uptimeMs();
    offUntilMs_ = changedAtMs_ + kOffHoldsMs;
  }

  UsagePage page() { return UsagePage(storage_, name_); }

  // Counts the time that the output was on, and switches it off when its time is over. Call it as often as possible.
  void advance() {
    if (value_ == 0) return;
    const Change change(*this);
    const bool hasRung = hasRung_;
    // The timer switched the output off this long ago.
    const uint32_t agoMs = hasRung ? platform_->ticksMs() - rangAtMs_ : 0;
    const int64_t clock = platform_->uptimeMs();
    const int64_t until = clock - agoMs;
    usage_.usedMs += until - countedAtMs_;
    usage_.sinceMs += until - countedAtMs_;
    countedAtMs_ = until;
    if (!hasRung && clock < endsAtMs_) return;
    switchOff(endsBy_);
    changedAtMs_ = until;
  }

  // Applies an answer. `isReadable`: whether the answer could be read. `sentAtMs`: the uptime at which its request was
  // sent.
  void take(bool isReadable, int64_t sentAtMs) {
    advance();
    const Change change(*this);
    const int64_t clock = platform_->uptimeMs();
    // A late answer: the request was sent before a newer answer arrived.
    if (sentAtMs < heardAtMs_) return;
    heardAtMs_ = clock;
    if (isReadable && !answer_.isThere) return forgetLimit();
    const int64_t* const numbers = answer_.numbers;
    if (!isReadable || !answer_.isWhole() || numbers[OutputAnswer::kValue] > maxValue_) {
      // It may have been an order to switch off.
      offUntilMs_ = clock + kOffHoldsMs;
      return switchOff(kFault);
    }
    open();
    hear(sentAtMs, clock);
    // A value set at the board holds until a new order, within the limit.
    if (reason_ == kLocal && numbers[OutputAnswer::kVersion] == version_) {
      if (value_ > 0) switchTo(value_, kLocal, endsAtMs_, clock);
      return;
    }
    const bool isNew = numbers[OutputAnswer::kVersion] != version_;
    const bool isOff = numbers[OutputAnswer::kValue] == 0 && numbers[OutputAnswer::kVersion] > 0;
    const bool saysHowLong = answer_.isRead(OutputAnswer::kOffForMs);
    if (!isOff) offUntilMs_ = clock;
    else if (saysHowLong) offUntilMs_ = sentAtMs + atMost(numbers[OutputAnswer::kOffForMs], kOffHoldsMs);
    // An older backend does not say who ordered it, and when. It may be a person, now.
    else if (isNew) offUntilMs_ = clock + kOffHoldsMs;
    if (isNew && numbers[OutputAnswer::kValue] > 0) pressedOffUntilMs_ = clock;
    version_ = numbers[OutputAnswer::kVersion];
    const int64_t until = sentAtMs + atMost(numbers[OutputAnswer::kForMs], kMaxLeaseMs);
    const bool holds = clock < (isOff ? offUntilMs_ : until);
    if (reason_ == kFallback && !holds) return switchTo(value_, kFallback, endsAtMs_, clock);
    switchTo(static_cast<uint8_t>(numbers[OutputAnswer::kValue]), kOrder, until, clock);
  }

  // The backend has not defined the output. Without a limit it stays off, also after a restart.
  void forgetLimit() {
    switchOff(kStart);
    if (!open()) return;
    usage_.maxOnMs = 0;
    keepLimit();
  }

  // The fallback needs the limit after a restart, even if the output was never on.
  bool keepLimit() { return keptMaxOnMs_ == usage_.maxOnMs || keep(usage_); }

  bool keep(const Usage& usage) {
    const bool isKept = page().write(usage);
    if (isKept) keptMaxOnMs_ = usage.maxOnMs;
    return isKept;
  }

  // Loads the kept usage. Returns false if the storage cannot be read. Then call it again later.
  bool open() {
    if (isOpen_) return true;
    switch (page().read(usage_)) {
      case UsagePage::kUnreadable:
        return false;
      case UsagePage::kDamaged:
        platform_->report("the record of an output's daily use is damaged: it stays off until tomorrow (UTC)");
        usage_ = Usage::all();
        isDamaged_ = true;
        break;
      default:
        break;
    }
    isOpen_ = true;
    keptMaxOnMs_ = usage_.maxOnMs;
    return true;
  }

  // Notes the day and its limit. On a new day only the time since the last answer counts, which came on the day before.
  void hear(int64_t sentAtMs, int64_t clock) {
    const int64_t day = answer_.numbers[OutputAnswer::kDay];
    if (day > usage_.day) {
      usage_.day = day;
      usage_.usedMs = usage_.sinceMs;
    }
    usage_.sinceMs = atMost(usage_.sinceMs, clock - sentAtMs);
    usage_.maxOnMs = answer_.numbers[OutputAnswer::kMaxOnMs];
    // Otherwise the output of a board that restarts each day would stay off forever.
    if (isDamaged_ && keep(usage_)) isDamaged_ = false;
  }

  void switchTo(uint8_t value, Reason reason, int64_t until, int64_t clock) {
    if (value == 0) return switchOff(reason);
    if (clock >= until) return switchOff(kLease);
    if (!open()) return switchOff(kFault);
    const int64_t leftMs = usage_.maxOnMs - usage_.usedMs;
    if (leftMs <= 0) return switchOff(kLimit);
    const int64_t forMs = atMost(until - clock, leftMs);
    // Stored before switching on, as if the output stayed on until the end: the power may fail at any time.
    Usage reserved = usage_;
    reserved.usedMs += forMs;
    reserved.sinceMs += forMs;
    if (!keep(reserved)) return switchOff(kFault);
    stopAlarm();
    hasRung_ = false;
    value_ = value;
    reason_ = reason;
    endsAtMs_ = clock + forMs;
    endsBy_ = endsAtMs_ == until ? kLease : kLimit;
    countedAtMs_ = clock;
    // Read again, because writing takes time.
    changedAtMs_ = platform_->uptimeMs();
    const int64_t restMs = endsAtMs_ - changedAtMs_;
    if (restMs <= 0) return advance();
    if (alarm() != nullptr && !alarm()->start(static_cast<uint32_t>(restMs), ring, this)) return switchOff(kFault);
    drive(value);
    // The timer may have rung before.
    if (hasRung_) drive(0);
  }

  void switchOff(Reason reason) {
    // The earlier reason says more than the end of the order.
    if (value_ == 0 && (reason_ == kLimit || reason_ == kLocal) && reason == kLease) return;
    const bool wasOn = value_ > 0;
    changedAtMs_ = platform_->uptimeMs();
    if (wasOn) {
      stopAlarm();
      drive(0);
    }
    value_ = 0;
    hasRung_ = false;
    reason_ = reason;
    // If this fails, the whole reserved time counts, which is also safe.
    if (wasOn) keep(usage_);
  }

  void stopAlarm() {
    if (alarm() != nullptr) alarm()->stop();
  }

  // Runs in the board's timer.
  static void ring(void* output) {
    Output* const self = static_cast<Output*>(output);
    self->rangAtMs_ = self->platform_->ticksMs();
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
  // Uptime of the last change of value or reason.
  int64_t changedAtMs_ = 0;
  // Uptimes: when the output goes off, and up to when its time is counted. Meaningless while it is off.
  int64_t endsAtMs_ = 0;
  int64_t countedAtMs_ = 0;
  Reason endsBy_ = kLease;
  // The fallback stays off until then. The orders before the start are unknown, and may be off.
  int64_t offUntilMs_ = 0;
  // The same for off at the board. No order to switch off shortens it.
  int64_t pressedOffUntilMs_ = INT64_MIN;
  // When the fallback may switch on again.
  int64_t fallsBackAtMs_ = INT64_MIN;
  // Uptime of the last answer that counted.
  int64_t heardAtMs_ = INT64_MIN;
  // The timer has switched the output off, at the ticks `rangAtMs_`. `advance` has not counted it yet.
  std::atomic<bool> hasRung_{false};
  uint32_t rangAtMs_ = 0;
  Usage usage_;
  int64_t keptMaxOnMs_ = 0;
  bool isOpen_ = false;
  bool isDamaged_ = false;
  uint32_t changes_ = 0;
  // Filled while an answer is read.
  OutputAnswer answer_;
};

}  // namespace greenhouse
