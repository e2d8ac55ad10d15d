"""A DHT22 in a greenhouse. With DHT_FAULTS its first two measurements fail as in the real driver."""

import os


class DHT22:
    def __init__(self, pin):
        self.faults = [float("nan"), None] if os.getenv("DHT_FAULTS") else []
        self.value = 21.53

    def measure(self):
        self.value = 21.53
        if self.faults:
            self.value = self.faults.pop()
        if self.value is None:
            raise Exception("checksum error")

    def temperature(self):
        return self.value

    def humidity(self):
        return 60.1
