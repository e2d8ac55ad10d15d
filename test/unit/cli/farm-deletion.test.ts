/**
 * A farm's deletion leaves nothing, even after an interruption. It changes nothing of another farm,
 * and nobody can take over the rest meanwhile.
 */

import { InProcessDatabase } from "../../../emulator/src/in-process";
import type { Json as StoredJson } from "../../../emulator/src/in-process";
import { rulesetOfFile } from "rtdb-emulator/testing/rulesets";
import { deleteFarm } from "../../../tools/cli/src/farm/farm-deletion";
import { readFarm } from "../../../tools/cli/src/farm/stored-farms";
import { OUTPUT_ROOTS } from "@greenhouse/domain/outputs/updates";
import { connectTo } from "../../support/cli/embedded-database";
import { RULES } from "../../support/database";

const NOW = 1_700_000_000_000;
const ruleset = rulesetOfFile(RULES);
/** One entry more than a page has. */
const ELM_ENTRIES = 501;

/**
 * Returns all data of a farm with two greenhouses and two sensors, at every path that the rules
 * know.
 */
function recordsOf(farm: string, entries: number): object {
  const keys = Array.from(
    { length: entries },
    (_, at) => `-Nabcdefghij${String(at).padStart(8, "0")}`,
  );
  const [north, south] = [`${farm}-north`, `${farm}-south`];
  const [first, second] = [`${farm}-1`, `${farm}-2`];
  const inBoth = <T>(value: T): Record<string, T> => ({ [north]: value, [south]: value });
  const entry = { uid: first, sensorName: "a", temperature: 1, updatedAt: NOW };
  const rollup = { [NOW]: { min: 1, max: 1, sum: 1, n: 1 } };
  return {
    farms: { [farm]: { name: `The ${farm}`, apiKey: "k", members: { [`o-${farm}`]: "owner" } } },
    usedFarmIds: { [farm]: true },
    invitations: { [farm]: { token: { role: "viewer" } } },
    greenhouses: inBoth({ name: "a", farmId: farm }),
    notes: inBoth({ "-N": { text: "x" } }),
    registeredSensors: {
      [first]: { sensorName: "a", sensorType: "b", farmId: farm, greenhouse: north },
      [second]: { sensorName: "a", sensorType: "b", farmId: farm },
    },
    sensorKeys: { [first]: { farmId: farm, key: "own" } },
    ingest: { [first]: "k" },
    lastSeen: { [farm]: { [first]: { none: 1 }, gone: { none: 1 } } },
    boards: { [farm]: { [first]: { rssi: -71, heard: 1 }, gone: { rssi: -71, heard: 1 } } },
    users: {
      [`o-${farm}`]: {
        farms: { [farm]: true },
        joined: { [farm]: "token" },
        alerts: { farms: { [farm]: 0 }, language: "en" },
      },
    },
    alertSettings: { [farm]: { silentAfterMinutes: 30 } },
    alerts: { [farm]: { open: { x: 1 } } },
    alertOutbox: { [farm]: { x: 1 } },
    ...Object.fromEntries(
      [...OUTPUT_ROOTS, "calibrations", "exclusions", "sensorLog", "imports"].map((root) => [
        root,
        { [farm]: { [first]: { x: 1 }, gone: { x: 1 } } },
      ]),
    ),
    rollupCoverage: inBoth({ from: 1, until: 2, version: 1 }),
    rollups: inBoth({
      [first]: { hour: { temperature: rollup } },
      gone: { day: { light: rollup } },
    }),
    greenhouseRollups: inBoth({ hour: { temperature: rollup } }),
    rollupSensors: inBoth({ [first]: true }),
    rollupDue: inBoth({ [NOW]: { "-N": true } }),
    sensors: {
      [north]: {
        current: { temperature: 1, updatedAt: NOW, [second]: { updatedAt: NOW } },
        bySensor: { [first]: { temperature: 1 } },
        history: {
          ...Object.fromEntries(keys.map((key) => [key, entry])),
          [second]: { "-Nabcdefghijklmnopqr": entry },
          "not a key": entry,
        },
      },
      [south]: { current: {} },
    },
  };
}

const oak = recordsOf("oak", 1);
const elm = recordsOf("elm", ELM_ENTRIES) as Record<string, object>;
const both = Object.fromEntries(
  Object.entries(oak).map(([root, records]) => [root, { ...(records as object), ...elm[root] }]),
);
const open = (): InProcessDatabase =>
  InProcessDatabase.open({ now: () => NOW, ruleset, data: both });
const withTrace = {
  ...oak,
  users: { ...(oak as { users: object }).users, "o-elm": { alerts: { language: "en" } } },
};

/**
 * Whether a person who creates a farm under the id is refused, and sees nothing of the old farm.
 */
function isOutOfReach(tree: InProcessDatabase): boolean {
  const nina = { uid: "nina" };
  const founding = {
    "farms/elm": { name: "Mine", apiKey: "key-of-nina", members: { nina: "owner" } },
    "usedFarmIds/elm": true,
  };
  const paths = ["sensors/elm-north", "greenhouses/elm-north", "alerts/elm", "rollups/elm-north"];
  const owner = { uid: "o-elm" };
  const late = { "greenhouses/late": { name: "Late", farmId: "elm" } };
  return (
    tree.update(founding, nina) === "denied" &&
    tree.update(late, owner) === "denied" &&
    paths.every((path) => tree.read(path, undefined, nina).status === "denied")
  );
}

/**
 * Deletes the farm, and resolves with the number of updates.
 * @param lostBefore the number of the update before which the connection is lost
 */
async function deleteElm(
  tree: InProcessDatabase,
  { freesId = true, lostBefore = Infinity } = {},
): Promise<number> {
  let count = 0;
  const database = connectTo(tree, "admin", (update) => {
    if (count === lostBefore) throw new Error("lost");
    // The first update takes the owner's rights.
    if (count > 0) expect(isOutOfReach(tree)).toBe(true);
    count += 1;
    return update();
  });
  const farm = readFarm("elm", await database.read("farms/elm"));
  if (farm === undefined) return count;
  const progress = { show: () => undefined, note: () => undefined, end: () => undefined };
  const stopping = new AbortController().signal;
  const run = deleteFarm(database, { farm, freesId, stopping, progress });
  await (lostBefore === Infinity ? run : run.catch(() => undefined));
  return count;
}

test("leaves only a person's language, and the id if it stays taken", async () => {
  const tree = open();
  await deleteElm(tree);
  const data = withTrace as StoredJson;
  expect(tree.data).toEqual(InProcessDatabase.open({ now: () => NOW, ruleset, data }).data);
  const kept = open();
  await deleteElm(kept, { freesId: false });
  expect(kept.read("usedFarmIds/elm", undefined, "admin")).toMatchObject({ value: true });
  expect([isOutOfReach(kept), isOutOfReach(tree)]).toEqual([true, false]);
});

test("is completed by the next run, wherever it was interrupted", async () => {
  const whole = open();
  const all = await deleteElm(whole);
  expect(all).toBeGreaterThan(10);
  for (let lostBefore = 0; lostBefore < all; lostBefore += 1) {
    const tree = open();
    expect(await deleteElm(tree, { lostBefore })).toBeLessThan(all);
    await deleteElm(tree);
    expect([lostBefore, tree.data]).toEqual([lostBefore, whole.data]);
  }
});
