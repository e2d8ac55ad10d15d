// Outputs of a board: valves, pumps, vents. Include it after or in the place of Greenhouse.h; a sketch without it is as
// small as before.

#pragma once

#include "Greenhouse.h"
#include "greenhouse/board_alarm.h"
#include "greenhouse/outputs.h"

namespace greenhouse {

// An output that ends by the board's timer, where this has one. Derive from it for what is no single pin: `begin` and
// `drive` are all there is to write.
class BoardOutput : public Output {
 public:
  using Output::Output;

 protected:
  Alarm* alarm() override { return alarm_.get(); }

 private:
  BoardAlarm alarm_;
};

// A pin that is HIGH while the output is on. The wiring is in README.md: a board without power or program is off.
class PinOutput : public BoardOutput {
 public:
  PinOutput(const char* name, uint8_t pin) : BoardOutput(name, 1), pin_(pin) {}

 protected:
  void begin() override {
    // Before it is an output: otherwise it might be on for a moment.
    digitalWrite(pin_, LOW);
    pinMode(pin_, OUTPUT);
  }

  void drive(uint8_t value) override { digitalWrite(pin_, value > 0 ? HIGH : LOW); }

 private:
  uint8_t pin_;
};

}  // namespace greenhouse
