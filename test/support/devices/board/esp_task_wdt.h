// The ESP32's watchdog, which uses the board's time.

#pragma once

#include <atomic>
#include <stdint.h>
#include <thread>

#include "board-time.h"
#include "esp_idf_version.h"

typedef int esp_err_t;
enum { ESP_OK = 0 };

static std::atomic<int64_t> watchdogTimeoutMs(5000);
static std::atomic<int64_t> watchdogFedAt(0);

inline esp_err_t setWatchdog(int64_t timeoutMs, bool endsBoard) {
  watchdogTimeoutMs = endsBoard ? timeoutMs : INT64_MAX;
  return ESP_OK;
}

#if ESP_IDF_VERSION_MAJOR >= 5
struct esp_task_wdt_config_t {
  uint32_t timeout_ms;
  uint32_t idle_core_mask;
  bool trigger_panic;
};
inline esp_err_t esp_task_wdt_init(const esp_task_wdt_config_t*) { return -1; }
inline esp_err_t esp_task_wdt_reconfigure(const esp_task_wdt_config_t* config) {
  return setWatchdog(config->timeout_ms, config->trigger_panic);
}
#else
inline esp_err_t esp_task_wdt_init(uint32_t seconds, bool panics) {
  return setWatchdog(static_cast<int64_t>(seconds) * 1000, panics);
}
#endif

inline esp_err_t esp_task_wdt_reset() {
  watchdogFedAt = boardMs();
  return ESP_OK;
}

// Watches the calling task from now on.
inline esp_err_t esp_task_wdt_add(void*) {
  esp_task_wdt_reset();
  std::thread([] {
    for (;; usleep(1000)) {
      if (boardMs() - watchdogFedAt > watchdogTimeoutMs) endBoard();
    }
  }).detach();
  return ESP_OK;
}
