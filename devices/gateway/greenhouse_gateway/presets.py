"""Tables: which field of a tool's message is which measurement.

A row of a preset has the measurement, the field's path, and the end of the topic, or None for any
topic. In a path, * matches any letters of a name, and a number is a position in a list. A message
that is a single value has the field "value".
If a measurement has several rows, the first row with a value counts. If a path finds several
values, each belongs to a separate sensor. A fourth entry is a pattern. It finds the suffix of that
sensor's uid in the place; such a sensor is a part of the device.
`REQUEST` instead of a topic's end is for requests to the local server.
test/cases/foreign-payloads.ts cites the messages of each tool.
"""

REQUEST = "request"

# Numbers that mean "no value": an integer with all bits or only its highest bit set, also divided
# by 10 and 100; and the values of drivers for a probe that is not connected. A quantity has only
# numbers here that it cannot reach.
WHOLE = {65535, -32768, 2 ** 31 - 1, -2 ** 31, 2 ** 32 - 1, -999, -9999}
TENTHS = {6553.5, -3276.8, 3276.7, -999.9}
HUNDREDTHS = {655.35, 327.67, -327.68}
NO_VALUES = {
    "temperature": WHOLE | TENTHS | HUNDREDTHS | {32767, -127, -196.6, 9999},
    "humidity": WHOLE | TENTHS | HUNDREDTHS | {32767, 255, -1, 9999},
    "soilMoisture": WHOLE | TENTHS | HUNDREDTHS | {32767, 255, -1, 9999},
    "battery": WHOLE | TENTHS | HUNDREDTHS | {32767, 255, -1},
    "co2": WHOLE | {6553.5, -1},
    "light": WHOLE | {-1},
    "ppfd": WHOLE | {-1},
    "pressure": WHOLE | {6553.5, -1},
    "windSpeed": WHOLE | TENTHS | HUNDREDTHS | {32767, -1},
    "ec": WHOLE | TENTHS | {-1},
    "ph": WHOLE | TENTHS | HUNDREDTHS | {255, 25.5, -1},
}

# Fields for the time, in a rule without a preset.
TIMES = ("received_at", "time", "Time", "ts", "timestamp", "last_seen", "dateutc")

# Words at the end of a name that a person chose. Conductivity and wind are missing, because their
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
# Topics with the temperature of the board itself. A preset has them if people choose the names of
# its topics.
BOARD_TOPICS = ["*%s_temperature/state" % word for word in ("internal", "esp32", "cpu", "processor")]

TASMOTA = [
    ("temperature", "*.Temperature"),
    ("humidity", "*.Humidity"),
    ("light", "*.Illuminance"),
    ("battery", "*.Battery"),
    ("co2", "*.CarbonDioxide"),
    ("pressure", "*.Pressure"),
    # Other sensors give a raw number under this name.
    ("soilMoisture", "Flora-*.Moisture"),
]
# Several sensors of a kind have a number after the name. Bluetooth sensors have their address.
TASMOTA_PART = r"^(?:[^.]*[-_]|ATC(?=[0-9A-Fa-f]{6}\.))((?:0x)?(?:[0-9]+|[0-9A-Fa-f]{6,12}))\."

