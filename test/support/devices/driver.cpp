// Drives the client of devices/arduino by lines on standard input, on a board whose network, time and clock the test
// controls. device.ts describes the lines. The valve has a timer.

#include <GreenhouseOutputs.h>
#include <memory>
#include <stdio.h>
#include <string.h>
#include <string>
#include <sys/resource.h>
#include <sys/time.h>

// How far the board's clock is ahead of the true time. Before NTP has answered it runs from 1970.
static int64_t clockErrorMs = 0;
static bool isClockSet = false;
static int64_t startedAt = 0;
static int64_t passedAtStartMs = 0;

static int64_t trueMs() {
  timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return static_cast<int64_t>(now.tv_sec) * 1000 + now.tv_nsec / 1000000 + passedMs - passedAtStartMs;
}

// Replaces the system's function.
extern "C" int gettimeofday(struct timeval* time, void*) noexcept {
  const int64_t ms = isClockSet ? trueMs() + clockErrorMs : boardMs() - startedAt;
  time->tv_sec = static_cast<time_t>(ms / 1000);
  time->tv_usec = static_cast<suseconds_t>(ms % 1000 * 1000);
  return 0;
}

namespace {

typedef greenhouse::Counts Counts;

// The command and its arguments.
const int kWords = 11;

uint32_t timeoutMs = 0;

template <class Board>
struct TestBoard : Board {
  using Board::Board;
  uint32_t answerTimeoutMs() override { return timeoutMs; }
  void report(const char* line) override { printf("!%s\n", line); }
};

// The number of readings in memory is fixed at compile time. The tests use these numbers.
struct AnyClient {
  virtual ~AnyClient() {}
  virtual void add(const greenhouse::Measurements&) = 0;
  virtual int32_t poll() = 0;
  virtual const Counts& counts() const = 0;
  virtual uint32_t waiting() const = 0;
  virtual uint32_t intervalMs() const = 0;
};

// A storage in a folder of the test.
struct TestStorage : greenhouse::LittleFsStorage {
  const char* name() const override { return flashFolder.c_str(); }
};

template <uint16_t Capacity = 64, class Outputs = greenhouse::NoOutputs>
struct SizedClient : AnyClient {
  greenhouse::SensorClient<Capacity, Outputs> client;
  template <class... Link>
  SizedClient(greenhouse::Platform& board, const std::string* words, greenhouse::Storage* storage, Link&... outputs)
      : client(board, words[1].c_str(), words[2].c_str(), words[3].c_str(), outputs..., storage,
               static_cast<uint32_t>(atoi(words[4].c_str()))) {
    if (getenv("BOARD_VERSION") != nullptr) client.setVersion(getenv("BOARD_VERSION"));
    unsigned own, min, max;
    if (getenv("BOARD_INTERVAL") == nullptr) return;
    if (sscanf(getenv("BOARD_INTERVAL"), "%u %u %u", &own, &min, &max) == 3) client.setInterval(own, min, max);
  }
  void add(const greenhouse::Measurements& measurements) override { client.add(measurements); }
  int32_t poll() override { return client.poll(); }
  const Counts& counts() const override { return client.counts(); }
  uint32_t waiting() const override { return client.waiting(); }
  uint32_t intervalMs() const override { return client.intervalMs(); }
};

// Reports each change with the real time.
struct TestOutput : greenhouse::BoardOutput {
  std::atomic<uint8_t> pin{0};
  TestOutput() : BoardOutput("valve", 1) {}
  void begin() override {}
  void endAlarm() { alarm()->stop(); }
  void drive(uint8_t value) override {
    timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    const long long ms = static_cast<long long>(now.tv_sec) * 1000 + now.tv_nsec / 1000000;
    if (pin.exchange(value) != value) printf("!valve: %d at %lld\n", value, ms);
  }
};

struct Device {
  std::string words[kWords];
  WiFiClient network;
  TestStorage storage;
  std::unique_ptr<greenhouse::Platform> board;
  greenhouse::LittleFsStorage usage{"/outputs"};
  TestOutput valve;
  std::unique_ptr<greenhouse::Outputs> outputs;
  std::unique_ptr<AnyClient> client;

  // url, uid, key, capacity, timeoutMs, clock, store, boot, board, millis
  explicit Device(const std::string* settings) {
    for (int i = 0; i < kWords; i++) words[i] = settings[i];
    passedMs = words[10].empty() ? 0 : atoll(words[10].c_str()) - (boardMs() - passedMs);
    ticksFrom = 0;
    startedAt = boardMs();
    passedAtStartMs = passedMs;
    timeoutMs = static_cast<uint32_t>(atoi(words[5].c_str()));
    setClock(words[6]);
    flashFolder = words[7];
    // Each process is a board that has just been switched on.
    greenhouse::keptInSleep = greenhouse::Platform::Kept();
    begin();
  }

