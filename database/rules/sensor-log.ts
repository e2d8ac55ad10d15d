/** The log of a sensor's life. Rules of other records demand an entry for each of their changes. */

import { INTERVAL_SECONDS } from "@greenhouse/domain/boards/intervals";
import { MAX_EXCLUSION_AHEAD_MS } from "@greenhouse/domain/quantities/corrections-model";
import { MEASUREMENTS } from "@greenhouse/domain/quantities/measurements";
import { NO_ENTRY, SENSOR_CHANGES } from "@greenhouse/domain/identity/sensor-log";
import { SENSOR_ROLES } from "@greenhouse/domain/identity/sensor-records";
import { after, all, before, named, when } from "./condition.ts";
import type { Condition, Expression } from "./condition.ts";
import { exactly, ID, integer, oneOf, text, timeUpTo } from "./nodes.ts";
import type { Subtree } from "./nodes.ts";
import { farmOfSensor, has, isMember, isOwner, isPushKey, newValue } from "./predicates.ts";

const FARM = "$farmId";
const ENTRY = newValue("entry");
const TIME = timeUpTo(MAX_EXCLUSION_AHEAD_MS, "0");

export const { isNewEntry, changeInLog } = named({
  /** No entry of the log had the name before. Its own rules check its time and its person. */
  isNewEntry: (farm: Expression, entry: Expression = ENTRY): Condition =>
    when`!${before`sensorLog/${farm}/$uid/${entry}`}.exists()`,
  /** What the entry that the record names says about the change. Fails if the update does not add the entry. */
  changeInLog: (farm: Expression, entry: Expression = ENTRY): Condition =>
    when`${after`sensorLog/${farm}/$uid/${entry}/what`}.val()`,
});

const lastEntry = before`registeredSensors/$uid/entry`;
const log = named({
  lastEntry: when`(${lastEntry}.exists() ? ${lastEntry}.val() : '${NO_ENTRY}')`,
  /** The farm registers the sensor before or after the write, or did so earlier. */
  isSensorOfFarm: when`${farmOfSensor("$uid")} === $farmId || ${after`registeredSensors/$uid/farmId`}.val() === $farmId || data.parent().exists()`,
  isOtherSensorOfFarm: when`${farmOfSensor("newData.val()")} === $farmId || ${after`registeredSensors/${"newData.val()"}/farmId`}.val() === $farmId`,
  isGreenhouseOfFarm: when`${before`greenhouses/${"newData.val()"}/farmId`}.val() === $farmId`,
  isEarlierGreenhouse: when`newData.val() === ${before`registeredSensors/$uid/greenhouse`}.val()`,
});

export const SENSOR_LOG: Subtree = {
  "sensorLog/$farmId": {
    "//": "What people changed about a sensor. The update of each change adds an entry, which the changed record names. Nobody changes or removes an entry. It stays when the sensor is removed.",
    ".read": isMember(FARM),
    "$uid/$key": {
      ".key": isPushKey("$key"),
      ".write": all(isOwner(FARM), log.isSensorOfFarm, when`!data.exists()`),
      ".complete": has("at", "by", "what"),
      at: exactly("now"),
      by: exactly("auth.uid"),
      what: oneOf(SENSOR_CHANGES),
      name: text(),
      greenhouse: {
        ...ID,
        ".validate": when`${log.isGreenhouseOfFarm} || ${log.isEarlierGreenhouse}`,
      },
      role: oneOf(SENSOR_ROLES),
      seconds: integer(INTERVAL_SECONDS.min, INTERVAL_SECONDS.max),
      quantity: oneOf(MEASUREMENTS),
      other: { ...ID, ".validate": log.isOtherSensorOfFarm },
      from: TIME,
      until: TIME,
      previous: {
        "//": "If a change must not come after another, it names the last entry that its person has seen.",
        ...exactly(log.lastEntry),
      },
    },
  },
};
