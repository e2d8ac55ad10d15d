"""Pins and timers that nothing is wired to, and a watchdog that says that it is fed."""


class Pin:
    """One that is an output says what it is."""

    OUT = 1

    def __init__(self, number, mode=None, value=None):
        self.number = number
        if mode == Pin.OUT:
            self.value(value)

    def value(self, value):
        print("GPIO %d: %d" % (self.number, value))


class Timer:
    PERIODIC = 1

    def __init__(self, number, period, mode, callback):
        pass


class WDT:
    def __init__(self, timeout):
        self.is_fed = False
        print("a watchdog of %d ms" % timeout)

    def feed(self):
        if not self.is_fed:
            self.is_fed = True
            print("the watchdog is fed")
