// A network that is always connected, with a signal of BOARD_RSSI, and sockets with the ESP32's interface.

#pragma once

#include <arpa/inet.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <stdlib.h>

#include "Client.h"
#include "board-time.h"

enum { WIFI_STA, WL_CONNECTED };

struct WifiStation {
  void mode(int) {}
  void begin(const char*, const char*) {}
  int status() { return WL_CONNECTED; }
  int RSSI() { return getenv("BOARD_RSSI") == nullptr ? 0 : atoi(getenv("BOARD_RSSI")); }
};

static WifiStation WiFi;

// Bytes read of all answers.
static uint64_t bytesRead = 0;

class WiFiClient : public Client {
 public:
  // Blocks while this file exists.
  int connect(const char* host, uint16_t port) override {
    const char* const stuck = getenv("STUCK_FILE");
    while (stuck != nullptr && access(stuck, F_OK) == 0) boardSleep(10);
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    if (inet_pton(AF_INET, host, &address.sin_addr) != 1) return 0;
    socket_ = socket(AF_INET, SOCK_STREAM, 0);
    return ::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
  }
  size_t write(const uint8_t* data, size_t length) override {
    const ssize_t sent = send(socket_, data, length, MSG_NOSIGNAL);
    return sent < 0 ? 0 : static_cast<size_t>(sent);
  }
  int available() override {
    int count = 0;
    ioctl(socket_, FIONREAD, &count);
    return count;
  }
  int read() override {
    uint8_t byte;
    if (recv(socket_, &byte, 1, 0) != 1) return -1;
    bytesRead++;
    return byte;
  }
  void stop() override {
    if (socket_ >= 0) close(socket_);
    socket_ = -1;
  }
  uint8_t connected() override {
    char byte;
    return recv(socket_, &byte, 1, MSG_PEEK | MSG_DONTWAIT) != 0;
  }

 private:
  int socket_ = -1;
};
