// Runs one of the examples' sketches as a board does: `SensorNode` or `Relay`. Both together compile in the time of one.

#include <DHT.h>
#include <GreenhouseOutputs.h>

#include "secrets.h"

namespace sensor_node {
#include "SensorNode.ino"
}

namespace relay {
#include "Relay.ino"
}

int main(int, char** words) {
  const bool isRelay = strcmp(words[1], "Relay") == 0;
  if (isRelay) relay::setup();
  else sensor_node::setup();
  for (;;) {
    if (isRelay) relay::loop();
    else sensor_node::loop();
  }
}
