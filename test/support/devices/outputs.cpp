// Drives the outputs of devices/arduino by lines on standard input. The test controls the board's time, flash and power.
// Words are separated by tabs. Each line is answered with the state, as JSON:
//
//     board <names, with =100 behind a level> <timer: yes or no> <millis() at the start>
//     restart            wait <ms>             block <ms>: the program is blocked meanwhile
//     late <ms>: the program and the timer are blocked
//     press <name> <value> <ms>              fallBack <name> <value, or failed> <keeps: yes or no>
//     fallBackAt <name> <reading>: on below 4, off from 6
//     hear <sent, ms since the start> <keeps: yes or no> <body>
//     damage <cut, flip or unreadable>         slow <ms>: the time to write
//     cut <number>: in the next line the power fails in that step of the flash's work
//
// Times begin at 0 with each start.

#include <algorithm>
#include <map>
#include <math.h>
#include <memory>
#include <stdio.h>
#include <stdlib.h>
#include <string>
#include <vector>

#include "fake-flash.h"
#include "greenhouse/outputs.h"
#include "greenhouse/answer_body.h"

namespace {

struct PowerLoss {};

struct FakeAlarm : greenhouse::Alarm {
  int64_t endsAt = 0;
  Ring ring = nullptr;
  void* context = nullptr;

  bool start(uint32_t ms, Ring ringing, void* argument) override;
  void stop() override { ring = nullptr; }
};

struct FakeOutput;

// The state that survives the board's restarts, and the time.
struct World {
  FlashPages pages;
  bool isFull = false, isUnreadable = false, isLate = false;
  int64_t slowMs = 0;
  int steps = -1;
  // Times since the start.
  int64_t now = 0;
  // Events since the last line.
  std::vector<std::string> events;
  std::vector<FakeOutput*> outputs;
  // By name: the real time that the pin was on since the last query.
  std::map<std::string, int64_t> onMs;

  void step() {
    if (steps > 0 && --steps == 0) throw PowerLoss();
  }
  void pass(int64_t ms);
} world;

bool FakeAlarm::start(uint32_t ms, Ring ringing, void* argument) {
  endsAt = world.now + ms;
  ring = ringing;
  context = argument;
  return true;
}

struct FakeOutput : greenhouse::Output {
  std::string text;
  bool hasTimer;
  FakeAlarm timer;
  // Before the board has switched it off, a pin may be on.
  uint8_t pin = 255;

  FakeOutput(const std::string& name, uint8_t highest, bool hasTimer)
      : Output((new std::string(name))->c_str(), highest), text(name), hasTimer(hasTimer) {}
  void begin() override { drive(0); }
  void drive(uint8_t value) override {
    if (value != pin) world.events.push_back(text + " is " + std::to_string(value));
    pin = value;
  }
  greenhouse::Alarm* alarm() override { return hasTimer ? &timer : nullptr; }
  bool isDue(int64_t at) const { return !world.isLate && timer.ring != nullptr && timer.endsAt <= at; }
};

void World::pass(int64_t ms) {
  for (const int64_t end = now + ms; now < end;) {
    int64_t next = end;
    for (FakeOutput* output : outputs) {
      if (output->isDue(next)) next = output->timer.endsAt;
    }
    if (next < now) next = now;
    for (FakeOutput* output : outputs) onMs[output->text] += output->pin > 0 ? next - now : 0;
    now = next;
    for (FakeOutput* output : outputs) {
      FakeAlarm& timer = output->timer;
      if (!output->isDue(now)) continue;
      const FakeAlarm::Ring ring = timer.ring;
      timer.ring = nullptr;
      ring(timer.context);
    }
  }
}

struct Flash : FakeFlash {
  Flash() : FakeFlash(world.pages) {}

  bool list(uint32_t from, Listing& listing) override {
    return !world.isUnreadable && FakeFlash::list(from, listing);
  }
  bool append(uint32_t page, const void* data, size_t length) override {
    world.step();
    world.pass(world.slowMs);
    std::string& bytes = world.pages[page];
    if (world.isFull) return false;
    // Incomplete in a way that LittleFS itself would not leave.
    for (size_t i = 0; i < length; i += 10) {
      bytes.append(static_cast<const char*>(data) + i, length - i < 10 ? length - i : 10);
      world.step();
    }
    return true;
  }
  bool move(uint32_t from, uint32_t to) override {
    world.step();
    if (world.isFull) return false;
    world.pages[to] = world.pages[from];
    world.pages.erase(from);
    world.events.push_back("kept");
    world.step();
    return true;
  }
  bool remove(uint32_t page) override {
    world.step();
    return world.pages.erase(page) > 0;
  }
};

struct Board : greenhouse::Platform {
  uint32_t ticksFrom;

  explicit Board(uint32_t ticksFrom) : ticksFrom(ticksFrom) {}
  uint32_t ticksMs() override { return ticksFrom + static_cast<uint32_t>(world.now); }
  int64_t clockMs() override { return 0; }
  uint32_t random() override { return 0; }
  void report(const char* line) override { world.events.push_back(std::string("says ") + line); }
  bool connect(const char*, uint16_t, bool) override { return false; }
  bool send(const char*, size_t) override { return false; }
  int receive() override { return -2; }
  void disconnect() override {}
};

struct Device {
  std::string names;
  bool hasTimer;
  Board board;
  Flash flash;
  greenhouse::Outputs outputs;
  std::vector<std::unique_ptr<FakeOutput>> all;

