// The ESP32 and the ESP8266: Wi-Fi, TLS that verifies Google's certificates, and the time from the network.

#pragma once

#if defined(ESP32)
#include <WiFi.h>
#else
#include <ESP8266WiFi.h>
#endif
#include <WiFiClientSecure.h>
#include <sys/time.h>

#include "roots.h"

namespace greenhouse {

#if defined(ESP32)
// In the memory that stays powered during deep sleep.
static RTC_DATA_ATTR Platform::Kept keptInSleep;
#endif

class WifiBoard : public ClientBoard {
 public:
  WifiBoard() : ClientBoard(plain_, false) {
#if defined(ESP32)
    secure_.setCACert(kRoots);
    secure_.setHandshakeTimeout(15);
#else
    secure_.setTrustAnchors(&roots_);
#endif
  }

  // Call it in setup(). It does not wait for the network. The first attempts to connect do.
  void begin(const char* ssid, const char* password) {
    begunAtMs_ = millis();
    WiFi.mode(WIFI_STA);
    WiFi.begin(ssid, password);
    configTime(0, 0, "pool.ntp.org", "time.google.com");
  }

  int64_t clockMs() override {
    struct timeval now;
    gettimeofday(&now, nullptr);
    // A board's clock starts in 1970, until NTP has answered.
    if (now.tv_sec < 1600000000) return 0;
    return static_cast<int64_t>(now.tv_sec) * 1000 + now.tv_usec / 1000;
  }

#if defined(ESP32)
  // The system clock runs during deep sleep, whether it was set or not.
  Kept* kept() override { return &keptInSleep; }

  int64_t sleepClockMs() override {
    struct timeval now;
    gettimeofday(&now, nullptr);
    return static_cast<int64_t>(now.tv_sec) * 1000 + now.tv_usec / 1000;
  }
#endif

  uint32_t random() override {
#if defined(ESP32)
    return esp_random();
#else
    return ESP.random();
#endif
  }

  int rssi() override { return WiFi.RSSI(); }

  bool connect(const char* host, uint16_t port, bool isSecure) override {
    // Waits here, because otherwise each start would count as an outage and write a reading to the flash.
    while (WiFi.status() != WL_CONNECTED && millis() - begunAtMs_ < kJoinMs) delay(50);
    if (WiFi.status() != WL_CONNECTED) return false;
    client_ = isSecure ? static_cast<Client*>(&secure_) : &plain_;
    return client_->connect(host, port) == 1;
  }

 private:
  // Joining the network usually takes less.
  static const uint32_t kJoinMs = 10000;

#if defined(ESP8266)
  BearSSL::X509List roots_{kRoots};
#endif
  uint32_t begunAtMs_ = 0;
  WiFiClient plain_;
  WiFiClientSecure secure_;
};

}  // namespace greenhouse
