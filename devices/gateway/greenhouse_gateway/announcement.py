"""Makes the topics and configurations that announce a sensor to Home Assistant. Sends nothing.

Source: https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery
"""

import hashlib
import re
from urllib.parse import quote

from .mapping import OWN
from .quantities import ENTITIES

EXPIRE_AFTER_S = 7200  # After this time Home Assistant shows a value as unavailable.


def id_of(uid):
    """Returns the sensor's id for Home Assistant, which accepts letters, digits, _ and -."""
    is_plain = re.fullmatch(r"[a-zA-Z0-9_-]+", uid)
    return OWN + "-" + (uid if is_plain else hashlib.sha256(uid.encode()).hexdigest()[:16])


def config_topic(uid):
    return "homeassistant/device/%s/config" % id_of(uid)


def state_topic(uid, name):
    return "%s/%s/%s" % (OWN, quote(uid, safe=""), name)


def config_of(uid, names, sensor_name=None):
    components = {}
    for name in names:
        device_class, unit = ENTITIES.get(name, (None, None))
        words = re.sub(r"([A-Z])", r"_\1", name).lower()
        entity = re.sub(r"[^a-z0-9]+", "_", (id_of(uid) + "_" + words).lower())
        component = {
            "platform": "sensor", "unique_id": id_of(uid) + "-" + name,
            # By this prefix the gateway recognises its own values in a statestream.
            "default_entity_id": "sensor." + entity, "state_topic": state_topic(uid, name),
            "state_class": "measurement", "expire_after": EXPIRE_AFTER_S,
            "device_class": device_class, "unit_of_measurement": unit,
            "name": None if device_class else name}
        components[name] = {key: value for key, value in component.items() if value is not None}
    return {"device": {"identifiers": [id_of(uid)], "name": sensor_name or uid},
            "origin": {"name": OWN}, "components": components}
