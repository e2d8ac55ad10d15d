"""The quantities that this version of the gateway knows.

They are the names in the backend's table (domain/quantities/quantity-table.ts).

Readings may have other names, too: every number in a board's JSON may be a measurement.
"""

UNKNOWN = "not a quantity that this gateway knows; a backend that does not know it ignores it"

# Home Assistant's device class and unit. Home Assistant translates the name of a class.
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
