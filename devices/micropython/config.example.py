"""Copy this to the board as config.py, with your own values."""

WIFI_SSID = "your network"
WIFI_PASSWORD = "its password"

# https://<region>-<project>.cloudfunctions.net/sensorData,
# or http://<this computer's address>:5010/sensorData while trying.
GREENHOUSE_URL = "https://us-central1-your-project.cloudfunctions.net/sensorData"
GREENHOUSE_UID = "the sensor's uid"
GREENHOUSE_KEY = "the farm's key"

# The folder on the flash for waiting readings; None keeps them in memory.
GREENHOUSE_STORE = "/greenhouse"

# The seconds between which the sensor's owners may change the interval: (10, 3600). None: never.
INTERVAL_BOUNDS = None

# Relays that people of the farm may switch on for a while: {"valve": 26} is a relay at GPIO 26.
OUTPUTS = {}

# False while developing: with the watchdog on, the board restarts after you stop the program.
WATCHDOG = True
