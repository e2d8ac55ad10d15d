"""Switches relays for a while, as people of the farm order it (README.md shows the wiring).

    GREENHOUSE_URL=https://... GREENHOUSE_UID=... GREENHOUSE_KEY_FILE=key.txt \\
        python3 -m greenhouse.relay_program valve=17 pump=27

Each argument is an output's name on the farm page, and the GPIO number of its relay. `--dry-run`
only prints the changes, on any computer. `--sensor` also sends the temperature of a DS18B20 each
minute. Settings, folders and exit codes are those of sensor_program.py. A folder beside the
readings keeps how long outputs were on. A second process with the same uid switches nothing, and
ends with 71.
"""

import argparse
import math
import os
import signal
import socket
import sys
import time

from . import sensor_program as common
from .outputs import Outputs
from .system import InUse, lock_beside

NO_GPIO = 69
RUNS_ALREADY = 71
MAX_SLEEP_S = 5  # systemd expects a sign of life more often than every WatchdogSec.


class DryRelay:
    """Prints the changes instead of switching a relay."""

    def __init__(self, name):
        self._name = name
        self._value = 0

    def set(self, value):
        if value != self._value:
            print("{} {}: {}".format(time.strftime("%H:%M:%S"), self._name, value), flush=True)
        self._value = value


class Relay:
    """A relay that is on while its pin is high. It starts off."""

    def __init__(self, number):
        from gpiozero import OutputDevice
        self._pin = OutputDevice(number, active_high=True, initial_value=False)

    def set(self, value):
        self._pin.value = 1 if value else 0


def output_of(text):
    name, _, number = text.partition("=")
    if not name or not number.isdigit():
        raise argparse.ArgumentTypeError("must be an output and its GPIO, such as valve=17")
    return name, int(number)


def read_arguments():
    parser = argparse.ArgumentParser(description="Switches relays as people of the farm order it.")
    parser.add_argument("outputs", nargs="+", type=output_of, metavar="name=gpio")
    parser.add_argument("--dry-run", action="store_true", help="only print the changes")
    parser.add_argument("--sensor", dest="path", help="the file of a DS18B20 to send, too")
    parser.set_defaults(sign_of_life=False)
    common.add_version(parser)
    arguments = parser.parse_args()
    if len(dict(arguments.outputs)) < len(arguments.outputs):
        parser.error("an output is given twice")
    return arguments


def make_relays(arguments):
    if arguments.dry_run:
        return {name: DryRelay(name) for name, _ in arguments.outputs}
    try:
        return {name: Relay(number) for name, number in arguments.outputs}
    except Exception as error:  # noqa: BLE001 - its type depends on the library below gpiozero
        common.fail("no GPIO ({}); try --dry-run, or apt install python3-gpiozero".format(error),
                    NO_GPIO)


def tell_systemd(state):
    """Sends a sign of life for WatchdogSec, if systemd has started this program."""
    address = os.environ.get("NOTIFY_SOCKET")
    if address:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as connection:
            connection.sendto(state.encode(), address.replace("@", "\0", 1))


def run(client, arguments):
    taken_at = -math.inf
    while True:
        tell_systemd("WATCHDOG=1")
        if arguments.path and not common.due_in(client, taken_at):
            taken_at = time.monotonic()
            common.take_reading(client, arguments)
        time.sleep(min(client.poll(), MAX_SLEEP_S))


def main():
    arguments = read_arguments()
    # A second process would switch off the outputs of the first.
    _lock = refuse_second_program()
    # Before anything else, so that they are off.
    relays = make_relays(arguments)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, common.stop)
    outputs = None
    try:
        client, outputs = make_client(
            relays, common.interval_setting() if arguments.path else None)
        run(client, arguments)
    except common.Stopped:
        print("stopped: everything is off", file=sys.stderr)
    finally:
        if outputs:
            outputs.stop()
        for relay in relays.values():
            relay.set(0)


def outputs_folder():
    return common.store_of(os.environ.get("GREENHOUSE_UID", "")) + ".outputs"


def refuse_second_program():
    """Returns a lock, which must live as long as this process."""
    try:
        return lock_beside(outputs_folder())
    except InUse:
        common.fail("another process already switches the outputs of this uid ({}): stop one of "
                    "the two".format(outputs_folder()), RUNS_ALREADY)


def make_client(relays, interval):
    switches = {name: relay.set for name, relay in relays.items()}
    folder = outputs_folder()
    try:
        outputs = Outputs(switches, folder)
    except ValueError as error:
        common.fail(str(error), common.BAD_SETTING)
    return common.make_client(outputs=outputs, interval=interval), outputs


if __name__ == "__main__":
    main()
