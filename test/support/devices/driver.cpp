// Drives the core of devices/arduino by lines on standard input (device.ts says which).

#include <cinttypes>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#if defined(ESP32)
#include "board-platform.h"
typedef BoardPlatform TestPlatform;
#else
#include "greenhouse/sensor_client.h"
#include "socket-platform.h"
typedef SocketPlatform TestPlatform;
#endif

namespace {

// Capacity is fixed at compile time; the tests use these two.
struct AnyClient {
  virtual ~AnyClient() {}
  virtual void add(const greenhouse::Measurements&) = 0;
  virtual int32_t poll() = 0;
  virtual const greenhouse::Counts& counts() const = 0;
  virtual int waiting() const = 0;
};

template <uint8_t Capacity>
struct SizedClient : AnyClient {
  greenhouse::SensorClient<Capacity> client;
  SizedClient(greenhouse::Platform& platform, const char* url, const char* uid, const char* key)
      : client(platform, url, uid, key) {}
  void add(const greenhouse::Measurements& measurements) override { client.add(measurements); }
  int32_t poll() override { return client.poll(); }
  const greenhouse::Counts& counts() const override { return client.counts(); }
  int waiting() const override { return client.waiting(); }
};

greenhouse::Measurements parse(const std::vector<std::string>& words) {
  greenhouse::Measurements measurements;
  for (size_t i = 1; i < words.size(); i++) {
    const size_t equals = words[i].find('=');
    const std::string name = words[i].substr(0, equals);
    const float value = std::stof(words[i].substr(equals + 1));
    if (name == "temperature") measurements.temperature = value;
    if (name == "humidity") measurements.humidity = value;
    if (name == "light") measurements.light = value;
    if (name == "battery") measurements.battery = value;
  }
  return measurements;
}

}  // namespace

int main() {
  TestPlatform platform;
  platform.setClock(getenv("CLOCK_ERROR_MS"));
  const char* url = getenv("GREENHOUSE_URL");
  const char* uid = getenv("GREENHOUSE_UID");
  const char* key = getenv("GREENHOUSE_KEY");
  std::unique_ptr<AnyClient> client;
  if (atoi(getenv("CAPACITY")) == 4) client.reset(new SizedClient<4>(platform.get(), url, uid, key));
  else client.reset(new SizedClient<32>(platform.get(), url, uid, key));

  int32_t wait = -1;
  for (std::string line; std::getline(std::cin, line);) {
    std::vector<std::string> words;
    std::istringstream split(line);
    for (std::string word; std::getline(split, word, '\t');) words.push_back(word);
    if (words[0] == "sign") {
      char signature[33];
      greenhouse::sign(words[1].c_str(), words[2].c_str(), words[3].c_str(), signature);
      std::cout << '"' << signature << '"' << std::endl;
      continue;
    }
    if (words[0] == "add") client->add(parse(words));
    if (words[0] == "advance") platform.advance(static_cast<int64_t>(std::stod(words[1]) + 1));
    if (words[0] == "clock") platform.setClock(words[1]);
    if (words[0] == "poll") wait = client->poll();
    const greenhouse::Counts& counts = client->counts();
    std::cout << "{\"stored\":" << counts.stored << ",\"refused\":" << counts.refused
              << ",\"expired\":" << counts.expired << ",\"overflowed\":" << counts.overflowed
              << ",\"unconfirmed\":" << counts.unconfirmed << ",\"waiting\":" << client->waiting()
              << ",\"waitMs\":";
    if (wait < 0) std::cout << "null";
    else std::cout << wait;
    platform.printMore(std::cout);
    std::cout << "}" << std::endl;
  }
}
