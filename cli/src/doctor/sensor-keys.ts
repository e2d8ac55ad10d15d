/** Looks for keys of single sensors that are not in force: of sensors that are gone, or of another farm by now. */

import type { Child, Database } from "../database";
import { textOf } from "../database";
import { farmCommand } from "../hint";
import { parseOwnKey } from "../sensor-key";
import { count } from "../text";
import { ok, warn } from "./check";
import type { Finding } from "./check";

const NAME = "own keys";
const PAGE_SIZE = 500;
/** No more than this are named. */
const MAX_NAMED = 5;

export async function checkSensorKeys(database: Database): Promise<Finding> {
  let keys = 0;
  const idle: string[] = [];
  for await (const page of readPages(database)) {
    keys += page.length;
    const farmIds = await Promise.all(
      page.map(([uid]) => database.read(`registeredSensors/${uid}/farmId`)),
    );
    page.forEach(([uid, value], index) => {
      if (parseOwnKey(value)?.farmId !== textOf(farmIds[index])) idle.push(uid);
    });
  }
  if (idle.length === 0) {
    return ok(
      NAME,
      keys === 0 ? "No sensor has one." : `${count(keys, "sensor has", "sensors have")} one.`,
    );
  }
  const named = idle.slice(0, MAX_NAMED).join(", ");
  const others = idle.length - MAX_NAMED;
  return warn(
    NAME,
    `Not in force, because the sensor is gone or belongs to another farm: ${named}${others > 0 ? ` and ${others} more` : ""} (sensorKeys).`,
    `Remove each, or it may come into force again: ${farmCommand("sensor key remove", idle.slice(0, 1))}`,
  );
}

async function* readPages(database: Database): AsyncGenerator<readonly Child[]> {
  let after: string | undefined;
  for (;;) {
    const range = after === undefined ? {} : { after };
    const page = await database.readPage("sensorKeys", range, PAGE_SIZE);
    yield page;
    if (page.length < PAGE_SIZE) return;
    after = page.at(-1)?.[0];
  }
}
