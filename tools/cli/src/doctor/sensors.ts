/**
 * Looks for sensors whose readings cannot be stored: their greenhouse is gone or belongs to another
 * farm.
 */

import { isDatabaseKey } from "@greenhouse/domain/identity/keys";
import { pagesOf } from "@greenhouse/database/client/pages";
import { asText, textOf } from "@greenhouse/domain/stored";
import { parseUnregistered } from "@greenhouse/domain/identity/unregistered";
import type { Database, Json } from "../core/database";
import { farmCommand } from "../core/hint";
import { count, named } from "../core/text";
import { problemOfNewSensorUid } from "../core/validation";
import { ok, warn } from "./check";
import type { DoctorResult } from "./check";

const NAME = "sensors";

export async function checkSensors(database: Database): Promise<DoctorResult> {
  const farmIds = new Map<string, Promise<Json>>();
  const farmIdOf = (greenhouse: string): Promise<Json> => {
    const readFarmId =
      farmIds.get(greenhouse) ??
      (isDatabaseKey(greenhouse)
        ? database.read(`greenhouses/${greenhouse}/farmId`)
        : Promise.resolve(null));
    farmIds.set(greenhouse, readFarmId);
    return readFarmId;
  };
  let sensors = 0;
  const lost: string[] = [];
  for await (const page of pagesOf(database, "registeredSensors")) {
    sensors += page.length;
    for (const [uid, record] of page) {
      const [greenhouse, farmId] = ["greenhouse", "farmId"].map((field) => textOf(record, field));
      // A sensor without a greenhouse is waiting to be linked.
      if (greenhouse === undefined) continue;
      // Compared as the rules do when a reading is stored.
      if (asText(await farmIdOf(greenhouse)) !== farmId) lost.push(uid);
    }
  }
  if (lost.length === 0) return ok(NAME, `${count(sensors, "is", "are")} registered.`);
  return warn(
    NAME,
    `Their readings are refused, because their greenhouse is gone or belongs to another farm: ${named(lost)}.`,
    `Link each to a greenhouse of its farm: ${farmCommand("sensor link", lost.slice(0, 1), { rest: "<greenhouse>" })}`,
  );
}

/** Looks for devices that a gateway reports and that nobody has registered. */
export async function checkUnregistered(database: Database): Promise<DoctorResult> {
  const heard: string[] = [];
  const impossible: string[] = [];
  let farm = "";
  for await (const page of pagesOf(database, "unregistered")) {
    for (const [farmId, list] of page) {
      for (const { uid, reading } of parseUnregistered(list)) {
        const path = `registeredSensors/${uid}`;
        if (isDatabaseKey(uid) && (await database.read(path)) !== null) continue;
        if (problemOfNewSensorUid(uid) !== undefined) {
          impossible.push(JSON.stringify(uid));
          continue;
        }
        farm ||= farmId;
        heard.push(`${uid} of ${farmId} ${reading}`);
      }
    }
  }
  const name = "gateways";
  if (heard.length + impossible.length === 0) {
    return ok(name, "The gateways hear no unregistered devices.");
  }
  const problems = [];
  if (heard.length > 0) {
    problems.push([
      `The gateways hear ${count(heard.length, "unregistered device")}: ${named(heard)}.`,
      `Register each device on the farm's page, or with ${farmCommand("sensor add", [farm], { rest: "<uid> --greenhouse <greenhouseId>" })}`,
    ]);
  }
  if (impossible.length > 0) {
    problems.push([
      `The gateways hear ${count(impossible.length, "uid")} that no sensor can have: ${named(impossible)}.`,
      "Give the device a name of letters, digits and hyphens, or another uid in the gateway's rules.",
    ]);
  }
  return warn(
    name,
    problems.map(([detail]) => detail).join(" "),
    problems.map(([, remedy]) => remedy).join(" "),
  );
}
