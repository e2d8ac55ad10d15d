"""The board's settings, from the test's environment variables."""

import json
import os

WIFI_SSID = "a network"
WIFI_PASSWORD = "a password"
GREENHOUSE_URL = os.getenv("GREENHOUSE_URL")
GREENHOUSE_UID = os.getenv("GREENHOUSE_UID")
GREENHOUSE_KEY = os.getenv("GREENHOUSE_KEY")
GREENHOUSE_STORE = os.getenv("GREENHOUSE_STORE")
INTERVAL_BOUNDS = json.loads(os.getenv("INTERVAL_BOUNDS") or "null")
OUTPUTS = json.loads(os.getenv("OUTPUTS") or "{}")
OUTPUTS_STORE = os.getenv("OUTPUTS_STORE")
