// Tests the client of devices/arduino with a power cut at any instant of its work with storage and network, in one run
// for each seed: `power-loss <from> <to>`. It ends with an error at the first reading that is lost or stored twice.

#include <map>
#include <random>
#include <set>
#include <stdio.h>
#include <stdlib.h>
#include <string>
#include <time.h>
#include <vector>

#include "fake-flash.h"
#include "greenhouse/sensor_client.h"

namespace {

const int64_t kStart = 1700000000000;
const int kCapacity = 1000;

struct PowerLoss {};

void fail(const char* what, uint32_t seed, long number) {
  printf("seed %u: %s (%ld)\n", seed, what, number);
  exit(1);
}

// Chosen by the reading's number: a record of one, two or three slots.
const std::vector<std::vector<const char*>> kOthers = {
    {"humidity"}, {"sapFlow"}, {"soilMoisture", "co2", "ec", "ph", "ppfd", "pressure", "windSpeed"}};

greenhouse::Measurements measure(int number) {
  greenhouse::Measurements measurements;
  for (const char* const name : kOthers[static_cast<size_t>(number) % kOthers.size()]) {
    measurements.set(name, static_cast<float>(number));
  }
  measurements.set("temperature", static_cast<float>(number));
  return measurements;
}

std::string jsonOf(int number) {
  std::string json = "\"temperature\":" + std::to_string(number);
  for (const char* const name : kOthers[static_cast<size_t>(number) % kOthers.size()]) {
    json += ",\"" + std::string(name) + "\":" + std::to_string(number);
  }
  return json + "}";
}

// The state that survives the board's restarts.
struct World {
  std::mt19937 random;
  int64_t now = kStart;
  bool isOnline = true;
  bool losesAnswers = true;
  // Whether writes fail.
  bool isFull = false;
  // Steps until the power fails; negative: never.
  int steps = -1;
  FlashPages pages;
  // By the reading's number: all its stored timestamps.
  std::map<int, std::set<long long>> history;
  // Written readings, and rewritten pages.
  long appends = 0, moves = 0;

  explicit World(uint32_t seed) : random(seed) {}
  int upTo(int limit) { return static_cast<int>(random() % static_cast<uint32_t>(limit)); }
  // Cuts the power before or after the event of this instant.
  void step() {
    if (steps > 0 && --steps == 0) throw PowerLoss();
  }
};

struct Flash : FakeFlash {
  World& world;
  explicit Flash(World& world) : FakeFlash(world.pages), world(world) {}

  bool append(uint32_t page, const void* data, size_t length) override {
    world.step();
    if (world.isFull && world.upTo(2) == 0) return false;
    std::string& bytes = world.pages[page];
    const std::string added(static_cast<const char*>(data), length);
    // Incomplete in a way that LittleFS itself would not leave.
    const size_t torn = static_cast<size_t>(world.upTo(static_cast<int>(length)));
    if (world.steps == 1 || world.isFull) bytes += added.substr(0, torn);
    world.step();
    if (world.isFull) return false;
    bytes += added;
    if (page != 0) world.appends++;
    world.step();
    return true;
  }
  bool move(uint32_t from, uint32_t to) override {
    world.step();
    world.pages[to] = world.pages[from];
    world.pages.erase(from);
    world.moves++;
    world.step();
    return true;
  }
  bool remove(uint32_t page) override {
    world.step();
    world.pages.erase(page);
    world.step();
    return true;
  }
};

enum BoardClock { kNone, kRight, kWrong };

// A board whose clock is not set, is right, or is an hour ahead.
struct Board : greenhouse::Platform {
  World& world;
  int64_t bootedAt;
  BoardClock clock;
  std::string request, answer;
  size_t answered = 0;

  Board(World& world, BoardClock clock) : world(world), bootedAt(world.now), clock(clock) {}

  uint32_t ticksMs() override { return static_cast<uint32_t>(world.now - bootedAt); }
  int64_t clockMs() override { return clock == kNone ? 0 : clock == kRight ? world.now : world.now + 3600000; }
  uint32_t random() override { return static_cast<uint32_t>(world.random()); }
  void report(const char*) override {}
  bool connect(const char*, uint16_t, bool) override {
    world.step();
    request.clear();
    answer.clear();
    answered = 0;
    return world.isOnline;
  }
  bool send(const char* data, size_t length) override {
    request.append(data, length);
    return true;
  }
  int receive() override {
    if (answer.empty()) {
      world.now += 20;
      world.step();
      serve();
      world.step();
      // The answer is sometimes lost.
      if (world.losesAnswers && world.upTo(8) == 0) return -2;
    }
    return answered < answer.size() ? static_cast<unsigned char>(answer[answered++]) : -2;
  }
  void disconnect() override {}

  void serve() {
    char date[40];
    const time_t seconds = static_cast<time_t>(world.now / 1000);
    strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S GMT", gmtime(&seconds));
    const bool isPost = request.compare(0, 4, "POST") == 0;
    const int count = isPost ? store(request.substr(request.find("\r\n\r\n") + 4)) : 0;
    answer = std::string("HTTP/1.1 ") + (isPost ? "200 OK" : "405 No") + "\r\nDate: " + date + "\r\n\r\n" +
             "{\"success\":true,\"stored\":" + std::to_string(count) + ",\"refused\":[]}";
  }