  void begin() {
    client.reset();
    if (words[9] == "client") board.reset(new TestBoard<greenhouse::ClientBoard>(network, false));
    else board.reset(new TestBoard<greenhouse::WifiBoard>());
    if (getenv("BOARD_OUTPUTS") != nullptr) {
      outputs.reset(new greenhouse::Outputs(*board, &usage));
      outputs->add(valve);
      client.reset(new SizedClient<64, greenhouse::Outputs>(*board, words, &storage, *outputs));
    } else if (!flashFolder.empty()) client.reset(new SizedClient<>(*board, words, &storage));
    else if (words[4] == "4") client.reset(new SizedClient<4>(*board, words, nullptr));
    else if (words[4] == "32") client.reset(new SizedClient<32>(*board, words, nullptr));
    else client.reset(new SizedClient<400>(*board, words, nullptr));
  }

  ~Device() { valve.endAlarm(); }

  // Deep sleep: `millis()` and the memory start again, except for the kept state.
  void sleep(const std::string& ms) {
    passedMs += atoll(ms.c_str());
    ticksFrom = boardMs();
    begin();
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
      measurements.set(name.c_str(), value);
    }
    client->add(measurements);
  }

  void printState(int32_t wait) {
    const Counts& counts = client->counts();
    rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    // A timer may report a change meanwhile.
    flockfile(stdout);
    printf("{\"stored\":%u,\"refused\":%u,\"overflowed\":%u,", counts.stored, counts.refused, counts.overflowed);
    printf("\"waiting\":%u,\"unixMs\":%lld,\"bytesRead\":%llu,\"memoryKb\":%ld", client->waiting(),
           static_cast<long long>(board->unixMs()), static_cast<unsigned long long>(bytesRead), usage.ru_maxrss);
    if (client->intervalMs() == 0) printf(",\"intervalSeconds\":null");
    else printf(",\"intervalSeconds\":%u", client->intervalMs() / 1000);
    if (outputs != nullptr) printOutputs();
    if (wait < 0) printf(",\"waitMs\":null}\n");
    else printf(",\"waitMs\":%d}\n", wait);
    funlockfile(stdout);
  }

  // Prints the outputs as a request of this moment reports them, and the real state of the pin.
  void printOutputs() const {
    greenhouse::Outputs teller = *outputs;
    greenhouse::Text<2000> told;
    teller.sending();
    teller.write(told);
    printf("%s,\"pins\":{\"valve\":%d}", told.get(), valve.pin.load());
  }
};

// Keeps the settings of the next board in the environment, with BOARD_ before their names.
void configure(const std::string* pairs) {
  for (const char* const name : {"BOARD_VERSION", "BOARD_INTERVAL", "BOARD_RSSI", "BOARD_OUTPUTS"}) unsetenv(name);
  for (; !pairs->empty(); pairs++) {
    const size_t equals = pairs->find('=');
    setenv(("BOARD_" + pairs->substr(0, equals)).c_str(), pairs->c_str() + equals + 1, 1);
  }
}

// Returns the bytes of hexadecimal digits.
std::string textOf(const std::string& hex) {
  std::string text;
  for (size_t i = 0; i + 1 < hex.size(); i += 2) text += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  return text;
}

void sign(const std::string& key, const std::string& body) {
  greenhouse::Digest digest(key.c_str());
  digest.add(body.c_str());
  char signature[65];
  digest.finish(signature);
  printf("\"sha256=%s\"\n", signature);
}

}  // namespace

int main() {
  std::unique_ptr<Device> device;
  for (char line[4096]; fgets(line, sizeof line, stdin) != nullptr; fflush(stdout)) {
    std::string words[kWords + 1];
    line[strcspn(line, "\n")] = 0;
    char* rest = line;
    for (std::string* word = words; rest != nullptr && word < words + kWords; word++) *word = strsep(&rest, "\t");
    if (words[0] == "sign") {
      sign(textOf(words[1]), textOf(words[2]));
      continue;
    }
    if (words[0] == "board") {
      device.reset();
      configure(words + 1);
      printf("{}\n");
      continue;
    }
    if (words[0] == "new") device.reset(new Device(words));
    if (words[0] == "add") device->add(words + 1);
    if (words[0] == "advance") passedMs += static_cast<int64_t>(atof(words[1].c_str()) + 1);
    if (words[0] == "clock") Device::setClock(words[1]);
    if (words[0] == "press") device->valve.setLocally(words[2] == "1", static_cast<uint32_t>(atoi(words[3].c_str())) * 1000);
    if (words[0] == "sleep") device->sleep(words[1]);
    device->printState(words[0] == "poll" ? device->client->poll() : -1);
  }
}
