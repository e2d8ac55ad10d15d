// The client on Arduino boards. Use `WifiBoard` on the ESP32 and the ESP8266. Use `ClientBoard` on any other board that
// has an Arduino Client (Ethernet, WiFiNINA, a modem).

#pragma once

#include <Arduino.h>
#include <Client.h>

#include "greenhouse/sensor_client.h"
#include "greenhouse/watchdog.h"

namespace greenhouse {

// A board with any Arduino Client. The Client decides whether certificates are verified.
class ClientBoard : public Platform {
 public:
  // `isVerified`: the Client speaks TLS and verifies the server's certificate. Without it only http:// in the local
  // network is allowed.
  ClientBoard(Client& client, bool isVerified) : client_(&client), isVerified_(isVerified) {}

  uint32_t ticksMs() override { return millis(); }

  uint32_t random() override {
    return static_cast<uint32_t>(::random(0x10000)) << 16 | static_cast<uint32_t>(::random(0x10000));
  }

  void report(const char* line) override {
    Serial.print("greenhouse: ");
    Serial.println(line);
  }

  bool connect(const char* host, uint16_t port, bool isSecure) override {
    return isSecure == isVerified_ && client_->connect(host, port) == 1;
  }

  bool send(const char* data, size_t length) override {
    return client_->write(reinterpret_cast<const uint8_t*>(data), length) == length;
  }

  int receive() override {
    if (client_->available() > 0) {
      const int byte = client_->read();
      if (byte >= 0) return byte;
    } else if (!client_->connected()) {
      return -2;
    }
    delay(1);
    return -1;
  }

  void disconnect() override { client_->stop(); }

 protected:
  Client* client_;

 private:
  bool isVerified_;
};

}  // namespace greenhouse

#if defined(ESP32) || defined(ESP8266)
#include "greenhouse/little_fs_storage.h"
#include "greenhouse/wifi_board.h"
#endif
