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
const sensorKey = named({ farmOfKey: when`data.exists() ? ${farmOfRecord} : ${registeredBy}` });

export const SENSORS: Subtree = {
  registeredSensors: {
    ".read": isListOfOneFarm,
    ".indexOn": "farmId",
    $uid: {
      "//": "The owners of the farm that registers it. They may remove it, together with its own key and its outputs: the key would otherwise be in force again, and the orders would hold again, for a new sensor with this uid. Reserved uids are fields of sensors/<greenhouseId>/current. And no new uid could be the push key of an entry of history, because both are stored side by side: push keys begin with a hyphen until the year 2109.",
      ".key": when`data.exists() || ${all(isValidId("$uid"), when`!${matches("$uid", RESERVED_UIDS)}`, when`!${isPushKey("$uid")}`)}`,
      ".read": when`${isFunctions} || ${isMember(farmOfRecord)}`,
      ".write": isOwner(newFarmOfRecord),
      ".remove": when`${isOwner(farmOfRecord)} && !${after`sensorKeys/$uid`}.exists() && !${after`outputs/${farmOfRecord}/$uid`}.exists()`,
      ".complete": staysComplete("sensorName", "sensorType"),
      sensorName: text(),
      sensorType: text(),
      farmId: {
        ...ID,
        ".validate": when`newData.val() === data.val() || !data.parent().exists()`,
      },
      greenhouse: {
        "//": "A greenhouse of the same farm; absent while the sensor is unlinked.",
        ...ID,
        ".validate": when`${before`greenhouses/${"newData.val()"}/farmId`}.val() === newData.parent().child('farmId').val()`,
      },
      role: { "//": 'Absent: "air". Thresholds are those of the air.', ...oneOf(SENSOR_ROLES) },
    },
  },

  "sensorKeys/$uid": {
    "//": "The key of its own that a sensor may have. It is then the only one that authorizes its readings, as long as farmId is that of the registration. Owners of the farm that the sensor is registered by afterwards write it; who remove it, the owners of that farm or of the record's own.",
    ".read": when`${isFunctions} || ${isOwner(sensorKey.farmOfKey)}`,
    ".write": when`${newFarmOfRecord} === ${after`registeredSensors/$uid/farmId`}.val() && ${isOwner(newFarmOfRecord)}`,
    ".remove": when`${isOwner(farmOfRecord)} || ${isOwner(registeredBy)}`,
    ".complete": has("farmId", "key"),
    farmId: CHECKED_VALUE,
    key: text(),
  },

  "ingest/$uid": {
    "//": "The key that authorized a sensor's newest signed reading. The functions write it in the same update as that reading, so that it is refused from the moment that the key is replaced, whatever they remember. Nobody reads it. Owners remove it together with the sensor.",
    ...exactly(keyInForce("$uid")),
    ".write": isFunctions,
    ".remove": isOwner(registeredBy),
  },

  "lastSeen/$farmId": {
    "//": "When a sensor last sent a measurement, temperature with humidity, or a sign of life, by the database's clock; with the key in the body under names of their own. Owners remove it together with the sensor; the jobs remove what was not renewed for 30 days.",
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
