// Sends temperature and humidity of a DHT22 once a minute. Readings that cannot be sent wait in the flash. The wiring
// is in README.md. Put your own values into secrets.example.h, or into a copy of it
// with the name secrets.h.

#include <DHT.h>
#include <Greenhouse.h>

#if __has_include("secrets.h")
#include "secrets.h"  // Your own copy, which git ignores.
#else
#include "secrets.example.h"
#endif

const uint8_t DHT_PIN = 4;
const uint32_t INTERVAL_S = 60;
// Between these seconds the sensor's owners may change the interval, such as 10 and 3600. Both 0: never.
const uint32_t MIN_INTERVAL_S = 0;
const uint32_t MAX_INTERVAL_S = 0;
const uint32_t WATCHDOG_S = 120;  // The board restarts when a loop takes longer.

DHT dht(DHT_PIN, DHT22);
greenhouse::WifiBoard board;
greenhouse::LittleFsStorage storage;
greenhouse::SensorClient<> client(board, GREENHOUSE_URL, GREENHOUSE_UID, GREENHOUSE_KEY, &storage);
greenhouse::Watchdog watchdog;
uint32_t lastReading = 0;

void setup() {
  Serial.begin(115200);
  dht.begin();
  storage.begin();
  board.begin(WIFI_SSID, WIFI_PASSWORD);
  client.setInterval(INTERVAL_S, MIN_INTERVAL_S, MAX_INTERVAL_S);
  lastReading = millis() - client.intervalMs();
  watchdog.begin(WATCHDOG_S);
}

void loop() {
  watchdog.feed();
  if (millis() - lastReading >= client.intervalMs()) {
    lastReading = millis();
    greenhouse::Measurements measurements;
    measurements.set("temperature", dht.readTemperature());
    measurements.set("humidity", dht.readHumidity());
    client.add(measurements);
  }
  const uint32_t storedBefore = client.counts().stored;
  client.poll();
  if (client.counts().stored > storedBefore) {
    Serial.print("stored: ");
    Serial.println(client.counts().stored);
  }
  delay(10);
}
