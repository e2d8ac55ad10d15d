// Runs the example's sketch as a board does.

#include "SensorNode.ino"

int main() {
  setup();
  for (;;) loop();
}
