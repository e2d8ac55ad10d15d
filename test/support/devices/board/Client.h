// The Arduino cores' interface of network clients.

#pragma once

#include <stddef.h>
#include <stdint.h>

class Client {
 public:
  virtual ~Client() {}
  virtual int connect(const char* host, uint16_t port) = 0;
  virtual size_t write(const uint8_t* data, size_t length) = 0;
  virtual int available() = 0;
  virtual int read() = 0;
  virtual void stop() = 0;
  virtual uint8_t connected() = 0;
};
