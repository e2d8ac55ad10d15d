// Restarts a board whose loop hangs, for example because a sensor never answers or a library waits forever.

#pragma once

#include <Arduino.h>
#include <stdint.h>

#if defined(ESP32)
#include <esp_idf_version.h>
#include <esp_task_wdt.h>
#elif defined(ESP8266)
#include <Ticker.h>
#endif

namespace greenhouse {

// Call `begin` at the end of setup() and `feed` in each loop(). It works on the ESP32 and the ESP8266 only. On other
// boards use their own watchdog.
class Watchdog {
 public:
  // `seconds`: how long a loop may take. A poll() takes up to a minute if everything is slow.
  void begin(uint32_t seconds) {
#if defined(ESP32)
#if ESP_IDF_VERSION_MAJOR >= 5
    esp_task_wdt_config_t config = {};
    config.timeout_ms = seconds * 1000;
    config.trigger_panic = true;
    // The core has usually started the watchdog already, with a shorter timeout.
    if (esp_task_wdt_reconfigure(&config) != ESP_OK) esp_task_wdt_init(&config);
#else
    esp_task_wdt_init(seconds, true);
#endif
    esp_task_wdt_add(nullptr);
#elif defined(ESP8266)
    // The chip's own watchdogs end only loops that never yield, after some seconds. This timer ends the other loops.
    timeoutMs_ = seconds * 1000;
    feed();
    ticker_.attach(1, restartIfStuck, this);
#else
    (void)seconds;
#endif
  }

  void feed() {
#if defined(ESP32)
    esp_task_wdt_reset();
#elif defined(ESP8266)
    fedAtMs_ = millis();
#endif
  }

#if defined(ESP8266)
 private:
  static void restartIfStuck(Watchdog* watchdog) {
    // Read before the time, so that it is never later.
    const uint32_t fedAtMs = watchdog->fedAtMs_;
    if (millis() - fedAtMs >= watchdog->timeoutMs_) ESP.restart();
  }

  Ticker ticker_;
  uint32_t timeoutMs_ = 0;
  volatile uint32_t fedAtMs_ = 0;
#endif
};

}  // namespace greenhouse
