"""Unwired pins of a Raspberry Pi, which print their value."""


class OutputDevice:
    def __init__(self, number, active_high, initial_value):
        self.number = number
        assert active_high is True
        self.value = initial_value

    def __setattr__(self, name, value):
        if name == "value":
            print("GPIO %d: %d" % (self.number, value), flush=True)
        object.__setattr__(self, name, value)
