"""The quantities that the backend knew when this gateway was made.

They are the names in its table (domain/quantities/quantity-table.ts).

Readings may have others too: whoever sends JSON says with it that they are measurements.
"""

UNKNOWN = "no quantity that this gateway knows; a backend that does not know it either ignores it"

# Home Assistant's device class and unit. It names what has a class, in the person's language.
# Source: https://www.home-assistant.io/integrations/sensor/#device-class
ENTITIES = {
    "temperature": ("temperature", "°C"),
    "humidity": ("humidity", "%"),
    "light": ("illuminance", "lx"),
    "battery": ("battery", "%"),
    "soilMoisture": ("moisture", "%"),
    "co2": ("carbon_dioxide", "ppm"),
    "ec": ("conductivity", "mS/cm"),
    "ph": ("ph", None),
    "ppfd": (None, "µmol/m²/s"),
    "pressure": ("atmospheric_pressure", "hPa"),
    "windSpeed": ("wind_speed", "m/s"),
}
