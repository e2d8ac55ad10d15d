// Drives the client of devices/arduino by lines on standard input, on a board whose network, time and clock are the
// test's.

#include <Greenhouse.h>
#include <memory>
#include <stdio.h>
#include <string.h>
#include <string>
#include <sys/resource.h>
#include <sys/time.h>

// How far the board's clock is ahead of the true time; before NTP has answered it runs from 1970.
static int64_t clockErrorMs = 0;
static bool isClockSet = false;
static int64_t startedAt = 0;
static int64_t passedAtStartMs = 0;

static int64_t trueMs() {
  timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return static_cast<int64_t>(now.tv_sec) * 1000 + now.tv_nsec / 1000000 + passedMs - passedAtStartMs;
}

// Replaces the system's.
extern "C" int gettimeofday(struct timeval* time, void*) noexcept {
  const int64_t ms = isClockSet ? trueMs() + clockErrorMs : boardMs() - startedAt;
  time->tv_sec = static_cast<time_t>(ms / 1000);
  time->tv_usec = static_cast<suseconds_t>(ms % 1000 * 1000);
  return 0;
}

namespace {

typedef greenhouse::Counts Counts;

uint32_t timeoutMs = 0;

template <class Board>
struct TestBoard : Board {
  using Board::Board;
  uint32_t answerTimeoutMs() override { return timeoutMs; }
  void report(const char* line) override { printf("!%s\n", line); }
};

// The capacity is fixed when it is compiled; the tests use these two.
struct AnyClient {
  virtual ~AnyClient() {}
  virtual void add(const greenhouse::Measurements&) = 0;
  virtual int32_t poll() = 0;
  virtual const Counts& counts() const = 0;
  virtual int waiting() const = 0;
};

template <uint8_t Capacity>
struct SizedClient : AnyClient {
  greenhouse::SensorClient<Capacity> client;
  SizedClient(greenhouse::Platform& board, const std::string* words)
      : client(board, words[1].c_str(), words[2].c_str(), words[3].c_str()) {}
  void add(const greenhouse::Measurements& measurements) override { client.add(measurements); }
  int32_t poll() override { return client.poll(); }
  const Counts& counts() const override { return client.counts(); }
  int waiting() const override { return client.waiting(); }
};

struct Device {
  std::string words[9];
  WiFiClient network;
  std::unique_ptr<greenhouse::Platform> board;
  std::unique_ptr<AnyClient> client;

  // url, uid, key, capacity, timeoutMs, clock, board, millis
  explicit Device(const std::string* settings) {
    for (int i = 0; i < 9; i++) words[i] = settings[i];
    passedMs = words[8].empty() ? 0 : atoll(words[8].c_str()) - (boardMs() - passedMs);
    startedAt = boardMs();
    passedAtStartMs = passedMs;
    timeoutMs = static_cast<uint32_t>(atoi(words[5].c_str()));
    setClock(words[6]);
    if (words[7] == "client") board.reset(new TestBoard<greenhouse::ClientBoard>(network, false));
    else board.reset(new TestBoard<greenhouse::WifiBoard>());
    if (words[4] == "4") client.reset(new SizedClient<4>(*board, words));
    else client.reset(new SizedClient<32>(*board, words));
  }

  // Milliseconds, or "none".
  static void setClock(const std::string& errorMs) {
    isClockSet = errorMs != "none";
    if (isClockSet) clockErrorMs = atoll(errorMs.c_str());
  }

  void add(const std::string* pairs) {
    greenhouse::Measurements measurements;
    for (; !pairs->empty(); pairs++) {
      const size_t equals = pairs->find('=');
      const std::string name = pairs->substr(0, equals);
      const float value = static_cast<float>(atof(pairs->c_str() + equals + 1));
      if (name == "temperature") measurements.temperature = value;
      if (name == "humidity") measurements.humidity = value;
      if (name == "light") measurements.light = value;
      if (name == "battery") measurements.battery = value;
    }
    client->add(measurements);
  }

  void printState(int32_t wait) {
    const Counts& counts = client->counts();
    rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("{\"stored\":%u,\"refused\":%u,\"expired\":%u,\"overflowed\":%u,\"unconfirmed\":%u,", counts.stored,
           counts.refused, counts.expired, counts.overflowed, counts.unconfirmed);
    printf("\"waiting\":%d,\"unixMs\":%lld,\"bytesRead\":%llu,\"memoryKb\":%ld,\"waitMs\":", client->waiting(),
           static_cast<long long>(board->unixMs()), static_cast<unsigned long long>(bytesRead), usage.ru_maxrss);
    if (wait < 0) printf("null}\n");
    else printf("%d}\n", wait);
  }
};

}  // namespace

int main() {
  std::unique_ptr<Device> device;
  for (char line[2048]; fgets(line, sizeof line, stdin) != nullptr; fflush(stdout)) {
    std::string words[10];
    line[strcspn(line, "\n")] = 0;
    char* rest = line;
    for (std::string* word = words; rest != nullptr && word < words + 9; word++) *word = strsep(&rest, "\t");
    if (words[0] == "sign") {
      char signature[33];
      greenhouse::sign(words[1].c_str(), words[2].c_str(), words[3].c_str(), signature);
      printf("\"%s\"\n", signature);
      continue;
    }
    if (words[0] == "new") device.reset(new Device(words));
    if (words[0] == "add") device->add(words + 1);
    if (words[0] == "advance") passedMs += static_cast<int64_t>(atof(words[1].c_str()) + 1);
    if (words[0] == "clock") Device::setClock(words[1]);
    device->printState(words[0] == "poll" ? device->client->poll() : -1);
  }
}
