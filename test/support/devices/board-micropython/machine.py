"""Unwired pins and timers, and a watchdog that prints when it is fed."""


class Pin:
    """A pin. As an output it prints its value."""

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
