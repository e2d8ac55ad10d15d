// Runs the example's sketch as a board does.

#include "Relay.ino"

int main() {
  setup();
  for (;;) loop();
}
