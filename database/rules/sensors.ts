/** Sensors: their registrations and keys, and when they were last seen. */

import { RESERVED_UIDS } from "@greenhouse/domain/identity/keys";
import { KEPT_FOR_MS, LAST_SEEN_NAMES } from "@greenhouse/domain/history/last-seen";
import { SENSOR_ROLES } from "@greenhouse/domain/identity/sensor-records";
import { after, all, before, named, when } from "./condition.ts";
import { exactly, HELD, ID_OF, matches, oneOf, text } from "./nodes.ts";
import type { Subtree } from "./nodes.ts";
import { is } from "./predicates.ts";

const registeredBy = is.farmOfSensor("$uid");
const its = named({ farmOfKey: when`data.exists() ? ${is.itsFarm} : ${registeredBy}` });

export const SENSORS: Subtree = {
  registeredSensors: {
    ".read": is.isListOfOneFarm,
    ".indexOn": "farmId",
    $uid: {
      "//": "The owners of the farm that registers it. They may remove it, together with its own key and its outputs: the key would otherwise be in force again, and the orders would hold again, for a new sensor with this uid. Reserved uids are fields of sensors/<greenhouseId>/current. And no new uid could be the push key of an entry of history, because both are stored side by side: push keys begin with a hyphen until the year 2109.",
      ".key": when`data.exists() || ${all(is.isId("$uid"), when`!${matches("$uid", RESERVED_UIDS)}`, when`!${is.isPushKey("$uid")}`)}`,
      ".read": when`${is.isFunctions} || ${is.isMember(is.itsFarm)}`,
      ".write": is.isOwner(is.itsNewFarm),
      ".remove": when`${is.isOwner(is.itsFarm)} && !${after`sensorKeys/$uid`}.exists() && !${after`outputs/${is.itsFarm}/$uid`}.exists()`,
      ".whole": is.staysWhole("sensorName", "sensorType"),
      sensorName: text(),
      sensorType: text(),
      farmId: {
        ...ID_OF,
        ".validate": when`newData.val() === data.val() || !data.parent().exists()`,
      },
      greenhouse: {
        "//": "A greenhouse of the same farm; absent while the sensor is unlinked.",
        ...ID_OF,
        ".validate": when`${before`greenhouses/${"newData.val()"}/farmId`}.val() === newData.parent().child('farmId').val()`,
      },
      role: { "//": 'Absent: "air". Thresholds are those of the air.', ...oneOf(SENSOR_ROLES) },
    },
  },

  "sensorKeys/$uid": {
    "//": "The key of its own that a sensor may have. It is then the only one that authorizes its readings, as long as farmId is that of the registration. Owners of the farm that the sensor is registered by afterwards write it; who remove it, the owners of that farm or of the record's own.",
    ".read": when`${is.isFunctions} || ${is.isOwner(its.farmOfKey)}`,
    ".write": when`${is.itsNewFarm} === ${after`registeredSensors/$uid/farmId`}.val() && ${is.isOwner(is.itsNewFarm)}`,
    ".remove": when`${is.isOwner(is.itsFarm)} || ${is.isOwner(registeredBy)}`,
    ".whole": is.has("farmId", "key"),
    farmId: HELD,
    key: text(),
  },

  "ingest/$uid": {
    "//": "The key that authorized a sensor's newest signed reading. The functions write it in the same update as that reading, so that it is refused from the moment that the key is replaced, whatever they remember. Nobody reads it. Owners remove it together with the sensor.",
    ...exactly(is.keyInForce("$uid")),
    ".write": is.isFunctions,
    ".remove": is.isOwner(registeredBy),
  },

  "lastSeen/$farmId": {
    "//": "When a sensor last sent a measurement, temperature with humidity, or a sign of life, by the database's clock; with the key in the body under names of their own. Owners remove it together with the sensor; the jobs remove what was not renewed for 30 days.",
    ".read": when`${is.isJobs} || ${is.isMember("$farmId")}`,
    $uid: {
      ".remove": is.isOwner("$farmId"),
      $name: {
        ...exactly("now"),
        ".key": matches("$name", LAST_SEEN_NAMES),
        ".remove": when`${is.isJobs} && data.val() < now - ${KEPT_FOR_MS}`,
        ".write": when`${is.isFunctions} && ${registeredBy} === $farmId && ${before`registeredSensors/$uid/greenhouse`}.exists()`,
      },
    },
  },
};
