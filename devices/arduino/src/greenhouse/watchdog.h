// Restarts a board whose loop hangs: a sensor that never answers, a library that waits without end.

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

// Call `begin` at the end of setup() and `feed` in each loop(). On other boards than the ESP32 and the ESP8266 it does
// nothing: use what theirs have.
class Watchdog {
 public:
  // `seconds`: how long a loop may take. A poll() takes up to a minute where everything is slow.
  void begin(uint32_t seconds) {
#if defined(ESP32)
#if ESP_IDF_VERSION_MAJOR >= 5
    esp_task_wdt_config_t config = {};
    config.timeout_ms = seconds * 1000;
    config.trigger_panic = true;
    // The core has started it as a rule, with a timeout that is shorter.
    if (esp_task_wdt_reconfigure(&config) != ESP_OK) esp_task_wdt_init(&config);
#else
    esp_task_wdt_init(seconds, true);
#endif
    esp_task_wdt_add(nullptr);
#elif defined(ESP8266)
    // The chip's own watchdogs end only loops that never yield, after some seconds; this one ends the others.
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
    fedAt_ = millis();
#endif
  }

#if defined(ESP8266)
 private:
  static void restartIfStuck(Watchdog* watchdog) {
    // Read before the time: it must not be the later one.
    const uint32_t fedAt = watchdog->fedAt_;
    if (millis() - fedAt >= watchdog->timeoutMs_) ESP.restart();
  }

  Ticker ticker_;
  uint32_t timeoutMs_ = 0;
  volatile uint32_t fedAt_ = 0;
#endif
};

}  // namespace greenhouse
