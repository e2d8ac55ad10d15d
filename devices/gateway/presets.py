"""Which field of a tool's message is which measurement, and in which unit: tables alone.

A row of a preset names the measurement, the field's path, and what the topic has to end with, if
that matters. In a path, * stands for any letters of a name, and a number counts in a list; a value
that stands alone is the field "value". Of several rows of one measurement the first that has a
value counts. What each tool sends is cited in test/cases/foreign-payloads.ts.
"""

# Of each unit: the measurement that it belongs to; by what to multiply, and what to add then, for
# the backend's unit.
UNITS = {
    "C": ("temperature", 1, 0),
    "F": ("temperature", 5 / 9, -160 / 9),
    "K": ("temperature", 1, -273.15),
    "hPa": ("pressure", 1, 0),
    "Pa": ("pressure", 0.01, 0),
    "kPa": ("pressure", 10, 0),
    "mmHg": ("pressure", 1.333224, 0),
    "inHg": ("pressure", 33.86389, 0),
    "mS/cm": ("ec", 1, 0),
    "uS/cm": ("ec", 0.001, 0),
    "m/s": ("windSpeed", 1, 0),
    "km/h": ("windSpeed", 1 / 3.6, 0),
    "mph": ("windSpeed", 0.44704, 0),
}

# Where a rule without a preset looks for the time.
TIMES = ("received_at", "time", "Time", "ts", "timestamp", "last_seen")

# Words at the end of a name that a person gave; conductivity and wind are left out, because the
# unit is not known.
NAMES = {
    "temperature": ("temperature",),
    "humidity": ("humidity",),
    "light": ("illuminance", "lux"),
    "battery": ("battery", "battery_level"),
    "soilMoisture": ("moisture",),
    "co2": ("co2", "carbon_dioxide"),
    "pressure": ("pressure",),
    "ph": ("ph",),
    "ppfd": ("ppfd",),
}
STATE_TOPICS = [(measurement, "value", pattern + "/state")
                for measurement, words in NAMES.items() for word in words
                for pattern in (word, "*_" + word)]
# A preset that has these knows a measurement by whatever name a person gave a topic. These are the
# temperature of the board itself.
BOARD_TOPICS = ["*%s_temperature/state" % word for word in ("internal", "esp32", "cpu", "processor")]

PRESETS = {
    "zigbee2mqtt": {
        "times": ["last_seen"],
        "rows": [
            ("temperature", "temperature", None),
            ("humidity", "humidity", None),
            # Before version 2 the other is the sensor's raw value.
            ("light", "illuminance_lux", None),
            ("light", "illuminance", None),
            ("battery", "battery", None),
            ("soilMoisture", "soil_moisture", None),
            ("co2", "co2", None),
            ("pressure", "pressure", None),
        ],
    },
    "tasmota": {
        "times": ["Epoch", "Time"],
        # Of the processor itself, and of a gyroscope.
        "skip": ["ESP32", "MPU6050"],
        "units": {"temperature": "TempUnit", "pressure": "PressureUnit"},
        "rows": [
            ("temperature", "*.Temperature", None),
            ("humidity", "*.Humidity", None),
            ("light", "*.Illuminance", None),
            ("battery", "*.Battery", None),
            ("co2", "*.CarbonDioxide", None),
            ("pressure", "*.Pressure", None),
            # Others give a raw number under this name.
            ("soilMoisture", "Flora-*.Moisture", None),
        ],
    },
    "shelly": {
        "times": ["params.ts"],
        "rows": [
            # Gen1, whose topics hold one bare value.
            ("temperature", "value", "sensor/temperature"),
            ("humidity", "value", "sensor/humidity"),
            ("battery", "value", "sensor/battery"),
            ("light", "value", "sensor/lux"),
            # Gen2 and later: a topic for each component.
            ("temperature", "tC", "status/temperature:0"),
            ("humidity", "rh", "status/humidity:0"),
            ("battery", "battery.percent", "status/devicepower:0"),
            ("light", "lux", "status/illuminance:0"),
            # Gen2 and later: notifications.
            ("temperature", "params.temperature:0.tC", "events/rpc"),
            ("humidity", "params.humidity:0.rh", "events/rpc"),
            ("battery", "params.devicepower:0.battery.percent", "events/rpc"),
            ("light", "params.illuminance:0.lux", "events/rpc"),
            # The query of a request.
            ("temperature", "temp", None),
            ("humidity", "hum", None),
            ("light", "lux", None),
            ("battery", "battery", None),
        ],
    },
    "esphome": {
        "board_topics": BOARD_TOPICS,
        "rows": STATE_TOPICS + [(measurement, word, None)
                                for measurement, words in NAMES.items() for word in words],
    },
    "ttn": {
        "times": ["received_at"],
        "rows": [
            ("temperature", "uplink_message.normalized_payload.*.air.temperature", None),
            ("temperature", "uplink_message.normalized_payload.*.soil.temperature", None),
            ("temperature", "uplink_message.decoded_payload.temperature", None),
            ("humidity", "uplink_message.normalized_payload.*.air.relativeHumidity", None),
            ("humidity", "uplink_message.decoded_payload.humidity", None),
            ("light", "uplink_message.normalized_payload.*.air.lightIntensity", None),
            ("light", "uplink_message.decoded_payload.illuminance", None),
            ("battery", "uplink_message.last_battery_percentage.value", None),
            ("co2", "uplink_message.normalized_payload.*.air.co2", None),
            ("co2", "uplink_message.decoded_payload.co2", None),
            ("pressure", "uplink_message.normalized_payload.*.air.pressure", None),
            ("pressure", "uplink_message.decoded_payload.pressure", None),
            ("soilMoisture", "uplink_message.normalized_payload.*.soil.moisture", None),
            # 1 dS/m is 1 mS/cm.
            ("ec", "uplink_message.normalized_payload.*.soil.ec", None),
            ("ph", "uplink_message.normalized_payload.*.soil.pH", None),
            ("windSpeed", "uplink_message.normalized_payload.*.wind.speed", None),
        ],
    },
    "chirpstack": {
        "times": ["time"],
        # Then its level is 0.
        "unless": {"battery": ["externalPowerSource", "batteryLevelUnavailable"]},
        "rows": [
            ("temperature", "object.temperature", None),
            ("temperature", "object.temperatureSensor.*", None),
            ("humidity", "object.humidity", None),
            ("humidity", "object.humiditySensor.*", None),
            ("light", "object.illuminance", None),
            ("co2", "object.co2", None),
            ("pressure", "object.pressure", None),
            ("battery", "batteryLevel", "event/status"),
        ],
    },
    "statestream": {
        "board_topics": BOARD_TOPICS,
        "rows": STATE_TOPICS,
    },
}