  int store(const std::string& body) {
    int count = 0;
    const char* const beginning = "{\"timestamp\":";
    for (size_t at = body.find('['); (at = body.find(beginning, at)) != std::string::npos; at++, count++) {
      const long long timestamp = atoll(body.c_str() + at + 13);
      const size_t values = body.find("\"temperature\":", at);
      const int number = atoi(body.c_str() + values + 14);
      if (body.compare(values, jsonOf(number).size(), jsonOf(number)) != 0) fail("other values", 0, number);
      world.history[number].insert(timestamp);
    }
    return count;
  }
};

typedef greenhouse::SensorClient<8> Client;

std::set<int> numbersIn(World& world) {
  std::set<int> numbers;
  Flash flash(world);
  greenhouse::Pages pages(&flash, kCapacity);
  pages.open();
  greenhouse::Reading reading;
  for (greenhouse::Pages::Place at = pages.begin(); pages.next(at, reading);) {
    numbers.insert(static_cast<int>(reading.values.shorts[0]));
  }
  return numbers;
}

// Runs a board until its power fails, or, without a power cut, until nothing waits.
void live(World& world, uint32_t seed, BoardClock clock, int& taken, std::map<int, int64_t>& takenAtMs,
          std::set<int>& durable) {
  const int steps = world.steps;
  world.steps = -1;
  const long found = static_cast<long>(numbersIn(world).size());
  world.steps = steps;
  Board board(world, clock);
  Flash flash(world);
  Client client(board, "http://127.0.0.1/sensorData", "uid", "key", &flash, kCapacity);
  const int first = taken;
  // With a wrong clock and no space for the right dates, a sent reading comes back with a wrong time.
  const bool canBeFull = seed % 3 == 0 && clock != kWrong;
  try {
    for (int turn = 0; steps > 0 || turn < 40 || client.waiting() > 0; turn++) {
      if (turn > 3000) fail("never ends", seed, client.waiting());
      if (steps > 0 && world.upTo(40) == 0) world.isOnline = !world.isOnline;
      if (steps > 0 && canBeFull && world.upTo(30) == 0) world.isFull = !world.isFull;
      if (steps < 0) world.isOnline = true;
      if (steps < 0) world.isFull = false;
      if (steps > 0 || turn < 3) {
        takenAtMs[taken] = world.now;
        client.add(measure(taken++));
      }
      for (int polls = world.upTo(4); polls > 0; polls--) client.poll();
      world.now += world.upTo(4) == 0 ? 300000 : 60000;
      const greenhouse::Counts& counts = client.counts();
      const long known = counts.stored + counts.refused + counts.overflowed + client.waiting();
      if (known != found + taken - first) fail("the counts do not add up", seed, known - found - taken + first);
      if (clock != kNone && counts.refused > 0) fail("refused", seed, counts.refused);
      if (!canBeFull && counts.overflowed > 0) fail("overflowed", seed, counts.overflowed);
    }
  } catch (PowerLoss) {
  }
  world.steps = -1;
  for (const int number : numbersIn(world)) durable.insert(number);
}

void run(uint32_t seed) {
  World world(seed);
  const BoardClock clock = static_cast<BoardClock>(seed % 4 % 3);
  int taken = 1;
  std::map<int, int64_t> takenAtMs;
  std::set<int> durable;
  for (int lives = world.upTo(4) + 1; lives > 0; lives--) {
    world.steps = world.upTo(600) + 1;
    live(world, seed, clock, taken, takenAtMs, durable);
  }
  live(world, seed, clock, taken, takenAtMs, durable);
  for (const auto& entry : world.history) {
    if (entry.second.size() != 1) fail("stored twice", seed, entry.first);
    const long long error = *entry.second.begin() - takenAtMs[entry.first];
    if (clock != kWrong && llabs(error) > 3000) fail("at a wrong time", seed, static_cast<long>(error));
  }
  // Without a clock, readings from before a boot may have no time.
  if (clock != kNone) {
    for (const int number : durable) {
      if (world.history.count(number) == 0) fail("lost", seed, number);
    }
  }
  for (const auto& page : world.pages) {
    if (page.first != 0) fail("a page is left", seed, page.first);
  }
}

// Checks that nothing is written while readings are stored at once, each reading of an outage once, and a page at its
// end.
void countWear() {
  World world(0);
  world.losesAnswers = false;
  Board board(world, kRight);
  Flash flash(world);
  Client client(board, "http://127.0.0.1/sensorData", "uid", "key", &flash, kCapacity);
  const auto take = [&](int count) {
    for (int i = 0; i < count; i++) {
      client.add(measure(i));
      for (int polls = 0; polls < 20 && client.poll() == 0; polls++) {}
      world.now += 60000;
    }
  };
  take(100);
  if (world.appends + world.moves != 0) fail("written while online", 0, world.appends + world.moves);
  world.isOnline = false;
  take(555);
  if (world.appends != 555 || world.moves != 0) fail("not written once", 0, world.appends + world.moves);
  world.isOnline = true;
  take(100);
  if (client.waiting() > 0) fail("not sent", 0, client.waiting());
  // Until the first attempt after the outage.
  if (world.appends > 558 || world.moves > 1) fail("written too often", 0, world.appends + world.moves);
}

}  // namespace

int main(int, char** words) {
  countWear();
  const uint32_t last = static_cast<uint32_t>(atoi(words[2]));
  for (uint32_t seed = static_cast<uint32_t>(atoi(words[1])); seed < last; seed++) run(seed);
  printf("all is well\n");
}
