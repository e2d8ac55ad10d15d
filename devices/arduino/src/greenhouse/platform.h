// What the client needs of a board. Greenhouse.h has it for the ESP32, the ESP8266 and boards with an Arduino Client.

#pragma once

#include <stddef.h>
#include <stdint.h>

namespace greenhouse {

class Platform {
 public:
  virtual ~Platform() {}

  // Milliseconds that never jump; they may go round.
  virtual uint32_t uptimeMs() = 0;
  // Unix milliseconds by the board's clock; 0 while it has not been set.
  virtual int64_t unixMs() = 0;
  virtual uint32_t random() = 0;
  // Tells a person.
  virtual void report(const char* line) = 0;

  // Opens a connection; with `isSecure` only to a host whose certificate proves its name.
  virtual bool connect(const char* host, uint16_t port, bool isSecure) = 0;
  virtual bool send(const char* data, size_t length) = 0;
  // The next byte; -1 when none is there at the moment, -2 when the connection has ended. Lets the board do its chores.
  virtual int receive() = 0;
  virtual void disconnect() = 0;
  // How long an answer may take.
  virtual uint32_t answerTimeoutMs() { return 15000; }
};

}  // namespace greenhouse