  Device(const std::string& names, bool hasTimer, uint32_t ticksFrom)
      : names(names), hasTimer(hasTimer), board(ticksFrom), outputs(board, &flash) {
    world.now = 0;
    for (size_t at = 0; at < names.size();) {
      size_t end = names.find(',', at);
      if (end == std::string::npos) end = names.size();
      const std::string word = names.substr(at, end - at);
      const size_t equals = word.find('=');
      const int maxValue = equals == std::string::npos ? 1 : atoi(word.c_str() + equals + 1);
      all.emplace_back(new FakeOutput(word.substr(0, equals), static_cast<uint8_t>(maxValue), hasTimer));
      outputs.add(*all.back());
      at = end + 1;
    }
    world.outputs.clear();
    for (const auto& output : all) world.outputs.push_back(output.get());
  }

  void hear(int64_t sentAtMs, const std::string& body) {
    greenhouse::AnswerBody<greenhouse::OutputReader> answer;
    answer.readTo(outputs.reader());
    for (const char character : body) answer.add(character);
    // The uptime may have started above 0.
    outputs.take(answer, answer.isWhole(), board.uptimeMs() - world.now + sentAtMs);
  }
};

void damage(const std::string& how) {
  if (how == "unreadable") world.isUnreadable = !world.isUnreadable;
  for (auto& page : world.pages) {
    if (how == "cut") page.second.resize(page.second.size() / 2);
    if (how == "flip") page.second[9] = static_cast<char>(page.second[9] ^ 1);
  }
}

std::string quoted(const std::string& text) {
  greenhouse::Text<2000> line;
  line.add('"').addEscaped(text.c_str()).add('"');
  return line.get();
}

std::string listOf(const std::vector<std::string>& texts) {
  std::string list;
  for (const std::string& text : texts) list += (list.empty() ? "" : ",") + quoted(text);
  return "[" + list + "]";
}

void printState(const Device& device) {
  std::string pins, on;
  for (const auto& output : device.all) {
    const char* const comma = pins.empty() ? "" : ",";
    pins += comma + quoted(output->text) + ":" + std::to_string(output->pin);
    on += comma + quoted(output->text) + ":" + std::to_string(world.onMs[output->text]);
  }
  // The outputs of a request at this moment.
  greenhouse::Outputs teller = device.outputs;
  greenhouse::Text<2000> told;
  teller.sending();
  teller.write(told);
  printf("{\"states\":%s,\"pins\":{%s},\"onMs\":{%s},\"log\":%s}\n", told.get() + strlen(",\"outputs\":"),
         pins.c_str(), on.c_str(), listOf(world.events).c_str());
  world.events.clear();
}

}  // namespace

int main() {
  std::unique_ptr<Device> device;
  // The old board ends first, because the next board uses its flash.
  const auto restart = [&device] {
    const std::string names = device->names;
    const bool hasTimer = device->hasTimer;
    const uint32_t ticksFrom = device->board.ticksFrom;
    world.outputs.clear();
    device.reset();
    device.reset(new Device(names, hasTimer, ticksFrom));
  };
  const int kWords = 4;
  for (char line[16384]; fgets(line, sizeof line, stdin) != nullptr; fflush(stdout)) {
    std::string words[kWords];
    line[strcspn(line, "\n")] = 0;
    char* rest = line;
    for (std::string* word = words; rest != nullptr && word < words + kWords; word++) *word = strsep(&rest, "\t");
    const auto number = [&words](int at) { return atoll(words[at].c_str()); };
    try {
      if (words[0] == "board") {
        world = World();
        device.reset(new Device(words[1], words[2] == "yes", static_cast<uint32_t>(number(3))));
      } else if (words[0] == "restart") {
        restart();
      } else if (words[0] == "wait") {
        const int64_t end = world.now + number(1);
        // Without a timer the program switches off in time.
        while (!device->hasTimer && world.now < end) {
          device->outputs.advance();
          world.pass(std::min(device->outputs.overInMs(), end - world.now));
        }
        world.pass(end - world.now);
        device->outputs.advance();
      } else if (words[0] == "block" || words[0] == "late") {
        world.isLate = words[0] == "late";
        world.pass(number(1));
        world.isLate = false;
      } else if (words[0] == "press") {
        for (const auto& output : device->all) {
          if (output->text == words[1]) output->setLocally(static_cast<uint8_t>(number(2)), static_cast<uint32_t>(number(3)));
        }
      } else if (words[0] == "fallBack" || words[0] == "fallBackAt") {
        world.isFull = words[3] == "no";
        for (const auto& output : device->all) {
          if (output->text != words[1]) continue;
          if (words[0] == "fallBackAt") output->fallBackAt(static_cast<float>(atof(words[2].c_str())), 4, 6);
          else if (words[2] == "failed") output->fallBackAt(NAN, 4, 6);
          else output->fallBack(static_cast<int>(number(2)));
        }
        world.isFull = false;
      } else if (words[0] == "hear") {
        world.isFull = words[2] == "no";
        device->hear(number(1), words[3]);
        world.isFull = false;
      } else if (words[0] == "damage") {
        damage(words[1]);
      } else if (words[0] == "slow") {
        world.slowMs = number(1);
      }
      if (words[0] == "cut") world.steps = static_cast<int>(number(1));
      else world.steps = -1;
    } catch (PowerLoss) {
      world.steps = -1;
      world.events.push_back("power lost");
      restart();
    }
    printState(*device);
  }
}
