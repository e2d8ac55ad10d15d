// Outputs of a board: valves, pumps, vents. Include it after Greenhouse.h or instead of it. A sketch without outputs
// does not grow.

#pragma once

#include "Greenhouse.h"
#include "greenhouse/board_alarm.h"
#include "greenhouse/outputs.h"

namespace greenhouse {

// An output that the board's timer switches off, if the board has a timer. For an output that is not a single pin,
// derive from this class and write `begin` and `drive`.
class BoardOutput : public Output {
 public:
  using Output::Output;

 protected:
  Alarm* alarm() override { return alarm_.get(); }

 private:
  BoardAlarm alarm_;
};

// A pin that is HIGH while the output is on. With the wiring of README.md it is off on a board without power or
// program.
class PinOutput : public BoardOutput {
 public:
  PinOutput(const char* name, uint8_t pin) : BoardOutput(name, 1), pin_(pin) {}

 protected:
  void begin() override {
    // LOW before the pin becomes an output: otherwise the output might be on for a moment.
    digitalWrite(pin_, LOW);
    pinMode(pin_, OUTPUT);
  }

  void drive(uint8_t value) override { digitalWrite(pin_, value > 0 ? HIGH : LOW); }

 private:
  uint8_t pin_;
};

}  // namespace greenhouse
