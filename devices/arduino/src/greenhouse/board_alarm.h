// The timer of an ESP32 or ESP8266, which switches an output off even while the program is blocked. Other boards
// have no timer: the loop switches the output off.

#pragma once

#include <stdint.h>

#include "output.h"

#if defined(ESP32)
#include <esp_timer.h>
#include <mutex>
#elif defined(ESP8266)
#include <Ticker.h>
#endif

namespace greenhouse {

#if defined(ESP32)

// Rings in a separate task with a higher priority than the loop's task.
class BoardAlarm : public Alarm {
 public:
  Alarm* get() { return this; }

  bool start(uint32_t ms, Ring ring, void* context) override {
    std::lock_guard<std::mutex> lock(mutex_);
    if (timer_ == nullptr) {
      esp_timer_create_args_t settings = {};
      settings.callback = ringOnce;
      settings.arg = this;
      settings.name = "output";
      if (esp_timer_create(&settings, &timer_) != ESP_OK) return false;
    }
    ring_ = ring;
    context_ = context;
    isSet_ = esp_timer_start_once(timer_, static_cast<uint64_t>(ms) * 1000) == ESP_OK;
    return isSet_;
  }

  void stop() override {
    // The lock waits until a ring that has begun is over.
    std::lock_guard<std::mutex> lock(mutex_);
    if (isSet_) esp_timer_stop(timer_);
    isSet_ = false;
  }

 private:
  static void ringOnce(void* alarm) {
    BoardAlarm* const self = static_cast<BoardAlarm*>(alarm);
    std::lock_guard<std::mutex> lock(self->mutex_);
    if (self->isSet_) self->ring_(self->context_);
    self->isSet_ = false;
  }

  std::mutex mutex_;
  esp_timer_handle_t timer_ = nullptr;
  bool isSet_ = false;
  Ring ring_ = nullptr;
  void* context_ = nullptr;
};

#elif defined(ESP8266)

// Rings only while the program waits or yields. Network calls do.
class BoardAlarm : public Alarm {
 public:
  Alarm* get() { return this; }

  bool start(uint32_t ms, Ring ring, void* context) override {
    ticker_.once_ms(ms, ring, context);
    return true;
  }

  void stop() override { ticker_.detach(); }

 private:
  Ticker ticker_;
};

#else

struct BoardAlarm {
  Alarm* get() { return nullptr; }
};

#endif

}  // namespace greenhouse
