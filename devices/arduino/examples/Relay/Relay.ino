// A valve at a relay. A person switches it on for a while from the farm page, and a button opens it for ten minutes. It
// is off after its lease, whatever happens to the network. This needs the wiring in README.md. Put your own values
// into secrets.example.h, or into a copy of it with the name secrets.h.

#include <GreenhouseOutputs.h>

#if __has_include("secrets.h")
#include "secrets.h"  // Your own copy, which git ignores.
#else
#include "secrets.example.h"
#endif

#if defined(ESP8266)
const uint8_t RELAY_PIN = 5;    // Marked D1 on many boards.
const uint8_t BUTTON_PIN = 14;  // Marked D5 on many boards.
#else
const uint8_t RELAY_PIN = 26;
const uint8_t BUTTON_PIN = 27;
#endif
const uint32_t BUTTON_MS = 600000;
const uint32_t WATCHDOG_S = 120;  // The board restarts when a loop takes longer.

greenhouse::WifiBoard board;
greenhouse::LittleFsStorage usage("/outputs");  // A separate folder.
greenhouse::Outputs outputs(board, &usage);
greenhouse::PinOutput valve("valve", RELAY_PIN);
greenhouse::SensorClient<8, greenhouse::Outputs> client(board, GREENHOUSE_URL, GREENHOUSE_UID, GREENHOUSE_KEY, outputs);
greenhouse::Watchdog watchdog;
bool wasPressed = false;

void setup() {
  Serial.begin(115200);
  outputs.add(valve);  // First: the valve is off from here on.
  usage.begin();
  pinMode(BUTTON_PIN, INPUT_PULLUP);
  board.begin(WIFI_SSID, WIFI_PASSWORD);
  watchdog.begin(WATCHDOG_S);
}

void loop() {
  watchdog.feed();
  const bool isPressed = digitalRead(BUTTON_PIN) == LOW;
  if (isPressed && !wasPressed) valve.setLocally(valve.value() > 0 ? 0 : 1, BUTTON_MS);
  wasPressed = isPressed;
  client.poll();
  delay(10);
}
