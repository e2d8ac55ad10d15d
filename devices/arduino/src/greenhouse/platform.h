// What the client needs of a board. Greenhouse.h has it for the ESP32, the ESP8266 and boards with an Arduino Client.

#pragma once

#include <stddef.h>
#include <stdint.h>

#include "clock.h"

namespace greenhouse {

class Platform {
 public:
  virtual ~Platform() {}

  // Milliseconds that never jump and never go round.
  int64_t uptimeMs() { return clock_.uptimeMs(ticksMs()); }
  // Unix milliseconds, from the board's own clock or from the backend's answers; 0 while they are not known.
  int64_t unixMs() { return clock_.unixMs(uptimeMs(), clockMs()); }
  // What an answer's `Date` says, as Clock::learn.
  void learnTime(int64_t dateMs, int64_t sentAt, int64_t datedAt) {
    clock_.learn(dateMs, sentAt, datedAt);
  }

  // Milliseconds that never jump; they may go round, as `millis()` does after 49 days.
  virtual uint32_t ticksMs() = 0;
  // Unix milliseconds by the board's own clock; 0 where it has none or while it has not been set.
  virtual int64_t clockMs() { return 0; }
  virtual uint32_t random() = 0;
  // Prints a line for a person.
  virtual void report(const char* line) = 0;

  // Opens a connection; with `isSecure` only to a host whose certificate proves its name.
  virtual bool connect(const char* host, uint16_t port, bool isSecure) = 0;
  virtual bool send(const char* data, size_t length) = 0;
  // The next byte; -1 when none is there at the moment, -2 when the connection has ended. Gives the board time for its other work.
  virtual int receive() = 0;
  virtual void disconnect() = 0;
  // How long an answer may take in all.
  virtual uint32_t answerTimeoutMs() { return 15000; }

 private:
  Clock clock_;
};

}  // namespace greenhouse
