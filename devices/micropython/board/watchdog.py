"""The board's hardware watchdog: restarts a board whose program hangs or has ended."""

import time

import machine

# An attempt to send ends after 20 s. Looking up a name may take as long again.
WATCHDOG_MS = 120000
# The hardware of some boards, such as the Pico, counts to 8 s at most.
SHORT_WATCHDOG_MS = 8000
RELAY_MS = 2000


class Watchdog:
    """Restarts the board after WATCHDOG_MS without `feed`. It cannot be stopped."""

    def __init__(self, is_on=True, ticks=time.ticks_ms):
        self.ticks = ticks
        self.fed_at_ms = ticks()
        self.hardware = self._start() if is_on and hasattr(machine, "WDT") else None
        if self.hardware is None:
            print("no watchdog")

    def feed(self):
        self.fed_at_ms = self.ticks()
        if self.hardware:
            self.hardware.feed()

    def _start(self):
        try:
            return machine.WDT(timeout=WATCHDOG_MS)
        except ValueError:
            pass
        try:
            hardware = machine.WDT(timeout=SHORT_WATCHDOG_MS)
        except ValueError:
            return None
        # Also feeds the hardware during long waits, while the program is alive.
        self.timer = machine.Timer(
            -1, period=RELAY_MS, mode=machine.Timer.PERIODIC, callback=self._relay)
        return hardware

    def _relay(self, _timer):
        if time.ticks_diff(self.ticks(), self.fed_at_ms) < WATCHDOG_MS:
            self.hardware.feed()
