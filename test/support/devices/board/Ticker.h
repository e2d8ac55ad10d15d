// The ESP8266's timer, which uses the board's time.

#pragma once

#include <atomic>
#include <memory>
#include <thread>

#include "board-time.h"

class Ticker {
 public:
  ~Ticker() { detach(); }

  template <class Function, class Argument>
  void attach(float seconds, Function function, Argument argument) {
    const uint32_t ms = static_cast<uint32_t>(seconds * 1000);
    run([=](const std::atomic<bool>& isStopped) {
      while (!isStopped) {
        boardSleep(ms);
        if (!isStopped) function(argument);
      }
    });
  }

  template <class Function, class Argument>
  void once_ms(uint32_t ms, Function function, Argument argument) {
    const int64_t endsAt = boardMs() + ms;
    run([=](const std::atomic<bool>& isStopped) {
      while (boardMs() < endsAt) usleep(1000);
      if (!isStopped) function(argument);
    });
  }

  void detach() {
    if (isStopped_) *isStopped_ = true;
  }

 private:
  template <class Run>
  void run(Run run) {
    detach();
    const auto isStopped = std::make_shared<std::atomic<bool>>(false);
    isStopped_ = isStopped;
    std::thread([=] { run(*isStopped); }).detach();
  }

  std::shared_ptr<std::atomic<bool>> isStopped_;
};
