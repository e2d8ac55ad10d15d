/** Eleven weeks of four sensors with thirty changes at random, by runs that are killed now and then. Under the rules. */

import { parseCoverage } from "@greenhouse/domain/rollups/rollups";
import { foldBefore } from "@greenhouse/database/rollups/steps";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { FUZZ_SEED } from "rtdb-emulator/testing/properties";
import { Random } from "../../../simulation/random";
import { calibrate, exclude, undo } from "../../../support/jobs/corrections";
import {
  createKey,
  emptyFarm,
  expectExact,
  killedRun,
  partsOf,
  run,
  START,
} from "../../../support/jobs/folded-farm";
import type { FoldedDatabase } from "../../../support/jobs/folding";

/** One run does not fold them. */
const DAYS = 75;
const STEP_MS = 3 * HOUR_MS;
const OLDEST = START - DAYS * DAY_MS;
const UIDS = Array.from({ length: 4 }, (_, index) => `air-${index}`);
const random = new Random(FUZZ_SEED);
const tenths = (min: number, max: number): number => Math.round(random.between(min, max)) / 10;

/** Four sensors that measure every three hours. Everything is folded. */
async function foldedWeeks(): Promise<FoldedDatabase> {
  const database = emptyFarm();
  const registration = { sensorType: "SHT31", farmId: "oak", greenhouse: "north" };
  const registered = UIDS.map(
    (uid) => [`registeredSensors/${uid}`, { ...registration, sensorName: uid }] as const,
  );
  database.administer(Object.fromEntries(registered));
  const history: Record<string, object> = {};
  for (let at = OLDEST; at < START; at += STEP_MS) {
    for (const uid of UIDS) {
      const updatedAt = at + random.below(STEP_MS);
      const values = { temperature: tenths(-200, 900), humidity: tenths(0, 1_100) };
      history[createKey(updatedAt)] = { uid, sensorName: uid, ...values, updatedAt };
    }
  }
  database.administer({ "sensors/north/history": history });
  await run(database);
  while ((await foldBefore(partsOf(database), OLDEST)) !== "nothing");
  return database;
}

/** @param changes paths of the changes in force */
function change(database: FoldedDatabase, changes: string[]): void {
  const from = Math.round(random.between(OLDEST, database.now));
  const uid = random.pick(UIDS);
  const quantity = random.pick(["temperature", "humidity"] as const);
  const kind = random.pick(["calibrate", "calibrate", "exclude", "undo"] as const);
  if (kind === "undo" && changes.length > 0) {
    const [path = ""] = changes.splice(random.below(changes.length), 1);
    undo(database, path);
  } else if (kind === "exclude") {
    const until = from + Math.round(random.between(1, 30 * DAY_MS));
    const about = random.chance(0.5) ? { quantity } : {};
    changes.push(exclude(database, uid, { from, until, ...about }));
  } else {
    const scaling = { scale: 1 + tenths(-1, 1), offset: tenths(-50, 50) };
    changes.push(calibrate(database, uid, { quantity, from, ...scaling }));
  }
}

test("rollups equal an independent computation from corrected history", async () => {
  const database = await foldedWeeks();
  const changes: string[] = [];
  for (let made = 0; made < 30; made += 1) {
    change(database, changes);
    database.now += MINUTE_MS;
    if (made % 3 === 2) await killedRun(database, random.below(8));
  }
  const isDone = (): boolean =>
    parseCoverage(database.json("rollupCoverage/north"))?.again === undefined;
  for (let runs = 0; runs === 0 || (runs < 10 && !isDone()); runs += 1) await run(database);
  expect(isDone()).toBe(true);
  expectExact(database);
});
