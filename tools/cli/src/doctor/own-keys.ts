/**
 * Looks for sensors' own keys that are not valid: the sensor is gone or belongs to another farm by
 * now.
 */

import { pagesOf } from "@greenhouse/database/client/pages";
import { asText } from "@greenhouse/domain/stored";
import type { Database } from "../core/database";
import { farmCommand } from "../core/hint";
import { parseOwnKey } from "../farm/own-key";
import { count, named } from "../core/text";
import { ok, warn } from "./check";
import type { DoctorResult } from "./check";

const NAME = "own keys";

export async function checkSensorKeys(database: Database): Promise<DoctorResult> {
  let keys = 0;
  const invalid: string[] = [];
  for await (const page of pagesOf(database, "sensorKeys")) {
    keys += page.length;
    const farmIds = await Promise.all(
      page.map(([uid]) => database.read(`registeredSensors/${uid}/farmId`)),
    );
    page.forEach(([uid, value], index) => {
      if (parseOwnKey(value)?.farmId !== asText(farmIds[index])) invalid.push(uid);
    });
  }
  if (invalid.length === 0) {
    return ok(
      NAME,
      keys === 0
        ? "No sensor has its own key."
        : `${count(keys, "sensor has its own key", "sensors have their own keys")}.`,
    );
  }
  return warn(
    NAME,
    `Not valid, because the sensor is gone or belongs to another farm: ${named(invalid)} (sensorKeys).`,
    `Remove each key, or it may become valid again: ${farmCommand("sensor key remove", invalid.slice(0, 1))}`,
  );
}
