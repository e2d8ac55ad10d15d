// The ESP32's timers, which use the board's time. Each start waits in its own thread.

#pragma once

#include <atomic>
#include <stdint.h>
#include <thread>

#include "board-time.h"
#include "esp_task_wdt.h"

struct esp_timer_create_args_t {
  void (*callback)(void*);
  void* arg;
  int dispatch_method;
  const char* name;
  bool skip_unhandled_events;
};

struct EspTimer {
  esp_timer_create_args_t settings;
  // The number of the current start; 0: the timer is stopped.
  std::atomic<uint32_t> current;
  uint32_t starts;
};
typedef EspTimer* esp_timer_handle_t;

inline esp_err_t esp_timer_create(const esp_timer_create_args_t* settings, esp_timer_handle_t* timer) {
  *timer = new EspTimer{*settings, {0}, 0};
  return ESP_OK;
}

inline esp_err_t esp_timer_start_once(esp_timer_handle_t timer, uint64_t us) {
  if (timer->current != 0) return -1;
  const uint32_t number = ++timer->starts;
  timer->current = number;
  const int64_t endsAt = boardMs() + static_cast<int64_t>(us / 1000);
  std::thread([=] {
    while (timer->current == number && boardMs() < endsAt) usleep(1000);
    uint32_t expected = number;
    if (timer->current.compare_exchange_strong(expected, 0)) timer->settings.callback(timer->settings.arg);
  }).detach();
  return ESP_OK;
}

inline esp_err_t esp_timer_stop(esp_timer_handle_t timer) {
  return timer->current.exchange(0) == 0 ? -1 : ESP_OK;
}
