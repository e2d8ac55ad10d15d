"""Sends temperature and humidity of a DHT22 every minute, and switches outputs as ordered.

README.md shows the wiring. Copy config.example.py to the board as config.py, with your own values.
"""

from machine import Pin

import config

# Before anything else: an output that was on before the restart is off now.
relays = {name: Pin(number, Pin.OUT, value=0)
          for name, number in getattr(config, "OUTPUTS", {}).items()}

import time  # noqa: E402

import dht  # noqa: E402
import network  # noqa: E402
import ntptime  # noqa: E402

from greenhouse import SensorClient  # noqa: E402
from greenhouse.watchdog import Watchdog  # noqa: E402

INTERVAL_SECONDS = 60
CARE_MS = 10000  # How often to check network and clock.

sensor = dht.DHT22(Pin(4))
wifi = network.WLAN(network.STA_IF)


def join():
    """Starts to join the network, which takes some seconds."""
    wifi.active(True)
    try:
        wifi.connect(config.WIFI_SSID, config.WIFI_PASSWORD)
    except (OSError, RuntimeError) as error:
        print("Wi-Fi:", error)


def set_clock():
    """Asks the network for the time. Returns whether it answered."""
    try:
        ntptime.settime()
        return True
    except OSError as error:
        print("NTP:", error)
        return False


def take_reading(client):
    try:
        sensor.measure()
        client.add(temperature=sensor.temperature(), humidity=sensor.humidity())
    except Exception as error:  # noqa: BLE001 - a wrong checksum raises a plain Exception
        print("DHT22:", error)


def make_outputs():
    """Returns the relays as outputs, on while their pin is high; None without relays."""
    if not relays:
        return None
    from greenhouse.outputs import Outputs

    # A relay has no levels in between.
    switches = {name: lambda value, pin=pin: pin.value(1 if value else 0)
                for name, pin in relays.items()}
    return Outputs(switches, getattr(config, "OUTPUTS_STORE", "/outputs"))


def make_interval():
    """Returns the interval with its bounds; None if the sensor's owners must not change it."""
    bounds = getattr(config, "INTERVAL_BOUNDS", None)
    return (INTERVAL_SECONDS,) + tuple(bounds) if bounds else None


def main():
    watchdog = Watchdog(is_on=getattr(config, "WATCHDOG", True))
    client = SensorClient(config.GREENHOUSE_URL, config.GREENHOUSE_UID, config.GREENHOUSE_KEY,
                          store=getattr(config, "GREENHOUSE_STORE", "/greenhouse"),
                          idle=watchdog.feed, outputs=make_outputs(), interval=make_interval())
    is_clock_set = False
    stored = 0
    taken_at = None
    next_care = time.ticks_ms()
    while True:
        watchdog.feed()
        # An answer may change the interval.
        interval_ms = (client.interval or INTERVAL_SECONDS) * 1000
        if taken_at is None or is_over(time.ticks_add(taken_at, interval_ms)):
            taken_at = time.ticks_ms()
            take_reading(client)
        if is_over(next_care):
            next_care = time.ticks_add(time.ticks_ms(), CARE_MS)
            if not wifi.isconnected():
                join()
            elif not is_clock_set:
                is_clock_set = set_clock()
        client.poll()
        if client.counts["stored"] > stored:
            stored = client.counts["stored"]
            print("stored:", stored)
        time.sleep_ms(200)


def is_over(moment):
    return time.ticks_diff(time.ticks_ms(), moment) >= 0


main()
