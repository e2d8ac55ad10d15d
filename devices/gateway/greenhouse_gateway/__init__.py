"""Relays the readings of a farm's boards to the backend, and reports the gateway's address."""
