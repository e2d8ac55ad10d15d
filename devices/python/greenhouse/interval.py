"""The time between two readings: the program's own, or what the sensor's owners ask for."""

from .answers import is_whole


class Interval:
    """`seconds`: the present interval. The owners may change it between `least` and `most`."""

    def __init__(self, own, least, most):
        """Takes whole seconds, at least 1. Raises ValueError for anything else."""
        if not all([_is_interval(value) for value in (own, least, most)]) or least > most:
            raise ValueError("an interval needs whole seconds: its own, the least and the most")
        self._own, self._least, self._most = own, least, most
        self.seconds = own

    def hear(self, answer):
        """Takes the wish in the backend's answer. None returns to the program's own interval."""
        wish = answer.get("intervalSeconds", self._own)
        if wish == self._own:
            self.seconds = self._own
        elif _is_interval(wish):
            self.seconds = min(max(wish, self._least), self._most)


def _is_interval(value):
    return is_whole(value) and value >= 1