PRESETS = {
    "zigbee2mqtt": {
        "times": ["last_seen"],
        # Commands to devices, and messages about the program itself.
        "others": ["bridge/*", "bridge/*/*", "bridge/*/*/*", "set", "set/*", "get", "get/*",
                   "availability"],
        "rows": [
            ("temperature", "temperature", None),
            ("humidity", "humidity", None),
            # Before version 2 `illuminance` is the sensor's raw value.
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
        # The processor's own temperature, and a gyroscope's.
        "skip": ["ESP32", "MPU6050"],
        "units": {"temperature": "TempUnit", "pressure": "PressureUnit"},
        "signal_part": TASMOTA_PART,
        "rows": [
            (name, path, None, TASMOTA_PART) for name, path in TASMOTA
        ] + [
            (name, path, None) for name, path in TASMOTA
        ] + [
            ("soilMoisture", "ANALOG.Moisture", None),
            ("soilMoisture", "ANALOG.Moisture*", None, r"(\d+)$"),
            ("temperature", "ANALOG.Temperature*", None, r"Temperature(\d+)$"),
        ],
    },
    "shelly": {
        "times": ["params.ts"],
        # The battery's level is 0 on external power, and without a battery.
        "unless": {"battery": ["external.present", "params.devicepower:0.external.present"]},
        "below": {"battery": [("battery.V", 1), ("params.devicepower:0.battery.V", 1)]},
        "others": ["status/%s" % word for word in (
            "ble", "bthome", "bthomedevice:*", "bthomesensor:*", "cloud", "eth", "input:*",
            "knx", "light:*", "matter", "modbus", "mqtt", "script:*", "switch:*", "sys", "ui",
            "wifi", "ws")],
        "rows": [
            # Gen1: each topic has a single value.
            ("temperature", "value", "sensor/temperature"),
            ("humidity", "value", "sensor/humidity"),
            ("battery", "value", "sensor/battery"),
            ("light", "value", "sensor/lux"),
            # Gen2 and later: a topic for each component.
            ("temperature", "tC", "status/temperature:0"),
            ("humidity", "rh", "status/humidity:0"),
            ("battery", "battery.percent", "status/devicepower:0"),
            ("light", "lux", "status/illuminance:0"),
            # Add-ons: their sensors have numbers.
            ("temperature", "value", "ext_temperature/*", r"/(\d+) "),
            ("humidity", "value", "ext_humidity/*", r"/(\d+) "),
            ("temperature", "tC", "status/temperature:1??", r":(\d+) "),
            ("humidity", "rh", "status/humidity:1??", r":(\d+) "),
            ("temperature", "params.temperature:*.tC", "events/rpc", r"temperature:(1\d\d)\."),
            ("humidity", "params.humidity:*.rh", "events/rpc", r"humidity:(1\d\d)\."),
            # Gen2 and later: notifications.
            ("temperature", "params.temperature:0.tC", "events/rpc"),
            ("humidity", "params.humidity:0.rh", "events/rpc"),
            ("battery", "params.devicepower:0.battery.percent", "events/rpc"),
            ("light", "params.illuminance:0.lux", "events/rpc"),
            # The query of a request.
            ("temperature", "temp", REQUEST),
            ("humidity", "hum", REQUEST),
            ("light", "lux", REQUEST),
            ("battery", "battery", REQUEST),
        ],
    },
    "esphome": {
        "board_topics": BOARD_TOPICS,
        "rows": STATE_TOPICS + [(measurement, word, None)
                                for measurement, words in NAMES.items() for word in words],
    },
    "ttn": {
        "times": ["received_at"],
        "volts": ["uplink_message.decoded_payload.battery"],
        "rows": [
            ("temperature", "uplink_message.normalized_payload.*.air.temperature", None),
            ("temperature", "uplink_message.normalized_payload.*.soil.temperature", None),
            ("temperature", "uplink_message.decoded_payload.temperature", None),
            ("humidity", "uplink_message.normalized_payload.*.air.relativeHumidity", None),
            ("humidity", "uplink_message.decoded_payload.humidity", None),
            ("light", "uplink_message.normalized_payload.*.air.lightIntensity", None),
            ("light", "uplink_message.decoded_payload.illuminance", None),
            ("battery", "uplink_message.last_battery_percentage.value", None),
            ("battery", "uplink_message.decoded_payload.battery", None),
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
        "others": ["event/%s" % word
                   for word in ("ack", "integration", "join", "location", "log", "txack")],
        "volts": ["object.battery"],
        # In these cases the level is 0.
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
            ("battery", "object.battery", None),
        ],
    },
    "statestream": {
        "board_topics": BOARD_TOPICS,
        "rows": STATE_TOPICS,
    },
}
