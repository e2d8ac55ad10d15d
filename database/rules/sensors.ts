/** Sensors: their registrations and keys, and when they were last seen. */

import { RESERVED_UIDS } from "@greenhouse/domain/identity/keys";
import { KEPT_FOR_MS, LAST_SEEN_NAMES } from "@greenhouse/domain/history/last-seen";
import { SENSOR_ROLES } from "@greenhouse/domain/identity/sensor-records";
import { after, all, before, named, when } from "./condition.ts";
import { exactly, CHECKED_VALUE, ID, matches, oneOf, text } from "./nodes.ts";
import type { Subtree } from "./nodes.ts";
import {
  farmOfRecord,
  farmOfSensor,
  has,
  isFunctions,
  isJobs,
  isListOfOneFarm,
  isMember,
  isOwner,
  isPushKey,
  isValidId,
  keyInForce,
  newFarmOfRecord,
  staysComplete,
} from "./predicates.ts";

const registeredBy = farmOfSensor("$uid");
const isValidUid = all(
  isValidId("$uid"),
  when`!${matches("$uid", RESERVED_UIDS)}`,
  when`!${isPushKey("$uid")}`,
);
const hasNoKeyAndOutputsAfterwards = all(
  when`!${after`sensorKeys/$uid`}.exists()`,
  when`!${after`outputs/${farmOfRecord}/$uid`}.exists()`,
);
const sensorKey = named({ farmOfKey: when`data.exists() ? ${farmOfRecord} : ${registeredBy}` });

export const SENSORS: Subtree = {
  registeredSensors: {
    ".read": isListOfOneFarm,
    ".indexOn": "farmId",
    $uid: {
      "//": "Written by the owners of the farm that registers the sensor. They may remove the sensor only together with its own key and its outputs: otherwise the key and the orders would be valid again for a new sensor with this uid. Reserved uids are fields of sensors/<greenhouseId>/current. A new uid must not look like a push key, because history stores uids and push keys side by side. Push keys begin with a hyphen until the year 2109.",
      ".key": when`data.exists() || ${isValidUid}`,
      ".read": when`${isFunctions} || ${isMember(farmOfRecord)}`,
      ".write": isOwner(newFarmOfRecord),
      ".remove": when`${isOwner(farmOfRecord)} && ${hasNoKeyAndOutputsAfterwards}`,
      ".complete": staysComplete("sensorName", "sensorType"),
      sensorName: text(),
      sensorType: text(),
      farmId: {
        ...ID,
        ".validate": when`newData.val() === data.val() || !data.parent().exists()`,
      },
      greenhouse: {
        "//": "A greenhouse of the same farm. Absent while the sensor is not linked.",
        ...ID,
        ".validate": when`${before`greenhouses/${"newData.val()"}/farmId`}.val() === newData.parent().child('farmId').val()`,
      },
      role: {
        "//": 'Absent means "air". Thresholds apply to air sensors.',
        ...oneOf(SENSOR_ROLES),
      },
    },
  },

  "sensorKeys/$uid": {
    "//": "A sensor's own key. While farmId equals that of the registration, only this key authorizes the sensor's readings. Written by the owners of the farm that the sensor is registered by after the write. Removed by the owners of the registering farm or of the record's farm.",
    ".read": when`${isFunctions} || ${isOwner(sensorKey.farmOfKey)}`,
    ".write": when`${newFarmOfRecord} === ${after`registeredSensors/$uid/farmId`}.val() && ${isOwner(newFarmOfRecord)}`,
    ".remove": when`${isOwner(farmOfRecord)} || ${isOwner(registeredBy)}`,
    ".complete": has("farmId", "key"),
    farmId: CHECKED_VALUE,
    key: text(),
  },

  "ingest/$uid": {
    "//": "The key that authorized a sensor's newest signed reading. The functions write the key in the same update as the reading. So the database rejects a reading from the moment that its key is replaced, even if the functions still have the old key in memory. Nobody reads it. Owners remove it together with the sensor.",
    ...exactly(keyInForce("$uid")),
    ".write": isFunctions,
    ".remove": isOwner(registeredBy),
  },

  "lastSeen/$farmId": {
    "//": "When a sensor last sent a measurement, temperature with humidity, or a sign of life, by the database's clock. Readings with the key in the body have separate names. Owners remove the times together with the sensor. The jobs remove a time that was not renewed for 30 days.",
    ".read": when`${isJobs} || ${isMember("$farmId")}`,
    $uid: {
      ".remove": isOwner("$farmId"),
      $name: {
        ...exactly("now"),
        ".key": matches("$name", LAST_SEEN_NAMES),
        ".remove": when`${isJobs} && data.val() < now - ${KEPT_FOR_MS}`,
        ".write": when`${isFunctions} && ${registeredBy} === $farmId && ${before`registeredSensors/$uid/greenhouse`}.exists()`,
      },
    },
  },
};
