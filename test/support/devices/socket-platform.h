// A board on this machine: plain sockets, and a clock that a test can be wrong about and move on. For driver.cpp.

#pragma once

#include <arpa/inet.h>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <netdb.h>
#include <ostream>
#include <poll.h>
#include <random>
#include <string>
#include <sys/socket.h>
#include <unistd.h>

#include "greenhouse/platform.h"

class SocketPlatform : public greenhouse::Platform {
 public:
  greenhouse::Platform& get() { return *this; }
  void advance(int64_t ms) { advancedMs_ += ms; }
  void setClock(const std::string& errorMs) { clockErrorMs_ = std::stoll(errorMs); }
  void printMore(std::ostream&) {}

  uint32_t ticksMs() override {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return static_cast<uint32_t>(milliseconds(now) + advancedMs_);
  }
  int64_t clockMs() override {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return milliseconds(now) + clockErrorMs_ + advancedMs_;
  }
  uint32_t random() override { return random_(); }
  void report(const char* line) override { fprintf(stderr, "%s\n", line); }
  uint32_t answerTimeoutMs() override { return timeoutMs_; }

  bool connect(const char* host, uint16_t port, bool isSecure) override {
    if (isSecure) return false;
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    if (inet_pton(AF_INET, host, &address.sin_addr) != 1) return false;
    socket_ = socket(AF_INET, SOCK_STREAM, 0);
    return ::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
  }
  bool send(const char* data, size_t length) override {
    while (length > 0) {
      const ssize_t sent = ::send(socket_, data, length, MSG_NOSIGNAL);
      if (sent <= 0) return false;
      data += sent;
      length -= static_cast<size_t>(sent);
    }
    return true;
  }
  int receive() override {
    pollfd ready = {socket_, POLLIN, 0};
    if (poll(&ready, 1, 10) == 0) return -1;
    unsigned char byte;
    return recv(socket_, &byte, 1, 0) == 1 ? byte : -2;
  }
  void disconnect() override {
    if (socket_ >= 0) close(socket_);
    socket_ = -1;
  }

 private:
  template <class Duration>
  static int64_t milliseconds(Duration duration) {
    return std::chrono::duration_cast<std::chrono::milliseconds>(duration).count();
  }

  int64_t advancedMs_ = 0;
  int64_t clockErrorMs_ = 0;
  const uint32_t timeoutMs_ = static_cast<uint32_t>(atoll(getenv("TIMEOUT_MS")));
  int socket_ = -1;
  std::random_device random_;
};
