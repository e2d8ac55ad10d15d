"""Pins that nothing is wired to."""


class Pin:
    def __init__(self, number):
        pass
