// The ESP8266's timer, by the board's time.

#pragma once

#include <thread>

#include "board-time.h"

class Ticker {
 public:
  template <class Function, class Argument>
  void attach(float seconds, Function function, Argument argument) {
    const uint32_t ms = static_cast<uint32_t>(seconds * 1000);
    std::thread([=] {
      for (;;) {
        boardSleep(ms);
        function(argument);
      }
    }).detach();
  }
};
