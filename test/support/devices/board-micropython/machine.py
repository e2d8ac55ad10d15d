"""Pins that nothing is wired to, and a watchdog that says that it is fed."""


class Pin:
    def __init__(self, number):
        pass


class WDT:
    def __init__(self, timeout):
        self.is_fed = False
        print("a watchdog of %d ms" % timeout)

    def feed(self):
        if not self.is_fed:
            self.is_fed = True
            print("the watchdog is fed")
