"""Switches relays as the farm's people order it, each for a while (README.md shows the wiring).

    GREENHOUSE_URL=https://... GREENHOUSE_UID=... GREENHOUSE_KEY_FILE=key.txt \\
        python3 relay_example.py valve=17 pump=27

Each argument is an output's name, as the farm page has it, and the GPIO number of its relay. With
--dry-run what would be switched is printed, on any computer. With --sensor the temperature of a
DS18B20 is sent each minute, as example.py does it. Settings, folders and exit codes are those of
example.py; how long outputs were on is kept in a folder beside that of the readings. A second one
of the same uid switches nothing, and ends with 71.
"""

import argparse
import os
import signal
import socket
import sys
import time

import example
from outputs import Outputs
from system import InUse, lock_beside

NO_GPIO = 69
RUNS_ALREADY = 71
MAX_SLEEP_S = 5  # systemd expects a sign of life more often than WatchdogSec.


class DryRelay:
    """Prints what a relay would do."""

    def __init__(self, name):
        self._name = name
        self._value = 0

    def set(self, value):
        if value != self._value:
            print("{} {}: {}".format(time.strftime("%H:%M:%S"), self._name, value), flush=True)
        self._value = value


class Relay:
    """A relay that is on while its pin is high. It is off from here on."""

    def __init__(self, number):
        from gpiozero import OutputDevice
        self._pin = OutputDevice(number, active_high=True, initial_value=False)

    def set(self, value):
        self._pin.value = 1 if value else 0


def output_of(text):
    name, _, number = text.partition("=")
    if not name or not number.isdigit():
        raise argparse.ArgumentTypeError("not an output and its GPIO, such as valve=17")
    return name, int(number)


def read_arguments():
    parser = argparse.ArgumentParser(description="Switches relays as the farm's people order it.")
    parser.add_argument("outputs", nargs="+", type=output_of, metavar="name=gpio")
    parser.add_argument("--dry-run", action="store_true", help="print what would be switched")
    parser.add_argument("--sensor", dest="path", help="the file of a DS18B20 to be read, too")
    parser.set_defaults(sign_of_life=False)
    arguments = parser.parse_args()
    if len(dict(arguments.outputs)) < len(arguments.outputs):
        parser.error("an output is there twice")
    return arguments


def make_relays(arguments):
    if arguments.dry_run:
        return {name: DryRelay(name) for name, _ in arguments.outputs}
    try:
        return {name: Relay(number) for name, number in arguments.outputs}
    except Exception as error:  # noqa: BLE001 - what it is depends on the library below gpiozero
        example.fail("no GPIO ({}); try --dry-run, or apt install python3-gpiozero".format(error),
                     NO_GPIO)


def tell_systemd(state):
    """A sign of life for WatchdogSec; nothing where systemd has not started it."""
    address = os.environ.get("NOTIFY_SOCKET")
    if address:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as connection:
            connection.sendto(state.encode(), address.replace("@", "\0", 1))


def run(client, arguments):
    next_reading = time.monotonic()
    while True:
        tell_systemd("WATCHDOG=1")
        if arguments.path and time.monotonic() >= next_reading:
            next_reading += example.INTERVAL_SECONDS
            example.take_reading(client, arguments)
        time.sleep(min(client.poll(), MAX_SLEEP_S))


def main():
    arguments = read_arguments()
    # A second one would switch off what the first one has switched on.
    _lock = refuse_second_example()
    # Before anything else: from here on they are off.
    relays = make_relays(arguments)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, example.stop)
    outputs = None
    try:
        client, outputs = make_client(relays)
        run(client, arguments)
    except example.Stopped:
        print("stopped: everything is off", file=sys.stderr)
    finally:
        if outputs:
            outputs.stop()
        for relay in relays.values():
            relay.set(0)


def outputs_folder():
    return example.store_of(os.environ.get("GREENHOUSE_UID", "")) + ".outputs"


def refuse_second_example():
    """What returns must live as long as this process."""
    try:
        return lock_beside(outputs_folder())
    except InUse:
        example.fail("another process switches the outputs of this uid already ({}): end that one, "
                     "or this one".format(outputs_folder()), RUNS_ALREADY)


def make_client(relays):
    switches = {name: relay.set for name, relay in relays.items()}
    folder = outputs_folder()
    try:
        outputs = Outputs(switches, folder)
    except ValueError as error:
        example.fail(str(error), example.BAD_SETTING)
    return example.make_client(outputs=outputs), outputs


if __name__ == "__main__":
    main()
